//===- DecodedQuery.h - A query by its decoded params -----------*- C++ -*-===//

#ifndef SHAPELS_LSP_DECODEDQUERY_H
#define SHAPELS_LSP_DECODEDQUERY_H

#include "server/lsp/Handlers.h"
#include "server/protocol/Decode.h"

#include <utility>

namespace shapels {

/// A query about the document `Params::uri`. `answer` is called with the
/// document, the context and the params. Nothing, with `error` set, where the
/// params have the wrong form.
template <typename Params, typename Answer>
std::optional<Query> decodedQuery(const nlohmann::json &params,
                                  std::string &error, Answer answer) {
  Params request;
  if (!lsp::decode(params, request, error))
    return std::nullopt;
  std::string uri = request.uri;
  return Query{std::move(uri),
               [request = std::move(request), answer = std::move(answer)](
                   const Document &document, const QueryContext &context) {
                 return answer(document, context, request);
               }};
}

} // namespace shapels

#endif // SHAPELS_LSP_DECODEDQUERY_H
