//===- SemanticTokensDelta.cpp - textDocument/semanticTokens/full/delta ---===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/Decode.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;

bool handlers::semanticTokensDelta(Server &server, const nlohmann::json &params,
                                   ReplyOnce &reply, std::string &error) {
  lsp::JsonReader in(params, "params", error);
  std::string uri, previous;
  if (!lsp::readDocumentUri(in, uri) || !in.field("previousResultId", previous))
    return false;
  if (auto session = server.useOrRefuse(uri, reply))
    session->query(
        DocumentSession::Needs::Statements, std::move(reply),
        [encoding = server.queryContext().client.positionEncoding, previous,
         &pages = session->keptByAnswers().tokens](const Document &document) {
          return pages.delta(document, encoding, previous);
        });
  return true;
}
