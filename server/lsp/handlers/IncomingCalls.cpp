//===- IncomingCalls.cpp - callHierarchy/incomingCalls -------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/CallJson.h"

#include <nlohmann/json.hpp>

using namespace shapels;

std::optional<Query> handlers::incomingCalls(const nlohmann::json &params,
                                             std::string &error) {
  return callsQuery(params, error, shapels::incomingCalls, "from");
}
