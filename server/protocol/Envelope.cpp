//===- Envelope.cpp -------------------------------------------------------===//

#include "server/protocol/Envelope.h"

#include "server/protocol/ParseMessage.h"

using namespace shapels;
using namespace shapels::lsp;
using nlohmann::json;

static std::string dump(const json &value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

ClientMessage::ClientMessage(std::string_view body) {
  std::string ignored;
  json message = parseMessage(body, ignored);
  if (!message.is_object())
    return;
  auto name = message.find("method");
  auto version = message.find("jsonrpc");
  if (name == message.end() || !name->is_string() || version == message.end() ||
      *version != "2.0")
    return;
  if (auto found = message.find("id"); found != message.end()) {
    if (!found->is_number_integer() && !found->is_string())
      return;
    id = dump(*found);
  }
  method = name->get<std::string>();
  if (auto found = message.find("params"); found != message.end())
    params = std::move(*found);
}

std::string ClientMessage::documentUri() const {
  if (!params.is_object())
    return "";
  auto document = params.find("textDocument");
  if (document == params.end() || !document->is_object())
    return "";
  auto uri = document->find("uri");
  return uri == document->end() || !uri->is_string() ? ""
                                                     : uri->get<std::string>();
}

std::string lsp::withId(std::string_view body, std::string_view id) {
  std::string error;
  json message = parseMessage(body, error);
  message["id"] = json::parse(id, nullptr, /*allow_exceptions=*/false);
  return dump(message);
}

std::string lsp::encodeDidOpen(const DidOpenParams &params) {
  json document = {
      {"uri", params.uri}, {"languageId", "mlir"}, {"text", params.text}};
  if (params.version)
    document["version"] = *params.version;
  return dump({{"jsonrpc", "2.0"},
               {"method", "textDocument/didOpen"},
               {"params", {{"textDocument", std::move(document)}}}});
}

std::string lsp::encodeLostChange(const std::string &uri) {
  return dump({{"jsonrpc", "2.0"},
               {"method", "textDocument/didChange"},
               {"params", {{"textDocument", {{"uri", uri}}}}}});
}

//===----------------------------------------------------------------------===//
// What our server sends
//===----------------------------------------------------------------------===//

/// The number or the string that stands at the start of `text`.
static std::string_view scalarAt(std::string_view text) {
  if (!text.starts_with('"'))
    return text.substr(0, text.find_first_of(",}"));
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return text.substr(0, i + 1);
  }
  return {};
}

static std::string_view scalarBehind(std::string_view body,
                                     std::string_view prefix) {
  return body.starts_with(prefix) ? scalarAt(body.substr(prefix.size()))
                                  : std::string_view();
}

std::string_view lsp::responseId(std::string_view body) {
  return scalarBehind(body, R"({"jsonrpc":"2.0","id":)");
}

std::string_view lsp::publishedUri(std::string_view body) {
  return scalarBehind(
      body,
      R"({"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":)");
}

bool lsp::isShowMessage(std::string_view body) {
  return body.starts_with(R"({"jsonrpc":"2.0","method":"window/showMessage",)");
}

bool lsp::isRegistration(std::string_view body) {
  return body.starts_with(
      R"({"jsonrpc":"2.0","method":"client/registerCapability",)");
}

static constexpr std::string_view progressBegin =
    R"({"jsonrpc":"2.0","method":"$/progress","params":{"token":)";

lsp::ProgressMark lsp::progressMark(std::string_view body) {
  std::string_view token = scalarBehind(body, progressBegin);
  if (token.empty())
    return {};
  std::string_view value = body.substr(progressBegin.size() + token.size());
  if (value.starts_with(R"(,"value":{"kind":"begin")"))
    return {token, false};
  if (value.starts_with(R"(,"value":{"kind":"end")"))
    return {token, true};
  return {};
}

std::string lsp::encodeProgressEnd(std::string_view token) {
  return std::string(progressBegin) + std::string(token) +
         R"(,"value":{"kind":"end"}}})";
}
