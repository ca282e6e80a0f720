//===- Decode.cpp - JSON to protocol structures ---------------------------===//

#include "shapels/protocol/Decode.h"

#include "shapels/protocol/JsonReader.h"
#include "shapels/protocol/Uri.h"

#include <algorithm>
#include <initializer_list>

using namespace shapels;
using namespace shapels::lsp;

namespace {

/// `{"uri": ...}`
struct DocumentIdentifier {
  std::string uri;
};

/// `{"uri": ..., "version": ...}`
struct VersionedIdentifier {
  std::string uri;
  std::optional<int64_t> version;
};

struct ReferenceContext {
  bool includeDeclaration = false;
};

struct CodeActionContext {
  std::optional<std::vector<lsp::Diagnostic>> diagnostics;
  std::optional<std::vector<std::string>> only;
};

bool readStruct(const JsonReader &in, DocumentIdentifier &result) {
  return in.field("uri", result.uri);
}

bool readStruct(const JsonReader &in, VersionedIdentifier &result) {
  return in.field("uri", result.uri) &&
         in.optionalField("version", result.version);
}

bool readStruct(const JsonReader &in, ReferenceContext &result) {
  return in.field("includeDeclaration", result.includeDeclaration);
}

bool readStruct(const JsonReader &in, CodeActionContext &result) {
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

/// The item of a didOpen.
static bool readStruct(const JsonReader &in, DidOpenParams &result) {
  return in.field("uri", result.uri) &&
         in.optionalField("version", result.version) &&
         in.field("text", result.text);
}

static bool readStruct(const JsonReader &in, ContentChange &result) {
  return in.optionalField("range", result.range) &&
         in.field("text", result.text);
}

static bool readStruct(const JsonReader &in, Trace &result) {
  std::string word;
  if (!in.read(word))
    return false;
  if (word == "off")
    result = Trace::Off;
  else if (word == "messages")
    result = Trace::Messages;
  else if (word == "verbose")
    result = Trace::Verbose;
  else
    return in.fail("\"off\", \"messages\" or \"verbose\"");
  return true;
}

} // namespace shapels::lsp

static bool readUri(const JsonReader &in, std::string &uri) {
  DocumentIdentifier document;
  if (!in.field("textDocument", document))
    return false;
  uri = std::move(document.uri);
  return true;
}

//===----------------------------------------------------------------------===//
// initialize
//===----------------------------------------------------------------------===//

/// What `keys` lead to, or null.
static const json *find(const json &from,
                        std::initializer_list<std::string_view> keys) {
  const json *at = &from;
  for (std::string_view key : keys) {
    if (!at->is_object())
      return nullptr;
    auto found = at->find(key);
    if (found == at->end())
      return nullptr;
    at = &*found;
  }
  return at;
}

static bool flag(const json &from,
                 std::initializer_list<std::string_view> keys) {
  const json *found = find(from, keys);
  return found && found->is_boolean() && found->get<bool>();
}

static std::optional<PositionEncoding> encodingNamed(const json &name) {
  if (name == "utf-8")
    return PositionEncoding::Utf8;
  if (name == "utf-16")
    return PositionEncoding::Utf16;
  if (name == "utf-32")
    return PositionEncoding::Utf32;
  return std::nullopt;
}

/// The client lists what it can, most wanted first.
static PositionEncoding chooseEncoding(const json &capabilities) {
  if (const json *offered =
          find(capabilities, {"general", "positionEncodings"}))
    for (const json &name : *offered)
      if (std::optional<PositionEncoding> encoding = encodingNamed(name))
        return *encoding;
  return PositionEncoding::Utf16;
}

static MarkupKind chooseHoverFormat(const json &capabilities) {
  const json *offered =
      find(capabilities, {"textDocument", "hover", "contentFormat"});
  if (!offered || !offered->is_array())
    return MarkupKind::PlainText;
  for (const json &name : *offered) {
    if (name == "markdown")
      return MarkupKind::Markdown;
    if (name == "plaintext")
      break;
  }
  return MarkupKind::PlainText;
}

/// Every client says something that some server does not know: a capability of
/// an unexpected form is one that the client does not have.
static ClientCapabilities decodeCapabilities(const json &capabilities) {
  ClientCapabilities result;
  result.positionEncoding = chooseEncoding(capabilities);
  result.hoverFormat = chooseHoverFormat(capabilities);
  result.relatedInformation =
      flag(capabilities,
           {"textDocument", "publishDiagnostics", "relatedInformation"});
  result.hierarchicalSymbols =
      flag(capabilities, {"textDocument", "documentSymbol",
                          "hierarchicalDocumentSymbolSupport"});
  result.watchesFiles =
      flag(capabilities,
           {"workspace", "didChangeWatchedFiles", "dynamicRegistration"});
  result.watchesRelative =
      flag(capabilities,
           {"workspace", "didChangeWatchedFiles", "relativePatternSupport"});
  const json *pulls = find(capabilities, {"textDocument", "diagnostic"});
  result.pullsDiagnostics = pulls && pulls->is_object();
  result.refreshesDiagnostics =
      flag(capabilities, {"workspace", "diagnostics", "refreshSupport"});
  result.refreshesInlayHints =
      flag(capabilities, {"workspace", "inlayHint", "refreshSupport"});
  return result;
}

static bool decodeRoots(const JsonReader &in, std::vector<std::string> &roots) {
  std::optional<std::vector<DocumentIdentifier>> folders;
  std::optional<std::string> rootUri, rootPath;
  if (!in.optionalField("workspaceFolders", folders) ||
      !in.optionalField("rootUri", rootUri) ||
      !in.optionalField("rootPath", rootPath))
    return false;
  if (folders)
    for (DocumentIdentifier &folder : *folders)
      roots.push_back(std::move(folder.uri));
  if (roots.empty() && rootUri)
    roots.push_back(std::move(*rootUri));
  if (roots.empty() && rootPath && rootPath->starts_with('/'))
    roots.push_back(fileUri(*rootPath));
  return true;
}

bool lsp::decode(const json &params, InitializeParams &result,
                 std::string &error) {
  JsonReader in(params, "params", error);
  if (!in.isObject() || !decodeRoots(in, result.roots))
    return false;
  if (const json *capabilities = in.find("capabilities")) {
    if (!capabilities->is_object())
      return JsonReader(*capabilities, "params.capabilities", error).isObject();
    result.capabilities = decodeCapabilities(*capabilities);
  }
  // Some clients know further words here; none is a reason not to start.
  std::optional<Trace> trace;
  if (in.optionalField("trace", trace))
    result.trace = trace.value_or(Trace::Off);
  if (const json *options = in.find("initializationOptions"))
    result.settings = decodeSettings(*options);
  return true;
}

//===----------------------------------------------------------------------===//
// The others
//===----------------------------------------------------------------------===//

bool lsp::decode(const json &, Nothing &, std::string &) { return true; }

bool lsp::decode(const json &params, SetTraceParams &result,
                 std::string &error) {
  return JsonReader(params, "params", error).field("value", result.value);
}

bool lsp::decode(const json &params, CancelParams &result, std::string &error) {
  JsonReader in(params, "params", error);
  const json *id = in.find("id");
  if (!id || !(id->is_number_integer() || id->is_string())) {
    error = "params.id: expected integer or string";
    return false;
  }
  result.id = id->dump(-1, ' ', false, json::error_handler_t::replace);
  return true;
}

bool lsp::decode(const json &params, DidOpenParams &result,
                 std::string &error) {
  return JsonReader(params, "params", error).field("textDocument", result);
}

bool lsp::decode(const json &params, DidChangeParams &result,
                 std::string &error) {
  JsonReader in(params, "params", error);
  VersionedIdentifier document;
  if (!in.field("textDocument", document) ||
      !in.field("contentChanges", result.changes))
    return false;
  result.uri = std::move(document.uri);
  result.version = document.version;
  return true;
}

bool lsp::decode(const json &params, DocumentParams &result,
                 std::string &error) {
  return readUri(JsonReader(params, "params", error), result.uri);
}

bool lsp::decode(const json &params, PositionParams &result,
                 std::string &error) {
  JsonReader in(params, "params", error);
  return readUri(in, result.uri) && in.field("position", result.position);
}

bool lsp::decode(const json &params, ReferenceParams &result,
                 std::string &error) {
  JsonReader in(params, "params", error);
  ReferenceContext context;
  if (!readUri(in, result.uri) || !in.field("position", result.position) ||
      !in.field("context", context))
    return false;
  result.includeDeclaration = context.includeDeclaration;
  return true;
}

bool lsp::decode(const json &params, CodeActionParams &result,
                 std::string &error) {
  JsonReader in(params, "params", error);
  CodeActionContext context;
  if (!readUri(in, result.uri) || !in.field("range", result.range) ||
      !in.field("context", context))
    return false;
  if (context.diagnostics)
    result.diagnostics = std::move(*context.diagnostics);
  result.only = std::move(context.only);
  return true;
}

bool lsp::decode(const json &params, InlayHintParams &result,
                 std::string &error) {
  JsonReader in(params, "params", error);
  return readUri(in, result.uri) && in.field("range", result.range);
}

bool lsp::decode(const json &params, DocumentDiagnosticParams &result,
                 std::string &error) {
  JsonReader in(params, "params", error);
  return readUri(in, result.uri) &&
         in.optionalField("previousResultId", result.previousResultId);
}

bool lsp::decode(const json &params, DidChangeConfigurationParams &result,
                 std::string &error) {
  JsonReader in(params, "params", error);
  if (!in.isObject())
    return false;
  if (const json *settings = in.find("settings"))
    result.settings = decodeSettings(*settings);
  return true;
}

bool lsp::decode(const json &, DidChangeWatchedFilesParams &, std::string &) {
  return true;
}
