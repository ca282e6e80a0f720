//===- IncomingCalls.cpp - callHierarchy/incomingCalls -------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/CallJson.h"

#include <nlohmann/json.hpp>

using namespace shapels;

std::optional<Query> handlers::incomingCalls(const nlohmann::json &params,
                                             std::string &error) {
  lsp::PositionParams place;
  if (!decodeCallItem(params, place, error))
    return std::nullopt;
  return Query{place.uri,
               [place](const Document &document, const QueryContext &context) {
                 ClientView view(document.buffer(), place.uri, context.client);
                 return callsText(shapels::incomingCalls(
                                      document, view.offset(place.position)),
                                  "from", place.uri, view);
               }};
}
