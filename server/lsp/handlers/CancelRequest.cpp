//===- CancelRequest.cpp - $/cancelRequest --------------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;
using lsp::json;

bool handlers::cancelRequest(Server &server, const json &params,
                             std::string &error) {
  lsp::JsonReader in(params, "params", error);
  const json *id = in.find("id");
  if (!id || !(id->is_number_integer() || id->is_string())) {
    error = "params.id: expected integer or string";
    return false;
  }
  // As JSON text, so that `1` and `"1"` differ.
  server.cancel(lsp::jsonText(*id));
  return true;
}
