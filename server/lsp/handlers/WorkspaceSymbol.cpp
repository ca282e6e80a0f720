//===- WorkspaceSymbol.cpp - workspace/symbol -----------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;

bool handlers::workspaceSymbol(Server &server, const nlohmann::json &params,
                               ReplyOnce &reply, std::string &error) {
  lsp::JsonReader in(params, "params", error);
  std::string query;
  if (!in.field("query", query))
    return false;
  server.workspaceRequests().findSymbols(std::move(query), std::move(reply));
  return true;
}
