//===- PrepareCallHierarchy.cpp - textDocument/prepareCallHierarchy -------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/CallJson.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;

std::optional<Query>
handlers::prepareCallHierarchy(const nlohmann::json &params,
                               std::string &error) {
  lsp::PositionParams place;
  if (!lsp::decode(params, place, error))
    return std::nullopt;
  return Query{place.uri,
               [place](const Document &document,
                       const QueryContext &context) -> std::string {
                 ClientView view(document.buffer(), place.uri, context.client);
                 auto item = callItem(document, view.offset(place.position));
                 if (!item)
                   return "null";
                 return lsp::jsonText(nlohmann::json::array(
                     {callItemJson(*item, place.uri, view)}));
               }};
}
