//===- DidChangeWatchedFiles.cpp - workspace/didChangeWatchedFiles --------===//

#include "shapels/lsp/Handlers.h"

#include "shapels/lsp/Server.h"

using namespace shapels;

/// What changed is looked up on disk.
bool handlers::didChangeWatchedFiles(Server &server, const nlohmann::json &,
                                     std::string &) {
  server.reconfigure();
  return true;
}
