//===- Hover.cpp - textDocument/hover -------------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/Hover.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/ClientWishes.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;
using lsp::json;

static std::string answerHover(const Document &document,
                               const QueryContext &context,
                               const lsp::PositionParams &params) {
  ClientView view(document.buffer(), params.uri, context.client);
  HoverOptions options;
  options.genericForm = context.hoverGenericForm;
  options.isFull = context.hoverFull;
  options.markdown = wantsMarkdown(context.client);
  options.uri = params.uri;
  std::optional<Hover> found =
      hover(document, view.offset(params.position), options);
  if (!found)
    return "null";
  return lsp::jsonText({{"contents",
                         {{"kind", options.markdown ? "markdown" : "plaintext"},
                          {"value", found->text}}},
                        {"range", lsp::toJson(view.range(found->range))}});
}

std::optional<Query> handlers::hover(const json &params, std::string &error) {
  lsp::PositionParams place;
  if (!lsp::decode(params, place, error))
    return std::nullopt;
  return Query{place.uri,
               [place](const Document &document, const QueryContext &context) {
                 return answerHover(document, context, place);
               },
               nullptr, place.position.line};
}
