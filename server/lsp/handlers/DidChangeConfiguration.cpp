//===- DidChangeConfiguration.cpp - workspace/didChangeConfiguration ------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;

bool handlers::didChangeConfiguration(Server &server,
                                      const nlohmann::json &params,
                                      std::string &error) {
  lsp::JsonReader in(params, "params", error);
  if (!in.isObject())
    return false;
  const nlohmann::json *settings = in.find("settings");
  server.setClientSettings(settings ? lsp::decodeSettings(*settings)
                                    : lsp::Settings());
  return true;
}
