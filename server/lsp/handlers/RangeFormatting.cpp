//===- RangeFormatting.cpp - textDocument/rangeFormatting -----------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/FormatRequest.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;

/// Whole lines; not the last one if the range ends where that starts.
static std::string answerRangeFormatting(const Document &document,
                                         const QueryContext &context,
                                         const FormatRequest &request,
                                         PositionRange range) {
  ClientView view(document.buffer(), request.uri, context.client);
  DocumentRange bytes = view.bytes(range);
  Line first = document.buffer().lineOf(bytes.begin);
  Line last = document.buffer().lineOf(bytes.end);
  if (last > first && document.buffer().lineStart(bytes.end) == bytes.end)
    --last.value;
  return lsp::jsonText(
      editsJson(format(document, first, last, request.options), view));
}

std::optional<Query> handlers::rangeFormatting(const nlohmann::json &params,
                                               std::string &error) {
  FormatRequest request;
  PositionRange range;
  lsp::JsonReader in(params, "params", error);
  if (!decode(params, request, error) || !in.field("range", range))
    return std::nullopt;
  return Query{
      request.uri,
      [request, range](const Document &document, const QueryContext &context) {
        return answerRangeFormatting(document, context, request, range);
      }};
}
