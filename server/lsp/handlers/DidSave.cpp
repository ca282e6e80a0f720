//===- DidSave.cpp - textDocument/didSave ---------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/Decode.h"

using namespace shapels;

bool handlers::didSave(Server &server, const nlohmann::json &params,
                       std::string &error) {
  lsp::DocumentParams document;
  if (!lsp::decode(params, document, error))
    return false;
  server.reconfigure();
  return true;
}
