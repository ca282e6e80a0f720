//===- Rename.cpp - textDocument/rename -----------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/Rename.h"
#include "server/lsp/FormatRequest.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;
using lsp::json;

namespace {

struct RenameParams {
  lsp::PositionParams place;
  std::string newName;
};

} // namespace

static Response answerRename(const Document &document,
                             const QueryContext &context,
                             const RenameParams &params) {
  ClientView view(document.buffer(), params.place.uri, context.client);
  Renaming renaming =
      rename(document, view.offset(params.place.position), params.newName);
  if (!renaming.refusal.empty())
    return lsp::ResponseError{lsp::ErrorCode::RequestFailed, renaming.refusal};
  json result;
  result["changes"][params.place.uri] = editsJson(renaming.edits, view);
  return lsp::jsonText(result);
}

std::optional<Query> handlers::rename(const json &params, std::string &error) {
  RenameParams request;
  lsp::JsonReader in(params, "params", error);
  if (!lsp::decode(params, request.place, error) ||
      !in.field("newName", request.newName))
    return std::nullopt;
  return Query{request.place.uri, [request](const Document &document,
                                            const QueryContext &context) {
                 return answerRename(document, context, request);
               }};
}
