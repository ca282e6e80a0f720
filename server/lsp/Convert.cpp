//===- Convert.cpp - Byte ranges to protocol positions --------------------===//

#include "shapels/lsp/Convert.h"

using namespace shapels;

lsp::Diagnostic Converter::operator()(const Diagnostic &diagnostic) const {
  lsp::Diagnostic result;
  result.range = (*this)(diagnostic.range);
  result.severity = static_cast<int>(diagnostic.severity);
  result.code = info(diagnostic.code).id;
  result.codeHref = documentationUrl(diagnostic.code);
  result.source = "shapels";
  result.message = diagnostic.message;
  if (client.relatedInformation)
    for (const RelatedInformation &related : diagnostic.related)
      result.relatedInformation.push_back(
          {location(related.range), related.message});
  return result;
}

std::vector<lsp::Diagnostic>
Converter::operator()(std::span<const Diagnostic> diagnostics) const {
  std::vector<lsp::Diagnostic> result;
  result.reserve(diagnostics.size());
  for (const Diagnostic &diagnostic : diagnostics)
    result.push_back((*this)(diagnostic));
  return result;
}

lsp::DocumentHighlight Converter::operator()(const Highlight &highlight) const {
  return {(*this)(highlight.range), highlight.isWrite
                                        ? lsp::DocumentHighlightKind::Write
                                        : lsp::DocumentHighlightKind::Read};
}

lsp::CodeAction Converter::operator()(const CodeAction &action) const {
  lsp::CodeAction result;
  result.title = action.title;
  result.kind = "quickfix";
  result.isPreferred = action.isPreferred;
  result.diagnostics = (*this)(action.diagnostics);
  result.uri = uri;
  for (const TextEdit &edit : action.edits)
    result.edits.push_back({(*this)(edit.range), edit.newText});
  return result;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static lsp::SymbolKind toProtocol(OutlineKind kind) {
  switch (kind) {
  case OutlineKind::Section:
    return lsp::SymbolKind::Namespace;
  case OutlineKind::Module:
    return lsp::SymbolKind::Module;
  case OutlineKind::Function:
    return lsp::SymbolKind::Function;
  case OutlineKind::Global:
    return lsp::SymbolKind::Variable;
  case OutlineKind::Block:
    return lsp::SymbolKind::Key;
  case OutlineKind::Other:
    return lsp::SymbolKind::Class;
  }
  return lsp::SymbolKind::Class;
}

lsp::DocumentSymbol Converter::nested(const OutlineSymbol &symbol) const {
  lsp::DocumentSymbol result{symbol.name,
                             symbol.detail,
                             toProtocol(symbol.kind),
                             (*this)(symbol.range),
                             (*this)(symbol.nameRange),
                             {}};
  for (const OutlineSymbol &child : symbol.children)
    result.children.push_back(nested(child));
  return result;
}

void Converter::flatten(const OutlineSymbol &symbol,
                        const std::string &container,
                        std::vector<lsp::SymbolInformation> &result) const {
  result.push_back({symbol.name, toProtocol(symbol.kind),
                    location(symbol.range), container});
  for (const OutlineSymbol &child : symbol.children)
    flatten(child, symbol.name, result);
}

lsp::DocumentSymbols
Converter::operator()(const std::vector<OutlineSymbol> &symbols) const {
  if (client.hierarchicalSymbols) {
    std::vector<lsp::DocumentSymbol> result;
    result.reserve(symbols.size());
    for (const OutlineSymbol &symbol : symbols)
      result.push_back(nested(symbol));
    return result;
  }
  std::vector<lsp::SymbolInformation> result;
  for (const OutlineSymbol &symbol : symbols)
    flatten(symbol, {}, result);
  return result;
}
