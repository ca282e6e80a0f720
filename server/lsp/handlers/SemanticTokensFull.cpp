//===- SemanticTokensFull.cpp - textDocument/semanticTokens/full ----------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/Decode.h"

using namespace shapels;

/// Of the document's session, which notes what the client has.
bool handlers::semanticTokensFull(Server &server, const nlohmann::json &params,
                                  ReplyOnce &reply, std::string &error) {
  lsp::DocumentParams request;
  if (!lsp::decode(params, request, error))
    return false;
  if (auto session = server.useOrRefuse(request.uri, reply))
    session->query(
        DocumentSession::Needs::Statements, std::move(reply),
        [encoding = server.queryContext().client.positionEncoding,
         &pages = session->keptByAnswers().tokens](const Document &document) {
          return pages.full(document, encoding);
        });
  return true;
}
