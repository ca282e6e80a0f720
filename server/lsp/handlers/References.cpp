//===- References.cpp - textDocument/references ---------------------------===//

#include "server/lsp/Handlers.h"

#include "server/features/Navigation.h"
#include "server/lsp/ClientView.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;
using lsp::json;

namespace {

struct ReferenceContext {
  bool includeDeclaration = false;
};

struct ReferenceParams {
  std::string uri;
  Position position;
  ReferenceContext context;
};

bool readStruct(const lsp::JsonReader &in, ReferenceContext &result) {
  return in.field("includeDeclaration", result.includeDeclaration);
}

} // namespace

static std::string answerReferences(const Document &document,
                                    const QueryContext &context,
                                    const ReferenceParams &params) {
  ClientView view(document.buffer(), params.uri, context.client);
  std::vector<lsp::Location> result;
  for (DocumentRange range : references(document, view.offset(params.position),
                                        params.context.includeDeclaration))
    result.push_back(view.location(range));
  return lsp::jsonText(lsp::toJson(result));
}

std::optional<Query> handlers::references(const json &params,
                                          std::string &error) {
  lsp::JsonReader in(params, "params", error);
  ReferenceParams request;
  if (!lsp::readDocumentUri(in, request.uri) ||
      !in.field("position", request.position) ||
      !in.field("context", request.context))
    return std::nullopt;
  return Query{request.uri, [request](const Document &document,
                                      const QueryContext &context) {
                 return answerReferences(document, context, request);
               }};
}
