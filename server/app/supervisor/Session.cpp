//===- Session.cpp - What a new worker must be told -----------------------===//

#include "shapels/app/supervisor/Session.h"

#include "shapels/app/Convert.h"
#include "shapels/app/supervisor/Board.h"
#include "shapels/protocol/Decode.h"

#include <limits>

using namespace shapels;

template <typename Params>
static bool decode(const lsp::ClientMessage &message, Params &params) {
  std::string ignored;
  return lsp::decode(message.params, params, ignored);
}

void Session::note(const lsp::ClientMessage &message, std::string_view body) {
  const std::string &method = message.method;
  if (state == State::Uninitialized && message.id && method == "initialize")
    return initialize(message, body);
  if (state != State::Running)
    return;
  if (message.id) {
    if (method == "shutdown")
      state = State::ShutDown;
  } else if (method == "textDocument/didChange") {
    change(message);
  } else if (method == "textDocument/didOpen") {
    open(message);
  } else if (method == "textDocument/didClose") {
    close(message);
  } else if (method == "initialized") {
    initializedBody = body;
  } else if (method == "$/setTrace") {
    traceBody = body;
  } else if (method == "workspace/didChangeConfiguration") {
    configurationBody = body;
  }
}

void Session::initialize(const lsp::ClientMessage &message,
                         std::string_view body) {
  lsp::InitializeParams params;
  if (!decode(message, params))
    return;
  client = params.capabilities;
  initializeBody = lsp::withId(body, replayId);
  state = State::Running;
}

void Session::open(const lsp::ClientMessage &message) {
  lsp::DidOpenParams params;
  if (decode(message, params))
    documents[params.uri] = {TextBuffer(std::move(params.text)), params.version,
                             1};
}

void Session::change(const lsp::ClientMessage &message) {
  lsp::DidChangeParams params;
  if (!decode(message, params))
    return;
  auto found = documents.find(params.uri);
  if (found == documents.end())
    return;
  OpenDocument &document = found->second;
  document.version = params.version;
  ++document.edits;
  for (lsp::ContentChange &change : params.changes) {
    TextBuffer &text = document.text;
    ByteRange range =
        change.range ? Converter(text, params.uri, client).range(*change.range)
                     : ByteRange{{0}, text.end()};
    size_t kept = text.text().size() - range.size();
    if (change.text.size() <= std::numeric_limits<uint32_t>::max() - kept)
      text.apply({range, std::move(change.text)});
  }
}

void Session::close(const lsp::ClientMessage &message) {
  lsp::DocumentParams params;
  if (decode(message, params))
    documents.erase(params.uri);
}

std::vector<std::string> Session::replay() const {
  std::vector<std::string> result;
  for (const std::string *body :
       {&initializeBody, &initializedBody, &traceBody, &configurationBody})
    if (!body->empty())
      result.push_back(*body);
  for (const auto &[uri, document] : documents)
    result.push_back(lsp::encodeDidOpen(
        {uri, document.version, std::string(document.text.text())}));
  return result;
}

const Session::OpenDocument *Session::find(const std::string &uri) const {
  auto found = documents.find(uri);
  return found == documents.end() ? nullptr : &found->second;
}

std::string Session::uriOf(uint64_t hash) const {
  for (const auto &[uri, document] : documents)
    if (TextKey::of(uri).hash == hash)
      return uri;
  return "";
}
