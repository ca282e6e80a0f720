//===- ShapeViews.cpp -----------------------------------------------------===//

#include "server/features/ShapeViews.h"
#include "core/analysis/Section.h"
#include "core/analysis/SymbolicSources.h"
#include "core/ir/parse/Quarantine.h"

#include <algorithm>
#include <map>

using namespace shapels;

/// What defines a value, up to its body.
static DocumentRange statementAround(const Section &section,
                                     DocumentRange name) {
  const Outline &outline = section.outline();
  StatementId id = outline.statementAt(section.span().inSection(name.begin));
  return id == noStatement ? name
                           : section.span().inDocument(headerOf(outline, id));
}

/// The lines of each value.
template <typename Lines>
static std::vector<ShapeView::Value> valuesOf(const Section &section,
                                              const Lines &lines) {
  std::map<uint32_t, ShapeView::Value> values;
  for (const auto &line : lines) {
    auto [entry, isNew] = values.try_emplace(line.range.begin.value);
    ShapeView::Value &value = entry->second;
    if (isNew) {
      value.range = line.range;
      value.statement = statementAround(section, line.range);
    }
    if (value.lines.empty() || value.lines.back() != line.number)
      value.lines.push_back(line.number);
  }
  std::vector<ShapeView::Value> sorted;
  for (auto &[begin, value] : values)
    sorted.push_back(std::move(value));
  return sorted;
}

/// Why nothing is known of the function: what is said of its header, if that
/// does not parse.
static std::string whyNone(const Document &document,
                           const FunctionPlace &function) {
  const Section &section = *function.section;
  const Outline &outline = section.outline();
  DocumentRange header =
      section.span().inDocument(headerOf(outline, function.statement));
  for (const Diagnostic &finding : document.diagnostics())
    if (finding.code == DiagnosticCode::MlirParse &&
        finding.range.begin >= header.begin &&
        finding.range.begin <= header.end)
      return "its header does not parse: " +
             finding.message.substr(0, finding.message.find('\n'));
  if (!section.ir().operationOf(function.statement))
    return "it could not be read";
  if (outline.statement(function.statement).regionCount == 0)
    return "it has no body";
  return "no value in it has a shape";
}

static std::string nothing(const char *what, const Document &document,
                           const FunctionPlace &function) {
  return "// @" + function.name + " has no " + what + ": " +
         whyNone(document, function) + ".\n";
}

ShapeView shapels::shapeFunctionView(const Document &document,
                                     const FunctionPlace &function,
                                     const ShapeFunctionQuery &query) {
  const Section &section = *function.section;
  ShapeFunctionText done = shapeFunctionText(
      document, section, section.ir().operationOf(function.statement), query);
  if (done.functions.empty())
    return {nothing("shape function", document, function), {}};
  return {std::move(done.text), valuesOf(section, done.lines)};
}

ShapeView shapels::symbolicSourcesView(const Document &document,
                                       const FunctionPlace &function) {
  const Section &section = *function.section;
  std::vector<FunctionSources> tables = symbolicSources(
      document, section, section.ir().operationOf(function.statement));
  if (tables.empty())
    return {nothing("sources", document, function), {}};
  SourcesText done = sourcesText(tables);
  return {std::move(done.text), valuesOf(section, done.lines)};
}
