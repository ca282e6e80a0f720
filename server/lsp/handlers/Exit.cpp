//===- Exit.cpp - exit ----------------------------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"

using namespace shapels;

bool handlers::exit(Server &server, const nlohmann::json &, std::string &) {
  server.exit();
  return true;
}
