//===- Convert.h - Byte ranges to protocol positions ------------*- C++ -*-===//
//
// The way out for everything that core and features say of a document. Runs
// where the document lives.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_CONVERT_H
#define SHAPELS_LSP_CONVERT_H

#include "shapels/analysis/Diagnostic.h"
#include "shapels/features/CodeActions.h"
#include "shapels/features/Navigation.h"
#include "shapels/features/Symbols.h"
#include "shapels/protocol/ContentEdit.h"
#include "shapels/protocol/Protocol.h"
#include "shapels/text/TextBuffer.h"

#include <span>
#include <string>
#include <vector>

namespace shapels {

/// Turns places in one text into what the client calls them. Refers to the
/// text and the URI; lives no longer than a task.
class Converter {
public:
  Converter(const TextBuffer &text, const std::string &uri,
            const lsp::ClientCapabilities &client)
      : text(text), uri(uri), client(client) {}

  ByteOffset offset(Position position) const {
    return text.offset(position, client.positionEncoding);
  }
  /// A range with its end before its start is taken the other way round.
  ByteRange range(PositionRange range) const {
    return lsp::bytesOf(text, range, client.positionEncoding);
  }

  PositionRange operator()(ByteRange range) const {
    return text.positions(range, client.positionEncoding);
  }
  lsp::Location location(ByteRange range) const {
    return {uri, (*this)(range)};
  }
  lsp::Diagnostic operator()(const Diagnostic &diagnostic) const;
  std::vector<lsp::Diagnostic>
  operator()(std::span<const Diagnostic> diagnostics) const;
  lsp::DocumentHighlight operator()(const Highlight &highlight) const;
  lsp::CodeAction operator()(const CodeAction &action) const;
  /// Nested, if the client can show that.
  lsp::DocumentSymbols
  operator()(const std::vector<OutlineSymbol> &symbols) const;

private:
  lsp::DocumentSymbol nested(const OutlineSymbol &symbol) const;
  void flatten(const OutlineSymbol &symbol, const std::string &container,
               std::vector<lsp::SymbolInformation> &result) const;

  const TextBuffer &text;
  const std::string &uri;
  const lsp::ClientCapabilities &client;
};

} // namespace shapels

#endif // SHAPELS_LSP_CONVERT_H
