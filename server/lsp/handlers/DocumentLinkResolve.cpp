//===- DocumentLinkResolve.cpp - documentLink/resolve ---------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/ExternalPlaces.h"
#include "server/lsp/Server.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;
using lsp::json;

namespace {

/// What textDocument/documentLink noted.
struct LinkData {
  std::string uri;
  ExternalPlace place;
  bool isBeside = false;
};

bool readStruct(const lsp::JsonReader &in, LinkData &result) {
  return in.field("uri", result.uri) && in.field("file", result.place.file) &&
         in.field("position", result.place.position) &&
         in.field("isBeside", result.isBeside);
}

} // namespace

/// A link to a file that is not there has no target.
bool handlers::documentLinkResolve(Server &server, const json &params,
                                   ReplyOnce &reply, std::string &error) {
  lsp::JsonReader in(params, "params", error);
  LinkData data;
  if (!in.field("data", data))
    return false;
  std::vector<std::string> roots;
  if (!data.isBeside)
    roots = server.queryContext().roots;
  json link = params;
  // Columns of bytes: the other file is not read.
  if (auto found =
          locateExternal(data.place, data.uri, roots, PositionEncoding::Utf8)) {
    Position start = found->range.start;
    std::string place;
    if (!data.isBeside)
      place = "#L" + std::to_string(start.line + 1) + "," +
              std::to_string(start.character + 1);
    link["target"] = found->uri + place;
  } else {
    link["tooltip"] = "not found: " + data.place.file;
  }
  reply.result(lsp::jsonText(link));
  return true;
}
