//===- FormatRequest.cpp - What requests for formatting share -------------===//

#include "server/lsp/FormatRequest.h"

#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;
using lsp::json;

// Found by argument-dependent look-up.
namespace shapels {

static bool readStruct(const lsp::JsonReader &in, FormatOptions &result) {
  return in.field("tabSize", result.tabSize) &&
         in.field("insertSpaces", result.insertSpaces);
}

} // namespace shapels

bool shapels::decode(const json &params, FormatRequest &result,
                     std::string &error) {
  lsp::JsonReader in(params, "params", error);
  return lsp::readDocumentUri(in, result.uri) &&
         in.field("options", result.options);
}

json shapels::editsJson(std::span<const TextEdit> edits,
                        const ClientView &view) {
  json result = json::array();
  for (const TextEdit &edit : edits)
    result.push_back(lsp::editJson(view.range(edit.range), edit.newText));
  return result;
}
