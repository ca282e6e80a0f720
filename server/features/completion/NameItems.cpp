//===- NameItems.cpp - Values, symbols, blocks and aliases ----------------===//

#include "core/analysis/OperationText.h"
#include "core/analysis/Section.h"
#include "server/features/completion/CompletionWriter.h"

#include <algorithm>

using namespace shapels;

/// Items of a kind, statements that are looked at for them on either side, and
/// values of which the inferred shape is told.
static constexpr size_t mostNames = 100, mostSiblings = 1000, mostShapes = 20;

static std::string keyAt(const Section &section, ByteOffset place) {
  return "at " + std::to_string((section.start() + place.value).value);
}

void shapels::addValues(const CompletionScene &scene, CompletionWriter &out) {
  const Section &section = scene.place.section;
  SectionShapes &shapes = scene.document.shapes(section);
  VisibleValues found = likelyValues(scene.place, scene.op, scene.near);
  if (found.isCut || found.values.size() > mostNames)
    out.noteMore();
  size_t count = 0;
  for (const VisibleValue &value : found.values) {
    if (count == mostNames)
      break;
    std::string detail = value.type;
    if (++count <= mostShapes)
      if (std::string shape = shapeText(section, shapes, value); !shape.empty())
        detail += " " + shape;
    ByteOffset place = section.outline().name(value.definition).range.begin;
    out.add({CompletionItem::Kind::Value, value.name, std::move(detail), "",
             false, keyAt(section, place)});
  }
}

/// Visits the statements of one region around `id`, the nearest first.
template <typename Visit>
static void eachSibling(const Outline &outline, StatementId id, Visit visit) {
  if (id == noStatement)
    return;
  uint32_t region = outline.statement(id).region;
  size_t looked = 0;
  for (StatementId each = id; each != noStatement && looked < mostSiblings;
       each = outline.previousSibling(each), ++looked)
    if (outline.statement(each).region == region)
      visit(each);
  looked = 0;
  for (StatementId each = outline.nextSibling(id);
       each != noStatement && looked < mostSiblings;
       each = outline.nextSibling(each), ++looked)
    if (outline.statement(each).region == region)
      visit(each);
}

/// One that stands in the region of the place.
static StatementId anyBeside(const TypingPlace &place) {
  if (place.statement != noStatement)
    return place.statement;
  if (place.around.before != noStatement)
    return place.around.before;
  return place.section.outline().firstChild(place.around.parent);
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// `(tensor<4xf32>) -> f32`: the header behind the symbol's name, shortened.
static std::string headerBehind(const Section &section,
                                const NameOccurrence &name) {
  ByteRange range{name.range.end, section.span().lineEnd(name.range.end)};
  std::string header(section.slice(range));
  header = header.substr(0, header.find_last_not_of(" \t{") + 1);
  header.erase(0, header.find_first_not_of(" \t"));
  return shortened(std::move(header), 80);
}

/// Whether the word is the name of a symbol that is new.
static bool namesNewSymbol(const TypingPlace &place) {
  if (place.statement == noStatement)
    return false;
  auto names = place.section.outline().names(place.statement);
  return std::ranges::any_of(names, [&](const NameOccurrence &name) {
    return name.kind == NameKind::Symbol && name.isDefinition &&
           name.range.begin == place.word.begin;
  });
}

void shapels::addSymbols(const CompletionScene &scene, CompletionWriter &out) {
  if (namesNewSymbol(scene.place))
    return;
  const Section &section = scene.place.section;
  const Outline &outline = section.outline();
  bool isCall = scene.place.op.find("call") != std::string_view::npos;
  std::vector<CompletionItem> first, others;
  auto visit = [&](StatementId id) {
    std::string_view op = outline.opName(id);
    for (uint32_t i = 0; i < outline.nameCount(id); ++i) {
      NameOccurrence name = outline.name({id, i});
      if (name.kind != NameKind::Symbol || !name.isDefinition)
        continue;
      bool isFunction = op.ends_with("func");
      std::string label(section.slice(name.range));
      if (label == "@" || !label.starts_with(scene.place.typed()))
        return;
      (isCall == isFunction ? first : others)
          .push_back({isFunction ? CompletionItem::Kind::Function
                                 : CompletionItem::Kind::Symbol,
                      std::move(label), headerBehind(section, name), "", false,
                      keyAt(section, name.range.begin)});
      return;
    }
  };
  StatementId id = anyBeside(scene.place);
  for (; id != noStatement; id = outline.parent(id))
    eachSibling(outline, id, visit);
  for (std::vector<CompletionItem> *list : {&first, &others})
    for (CompletionItem &item : *list)
      if (out.size() < mostNames)
        out.add(std::move(item));
      else
        out.noteMore();
}

//===----------------------------------------------------------------------===//
// Blocks and aliases
//===----------------------------------------------------------------------===//

void shapels::addBlocks(const CompletionScene &scene, CompletionWriter &out) {
  const Section &section = scene.place.section;
  const Outline &outline = section.outline();
  eachSibling(outline, anyBeside(scene.place), [&](StatementId id) {
    if (outline.kind(id) != StatementKind::BlockLabel || out.size() > mostNames)
      return;
    NameOccurrence name = outline.name({id, 0});
    std::string label(section.slice(name.range));
    if (label.starts_with(scene.place.typed()))
      out.add({CompletionItem::Kind::Block, std::move(label),
               headerBehind(section, name), "", false,
               keyAt(section, name.range.begin)});
  });
}

void shapels::addAliases(const CompletionScene &scene, char sigil,
                         CompletionWriter &out) {
  const Section &section = scene.place.section;
  const Outline &outline = section.outline();
  size_t looked = 0;
  for (StatementId id = outline.first();
       id != noStatement && looked < mostSiblings;
       id = outline.nextSibling(id), ++looked) {
    if (outline.kind(id) != StatementKind::Alias)
      continue;
    Statement alias = outline.statement(id);
    std::string label(section.slice(alias.name));
    if (label.empty() || label[0] != sigil)
      continue;
    std::string value(section.slice({alias.name.end, alias.range.end}));
    value = value.substr(std::min(value.size(), value.find_first_not_of(" =")));
    out.add({CompletionItem::Kind::Alias, std::move(label),
             shortened(std::move(value), 80), "", false,
             keyAt(section, alias.name.begin)});
  }
}
