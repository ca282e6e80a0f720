//===- ClientWishes.h - How a client wants its answers ----------*- C++ -*-===//

#ifndef SHAPELS_LSP_CLIENTWISHES_H
#define SHAPELS_LSP_CLIENTWISHES_H

#include "server/protocol/Json.h"
#include "server/protocol/Protocol.h"

#include <algorithm>

namespace shapels {

/// Whether the hovers of the client are Markdown: it lists the formats that it
/// can show, most wanted first.
inline bool wantsMarkdown(const lsp::ClientCapabilities &client) {
  if (!client.all)
    return true;
  const lsp::json *offered =
      client.find({"textDocument", "hover", "contentFormat"});
  if (!offered || !offered->is_array())
    return false;
  for (const lsp::json &name : *offered) {
    if (name == "markdown")
      return true;
    if (name == "plaintext")
      break;
  }
  return false;
}

/// Whether it asks for that property of an inlay hint when it needs it.
inline bool resolvesHints(const lsp::ClientCapabilities &client,
                          std::string_view property) {
  const lsp::json *properties = client.find(
      {"textDocument", "inlayHint", "resolveSupport", "properties"});
  return properties && properties->is_array() &&
         std::ranges::find(*properties, lsp::json(property)) !=
             properties->end();
}

} // namespace shapels

#endif // SHAPELS_LSP_CLIENTWISHES_H
