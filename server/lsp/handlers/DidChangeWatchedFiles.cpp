//===- DidChangeWatchedFiles.cpp - workspace/didChangeWatchedFiles --------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"

using namespace shapels;

/// What changed is looked up on disk.
bool handlers::didChangeWatchedFiles(Server &server, const nlohmann::json &,
                                     std::string &) {
  server.reconfigure();
  return true;
}
