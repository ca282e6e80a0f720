//===- Definition.cpp - textDocument/definition ---------------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/Navigation.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/DecodedQuery.h"
#include "server/lsp/ExternalPlaces.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;
using lsp::json;

/// Where no name of the text is: the op's definition in a .td file, and what a
/// `loc("file":line:column)` names.
static std::string answerDefinition(const Document &document,
                                    const QueryContext &context,
                                    const lsp::PositionParams &params) {
  ClientView view(document.buffer(), params.uri, context.client);
  DocumentOffset offset = view.offset(params.position);
  std::vector<lsp::Location> result;
  for (DocumentRange range : definition(document, offset))
    result.push_back(view.location(range));
  if (!result.empty())
    return lsp::jsonText(lsp::toJson(result));
  for (const std::optional<ExternalPlace> &place :
       {operationDefinition(document, offset),
        externalDefinition(document, offset)})
    if (place)
      if (auto location = locateExternal(*place, params.uri, context.roots,
                                         context.client.positionEncoding))
        result.push_back(std::move(*location));
  return lsp::jsonText(lsp::toJson(result));
}

std::optional<Query> handlers::definition(const json &params,
                                          std::string &error) {
  return decodedQuery<lsp::PositionParams>(params, error, answerDefinition);
}
