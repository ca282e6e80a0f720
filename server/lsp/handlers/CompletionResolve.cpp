//===- CompletionResolve.cpp - completionItem/resolve ---------------------===//

#include "server/features/completion/Completion.h"
#include "server/lsp/Handlers.h"
#include "server/lsp/Server.h"
#include "server/protocol/Json.h"

using namespace shapels;
using lsp::json;

/// The client lists the formats that it can show, most wanted first.
static bool wantsMarkdownOfItems(const lsp::ClientCapabilities &client) {
  const json *offered = client.find(
      {"textDocument", "completion", "completionItem", "documentationFormat"});
  return offered && offered->is_array() && !offered->empty() &&
         (*offered)[0] == "markdown";
}

static std::string answerResolve(const Document &document,
                                 const QueryContext &context, json item,
                                 const std::string &key) {
  bool markdown = wantsMarkdownOfItems(context.client);
  std::string text = completionDocumentation(document, key, markdown);
  if (!text.empty())
    item["documentation"] = {{"kind", markdown ? "markdown" : "plaintext"},
                             {"value", std::move(text)}};
  return lsp::jsonText(item);
}

/// An item of which there is no more to say is answered as it came, as is one
/// of a document that was closed meanwhile.
bool handlers::completionResolve(Server &server, const json &params,
                                 ReplyOnce &reply, std::string &error) {
  if (!params.is_object()) {
    error = "params: expected object";
    return false;
  }
  json data = params.value("data", json::object());
  auto text = [&](const char *key) {
    auto found = data.find(key);
    return found != data.end() && found->is_string() ? found->get<std::string>()
                                                     : std::string();
  };
  if (!data.is_object() || text("key").empty()) {
    reply.result(lsp::jsonText(params));
    return true;
  }
  auto session = server.useOrRefuse(text("uri"), reply);
  if (!session)
    return true;
  session->query(DocumentSession::Needs::Analysis, std::move(reply),
                 [item = params, key = text("key"),
                  context = server.queryContext()](const Document &document) {
                   return answerResolve(document, context, item, key);
                 });
  return true;
}
