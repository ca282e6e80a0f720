//===- Initialize.cpp - initialize ----------------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/config/Version.h"
#include "server/lsp/Server.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"

using namespace shapels;
using lsp::json;

namespace {

/// What a row of Methods.def says about the server; without a key, nothing.
struct Capability {
  const char *key = nullptr;
  const char *value = "true";
  /// The client must have this as well.
  bool lsp::ClientCapabilities::*needs = nullptr;
};

constexpr Capability capabilities[] = {
#define NOTIFICATION(method, handler, ...) Capability{__VA_ARGS__},
#define REQUEST(method, handler, ...) Capability{__VA_ARGS__},
#define QUERY(method, handler, needs, ...) Capability{__VA_ARGS__},
#include "server/lsp/Methods.def"
};

} // namespace

static const char *encodingName(PositionEncoding encoding) {
  switch (encoding) {
  case PositionEncoding::Utf8:
    return "utf-8";
  case PositionEncoding::Utf16:
    return "utf-16";
  case PositionEncoding::Utf32:
    return "utf-32";
  }
  return "utf-16";
}

static std::string encodeResult(const lsp::ClientCapabilities &client) {
  json offered = {{"positionEncoding", encodingName(client.positionEncoding)}};
  for (const Capability &row : capabilities)
    if (row.key && (!row.needs || client.*row.needs))
      offered[row.key] = json::parse(row.value);
  return lsp::jsonText(
      {{"capabilities", std::move(offered)},
       {"serverInfo", {{"name", "shapels"}, {"version", shapelsVersion()}}}});
}

bool handlers::initialize(Server &server, const json &params, ReplyOnce &reply,
                          std::string &error) {
  lsp::InitializeParams client;
  if (!lsp::decode(params, client, error))
    return false;
  lsp::Settings settings;
  if (auto options = params.find("initializationOptions");
      options != params.end())
    settings = lsp::decodeSettings(*options);
  client.capabilities.pullsWorkspace =
      client.capabilities.pullsDiagnostics &&
      settings.workspaceDiagnostics.value_or(false);
  reply.result(encodeResult(client.capabilities));
  server.initialize(client, settings);
  return true;
}
