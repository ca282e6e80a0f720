//===- WorkspaceDiagnostic.cpp - workspace/diagnostic ---------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;

namespace {

struct PreviousResult {
  std::string uri, value;
};

bool readStruct(const lsp::JsonReader &in, PreviousResult &result) {
  return in.field("uri", result.uri) && in.field("value", result.value);
}

} // namespace

bool handlers::workspaceDiagnostic(Server &server, const nlohmann::json &params,
                                   ReplyOnce &reply, std::string &error) {
  lsp::JsonReader in(params, "params", error);
  std::vector<PreviousResult> previous;
  if (!in.field("previousResultIds", previous))
    return false;
  WorkspaceRequests::Known known;
  for (PreviousResult &result : previous)
    known.emplace(std::move(result.uri), std::move(result.value));
  const nlohmann::json *token = in.find("partialResultToken");
  server.workspaceRequests().pullFindings(
      std::move(known), token ? token->dump() : "", std::move(reply));
  return true;
}
