//===- CodeLens.cpp - textDocument/codeLens -------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/Functions.h"
#include "server/features/RunLines.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/DecodedQuery.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"
#include "server/protocol/Uri.h"

using namespace shapels;
using lsp::json;

namespace {

/// What stands above each function. The client says by the flag
/// `experimental.shapels.COMMAND` that it has the command `shapels.COMMAND`,
/// which takes a document and a position in it.
struct FunctionLens {
  std::string_view title, command;
};

constexpr FunctionLens functionLenses[] = {
    {"shape function", "showShapeFunction"},
    {"sources", "showSymbolicSources"},
    {"picture", "showPicture"},
};

} // namespace

static bool hasCommand(const QueryContext &context, std::string_view command) {
  return context.client.flag({"experimental", "shapels", command});
}

static json lensJson(const PositionRange &range, std::string_view title,
                     std::string_view command, json argument) {
  return {{"range", lsp::toJson(range)},
          {"command",
           {{"title", title},
            {"command", "shapels." + std::string(command)},
            {"arguments", json::array({std::move(argument)})}}}};
}

/// For a client that can put a command into a terminal, where its user trusts
/// the workspace.
static void addRunLenses(const Document &document, const ClientView &view,
                         const std::string &uri, json &lenses) {
  std::optional<std::string> path = lsp::filePath(uri);
  if (!path)
    return;
  for (const RunLine &run : runLines(document.buffer()))
    lenses.push_back(lensJson(view.range(run.range), "Put into terminal",
                              "putIntoTerminal",
                              shellCommand(run.command, *path)));
}

static void addFunctionLenses(const Document &document, const ClientView &view,
                              const std::string &uri,
                              const std::vector<FunctionLens> &offered,
                              json &lenses) {
  for (DocumentRange name : functionsWithShapes(document)) {
    PositionRange range = view.range(name);
    for (const FunctionLens &lens : offered)
      lenses.push_back(lensJson(range, lens.title, lens.command,
                                {{"textDocument", {{"uri", uri}}},
                                 {"position", lsp::toJson(range.start)}}));
  }
}

static std::string answerCodeLens(const Document &document,
                                  const QueryContext &context,
                                  const lsp::DocumentParams &params) {
  json result = json::array();
  ClientView view(document.buffer(), params.uri, context.client);
  if (hasCommand(context, "putIntoTerminal"))
    addRunLenses(document, view, params.uri, result);
  std::vector<FunctionLens> offered;
  for (const FunctionLens &lens : functionLenses)
    if (context.codeLens && hasCommand(context, lens.command))
      offered.push_back(lens);
  if (!offered.empty())
    addFunctionLenses(document, view, params.uri, offered, result);
  return lsp::jsonText(result);
}

std::optional<Query> handlers::codeLens(const json &params,
                                        std::string &error) {
  return decodedQuery<lsp::DocumentParams>(params, error, answerCodeLens);
}
