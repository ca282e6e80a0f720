//===- DidClose.cpp - textDocument/didClose -------------------------------===//

#include "shapels/lsp/Handlers.h"

#include "shapels/lsp/Server.h"
#include "shapels/protocol/Decode.h"

using namespace shapels;

bool handlers::didClose(Server &server, const nlohmann::json &params,
                        std::string &error) {
  lsp::DocumentParams document;
  if (!lsp::decode(params, document, error))
    return false;
  server.close(document.uri);
  return true;
}
