//===- DidOpen.cpp - textDocument/didOpen ---------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/Decode.h"

using namespace shapels;

bool handlers::didOpen(Server &server, const nlohmann::json &params,
                       std::string &error) {
  lsp::DidOpenParams document;
  if (!lsp::decode(params, document, error))
    return false;
  server.open(std::move(document));
  return true;
}
