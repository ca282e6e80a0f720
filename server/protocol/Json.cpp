//===- Json.cpp - JSON values of what several methods share ---------------===//

#include "server/protocol/Json.h"

using namespace shapels;
using namespace shapels::lsp;

std::string lsp::jsonText(const json &value, int indent) {
  return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

json lsp::toJson(Position position) {
  return {{"line", position.line}, {"character", position.character}};
}

json lsp::toJson(const PositionRange &range) {
  return {{"start", toJson(range.start)}, {"end", toJson(range.end)}};
}

json lsp::toJson(const Location &location) {
  return {{"uri", location.uri}, {"range", toJson(location.range)}};
}

json lsp::editJson(const PositionRange &range, std::string_view newText) {
  return {{"range", toJson(range)}, {"newText", newText}};
}

static json relatedJson(const DiagnosticRelatedInformation &related) {
  return {{"location", toJson(related.location)}, {"message", related.message}};
}

json lsp::toJson(const lsp::Diagnostic &diagnostic) {
  json result = {{"range", toJson(diagnostic.range)},
                 {"severity", diagnostic.severity},
                 {"message", diagnostic.message}};
  if (!diagnostic.code.empty())
    result["code"] = diagnostic.code;
  if (!diagnostic.source.empty())
    result["source"] = diagnostic.source;
  if (!diagnostic.codeHref.empty())
    result["codeDescription"] = {{"href", diagnostic.codeHref}};
  for (const DiagnosticRelatedInformation &related :
       diagnostic.relatedInformation)
    result["relatedInformation"].push_back(relatedJson(related));
  return result;
}
