//===- DerivedFormat.cpp --------------------------------------------------===//

#include "server/check/DerivedFormat.h"

#include "core/analysis/FunctionsOf.h"
#include "core/analysis/Picture.h"
#include "core/analysis/SymbolicSources.h"
#include "server/picture/PictureDot.h"
#include "server/picture/PictureHtml.h"
#include "server/picture/PictureJson.h"

#include <nlohmann/json.hpp>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

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
// Pictures
//===----------------------------------------------------------------------===//

static std::string picturesPart(const Document &document,
                                const Section &section, uint64_t number,
                                const std::string &function) {
  Json all = Json::array();
  for (const FunctionPicture &picture :
       picturesOf(document, section, functionsOf(section, function)))
    all.push_back(
        pictureJson(picture, document.buffer(), PositionEncoding::Utf8));
  return all.empty()
             ? ""
             : dumped({{"section", number}, {"functions", std::move(all)}}, -1);
}

/// Of all sections.
static Json drawnFunctions(const CheckedFile &file) {
  Json functions = Json::array();
  for (const std::string &part : file.derived) {
    Json section = Json::parse(part);
    for (Json &function : section.at("functions"))
      functions.push_back(std::move(function));
  }
  return functions;
}

static std::string formatPictures(std::span<const CheckedFile> files,
                                  const CheckOptions &options,
                                  OutputFormat format) {
  if (files.empty() || !files.front().isChecked())
    return "";
  const CheckedFile &file = files.front();
  if (format != OutputFormat::Html)
    return pictureDot(file.path, drawnFunctions(file), options.litSize);
  return pictureHtml({{"title", file.path},
                      {"source", file.text.text()},
                      {"functions", drawnFunctions(file)},
                      {"size", options.litSize}});
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
  if (options.derived == Derived::Pictures)
    return picturesPart(document, section, number, options.functions.function);
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
                                   const CheckOptions &options,
                                   OutputFormat format) {
  if (format == OutputFormat::Json)
    return formatDerivedJson(files);
  if (options.derived == Derived::Pictures)
    return formatPictures(files, options, format);
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

/// The sizes that a picture may light.
static std::vector<std::string> sizesOf(std::span<const CheckedFile> files) {
  std::vector<std::string> sizes;
  for (const CheckedFile &file : files) {
    Json functions = drawnFunctions(file);
    for (const Json &function : functions)
      for (const Json &symbol : function.at("symbols"))
        sizes.push_back(symbol.at("text").get<std::string>());
  }
  return sizes;
}

std::string shapels::whatIsMissing(std::span<const CheckedFile> files,
                                   const CheckOptions &options) {
  const std::string &name = options.functions.function;
  bool isThere = std::ranges::any_of(
      files, [](const CheckedFile &file) { return !file.derived.empty(); });
  if (!name.empty() && !isThere)
    return "function '@" + llvm::StringRef(name).ltrim('@').str() +
           "' with a body and with shapes is there";
  if (options.litSize.empty())
    return "";
  std::vector<std::string> sizes = sizesOf(files);
  if (llvm::is_contained(sizes, options.litSize))
    return "";
  return "size '" + options.litSize + "' is there" +
         (sizes.empty() ? "" : "; there are " + llvm::join(sizes, ", "));
}
