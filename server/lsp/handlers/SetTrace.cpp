//===- SetTrace.cpp - $/setTrace ------------------------------------------===//

#include "shapels/lsp/Handlers.h"

#include "shapels/lsp/Server.h"
#include "shapels/protocol/Decode.h"
#include "shapels/protocol/JsonReader.h"

using namespace shapels;

bool handlers::setTrace(Server &server, const nlohmann::json &params,
                        std::string &error) {
  lsp::Trace level = lsp::Trace::Off;
  if (!lsp::JsonReader(params, "params", error).field("value", level))
    return false;
  server.setTrace(level);
  return true;
}
