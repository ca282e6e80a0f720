//===- Encode.cpp - Protocol structures to JSON text ----------------------===//

#include "shapels/protocol/Encode.h"

#include <nlohmann/json.hpp>

#include <utility>

using namespace shapels;
using namespace shapels::lsp;
using nlohmann::json;

static std::string text(const json &value, int indent = -1) {
  return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

// toJson() of a list finds that of its elements by argument-dependent look-up.
namespace shapels::lsp {

static json toJson(Position position) {
  return {{"line", position.line}, {"character", position.character}};
}

static json toJson(const PositionRange &range) {
  return {{"start", toJson(range.start)}, {"end", toJson(range.end)}};
}

static json toJson(const Location &location) {
  return {{"uri", location.uri}, {"range", toJson(location.range)}};
}

static json toJson(const DocumentHighlight &highlight) {
  return {{"range", toJson(highlight.range)},
          {"kind", static_cast<int>(highlight.kind)}};
}

template <typename T>
static json toJson(const std::vector<T> &values) {
  json result = json::array();
  for (const T &value : values)
    result.push_back(toJson(value));
  return result;
}

static json toJson(const DocumentSymbol &symbol) {
  json result = {{"name", symbol.name},
                 {"kind", static_cast<int>(symbol.kind)},
                 {"range", toJson(symbol.range)},
                 {"selectionRange", toJson(symbol.selectionRange)},
                 {"children", json::array()}};
  if (!symbol.detail.empty())
    result["detail"] = symbol.detail;
  for (const DocumentSymbol &child : symbol.children)
    result["children"].push_back(toJson(child));
  return result;
}

static json toJson(const SymbolInformation &symbol) {
  json result = {{"name", symbol.name},
                 {"kind", static_cast<int>(symbol.kind)},
                 {"location", toJson(symbol.location)}};
  if (!symbol.containerName.empty())
    result["containerName"] = symbol.containerName;
  return result;
}

static json toJson(const DiagnosticRelatedInformation &related) {
  return {{"location", toJson(related.location)}, {"message", related.message}};
}

static json toJson(const Diagnostic &diagnostic) {
  json result = {{"range", toJson(diagnostic.range)},
                 {"severity", diagnostic.severity},
                 {"message", diagnostic.message}};
  if (!diagnostic.code.empty())
    result["code"] = diagnostic.code;
  if (!diagnostic.source.empty())
    result["source"] = diagnostic.source;
  if (!diagnostic.codeHref.empty())
    result["codeDescription"] = {{"href", diagnostic.codeHref}};
  if (!diagnostic.relatedInformation.empty())
    result["relatedInformation"] = toJson(diagnostic.relatedInformation);
  return result;
}

static json toJson(const InlayHint &hint) {
  constexpr int type = 1;
  return {{"position", toJson(hint.position)},
          {"label", hint.label},
          {"kind", type},
          {"paddingLeft", true}};
}

static json toJson(const TextEdit &edit) {
  return {{"range", toJson(edit.range)}, {"newText", edit.newText}};
}

static json toJson(const CodeAction &action) {
  json result = {{"title", action.title},
                 {"kind", action.kind},
                 {"diagnostics", toJson(action.diagnostics)}};
  result["edit"]["changes"][action.uri] = toJson(action.edits);
  if (action.isPreferred)
    result["isPreferred"] = true;
  return result;
}

} // namespace shapels::lsp

static const char *encodingName(PositionEncoding encoding) {
  switch (encoding) {
  case PositionEncoding::Utf8:
    return "utf-8";
  case PositionEncoding::Utf16:
    return "utf-16";
  case PositionEncoding::Utf32:
    return "utf-32";
  }
  return "utf-16";
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

std::string lsp::encode(const Nothing &) { return "null"; }

/// What the table in lsp/Server.cpp binds; change both together.
std::string lsp::encode(const InitializeResult &result) {
  json capabilities = {
      {"positionEncoding", encodingName(result.positionEncoding)},
      {"textDocumentSync",
       {{"openClose", true}, {"change", 2}, {"save", true}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"documentSymbolProvider", true},
      {"inlayHintProvider", true},
      {"codeActionProvider", {{"codeActionKinds", json::array({"quickfix"})}}},
  };
  if (result.answersDiagnosticPulls)
    capabilities["diagnosticProvider"] = {{"identifier", "shapels"},
                                          {"interFileDependencies", false},
                                          {"workspaceDiagnostics", false}};
  return text(
      {{"capabilities", std::move(capabilities)},
       {"serverInfo",
        {{"name", result.serverName}, {"version", result.serverVersion}}}});
}

std::string lsp::encode(const std::optional<Hover> &hover) {
  if (!hover)
    return "null";
  bool markdown = hover->kind == MarkupKind::Markdown;
  return text({{"contents",
                {{"kind", markdown ? "markdown" : "plaintext"},
                 {"value", hover->value}}},
               {"range", toJson(hover->range)}});
}

std::string lsp::encode(const std::vector<Location> &locations) {
  return text(toJson(locations));
}

std::string lsp::encode(const std::vector<DocumentHighlight> &highlights) {
  return text(toJson(highlights));
}

std::string lsp::encode(const DocumentSymbols &symbols) {
  return text(
      std::visit([](const auto &list) { return toJson(list); }, symbols));
}

std::string lsp::encode(const std::vector<CodeAction> &actions) {
  return text(toJson(actions));
}

std::string lsp::encode(const std::vector<InlayHint> &hints) {
  return text(toJson(hints));
}

std::string lsp::encode(const std::vector<Diagnostic> &diagnostics) {
  return text(toJson(diagnostics));
}

std::string lsp::encode(const DocumentDiagnosticReport &report) {
  std::string id = R"(","resultId":)" + text(report.resultId);
  if (!report.diagnosticsJson)
    return R"({"kind":"unchanged)" + id + "}";
  return R"({"kind":"full)" + id + R"(,"items":)" + *report.diagnosticsJson +
         "}";
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
  std::string whole = text(toJson(diagnostic));
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
  std::string result = R"({"uri":)" + text(params.uri);
  if (params.version)
    result += R"(,"version":)" + std::to_string(*params.version);
  const auto &list = params.diagnosticsJson;
  return result + R"(,"diagnostics":)" + (list ? *list : "[]") + "}";
}

std::string lsp::encode(const MessageParams &params) {
  return text(
      {{"type", static_cast<int>(params.type)}, {"message", params.message}});
}

std::string lsp::encode(const LogTraceParams &params) {
  json result = {{"message", params.message}};
  if (!params.verbose.empty())
    result["verbose"] = params.verbose;
  return text(result);
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
  return text({{"registrations", json::array({registration})}});
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
  return response(id, "error", text(value));
}

std::string lsp::quoted(std::string_view word) { return text(word); }

std::string lsp::encodeNotification(std::string_view method,
                                    std::string_view params) {
  std::string result = R"({"jsonrpc":"2.0","method":)";
  return result.append(text(method)).append(R"(,"params":)").append(params) +
         "}";
}

/// The id stands behind the method: in front it would be a response
/// (Envelope.h).
std::string lsp::encodeRequest(std::string_view method, std::string_view id,
                               std::string_view params) {
  std::string result = R"({"jsonrpc":"2.0","method":)";
  result.append(text(method)).append(R"(,"id":)").append(id);
  if (!params.empty())
    result.append(R"(,"params":)").append(params);
  return result + "}";
}

std::string lsp::prettyPrinted(std::string_view message) {
  json value = json::parse(message, nullptr, /*allow_exceptions=*/false);
  return value.is_discarded() ? std::string(message) : text(value, 2);
}
