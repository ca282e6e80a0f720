//===- State.h - All that a document shows, as text ------------*- C++ -*-===//
//
// For a comparison of one that was edited with a fresh one of the same text.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TESTS_UNIT_ANALYSIS_STATE_H
#define SHAPELS_TESTS_UNIT_ANALYSIS_STATE_H

#include "analysis/Findings.h"

#include "core/analysis/Section.h"
#include "core/analysis/ValueInfo.h"

#include <sstream>

namespace shapels::test {

class State {
public:
  explicit State(const Document &document) : document(document) {
    for (const Diagnostic &diagnostic : document.diagnostics())
      add(diagnostic);
    for (const auto &section : document.sections())
      for (StatementId id = section->outline().first(); id != noStatement;
           id = section->outline().next(id))
        add(*section, id);
  }
  std::string str() const { return text.str(); }

private:
  std::string place(DocumentOffset offset) const {
    Position at = document.buffer().position(offset, PositionEncoding::Utf8);
    return std::to_string(at.line + 1) + ":" + std::to_string(at.character + 1);
  }

  void add(const Diagnostic &diagnostic) {
    text << format(document.buffer(), diagnostic);
    for (const RelatedInformation &related : diagnostic.related)
      text << " | " << place(related.range.begin) << " " << related.message;
    for (DocumentRange range : diagnostic.alsoUnderlined)
      text << " _ " << place(range.begin);
    text << "\n";
  }

  void add(const Section &section, StatementId id) {
    for (const NameOccurrence &name : section.outline().names(id))
      add(section, name);
    if (auto op = operationInfo(section, document.shapes(section), id, true))
      text << op->name << " " << op->genericForm << "\n";
  }

  void add(const Section &section, const NameOccurrence &name) {
    TextSpan span = section.span();
    text << place(span.inDocument(name.range.begin));
    if (auto definition = section.definitionOf(name))
      text << " is " << place(span.inDocument(definition->range.begin));
    if (name.kind == NameKind::Value)
      if (auto value = valueInfo(section, document.shapes(section), name))
        add(*value);
    text << "\n";
  }

  void add(const ValueInfo &value) {
    text << " " << value.name << " " << value.origin << " "
         << value.declaredType << " " << value.inferredType << " " << value.rule
         << " " << value.symbolic << " " << value.integers;
    for (const DimInfo &dim : value.dims)
      text << " " << dim.because.text;
  }

  const Document &document;
  std::ostringstream text;
};

inline std::string stateOf(const Document &document) {
  return State(document).str();
}

inline std::string freshStateOf(const Document &document) {
  Document fresh{std::string(document.buffer().text())};
  fresh.update();
  fresh.conclude();
  return stateOf(fresh);
}

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_ANALYSIS_STATE_H
