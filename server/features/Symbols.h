//===- Symbols.h - The outline that editors show -*- C++ -*-===//

#ifndef SHAPELS_FEATURES_SYMBOLS_H
#define SHAPELS_FEATURES_SYMBOLS_H

#include "core/analysis/Document.h"

#include <string>
#include <vector>

namespace shapels {

enum class OutlineKind { Section, Module, Function, Global, Block, Other };

struct OutlineSymbol {
  /// As written, without sigil: `main`.
  std::string name;
  /// The op, e.g. `func.func`.
  std::string detail;
  OutlineKind kind = OutlineKind::Other;
  /// The whole op, and its name within it.
  DocumentRange range, nameRange;
  std::vector<OutlineSymbol> children;
};

/// Ops that define symbols, nested as in the text; one level more for the
/// sections of a text that has several.
std::vector<OutlineSymbol> documentSymbols(const Document &document);

} // namespace shapels

#endif // SHAPELS_FEATURES_SYMBOLS_H
