//===- DocumentLink.cpp - textDocument/documentLink -----------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/DocumentLinks.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/DecodedQuery.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;
using lsp::json;

/// Whether the files exist is looked up when a link is followed.
static std::string answerDocumentLink(const Document &document,
                                      const QueryContext &context,
                                      const lsp::DocumentParams &params) {
  ClientView view(document.buffer(), params.uri, context.client);
  json result = json::array();
  for (const DocumentLink &link : documentLinks(document))
    result.push_back({{"range", lsp::toJson(view.range(link.range))},
                      {"data",
                       {{"uri", params.uri},
                        {"file", link.place.file},
                        {"position", lsp::toJson(link.place.position)},
                        {"isBeside", link.isBeside}}}});
  return lsp::jsonText(result);
}

std::optional<Query> handlers::documentLink(const json &params,
                                            std::string &error) {
  return decodedQuery<lsp::DocumentParams>(params, error, answerDocumentLink);
}
