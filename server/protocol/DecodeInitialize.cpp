//===- DecodeInitialize.cpp - Who the client is and what it can do --------===//

#include "server/protocol/Decode.h"
#include "server/protocol/JsonReader.h"
#include "server/protocol/Uri.h"

using namespace shapels;
using namespace shapels::lsp;

//===----------------------------------------------------------------------===//
// ClientCapabilities
//===----------------------------------------------------------------------===//

const json *ClientCapabilities::find(Keys keys) const {
  const json *at = all.get();
  for (std::string_view key : keys) {
    if (!at || !at->is_object())
      return nullptr;
    auto found = at->find(key);
    if (found == at->end())
      return nullptr;
    at = &*found;
  }
  return at;
}

bool ClientCapabilities::flag(Keys keys) const {
  const json *found = find(keys);
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
static PositionEncoding chooseEncoding(const ClientCapabilities &client) {
  if (const json *offered = client.find({"general", "positionEncodings"}))
    for (const json &name : *offered)
      if (std::optional<PositionEncoding> encoding = encodingNamed(name))
        return *encoding;
  return PositionEncoding::Utf16;
}

/// Every client says something that some server does not know: a capability of
/// an unexpected form is one that the client does not have.
static ClientCapabilities decodeCapabilities(const json &capabilities) {
  ClientCapabilities result;
  result.all = std::make_shared<const json>(capabilities);
  result.positionEncoding = chooseEncoding(result);
  result.relatedInformation =
      result.flag({"textDocument", "publishDiagnostics", "relatedInformation"});
  result.watchesFiles = result.flag(
      {"workspace", "didChangeWatchedFiles", "dynamicRegistration"});
  result.watchesRelative = result.flag(
      {"workspace", "didChangeWatchedFiles", "relativePatternSupport"});
  const json *pulls = result.find({"textDocument", "diagnostic"});
  result.pullsDiagnostics = pulls && pulls->is_object();
  result.refreshesDiagnostics =
      result.flag({"workspace", "diagnostics", "refreshSupport"});
  result.refreshesInlayHints =
      result.flag({"workspace", "inlayHint", "refreshSupport"});
  result.preparesRename =
      result.flag({"textDocument", "rename", "prepareSupport"});
  return result;
}

//===----------------------------------------------------------------------===//
// InitializeParams
//===----------------------------------------------------------------------===//

namespace {

struct WorkspaceFolder {
  std::string uri;
};

bool readStruct(const JsonReader &in, WorkspaceFolder &result) {
  return in.field("uri", result.uri);
}

} // namespace

static bool decodeRoots(const JsonReader &in, std::vector<std::string> &roots) {
  std::optional<std::vector<WorkspaceFolder>> folders;
  std::optional<std::string> rootUri, rootPath;
  if (!in.optionalField("workspaceFolders", folders) ||
      !in.optionalField("rootUri", rootUri) ||
      !in.optionalField("rootPath", rootPath))
    return false;
  if (folders)
    for (WorkspaceFolder &folder : *folders)
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
  if (const json *process = in.find("processId");
      process && process->is_number_integer())
    result.processId = process->get<int64_t>();
  // Some clients know further words here; none is a reason not to start.
  std::optional<Trace> trace;
  if (in.optionalField("trace", trace))
    result.trace = trace.value_or(Trace::Off);
  return true;
}
