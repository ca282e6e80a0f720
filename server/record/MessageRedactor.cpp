//===- MessageRedactor.cpp ------------------------------------------------===//

#include "server/record/MessageRedactor.h"

#include "server/protocol/ContentEdit.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

#include <algorithm>
#include <utility>

using namespace shapels;
using lsp::json;

/// Members that the protocol or a server gives its words to.
static constexpr std::string_view keptKeys[] = {"capabilities",
                                                "clientInfo",
                                                "code",
                                                "href",
                                                "jsonrpc",
                                                "kind",
                                                "languageId",
                                                "locale",
                                                "method",
                                                "resultId",
                                                "serverInfo",
                                                "source",
                                                "token",
                                                "trace",
                                                "type",
                                                "workDoneToken",
                                                "previousResultId",
                                                "partialResultToken",
                                                "positionEncoding"};
static constexpr std::string_view pathKeys[] = {
    "baseUri",  "newUri", "oldUri",    "rootPath", "rootUri",
    "scopeUri", "target", "targetUri", "uri",      "workspaceFolder"};
/// What settings may be.
static constexpr std::string_view settingValues[] = {
    "all",  "broadcastable", "default", "elementwise", "error",
    "hint", "information",   "mlir",    "none",        "numpy",
    "off",  "same-shape",    "spec",    "strict",      "warning"};

static bool isPath(std::string_view key) {
  return key.starts_with("file:") || key.starts_with("untitled:");
}

std::string MessageRedactor::redacted(const std::string &text,
                                      const std::string &key) {
  if (std::ranges::count(pathKeys, key) || isPath(text))
    return texts.path(text);
  // Of ours some name a file.
  if (key == "id" && text.find('/') == text.npos)
    return text;
  if (key == "name" || key == "newName") {
    bool hasSigil = text.find_first_of("%@^#!") == 0;
    return text.substr(0, hasSigil) + texts.name(text.substr(hasSigil));
  }
  if (std::ranges::count(settingValues, text))
    return text;
  return texts.prose(text);
}

void MessageRedactor::redact(json &value, const std::string &key) {
  if (std::ranges::count(keptKeys, key))
    return;
  if (value.is_string()) {
    value = redacted(value.get<std::string>(), key);
  } else if (value.is_array()) {
    for (json &element : value)
      redact(element, key);
  } else if (value.is_object()) {
    json result = json::object();
    for (auto &[name, member] : value.items()) {
      redact(member, name);
      result[isPath(name)   ? texts.path(name)
             : key == "ops" ? texts.lines(name)
                            : name] = std::move(member);
    }
    value = std::move(result);
  }
}

void MessageRedactor::open(json &params) {
  lsp::DidOpenParams opened;
  std::string error;
  if (!lsp::decode(params, opened, error))
    return redact(params, "params");
  params["textDocument"]["text"] = "";
  redact(params, "params");
  params["textDocument"]["text"] = texts.lines(opened.text);
  documents[opened.uri] = TextBuffer(std::move(opened.text));
}

/// In the range of whole lines, without what they have in common.
void MessageRedactor::changeText(TextBuffer &text, json &change) {
  lsp::ContentChange content;
  content.text = change["text"].get<std::string>();
  json result = {{"text", ""}};
  if (!change.contains("range")) {
    result["text"] = texts.lines(content.text);
    text = TextBuffer(std::move(content.text));
    return change.swap(result);
  }
  auto place = [&](const char *end) {
    const json &position = change["range"][end];
    return Position{position["line"].get<uint32_t>(),
                    position["character"].get<uint32_t>()};
  };
  content.range = PositionRange{place("start"), place("end")};
  std::optional<TextEdit> edit =
      lsp::editOf(text, std::move(content), encoding);
  if (!edit)
    return change.swap(result);
  DocumentRange lines{text.lineStart(edit->range.begin),
                      text.lineRange(text.lineOf(edit->range.end)).end};
  lines.end = std::max(lines.end, edit->range.end);
  std::string before(text.slice(lines));
  std::string after =
      before.substr(0, edit->range.begin.value - lines.begin.value) +
      edit->newText + before.substr(edit->range.end.value - lines.begin.value);
  before = texts.lines(before);
  after = texts.lines(after);
  auto isInside = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
  };
  size_t shorter = std::min(before.size(), after.size()), same = 0, rest = 0;
  while (same < shorter && before[same] == after[same])
    ++same;
  while (same > 0 && same < shorter &&
         (isInside(before[same]) || isInside(after[same])))
    --same;
  while (rest < shorter - same &&
         before[before.size() - 1 - rest] == after[after.size() - 1 - rest])
    ++rest;
  while (rest > 0 && (isInside(before[before.size() - rest]) ||
                      isInside(after[after.size() - rest])))
    --rest;
  DocumentRange range{
      {lines.begin.value + static_cast<uint32_t>(same)},
      {lines.begin.value + static_cast<uint32_t>(before.size() - rest)}};
  result["range"] = lsp::toJson(text.positions(range, encoding));
  result["text"] = after.substr(same, after.size() - rest - same);
  text.apply(std::move(*edit));
  change.swap(result);
}

void MessageRedactor::change(json &params) {
  lsp::DidChangeParams changed;
  std::string error;
  auto document = documents.end();
  if (lsp::decode(params, changed, error))
    document = documents.find(changed.uri);
  if (document == documents.end())
    return redact(params, "params");
  json changes = std::move(params["contentChanges"]);
  redact(params, "params");
  for (json &change : changes)
    changeText(document->second, change);
  params["contentChanges"] = std::move(changes);
}

json MessageRedactor::fromClient(json message) {
  json none, *params = &none;
  if (auto found = message.find("params"); found != message.end())
    params = &*found;
  json method = message.value("method", json());
  if (method == "textDocument/didOpen") {
    open(*params);
  } else if (method == "textDocument/didChange") {
    change(*params);
  } else {
    lsp::InitializeParams initialize;
    std::string error;
    if (method == "initialize" && lsp::decode(*params, initialize, error)) {
      encoding = initialize.capabilities.positionEncoding;
      (*params)["processId"] = nullptr;
    }
    redact(message, "");
  }
  return message;
}

json MessageRedactor::fromServer(json message) {
  redact(message, "");
  return message;
}
