//===- InlayHintResolve.cpp - inlayHint/resolve ---------------------------===//

#include "server/features/InlayHints.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/ClientWishes.h"
#include "server/lsp/Handlers.h"
#include "server/lsp/Server.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;
using lsp::json;

namespace {

/// What textDocument/inlayHint noted.
struct HintData {
  std::string uri;
};

bool readStruct(const lsp::JsonReader &in, HintData &result) {
  return in.field("uri", result.uri);
}

} // namespace

/// A string, or parts.
static std::string hintLabel(const json &hint) {
  auto label = hint.find("label");
  if (label == hint.end())
    return "";
  if (label->is_string())
    return label->get<std::string>();
  std::string text;
  if (label->is_array())
    for (const json &part : *label)
      if (part.is_object() && part.contains("value") &&
          part["value"].is_string())
        text += part["value"].get<std::string>();
  return text;
}

static std::string answerHintResolve(const Document &document,
                                     const QueryContext &context, json hint,
                                     const std::string &uri,
                                     Position position) {
  ClientView view(document.buffer(), uri, context.client);
  HoverOptions options;
  options.markdown = wantsMarkdown(context.client);
  options.uri = uri;
  InlayHintDetails details =
      inlayHintDetails(document, {view.offset(position), hintLabel(hint)},
                       context.inlayHints, options);
  if (!details.tooltip.empty())
    hint["tooltip"] = {{"kind", options.markdown ? "markdown" : "plaintext"},
                       {"value", details.tooltip}};
  bool hasPart = hint["label"].is_array() && !hint["label"].empty();
  if (details.origin && hasPart &&
      resolvesHints(context.client, "label.location"))
    hint["label"][0]["location"] = lsp::toJson(view.location(*details.origin));
  if (!details.edits.empty() && resolvesHints(context.client, "textEdits"))
    for (const TextEdit &edit : details.edits)
      hint["textEdits"].push_back(
          {{"range", lsp::toJson(view.range(edit.range))},
           {"newText", edit.newText}});
  return lsp::jsonText(hint);
}

/// A hint that the text has no more is answered as it came.
bool handlers::inlayHintResolve(Server &server, const json &params,
                                ReplyOnce &reply, std::string &error) {
  lsp::JsonReader in(params, "params", error);
  HintData data;
  Position position;
  if (!in.field("data", data) || !in.field("position", position))
    return false;
  auto session = server.useOrRefuse(data.uri, reply);
  if (!session)
    return true;
  session->query(DocumentSession::Needs::Analysis, std::move(reply),
                 [hint = params, uri = data.uri, position,
                  context = server.queryContext()](const Document &document) {
                   return answerHintResolve(document, context, hint, uri,
                                            position);
                 });
  return true;
}
