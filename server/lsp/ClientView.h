//===- ClientView.h - A text as its client sees it --------------*- C++ -*-===//
//
// Core and features count bytes; clients count lines and columns. Made where
// the document lives, for one answer.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_CLIENTVIEW_H
#define SHAPELS_LSP_CLIENTVIEW_H

#include "core/diagnostics/Diagnostic.h"
#include "core/text/TextBuffer.h"
#include "server/protocol/ContentEdit.h"
#include "server/protocol/Protocol.h"

#include <span>
#include <string>
#include <vector>

namespace shapels {

/// Places in one text, and findings about it, in the terms of one client.
/// Refers to its arguments; lives no longer than a task.
class ClientView {
public:
  ClientView(const TextBuffer &text, const std::string &uri,
             const lsp::ClientCapabilities &client)
      : text(text), uri(uri), client(client) {}

  DocumentOffset offset(Position position) const {
    return text.offset(position, client.positionEncoding);
  }
  /// If the range's end is before its start, the two are swapped.
  DocumentRange bytes(PositionRange range) const {
    return lsp::bytesOf(text, range, client.positionEncoding);
  }
  Position position(DocumentOffset offset) const {
    return text.position(offset, client.positionEncoding);
  }
  PositionRange range(DocumentRange range) const {
    return text.positions(range, client.positionEncoding);
  }
  lsp::Location location(DocumentRange bytes) const {
    return {uri, range(bytes)};
  }
  /// With related places only if the client shows them.
  lsp::Diagnostic diagnostic(const Diagnostic &finding) const;
  std::vector<lsp::Diagnostic>
  diagnostics(std::span<const Diagnostic> findings) const;

private:
  const TextBuffer &text;
  const std::string &uri;
  const lsp::ClientCapabilities &client;
};

} // namespace shapels

#endif // SHAPELS_LSP_CLIENTVIEW_H
