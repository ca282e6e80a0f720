//===- Shutdown.cpp - shutdown --------------------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"

#include <memory>

using namespace shapels;

/// Answered when all that was asked before is, so that nothing is lost.
bool handlers::shutdown(Server &server, const nlohmann::json &,
                        ReplyOnce &reply, std::string &) {
  // std::function copies, the token does not.
  auto shared = std::make_shared<ReplyOnce>(std::move(reply));
  server.shutDown([shared] { shared->result("null"); });
  return true;
}
