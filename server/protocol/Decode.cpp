//===- Decode.cpp - JSON to protocol structures ---------------------------===//

#include "server/protocol/Decode.h"

#include "server/protocol/JsonReader.h"

using namespace shapels;
using namespace shapels::lsp;

namespace {

/// `{"uri": ...}`
struct DocumentIdentifier {
  std::string uri;
};

/// `{"uri": ..., "version": ...}`
struct VersionedIdentifier {
  std::string uri;
  std::optional<int64_t> version;
};

bool readStruct(const JsonReader &in, DocumentIdentifier &result) {
  return in.field("uri", result.uri);
}

bool readStruct(const JsonReader &in, VersionedIdentifier &result) {
  return in.field("uri", result.uri) &&
         in.optionalField("version", result.version);
}

} // namespace

// Found by argument-dependent look-up, so not in the unnamed namespace.
namespace shapels::lsp {

/// The item of a didOpen.
static bool readStruct(const JsonReader &in, DidOpenParams &result) {
  return in.field("uri", result.uri) &&
         in.optionalField("version", result.version) &&
         in.field("text", result.text);
}

static bool readStruct(const JsonReader &in, ContentChange &result) {
  return in.optionalField("range", result.range) &&
         in.field("text", result.text);
}

} // namespace shapels::lsp

bool lsp::readStruct(const JsonReader &in, Trace &result) {
  std::string word;
  if (!in.read(word))
    return false;
  if (word == "off")
    result = Trace::Off;
  else if (word == "messages")
    result = Trace::Messages;
  else if (word == "verbose")
    result = Trace::Verbose;
  else
    return in.fail("\"off\", \"messages\" or \"verbose\"");
  return true;
}

bool lsp::readDocumentUri(const JsonReader &in, std::string &uri) {
  DocumentIdentifier document;
  if (!in.field("textDocument", document))
    return false;
  uri = std::move(document.uri);
  return true;
}

bool lsp::decode(const json &params, DidOpenParams &result,
                 std::string &error) {
  return JsonReader(params, "params", error).field("textDocument", result);
}

bool lsp::decode(const json &params, DidChangeParams &result,
                 std::string &error) {
  JsonReader in(params, "params", error);
  VersionedIdentifier document;
  if (!in.field("textDocument", document) ||
      !in.field("contentChanges", result.changes))
    return false;
  result.uri = std::move(document.uri);
  result.version = document.version;
  return true;
}

bool lsp::decode(const json &params, DocumentParams &result,
                 std::string &error) {
  return readDocumentUri(JsonReader(params, "params", error), result.uri);
}

bool lsp::decode(const json &params, PositionParams &result,
                 std::string &error) {
  JsonReader in(params, "params", error);
  return readDocumentUri(in, result.uri) &&
         in.field("position", result.position);
}
