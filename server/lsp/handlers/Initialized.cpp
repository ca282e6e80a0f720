//===- Initialized.cpp - initialized --------------------------------------===//

#include "shapels/lsp/Handlers.h"

#include "shapels/lsp/Server.h"

using namespace shapels;

bool handlers::initialized(Server &server, const nlohmann::json &,
                           std::string &) {
  server.initialized();
  return true;
}
