//===- DidChange.cpp - textDocument/didChange -----------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/Decode.h"

using namespace shapels;

bool handlers::didChange(Server &server, const nlohmann::json &params,
                         std::string &error) {
  lsp::DidChangeParams document;
  if (!lsp::decode(params, document, error))
    return false;
  server.change(std::move(document));
  return true;
}
