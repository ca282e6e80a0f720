//===- OnTypeFormatting.cpp - textDocument/onTypeFormatting ---------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/FormatRequest.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;

std::optional<Query> handlers::onTypeFormatting(const nlohmann::json &params,
                                                std::string &error) {
  FormatRequest request;
  Position position;
  std::string typed;
  lsp::JsonReader in(params, "params", error);
  if (!decode(params, request, error) || !in.field("position", position) ||
      !in.field("ch", typed))
    return std::nullopt;
  return Query{
      request.uri, [=](const Document &document, const QueryContext &context) {
        ClientView view(document.buffer(), request.uri, context.client);
        std::vector<TextEdit> edits;
        if (typed == "\n")
          edits = formatBehindEnter(document, view.offset(position),
                                    request.options);
        return lsp::jsonText(editsJson(edits, view));
      }};
}
