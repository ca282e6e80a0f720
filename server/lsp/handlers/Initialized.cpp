//===- Initialized.cpp - initialized --------------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"

using namespace shapels;

bool handlers::initialized(Server &server, const nlohmann::json &,
                           std::string &) {
  server.initialized();
  return true;
}
