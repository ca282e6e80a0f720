//===- Symbols.h - The outline that editors show ----------------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_SYMBOLS_H
#define SHAPELS_FEATURES_SYMBOLS_H

#include "core/analysis/Document.h"
#include "core/syntax/Outline.h"

#include <optional>
#include <string>
#include <string_view>
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

/// What an op of that name is.
OutlineKind outlineKindOf(std::string_view op);

/// The name of the symbol that a statement defines; of an op that nobody knows,
/// as far as its text tells.
std::optional<NameOccurrence>
symbolDefinedIn(const Outline &outline, TextSpan text, StatementId statement);

/// Ops that define symbols, nested as in the text, of the statements of a part
/// of a document.
std::vector<OutlineSymbol> symbolsOf(const Outline &outline, TextSpan text);

/// The same of a document; one level more for the sections of a text that has
/// several. A section is named by its border (`//--- name`, the title of a
/// dump), else by its first symbol, else by its first op; one without ops is
/// left out.
std::vector<OutlineSymbol> documentSymbols(const Document &document);

} // namespace shapels

#endif // SHAPELS_FEATURES_SYMBOLS_H
