//===- DidChange.cpp - textDocument/didChange -----------------------------===//

#include "shapels/lsp/Handlers.h"

#include "shapels/lsp/Server.h"
#include "shapels/protocol/Decode.h"

using namespace shapels;

bool handlers::didChange(Server &server, const nlohmann::json &params,
                         std::string &error) {
  lsp::DidChangeParams document;
  if (!lsp::decode(params, document, error))
    return false;
  server.change(std::move(document));
  return true;
}
