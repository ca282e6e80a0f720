//===- Session.cpp - What a new worker must be told -----------------------===//

#include "server/supervisor/Session.h"

#include "server/protocol/ContentEdit.h"
#include "server/protocol/Decode.h"
#include "server/protocol/ParseMessage.h"
#include "server/supervisor/SharedCrashLog.h"

#include <algorithm>
#include <iterator>
#include <utility>

using namespace shapels;

/// So many documents a worker analyses at a time, those that it was told of
/// last.
static constexpr ptrdiff_t mostLive = 16;
/// Beyond that, edits do not wait to be applied.
static constexpr size_t mostWaiting = 256;
/// The same for a document that is not decoded yet, which takes longer.
static constexpr size_t mostWaitingUnread = 1 << 14;

template <typename Params>
static bool decode(const lsp::ClientMessage &message, Params &params) {
  std::string ignored;
  return lsp::decode(message.params, params, ignored);
}

void Session::note(const lsp::ClientMessage &message, std::string_view body) {
  const std::string &method = message.method;
  if (state == State::Uninitialized && message.id && method == "initialize")
    return initialize(message, body);
  if (state == State::Running && !noteRunning(message, body) &&
      lsp::mayChangeText(body))
    loseTexts(body);
}

/// False if a worker does not know what to do with it.
bool Session::noteRunning(const lsp::ClientMessage &message,
                          std::string_view body) {
  const std::string &method = message.method;
  if (message.id) {
    if (method == "shutdown")
      state = State::ShutDown;
    return !lsp::mayChangeText(method + '"');
  }
  if (method == "textDocument/didChange")
    return change(message);
  if (method == "textDocument/didOpen")
    return open(message);
  if (method == "textDocument/didClose")
    close(message);
  else if (method == "initialized")
    initializedBody = body;
  else if (method == "$/setTrace")
    traceBody = body;
  else if (method == "workspace/didChangeConfiguration")
    configurationBody = body;
  return !method.empty();
}

void Session::initialize(const lsp::ClientMessage &message,
                         std::string_view body) {
  lsp::InitializeParams params;
  if (!decode(message, params))
    return;
  client = params.capabilities;
  process = params.processId;
  initializeBody = lsp::withId(body, replayId);
  state = State::Running;
}

bool Session::open(const lsp::ClientMessage &message) {
  lsp::DidOpenParams params;
  if (!decode(message, params))
    return false;
  close(params.uri);
  documents[params.uri] = {.text = TextBuffer(std::move(params.text)),
                           .version = params.version,
                           .edits = 1};
  noteUse(params.uri);
  return true;
}

void Session::noteOpening(lsp::Opening opening, std::string body) {
  if (state != State::Running)
    return;
  if (!opening.isChange) {
    close(opening.uri);
    documents[opening.uri] = {
        .opening = std::move(body), .version = opening.version, .edits = 1};
    return noteUse(opening.uri);
  }
  auto found = documents.find(opening.uri);
  if (found == documents.end())
    return;
  OpenDocument &document = found->second;
  if (document.opening.empty())
    waiting -= document.changes.size();
  document = {.opening = std::move(body),
              .isOpeningChange = true,
              .version = opening.version,
              .edits = document.edits + 1};
  noteUse(opening.uri);
}

bool Session::change(const lsp::ClientMessage &message) {
  lsp::DidChangeParams params;
  if (!decode(message, params))
    return false;
  auto found = documents.find(params.uri);
  if (found == documents.end())
    return true;
  OpenDocument &document = found->second;
  document.version = params.version;
  ++document.edits;
  noteUse(params.uri);
  if (document.opening.empty())
    waiting += params.changes.size();
  std::move(params.changes.begin(), params.changes.end(),
            std::back_inserter(document.changes));
  if (waiting > mostWaiting)
    settle();
  if (document.changes.size() > mostWaitingUnread)
    settle(document);
  return true;
}

void Session::loseTexts(std::string_view bytes) {
  std::vector<OpenDocument *> named, all;
  for (auto &[uri, document] : documents) {
    all.push_back(&document);
    if (bytes.find(uri) != bytes.npos)
      named.push_back(&document);
  }
  for (OpenDocument *document : named.empty() ? all : named) {
    settle(*document);
    document->isLost = true;
  }
}

void Session::close(const lsp::ClientMessage &message) {
  lsp::DocumentParams params;
  if (!decode(message, params))
    return;
  close(params.uri);
}

void Session::close(const std::string &uri) {
  auto found = documents.find(uri);
  if (found == documents.end())
    return;
  if (found->second.opening.empty())
    waiting -= found->second.changes.size();
  documents.erase(found);
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

void Session::settle() {
  for (auto &[uri, document] : documents)
    if (document.opening.empty())
      settle(document);
}

void Session::settle(OpenDocument &document) {
  TextBuffer &text = document.text;
  if (!document.opening.empty()) {
    lsp::DidOpenParams params;
    std::string ignored;
    document.isLost = !lsp::decodeOpening(std::exchange(document.opening, {}),
                                          params, ignored);
    text = TextBuffer(std::move(params.text));
    waiting += document.changes.size();
  }
  for (lsp::ContentChange &change : document.changes) {
    document.isLost &= change.range.has_value();
    if (document.isLost)
      continue;
    auto edit = lsp::editOf(text, std::move(change), client.positionEncoding);
    document.isLost = !edit;
    if (edit)
      text.apply(std::move(*edit));
  }
  waiting -= document.changes.size();
  document.changes.clear();
}

void Session::noteUse(const std::string &uri) {
  if (auto found = documents.find(uri); found != documents.end())
    found->second.lastUse = ++uses;
}

uint64_t Session::editsOf(const std::string &uri) const {
  auto found = documents.find(uri);
  return found == documents.end() ? 0 : found->second.edits;
}

std::string_view Session::textOf(const std::string &uri) {
  OpenDocument &document = documents.at(uri);
  settle(document);
  return document.text.text();
}

std::vector<std::string> Session::replay() {
  settle();
  std::vector<std::string> result;
  for (const std::string *body :
       {&initializeBody, &initializedBody, &traceBody, &configurationBody})
    if (!body->empty())
      result.push_back(*body);
  using Entry = std::pair<const std::string, OpenDocument>;
  std::vector<Entry *> inOrder;
  for (Entry &entry : documents)
    inOrder.push_back(&entry);
  std::ranges::sort(inOrder, {},
                    [](Entry *entry) { return entry->second.lastUse; });
  // What is opened later takes the place of what was opened first.
  std::reverse(inOrder.end() - std::min(std::ssize(inOrder), mostLive),
               inOrder.end());
  for (Entry *entry : inOrder) {
    result.push_back(opening(entry->first, entry->second));
    if (entry->second.isLost)
      result.push_back(lsp::encodeLostChange(entry->first));
  }
  return result;
}

std::string Session::opening(const std::string &uri, OpenDocument &document) {
  // An older text would be analysed before its edits arrive.
  if (!document.changes.empty() || document.isOpeningChange)
    settle(document);
  return document.opening.empty()
             ? lsp::encodeDidOpen(
                   {uri, document.version, std::string(document.text.text())})
             : document.opening;
}

std::string Session::uriOf(uint64_t hash) const {
  for (const auto &[uri, document] : documents)
    if (TextKey::of(uri).hash == hash)
      return uri;
  return "";
}
