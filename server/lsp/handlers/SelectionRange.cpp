//===- SelectionRange.cpp - textDocument/selectionRange -------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/SelectionRanges.h"
#include "server/lsp/ClientView.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

#include <ranges>

using namespace shapels;
using lsp::json;

namespace {

struct SelectionRangeParams {
  std::string uri;
  std::vector<Position> positions;
};

} // namespace

static std::string answerSelectionRange(const Document &document,
                                        const QueryContext &context,
                                        const SelectionRangeParams &params) {
  ClientView view(document.buffer(), params.uri, context.client);
  json result = json::array();
  for (Position position : params.positions) {
    json chain;
    for (DocumentRange range : std::views::reverse(
             selectionRanges(document, view.offset(position)))) {
      json each = {{"range", lsp::toJson(view.range(range))}};
      if (!chain.is_null())
        each["parent"] = std::move(chain);
      chain = std::move(each);
    }
    result.push_back(std::move(chain));
  }
  return lsp::jsonText(result);
}

std::optional<Query> handlers::selectionRange(const json &params,
                                              std::string &error) {
  lsp::JsonReader in(params, "params", error);
  SelectionRangeParams request;
  if (!lsp::readDocumentUri(in, request.uri) ||
      !in.field("positions", request.positions))
    return std::nullopt;
  return Query{request.uri, [request](const Document &document,
                                      const QueryContext &context) {
                 return answerSelectionRange(document, context, request);
               }};
}
