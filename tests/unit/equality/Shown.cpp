//===- Shown.cpp ----------------------------------------------------------===//

#include "equality/Shown.h"
#include "analysis/State.h"

#include "core/analysis/ShapesOf.h"
#include "server/features/FoldingRanges.h"
#include "server/features/Hover.h"
#include "server/features/Navigation.h"
#include "server/features/Symbols.h"

#include <algorithm>
#include <random>

using namespace shapels;
using namespace shapels::test;

namespace {

std::string at(DocumentRange range) {
  return std::to_string(range.begin.value) + "-" +
         std::to_string(range.end.value) + " ";
}

void addHover(const Document &document, DocumentOffset place,
              std::string &text) {
  std::optional<Hover> shown = hover(document, place, {.genericForm = false});
  text += "hover " + std::to_string(place.value) + " ";
  text += shown ? at(shown->range) + shown->text : "none";
  text += "\n";
}

/// Of a statement's ops and names.
void addCursor(const Document &document, const Section &section, StatementId id,
               std::string &text) {
  TextSpan span = section.span();
  addHover(document, span.inDocument(section.statement(id).name.begin), text);
  for (const NameOccurrence &name : section.outline().names(id)) {
    DocumentOffset place = span.inDocument(name.range.begin);
    addHover(document, place, text);
    text += "defined";
    for (DocumentRange range : definition(document, place))
      text += " " + at(range);
    if (auto outside = externalDefinition(document, place))
      text += " " + outside->file;
    text += "\nreferred";
    if (name.isDefinition)
      for (DocumentRange range : references(document, place, true))
        text += " " + at(range);
    text += "\n";
  }
}

void addSymbols(const std::vector<OutlineSymbol> &symbols, std::string depth,
                std::string &text) {
  for (const OutlineSymbol &symbol : symbols) {
    text += depth + symbol.name + " " + symbol.detail + " " +
            std::to_string(static_cast<int>(symbol.kind)) + " " +
            at(symbol.range) + at(symbol.nameRange) + "\n";
    addSymbols(symbol.children, depth + "  ", text);
  }
}

std::string joined(const std::optional<std::vector<std::string>> &texts) {
  if (!texts)
    return "null";
  std::string all;
  for (const std::string &text : *texts)
    all += text + "; ";
  return all;
}

void addShapes(const Document &document, std::string &text) {
  for (const InferredValue &value : inferredValues(document))
    text += "shape " + at(value.range) + value.function + " " + value.name +
            " " + value.op + " " + value.declared + " " +
            value.inferred.value_or("null") + " " +
            value.fromArguments.value_or("null") + " [" +
            joined(value.symbolic) + "] {" + joined(value.value) + "}" +
            (value.isStatedByType ? " stated\n" : "\n");
}

/// At most so many of a text, which are others after each edit.
constexpr size_t mostCursors = 24;

void addCursors(const Document &document, std::string &text) {
  std::vector<std::pair<const Section *, StatementId>> places;
  for (const auto &section : document.sections())
    for (StatementId id = section->outline().first(); id != noStatement;
         id = section->outline().next(id))
      places.emplace_back(section.get(), id);
  std::mt19937 random(document.buffer().text().size());
  std::shuffle(places.begin(), places.end(), random);
  places.resize(std::min(places.size(), mostCursors));
  for (auto [section, id] : places)
    addCursor(document, *section, id, text);
}

std::string shownOf(const Document &document) {
  std::string text = stateOf(document);
  addCursors(document, text);
  addSymbols(documentSymbols(document), "symbol ", text);
  for (const FoldingRange &fold : foldingRanges(document))
    text += "fold " + std::to_string(fold.first.value) + "-" +
            std::to_string(fold.last.value) + " " +
            std::to_string(static_cast<int>(fold.kind)) + "\n";
  // Several edits may come between two questions.
  if (document.buffer().text().size() % 3)
    addShapes(document, text);
  return text;
}

} // namespace

std::string test::differenceOf(const Document &edited, const Document &fresh) {
  std::istringstream linesA(shownOf(edited)), linesB(shownOf(fresh));
  std::string lineA, lineB;
  while (lineA == lineB && (linesA || linesB)) {
    lineA = lineB = "<end>";
    std::getline(linesA, lineA);
    std::getline(linesB, lineB);
  }
  return lineA == lineB ? "" : "edited: " + lineA + "\nfresh:  " + lineB + "\n";
}
