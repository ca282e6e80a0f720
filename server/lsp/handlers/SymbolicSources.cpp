//===- SymbolicSources.cpp - shapels/symbolicSources ----------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/ShapeViewJson.h"

#include <nlohmann/json.hpp>

using namespace shapels;

std::optional<Query> handlers::symbolicSources(const nlohmann::json &params,
                                               std::string &error) {
  return shapeViewQuery(params, error, symbolicSourcesView);
}
