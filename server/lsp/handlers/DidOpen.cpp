//===- DidOpen.cpp - textDocument/didOpen ---------------------------------===//

#include "shapels/lsp/Handlers.h"

#include "shapels/lsp/Server.h"
#include "shapels/protocol/Decode.h"

using namespace shapels;

bool handlers::didOpen(Server &server, const nlohmann::json &params,
                       std::string &error) {
  lsp::DidOpenParams document;
  if (!lsp::decode(params, document, error))
    return false;
  server.open(std::move(document));
  return true;
}
