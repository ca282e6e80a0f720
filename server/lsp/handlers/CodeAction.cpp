//===- CodeAction.cpp - textDocument/codeAction ---------------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/CodeActions.h"
#include "server/lsp/ClientView.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

#include <algorithm>

using namespace shapels;
using lsp::json;

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

namespace {

struct CodeActionContext {
  /// Those that are to be answered; without any, all in the range.
  std::optional<std::vector<lsp::Diagnostic>> diagnostics;
  /// Kinds asked for; nothing means all.
  std::optional<std::vector<std::string>> only;
};

struct CodeActionParams {
  std::string uri;
  PositionRange range;
  CodeActionContext context;

  std::span<const lsp::Diagnostic> diagnostics() const {
    if (!context.diagnostics)
      return {};
    return *context.diagnostics;
  }
};

bool readStruct(const lsp::JsonReader &in, CodeActionContext &result) {
  return in.optionalField("diagnostics", result.diagnostics) &&
         in.optionalField("only", result.only);
}

} // namespace

// Found by argument-dependent look-up, so not in the unnamed namespace.
namespace shapels::lsp {

static bool readStruct(const JsonReader &in, Location &result) {
  return in.field("uri", result.uri) && in.field("range", result.range);
}

static bool readStruct(const JsonReader &in,
                       DiagnosticRelatedInformation &result) {
  return in.field("location", result.location) &&
         in.field("message", result.message);
}

/// As the client got it from a server, perhaps not from this one.
static bool readStruct(const JsonReader &in, Diagnostic &result) {
  if (const json *code = in.find("code"); code && code->is_string())
    result.code = code->get_ref<const std::string &>();
  std::optional<int64_t> severity;
  std::optional<std::string> source;
  std::optional<std::vector<DiagnosticRelatedInformation>> related;
  if (!in.optionalField("severity", severity) ||
      !in.optionalField("source", source) ||
      !in.optionalField("relatedInformation", related))
    return false;
  if (severity)
    result.severity = static_cast<int>(std::clamp<int64_t>(*severity, 1, 4));
  result.source = source.value_or("");
  if (related)
    result.relatedInformation = std::move(*related);
  return in.field("range", result.range) && in.field("message", result.message);
}

} // namespace shapels::lsp

static bool decode(const json &params, CodeActionParams &result,
                   std::string &error) {
  lsp::JsonReader in(params, "params", error);
  return lsp::readDocumentUri(in, result.uri) &&
         in.field("range", result.range) && in.field("context", result.context);
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

/// A quick fix of one document.
static json actionJson(std::string_view title, const std::string &uri,
                       json edits, std::vector<lsp::Diagnostic> diagnostics) {
  json result = {{"title", title},
                 {"kind", "quickfix"},
                 {"diagnostics", lsp::toJson(diagnostics)}};
  result["edit"]["changes"][uri] = std::move(edits);
  return result;
}

static json actionJson(const CodeAction &action, const std::string &uri,
                       const ClientView &view) {
  json edits = json::array();
  for (const TextEdit &edit : action.edits)
    edits.push_back(lsp::editJson(view.range(edit.range), edit.newText));
  json result = actionJson(action.title, uri, std::move(edits),
                           view.diagnostics(action.diagnostics));
  if (action.isPreferred)
    result["isPreferred"] = true;
  return result;
}

//===----------------------------------------------------------------------===//
// Of an open document
//===----------------------------------------------------------------------===//

/// A kind stands for its sub-kinds: `quickfix` for `quickfix.shape`. Ours are
/// all plain quick fixes.
static bool wantsQuickFixes(const CodeActionParams &params) {
  return !params.context.only ||
         std::ranges::any_of(*params.context.only, [](const std::string &kind) {
           return kind.empty() || kind == "quickfix";
         });
}

/// The findings that the client names, or where it names none, those in the
/// range.
static std::vector<Diagnostic> meantFindings(const Document &document,
                                             const ClientView &view,
                                             const CodeActionParams &params) {
  if (params.diagnostics().empty())
    return findingsAt(document, view.bytes(params.range));
  std::vector<Diagnostic> result;
  for (const Diagnostic &finding : document.diagnostics()) {
    PositionRange range = view.range(finding.range);
    bool isNamed = std::ranges::any_of(
        params.diagnostics(), [&](const lsp::Diagnostic &named) {
          return named.range == range && named.message == finding.message &&
                 (named.code.empty() || named.code == info(finding.code).id);
        });
    if (isNamed)
      result.push_back(finding);
  }
  return result;
}

static std::string answerCodeAction(const Document &document,
                                    const QueryContext &context,
                                    const CodeActionParams &params) {
  json result = json::array();
  if (!wantsQuickFixes(params))
    return lsp::jsonText(result);
  ClientView view(document.buffer(), params.uri, context.client);
  std::vector<Diagnostic> findings = meantFindings(document, view, params);
  for (const CodeAction &action : codeActions(document, findings))
    result.push_back(actionJson(action, params.uri, view));
  for (const CodeAction &action :
       actionsAt(document, view.bytes(params.range).begin, findings))
    result.push_back(actionJson(action, params.uri, view));
  if (auto expectations = insertExpectations(document, findings))
    result.push_back(actionJson(*expectations, params.uri, view));
  return lsp::jsonText(result);
}

//===----------------------------------------------------------------------===//
// Of a document that is not open
//===----------------------------------------------------------------------===//

/// `text` on a line of its own. The document's text is not known, so neither
/// are the indent and the line break.
static json lineBefore(const PositionRange &range, const std::string &text) {
  Position start{range.start.line, 0};
  return lsp::editJson({start, start}, text + "\n");
}

/// Of a server for MLIR, and worth a test.
static bool isExpectable(const lsp::Diagnostic &diagnostic) {
  return (diagnostic.source == "shapels" || diagnostic.source == "mlir") &&
         diagnostic.severity < 4;
}

/// Appends the edits that expect the finding and its notes in the document.
static void expect(const lsp::Diagnostic &finding, const std::string &uri,
                   json &edits) {
  constexpr std::string_view kinds[] = {"error", "warning", "remark"};
  edits.push_back(
      lineBefore(finding.range, expectationComment(kinds[finding.severity - 1],
                                                   finding.message)));
  for (const lsp::DiagnosticRelatedInformation &note :
       finding.relatedInformation)
    if (note.location.uri == uri)
      edits.push_back(lineBefore(note.location.range,
                                 expectationComment("note", note.message)));
}

/// Expectations for the findings that the client itself names, as
/// mlir-lsp-server offers them. Nothing where it names none.
static std::optional<std::string>
answerUnopened(const CodeActionParams &params) {
  json edits = json::array();
  std::vector<lsp::Diagnostic> findings;
  for (const lsp::Diagnostic &diagnostic : params.diagnostics())
    if (isExpectable(diagnostic)) {
      findings.push_back(diagnostic);
      expect(diagnostic, params.uri, edits);
    }
  if (findings.empty())
    return std::nullopt;
  json result = json::array();
  if (wantsQuickFixes(params))
    result.push_back(actionJson("Add expected-* diagnostic checks", params.uri,
                                std::move(edits), std::move(findings)));
  return lsp::jsonText(result);
}

std::optional<Query> handlers::codeAction(const json &params,
                                          std::string &error) {
  CodeActionParams request;
  if (!decode(params, request, error))
    return std::nullopt;
  return Query{
      request.uri,
      [request](const Document &document, const QueryContext &context) {
        return answerCodeAction(document, context, request);
      },
      [request] { return answerUnopened(request); }};
}
