//===- Completion.cpp - textDocument/completion ---------------------------===//

#include "server/features/completion/Completion.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/Handlers.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;
using lsp::json;

/// LSP's CompletionItemKind.
static int kindNumber(CompletionItem::Kind kind) {
  switch (kind) {
  case CompletionItem::Kind::Operation:
    return 3; // Function
  case CompletionItem::Kind::Dialect:
    return 9; // Module
  case CompletionItem::Kind::Value:
    return 6; // Variable
  case CompletionItem::Kind::Block:
    return 18; // Reference
  case CompletionItem::Kind::Function:
    return 2; // Method
  case CompletionItem::Kind::Symbol:
    return 21; // Constant
  case CompletionItem::Kind::Alias:
  case CompletionItem::Kind::Type:
    return 7; // Class
  case CompletionItem::Kind::Attribute:
    return 10; // Property
  case CompletionItem::Kind::Case:
    return 20; // EnumMember
  case CompletionItem::Kind::Keyword:
    return 14; // Keyword
  }
  return 1; // Text
}

/// So that clients keep the order.
static std::string sortText(size_t number) {
  std::string digits = std::to_string(number);
  return std::string(5 - std::min<size_t>(digits.size(), 5), '0') + digits;
}

static json encode(const CompletionItem &item, size_t number,
                   const PositionRange &word, const std::string &uri) {
  json result = {{"label", item.label},
                 {"kind", kindNumber(item.kind)},
                 {"sortText", sortText(number)},
                 {"filterText", item.label},
                 {"textEdit",
                  {{"range", lsp::toJson(word)},
                   {"newText", item.text.empty() ? item.label : item.text}}}};
  if (!item.detail.empty())
    result["detail"] = item.detail;
  if (item.isSnippet)
    result["insertTextFormat"] = 2;
  if (!item.key.empty())
    result["data"] = {{"uri", uri}, {"key", item.key}};
  return result;
}

namespace {

struct CompletionParams {
  std::string uri;
  Position position;
  /// What was typed; 0 if somebody asked.
  char trigger = 0;
};

} // namespace

static std::string answerCompletion(const Document &document,
                                    const QueryContext &context,
                                    const CompletionParams &params) {
  ClientView view(document.buffer(), params.uri, context.client);
  CompletionOptions options;
  options.trigger = params.trigger;
  options.hasSnippets = context.client.flag(
      {"textDocument", "completion", "completionItem", "snippetSupport"});
  CompletionList found =
      completions(document, view.offset(params.position), options);
  json items = json::array();
  PositionRange word = view.range(found.word);
  for (size_t i = 0; i < found.items.size(); ++i)
    items.push_back(encode(found.items[i], i, word, params.uri));
  return lsp::jsonText(
      {{"isIncomplete", found.isIncomplete}, {"items", std::move(items)}});
}

std::optional<Query> handlers::completion(const json &params,
                                          std::string &error) {
  lsp::PositionParams place;
  if (!lsp::decode(params, place, error))
    return std::nullopt;
  CompletionParams request{place.uri, place.position};
  auto context = params.find("context");
  if (context != params.end() && context->is_object()) {
    auto trigger = context->find("triggerCharacter");
    if (trigger != context->end() && trigger->is_string() &&
        trigger->get_ref<const std::string &>().size() == 1)
      request.trigger = trigger->get_ref<const std::string &>()[0];
  }
  return Query{request.uri, [request](const Document &document,
                                      const QueryContext &context) {
                 return answerCompletion(document, context, request);
               }};
}
