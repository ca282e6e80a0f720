//===- FoldingRange.cpp - textDocument/foldingRange -----------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/FoldingRanges.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/DecodedQuery.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;
using lsp::json;

static size_t mostFolds(const lsp::ClientCapabilities &client) {
  const json *limit =
      client.find({"textDocument", "foldingRange", "rangeLimit"});
  return limit && limit->is_number_unsigned() ? limit->get<size_t>() : SIZE_MAX;
}

/// Null for a kind that LSP has no name for.
static const char *kindName(FoldingKind kind) {
  switch (kind) {
  case FoldingKind::Code:
    return nullptr;
  case FoldingKind::Comment:
    return "comment";
  case FoldingKind::Imports:
    return "imports";
  case FoldingKind::Region:
    return "region";
  }
  return nullptr;
}

static std::string answerFoldingRange(const Document &document,
                                      const QueryContext &context,
                                      const lsp::DocumentParams &params) {
  const TextBuffer &text = document.buffer();
  ClientView view(text, params.uri, context.client);
  bool isByLines =
      context.client.flag({"textDocument", "foldingRange", "lineFoldingOnly"});
  json result = json::array();
  for (const FoldingRange &fold :
       foldingRanges(document, mostFolds(context.client))) {
    json &range = result.emplace_back(
        json{{"startLine", fold.first.value}, {"endLine", fold.last.value}});
    if (const char *kind = kindName(fold.kind))
      range["kind"] = kind;
    if (isByLines)
      continue;
    auto lineEnd = [&](Line line) {
      return view.position(text.lineRange(line).end).character;
    };
    range["startCharacter"] = lineEnd(fold.first);
    range["endCharacter"] = lineEnd(fold.last);
  }
  return lsp::jsonText(result);
}

std::optional<Query> handlers::foldingRange(const json &params,
                                            std::string &error) {
  return decodedQuery<lsp::DocumentParams>(params, error, answerFoldingRange);
}
