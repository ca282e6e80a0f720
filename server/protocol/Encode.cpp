//===- Encode.cpp - Protocol structures to JSON text ----------------------===//

#include "server/protocol/Encode.h"

#include "server/protocol/Json.h"

#include <algorithm>
#include <utility>

using namespace shapels;
using namespace shapels::lsp;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

std::string lsp::encode(const std::vector<Diagnostic> &diagnostics) {
  return jsonText(toJson(diagnostics));
}

void lsp::appendRange(std::string &text, const PositionRange &range) {
  auto append = [&](const char *name, Position position) {
    text.append(name).append(R"(:{"character":)");
    text.append(std::to_string(position.character));
    text.append(R"(,"line":)").append(std::to_string(position.line)) += '}';
  };
  append(R"({"end")", range.end);
  append(R"(,"start")", range.start);
  text += '}';
}

/// No string in the text can look like a member.
std::vector<std::string> lsp::encodeAroundRanges(Diagnostic diagnostic) {
  diagnostic.range = {};
  for (DiagnosticRelatedInformation &related : diagnostic.relatedInformation)
    related.location.range = {};
  std::string member = R"("range":)", gap = member;
  appendRange(gap, {});
  std::string whole = jsonText(toJson(diagnostic));
  std::vector<std::string> result;
  size_t begin = 0;
  for (size_t at; (at = whole.find(gap, begin)) != std::string::npos;
       begin = at + gap.size())
    result.push_back(whole.substr(begin, at - begin) + member);
  result.push_back(whole.substr(begin));
  return result;
}

//===----------------------------------------------------------------------===//
// Notifications
//===----------------------------------------------------------------------===//

std::string lsp::encode(const PublishDiagnosticsParams &params) {
  std::string result = R"({"uri":)" + jsonText(params.uri);
  if (params.version)
    result += R"(,"version":)" + std::to_string(*params.version);
  const auto &list = params.diagnosticsJson;
  return result + R"(,"diagnostics":)" + (list ? *list : "[]") + "}";
}

std::string lsp::encode(const MessageParams &params) {
  return jsonText(
      {{"type", static_cast<int>(params.type)}, {"message", params.message}});
}

std::string lsp::encode(const LogTraceParams &params) {
  json result = {{"message", params.message}};
  if (!params.verbose.empty())
    result["verbose"] = params.verbose;
  return jsonText(result);
}

std::string lsp::encode(const ProgressParams &params) {
  std::string value = params.value.empty() ? "" : ",\"value\":" + params.value;
  return "{\"token\":" + params.token + value + "}";
}

std::string lsp::encode(const WatchFilesParams &params) {
  json pattern = params.pattern;
  if (!params.folder.empty())
    pattern = {{"baseUri", params.folder}, {"pattern", params.pattern}};
  json watcher = {{"globPattern", pattern}};
  json registration = {
      {"id", params.id},
      {"method", "workspace/didChangeWatchedFiles"},
      {"registerOptions", {{"watchers", json::array({watcher})}}}};
  return jsonText({{"registrations", json::array({registration})}});
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static std::string response(std::string_view id, std::string_view member,
                            std::string_view value) {
  std::string result = R"({"jsonrpc":"2.0","id":)";
  return result.append(id).append(",\"").append(member).append("\":").append(
             value) +
         "}";
}

std::string lsp::encodeResult(std::string_view id, std::string_view result) {
  return response(id, "result", result);
}

std::string lsp::encodeError(std::string_view id, const ResponseError &error) {
  json value = {{"code", static_cast<int>(error.code)},
                {"message", error.message}};
  if (error.retriggerRequest)
    value["data"] = {{"retriggerRequest", *error.retriggerRequest}};
  return response(id, "error", jsonText(value));
}

std::string lsp::quoted(std::string_view word) {
  std::string text;
  appendQuoted(text, word);
  return text;
}

/// Most words are as JSON spells them: no value is made of those.
void lsp::appendQuoted(std::string &text, std::string_view word) {
  bool isPlain = std::ranges::all_of(word, [](char c) {
    return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
  });
  if (!isPlain) {
    text += jsonText(word);
    return;
  }
  text += '"';
  text.append(word) += '"';
}

std::string lsp::encodeNotification(std::string_view method,
                                    std::string_view params) {
  std::string result = R"({"jsonrpc":"2.0","method":)";
  return result.append(jsonText(method))
             .append(R"(,"params":)")
             .append(params) +
         "}";
}

/// The id stands behind the method: in front it would be a response
/// (Envelope.h).
std::string lsp::encodeRequest(std::string_view method, std::string_view id,
                               std::string_view params) {
  std::string result = R"({"jsonrpc":"2.0","method":)";
  result.append(jsonText(method)).append(R"(,"id":)").append(id);
  if (!params.empty())
    result.append(R"(,"params":)").append(params);
  return result + "}";
}

std::string lsp::prettyPrinted(std::string_view message) {
  json value = json::parse(message, nullptr, /*allow_exceptions=*/false);
  return value.is_discarded() ? std::string(message) : jsonText(value, 2);
}
