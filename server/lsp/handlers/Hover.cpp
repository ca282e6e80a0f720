//===- Hover.cpp - textDocument/hover -------------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/Hover.h"
#include "server/lsp/ClientView.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;
using lsp::json;

/// The client lists the formats that it can show, most wanted first.
static bool wantsMarkdown(const lsp::ClientCapabilities &client) {
  if (!client.all)
    return true;
  const json *offered = client.find({"textDocument", "hover", "contentFormat"});
  if (!offered || !offered->is_array())
    return false;
  for (const json &name : *offered) {
    if (name == "markdown")
      return true;
    if (name == "plaintext")
      break;
  }
  return false;
}

static std::string answerHover(const Document &document,
                               const QueryContext &context,
                               const lsp::PositionParams &params) {
  ClientView view(document.buffer(), params.uri, context.client);
  HoverOptions options;
  options.genericForm = context.hoverGenericForm;
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
