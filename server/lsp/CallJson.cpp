//===- CallJson.cpp - LSP's CallHierarchyItem -----------------------------===//

#include "server/lsp/CallJson.h"

#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;
using lsp::json;

json shapels::callItemJson(const CallItem &item, const std::string &uri,
                           const ClientView &view) {
  constexpr int function = 12;
  return {{"name", item.name},
          {"kind", function},
          {"detail", item.detail},
          {"uri", uri},
          {"range", lsp::toJson(view.range(item.range))},
          {"selectionRange", lsp::toJson(view.range(item.nameRange))}};
}

namespace {

struct ItemPlace {
  std::string uri;
  PositionRange selectionRange;
};

bool readStruct(const lsp::JsonReader &in, ItemPlace &result) {
  return in.field("uri", result.uri) &&
         in.field("selectionRange", result.selectionRange);
}

} // namespace

static std::string callsText(const std::vector<Call> &calls, const char *key,
                             const std::string &uri, const ClientView &view) {
  json result = json::array();
  for (const Call &call : calls) {
    json places = json::array();
    for (DocumentRange place : call.places)
      places.push_back(lsp::toJson(view.range(place)));
    result.push_back({{key, callItemJson(call.other, uri, view)},
                      {"fromRanges", std::move(places)}});
  }
  return lsp::jsonText(result);
}

std::optional<Query> shapels::callsQuery(
    const json &params, std::string &error,
    std::vector<Call> (*calls)(const Document &, DocumentOffset),
    const char *key) {
  lsp::JsonReader in(params, "params", error);
  ItemPlace item;
  if (!in.field("item", item))
    return std::nullopt;
  return Query{item.uri, [item, calls, key](const Document &document,
                                            const QueryContext &context) {
                 ClientView view(document.buffer(), item.uri, context.client);
                 DocumentOffset place = view.offset(item.selectionRange.start);
                 return callsText(calls(document, place), key, item.uri, view);
               }};
}
