//===- Completion.cpp - textDocument/completion ---------------------------===//

#include "server/features/completion/Completion.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/Handlers.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Encode.h"
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

namespace {

/// Writes a list as text: a JSON value of each of its hundreds of members would
/// take longer than to find the items.
class ListEncoder {
public:
  ListEncoder(const PositionRange &word, const std::string &uri) {
    lsp::appendRange(range, word);
    document = lsp::quoted(uri);
  }

  std::string encode(const CompletionList &list) {
    text = list.isIncomplete ? R"({"isIncomplete":true,"items":[)"
                             : R"({"isIncomplete":false,"items":[)";
    for (size_t i = 0; i < list.items.size(); ++i) {
      text += i == 0 ? "{" : ",{";
      addItem(list.items[i], i);
      text += '}';
    }
    return std::move(text) + "]}";
  }

private:
  void addItem(const CompletionItem &item, size_t number);
  void addString(std::string_view member, std::string_view value) {
    text.append(member);
    lsp::appendQuoted(text, value);
  }

  std::string range, document, text;
};

} // namespace

void ListEncoder::addItem(const CompletionItem &item, size_t number) {
  if (!item.key.empty()) {
    addString(R"("data":{"key":)", item.key);
    text.append(R"(,"uri":)").append(document).append("},");
  }
  if (!item.detail.empty()) {
    addString(R"("detail":)", item.detail);
    text += ',';
  }
  addString(R"("filterText":)", item.label);
  if (item.isSnippet)
    text.append(R"(,"insertTextFormat":2)");
  text.append(R"(,"kind":)").append(std::to_string(kindNumber(item.kind)));
  addString(R"(,"label":)", item.label);
  addString(R"(,"sortText":)", sortText(number));
  addString(R"(,"textEdit":{"newText":)",
            item.text.empty() ? item.label : item.text);
  text.append(R"(,"range":)").append(range) += '}';
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
  return ListEncoder(view.range(found.word), params.uri).encode(found);
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
