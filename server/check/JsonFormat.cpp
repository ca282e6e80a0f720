//===- JsonFormat.cpp -----------------------------------------------------===//

#include "server/check/JsonFormat.h"

#include <nlohmann/json.hpp>

using namespace shapels;
using Json = nlohmann::ordered_json;

static Json positionJson(Position position) {
  return {{"line", position.line}, {"character", position.character}};
}

static Json rangeJson(const TextBuffer &text, DocumentRange range) {
  auto [start, end] = text.positions(range, PositionEncoding::Utf8);
  return {{"start", positionJson(start)}, {"end", positionJson(end)}};
}

static Json relatedJson(const CheckedFile &file,
                        const RelatedInformation &related) {
  return {
      {"location",
       {{"file", file.path}, {"range", rangeJson(file.text, related.range)}}},
      {"message", related.message}};
}

static Json diagnosticJson(const CheckedFile &file,
                           const Diagnostic &diagnostic) {
  Json related = Json::array();
  for (const RelatedInformation &information : diagnostic.related)
    related.push_back(relatedJson(file, information));
  return {{"range", rangeJson(file.text, diagnostic.range)},
          {"severity", severityName(diagnostic.severity)},
          {"code", info(diagnostic.code).id},
          {"message", diagnostic.message},
          {"relatedInformation", std::move(related)}};
}

static Json fileJson(const CheckedFile &file) {
  Json diagnostics = Json::array();
  for (const Diagnostic &diagnostic : file.diagnostics)
    diagnostics.push_back(diagnosticJson(file, diagnostic));
  return {{"file", file.path}, {"diagnostics", std::move(diagnostics)}};
}

std::string shapels::formatJson(std::span<const CheckedFile> files) {
  Json entries = Json::array();
  Json notChecked = Json::array();
  for (const CheckedFile &file : files)
    if (file.isChecked())
      entries.push_back(fileJson(file));
    else
      notChecked.push_back({{"file", file.path}, {"reason", file.failure}});
  FindingCounts counts = countFindings(files);
  Json report = {
      {"version", 1},
      {"positionEncoding", "utf-8"},
      {"files", std::move(entries)},
      {"notChecked", std::move(notChecked)},
      {"summary", {{"errors", counts.errors}, {"warnings", counts.warnings}}}};
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}
