//===- SetTrace.cpp - $/setTrace ------------------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/Decode.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;

bool handlers::setTrace(Server &server, const nlohmann::json &params,
                        std::string &error) {
  lsp::Trace level = lsp::Trace::Off;
  if (!lsp::JsonReader(params, "params", error).field("value", level))
    return false;
  server.setTrace(level);
  return true;
}
