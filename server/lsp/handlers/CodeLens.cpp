//===- CodeLens.cpp - textDocument/codeLens -------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/RunLines.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/DecodedQuery.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"
#include "server/protocol/Uri.h"

using namespace shapels;
using lsp::json;

/// For a client that can put a command into a terminal, where its user trusts
/// the workspace.
static std::string answerCodeLens(const Document &document,
                                  const QueryContext &context,
                                  const lsp::DocumentParams &params) {
  json result = json::array();
  std::optional<std::string> path = lsp::filePath(params.uri);
  if (!path ||
      !context.client.flag({"experimental", "shapels", "putIntoTerminal"}))
    return lsp::jsonText(result);
  ClientView view(document.buffer(), params.uri, context.client);
  for (const RunLine &run : runLines(document.buffer()))
    result.push_back({{"range", lsp::toJson(view.range(run.range))},
                      {"command",
                       {{"title", "Put into terminal"},
                        {"command", "shapels.putIntoTerminal"},
                        {"arguments", {shellCommand(run.command, *path)}}}}});
  return lsp::jsonText(result);
}

std::optional<Query> handlers::codeLens(const json &params,
                                        std::string &error) {
  return decodedQuery<lsp::DocumentParams>(params, error, answerCodeLens);
}
