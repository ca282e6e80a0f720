//===- PrepareRename.cpp - textDocument/prepareRename ---------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/Rename.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/DecodedQuery.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;
using lsp::json;

static Response answerPrepareRename(const Document &document,
                                    const QueryContext &context,
                                    const lsp::PositionParams &params) {
  ClientView view(document.buffer(), params.uri, context.client);
  RenamePlace place = renamePlace(document, view.offset(params.position));
  if (!place.refusal.empty())
    return lsp::ResponseError{lsp::ErrorCode::RequestFailed, place.refusal};
  return lsp::jsonText({{"range", lsp::toJson(view.range(place.range))},
                        {"placeholder", place.name}});
}

std::optional<Query> handlers::prepareRename(const json &params,
                                             std::string &error) {
  return decodedQuery<lsp::PositionParams>(params, error, answerPrepareRename);
}
