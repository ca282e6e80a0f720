//===- Exit.cpp - exit ----------------------------------------------------===//

#include "shapels/lsp/Handlers.h"

#include "shapels/lsp/Server.h"

using namespace shapels;

bool handlers::exit(Server &server, const nlohmann::json &, std::string &) {
  server.exit();
  return true;
}
