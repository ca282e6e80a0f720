//===- SignatureHelp.cpp - textDocument/signatureHelp ---------------------===//

#include "server/features/SignatureHelp.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/Handlers.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;
using lsp::json;

namespace {

struct SignatureParams {
  std::string uri;
  Position position;
  /// Whether a character was typed, with no help shown before.
  bool isTyped = false;
};

} // namespace

/// LSP counts in the units of its positions only in documents: in labels it
/// counts UTF-16, of which these, in ASCII but for what regions are, have one
/// a character.
static json encodeLabel(const std::string &label,
                        const SignatureParameter &parameter, bool hasOffsets) {
  if (!hasOffsets)
    return label.substr(parameter.begin, parameter.end - parameter.begin);
  auto units = [&](size_t bytes) {
    size_t count = 0;
    for (size_t i = 0; i < bytes; ++i)
      count += (static_cast<unsigned char>(label[i]) & 0xC0) != 0x80;
    return count;
  };
  return json::array({units(parameter.begin), units(parameter.end)});
}

static std::string answerSignatureHelp(const Document &document,
                                       const QueryContext &context,
                                       const SignatureParams &params) {
  ClientView view(document.buffer(), params.uri, context.client);
  std::optional<SignatureHelp> help =
      signatureHelp(document, view.offset(params.position), params.isTyped);
  if (!help)
    return "null";
  bool hasOffsets = context.client.flag(
      {"textDocument", "signatureHelp", "signatureInformation",
       "parameterInformation", "labelOffsetSupport"});
  json parameters = json::array();
  for (const SignatureParameter &each : help->parameters)
    parameters.push_back({{"label", encodeLabel(help->label, each, hasOffsets)},
                          {"documentation", each.documentation}});
  // A number behind the last one is none.
  size_t active = help->active.value_or(help->parameters.size());
  return lsp::jsonText({{"signatures",
                         {{{"label", help->label},
                           {"documentation", help->documentation},
                           {"parameters", std::move(parameters)}}}},
                        {"activeSignature", 0},
                        {"activeParameter", active}});
}

std::optional<Query> handlers::signatureHelp(const json &params,
                                             std::string &error) {
  lsp::PositionParams place;
  if (!lsp::decode(params, place, error))
    return std::nullopt;
  SignatureParams request{place.uri, place.position};
  auto context = params.find("context");
  if (context != params.end() && context->is_object()) {
    constexpr int triggerCharacter = 2;
    auto kind = context->find("triggerKind");
    auto again = context->find("isRetrigger");
    request.isTyped = kind != context->end() && *kind == triggerCharacter &&
                      (again == context->end() || *again != true);
  }
  return Query{request.uri, [request](const Document &document,
                                      const QueryContext &context) {
                 return answerSignatureHelp(document, context, request);
               }};
}
