//===- SemanticTokensRange.cpp - textDocument/semanticTokens/range --------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/ClientView.h"
#include "server/lsp/TokenPages.h"
#include "server/protocol/Decode.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;

namespace {

struct SemanticTokensRangeParams {
  std::string uri;
  PositionRange range;
};

} // namespace

/// Whole lines.
static std::string
answerSemanticTokensRange(const Document &document, const QueryContext &context,
                          const SemanticTokensRangeParams &params) {
  const TextBuffer &text = document.buffer();
  DocumentRange range =
      ClientView(text, params.uri, context.client).bytes(params.range);
  Line last = text.lineOf(range.end);
  DocumentOffset end = last.value + 1 < text.lineCount()
                           ? text.lineRange({last.value + 1}).begin
                           : text.end();
  std::string numbers;
  appendTokens(placedTokens(document, {text.lineStart(range.begin), end},
                            context.client.positionEncoding),
               {}, numbers);
  if (!numbers.empty())
    numbers.pop_back();
  return R"({"data":[)" + numbers + "]}";
}

std::optional<Query> handlers::semanticTokensRange(const nlohmann::json &params,
                                                   std::string &error) {
  lsp::JsonReader in(params, "params", error);
  SemanticTokensRangeParams request;
  if (!lsp::readDocumentUri(in, request.uri) ||
      !in.field("range", request.range))
    return std::nullopt;
  return Query{request.uri, [request](const Document &document,
                                      const QueryContext &context) {
                 return answerSemanticTokensRange(document, context, request);
               }};
}
