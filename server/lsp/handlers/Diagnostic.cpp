//===- Diagnostic.cpp - textDocument/diagnostic ---------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;

static std::string encodeReport(const DocumentSession::Report &report) {
  std::string id = R"(","resultId":)" + lsp::jsonText(report.resultId);
  if (!report.diagnosticsJson)
    return R"({"kind":"unchanged)" + id + "}";
  return R"({"kind":"full)" + id + R"(,"items":)" + *report.diagnosticsJson +
         "}";
}

bool handlers::diagnostic(Server &server, const nlohmann::json &params,
                          ReplyOnce &reply, std::string &error) {
  lsp::JsonReader in(params, "params", error);
  std::string uri;
  /// What the client has, as the last report called it.
  std::optional<std::string> known;
  if (!lsp::readDocumentUri(in, uri) ||
      !in.optionalField("previousResultId", known))
    return false;
  if (auto session = server.useOrRefuse(uri, reply))
    session->pull(std::move(reply), std::move(known), encodeReport);
  return true;
}
