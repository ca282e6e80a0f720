//===- Formatting.cpp - textDocument/formatting ---------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/FormatRequest.h"
#include "server/protocol/Json.h"

using namespace shapels;

std::optional<Query> handlers::formatting(const nlohmann::json &params,
                                          std::string &error) {
  FormatRequest request;
  if (!decode(params, request, error))
    return std::nullopt;
  return Query{
      request.uri,
      [request](const Document &document, const QueryContext &context) {
        ClientView view(document.buffer(), request.uri, context.client);
        Line last{document.buffer().lineCount() - 1};
        return lsp::jsonText(
            editsJson(format(document, {0}, last, request.options), view));
      }};
}
