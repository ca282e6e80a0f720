//===- DerivedFormat.cpp --------------------------------------------------===//

#include "server/check/DerivedFormat.h"

#include "core/analysis/Section.h"
#include "core/analysis/SymbolicSources.h"

#include <nlohmann/json.hpp>

using namespace shapels;
using Json = nlohmann::ordered_json;

static std::string dumped(const Json &json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

static Json orNull(const std::string &text) {
  return text.empty() ? Json() : Json(text);
}

static Json rangeJson(const TextBuffer &text, DocumentRange range) {
  auto [start, end] = text.positions(range, PositionEncoding::Utf8);
  return {{"start", {{"line", start.line}, {"character", start.character}}},
          {"end", {{"line", end.line}, {"character", end.character}}}};
}

//===----------------------------------------------------------------------===//
// Shape functions
//===----------------------------------------------------------------------===//

static Json shapeJson(const TextBuffer &text, const ComputedShape &shape) {
  Json results = Json::array();
  for (uint32_t i = 0; i < shape.count; ++i)
    results.push_back(shape.first + i);
  return {{"value", shape.name},
          {"op", orNull(shape.op)},
          {"range", rangeJson(text, shape.range)},
          {"results", std::move(results)},
          {"sizes", shape.sizes},
          {"missing", orNull(shape.missing)}};
}

static Json unknownJson(const TextBuffer &text,
                        const UnknownArgument &unknown) {
  return {{"argument", unknown.number},
          {"type", unknown.type},
          {"value", unknown.name},
          {"dim", unknown.dim ? Json(*unknown.dim) : Json()},
          {"range", rangeJson(text, unknown.range)},
          {"reason", unknown.reason}};
}

static Json functionJson(const TextBuffer &text,
                         const DescribedFunction &function) {
  Json shapes = Json::array(), unknowns = Json::array();
  for (const ComputedShape &shape : function.shapes)
    shapes.push_back(shapeJson(text, shape));
  for (const UnknownArgument &unknown : function.unknowns)
    unknowns.push_back(unknownJson(text, unknown));
  return {{"name", function.name},
          {"auxiliaryOf", function.auxiliaryOf},
          {"range", rangeJson(text, function.range)},
          {"ops", function.ops},
          {"originalOps", function.originalOps},
          {"shapes", std::move(shapes)},
          {"unknowns", std::move(unknowns)}};
}

static std::string functionsJson(const TextBuffer &text, uint64_t section,
                                 const ShapeFunctionText &functions) {
  Json all = Json::array(), lines = Json::array();
  for (const DescribedFunction &function : functions.functions)
    all.push_back(functionJson(text, function));
  for (const ShapeFunctionText::Line &line : functions.lines)
    lines.push_back(
        {{"line", line.number}, {"range", rangeJson(text, line.range)}});
  return dumped({{"section", section},
                 {"text", functions.text},
                 {"functions", std::move(all)},
                 {"lines", std::move(lines)}},
                -1);
}

//===----------------------------------------------------------------------===//
// Symbolic sources
//===----------------------------------------------------------------------===//

static Json sourceJson(const TextBuffer &text, const SourceValue &value) {
  return {{"value", value.name},
          {"words", value.words},
          {"range", rangeJson(text, value.range)}};
}

static std::string tablesJson(const TextBuffer &text, uint64_t section,
                              const std::vector<FunctionSources> &tables) {
  Json all = Json::array();
  for (const FunctionSources &table : tables) {
    Json values = Json::array();
    for (const ValueSources &entry : table.values) {
      Json value = sourceJson(text, entry.value);
      value["sources"] = Json::array();
      for (const SourceValue &source : entry.sources)
        value["sources"].push_back(sourceJson(text, source));
      values.push_back(std::move(value));
    }
    all.push_back(
        {{"function", table.function}, {"values", std::move(values)}});
  }
  return dumped({{"section", section}, {"functions", std::move(all)}}, -1);
}

//===----------------------------------------------------------------------===//
// Parts and the whole
//===----------------------------------------------------------------------===//

std::string shapels::derivedPart(const Document &document,
                                 const Section &section, uint64_t number,
                                 const CheckOptions &options) {
  bool isJson = options.format == OutputFormat::Json;
  if (options.derived == Derived::ShapeFunctions) {
    ShapeFunctionText functions =
        shapeFunctionText(document, section, options.functions);
    if (functions.functions.empty())
      return "";
    return isJson ? functionsJson(document.buffer(), number, functions)
                  : functions.text;
  }
  std::vector<FunctionSources> tables =
      symbolicSources(document, section, options.functions.function);
  if (isJson)
    return tables.empty() ? "" : tablesJson(document.buffer(), number, tables);
  return sourcesText(tables).text;
}

static std::string formatDerivedJson(std::span<const CheckedFile> files) {
  Json entries = Json::array();
  for (const CheckedFile &file : files) {
    if (!file.isChecked())
      continue;
    Json sections = Json::array();
    for (const std::string &part : file.derived)
      sections.push_back(Json::parse(part));
    entries.push_back({{"file", file.path}, {"sections", std::move(sections)}});
  }
  return dumped({{"version", 1},
                 {"positionEncoding", "utf-8"},
                 {"files", std::move(entries)}},
                2) +
         "\n";
}

std::string shapels::formatDerived(std::span<const CheckedFile> files,
                                   const CheckOptions &options) {
  if (options.format == OutputFormat::Json)
    return formatDerivedJson(files);
  bool isSplit = options.derived == Derived::ShapeFunctions;
  std::string text;
  for (const CheckedFile &file : files)
    for (size_t i = 0; i < file.derived.size(); ++i) {
      if (isSplit && !text.empty())
        text += "\n// -----\n\n";
      if (i == 0 && files.size() > 1)
        text += "// " + file.path + "\n";
      text += file.derived[i];
    }
  return text;
}
