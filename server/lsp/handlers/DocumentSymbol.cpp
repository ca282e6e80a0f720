//===- DocumentSymbol.cpp - textDocument/documentSymbol -------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/Symbols.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/DecodedQuery.h"
#include "server/lsp/SymbolKinds.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;
using lsp::json;

/// A DocumentSymbol with its children.
static json nestedSymbol(const OutlineSymbol &symbol, const ClientView &view) {
  json result = {{"name", symbol.name},
                 {"kind", symbolKind(symbol.kind)},
                 {"range", lsp::toJson(view.range(symbol.range))},
                 {"selectionRange", lsp::toJson(view.range(symbol.nameRange))},
                 {"children", json::array()}};
  if (!symbol.detail.empty())
    result["detail"] = symbol.detail;
  for (const OutlineSymbol &child : symbol.children)
    result["children"].push_back(nestedSymbol(child, view));
  return result;
}

/// A list of SymbolInformation: the flat form, for clients that do not know the
/// hierarchical one.
static void flattenSymbol(const OutlineSymbol &symbol,
                          const std::string &container, const ClientView &view,
                          json &result) {
  json &flat = result.emplace_back(
      json{{"name", symbol.name},
           {"kind", symbolKind(symbol.kind)},
           {"location", lsp::toJson(view.location(symbol.range))}});
  if (!container.empty())
    flat["containerName"] = container;
  for (const OutlineSymbol &child : symbol.children)
    flattenSymbol(child, symbol.name, view, result);
}

static std::string answerDocumentSymbol(const Document &document,
                                        const QueryContext &context,
                                        const lsp::DocumentParams &params) {
  ClientView view(document.buffer(), params.uri, context.client);
  bool isNested = context.client.flag(
      {"textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"});
  json result = json::array();
  for (const OutlineSymbol &symbol : documentSymbols(document))
    if (isNested)
      result.push_back(nestedSymbol(symbol, view));
    else
      flattenSymbol(symbol, {}, view, result);
  return lsp::jsonText(result);
}

std::optional<Query> handlers::documentSymbol(const json &params,
                                              std::string &error) {
  return decodedQuery<lsp::DocumentParams>(params, error, answerDocumentSymbol);
}
