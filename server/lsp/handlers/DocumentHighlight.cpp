//===- DocumentHighlight.cpp - textDocument/documentHighlight -------------===//

#include "server/lsp/Handlers.h"

#include "server/features/Navigation.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/DecodedQuery.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;
using lsp::json;

static std::string answerDocumentHighlight(const Document &document,
                                           const QueryContext &context,
                                           const lsp::PositionParams &params) {
  enum DocumentHighlightKind { Text = 1, Read = 2, Write = 3 };
  ClientView view(document.buffer(), params.uri, context.client);
  json result = json::array();
  for (const Highlight &highlight :
       highlights(document, view.offset(params.position)))
    result.push_back({{"range", lsp::toJson(view.range(highlight.range))},
                      {"kind", highlight.isWrite ? Write : Read}});
  return lsp::jsonText(result);
}

std::optional<Query> handlers::documentHighlight(const json &params,
                                                 std::string &error) {
  return decodedQuery<lsp::PositionParams>(params, error,
                                           answerDocumentHighlight);
}
