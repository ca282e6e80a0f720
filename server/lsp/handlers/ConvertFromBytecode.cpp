//===- ConvertFromBytecode.cpp - mlir/convertFromBytecode -----------------===//
//
// As mlir-lsp-server's clients ask: they show a `.mlirbc` file as text.
//
//===----------------------------------------------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;

bool handlers::convertFromBytecode(Server &server, const nlohmann::json &params,
                                   ReplyOnce &reply, std::string &error) {
  lsp::JsonReader in(params, "params", error);
  std::string uri;
  if (!in.field("uri", uri))
    return false;
  server.workspaceRequests().readBytecode(uri, std::move(reply));
  return true;
}
