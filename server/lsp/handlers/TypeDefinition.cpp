//===- TypeDefinition.cpp - textDocument/typeDefinition -------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/Navigation.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/DecodedQuery.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;

static std::string answerTypeDefinition(const Document &document,
                                        const QueryContext &context,
                                        const lsp::PositionParams &params) {
  ClientView view(document.buffer(), params.uri, context.client);
  std::vector<lsp::Location> result;
  for (DocumentRange range :
       typeDefinition(document, view.offset(params.position)))
    result.push_back(view.location(range));
  return lsp::jsonText(lsp::toJson(result));
}

std::optional<Query> handlers::typeDefinition(const nlohmann::json &params,
                                              std::string &error) {
  return decodedQuery<lsp::PositionParams>(params, error, answerTypeDefinition);
}
