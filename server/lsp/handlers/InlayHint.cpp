//===- InlayHint.cpp - textDocument/inlayHint -----------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/ClientView.h"
#include "server/lsp/ClientWishes.h"
#include "server/lsp/Server.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;
using lsp::json;

namespace {

struct InlayHintParams {
  std::string uri;
  PositionRange range;
};

} // namespace

/// The label has a part that a place can be given to, if the client asks for
/// one then.
static json encodeLabel(const std::string &label,
                        const lsp::ClientCapabilities &client) {
  if (!resolvesHints(client, "label.location"))
    return label;
  return json::array({{{"value", label}}});
}

static std::string encode(const std::vector<InlayHint> &hints,
                          const ClientView &view, const std::string &uri,
                          const lsp::ClientCapabilities &client) {
  constexpr int type = 1;
  bool isResolved = resolvesHints(client, "tooltip");
  json result = json::array();
  for (const InlayHint &hint : hints) {
    json &encoded = result.emplace_back(
        json{{"position", lsp::toJson(view.position(hint.place))},
             {"label", encodeLabel(hint.label, client)},
             {"kind", type},
             {"paddingLeft", true}});
    if (isResolved)
      encoded["data"] = {{"uri", uri}};
  }
  return lsp::jsonText(result);
}

/// Of the document's session, which keeps hints steady while somebody types.
bool handlers::inlayHint(Server &server, const json &params, ReplyOnce &reply,
                         std::string &error) {
  lsp::JsonReader in(params, "params", error);
  InlayHintParams request;
  if (!lsp::readDocumentUri(in, request.uri) ||
      !in.field("range", request.range))
    return false;
  auto session = server.useOrRefuse(request.uri, reply);
  if (!session)
    return true;
  auto answer = [request, context = server.queryContext(),
                 &hints =
                     session->keptByAnswers().hints](const Document &document) {
    ClientView view(document.buffer(), request.uri, context.client);
    return encode(
        hints.answer(document, view.bytes(request.range), context.inlayHints),
        view, request.uri, context.client);
  };
  // Nobody types yet.
  auto first = [request,
                context = server.queryContext()](const Document &document) {
    ClientView view(document.buffer(), request.uri, context.client);
    return encode(
        inlayHints(document, view.bytes(request.range), context.inlayHints),
        view, request.uri, context.client);
  };
  LineRange lines{request.range.start.line, request.range.end.line};
  session->query(DocumentSession::Needs::Analysis, std::move(reply), answer,
                 DocumentSession::InView{lines, first});
  return true;
}
