//===- SemanticTokens.h - What each word of a text is ----------*- C++ -*-===//
//
// What a token is follows from its line and from the statement that it is in,
// without what that nests; from nothing else. So an edit changes the tokens of
// its lines and of the statements that it changed, and no others.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_FEATURES_SEMANTICTOKENS_H
#define SHAPELS_FEATURES_SEMANTICTOKENS_H

#include "core/analysis/Document.h"

#include <cstdint>
#include <vector>

namespace shapels {

enum class TokenType : uint8_t {
  Dialect,
  Op,
  Value,
  Block,
  Symbol,
  AttributeAlias,
  Attribute, // #dialect.attribute
  Type,      // i32, tensor, !dialect.type, !alias
  Size,      // the 4 and the ? of tensor<4x?xf32>
  AttributeName,
  Keyword,
  AffineName, // d0, s0
};

enum TokenModifier : uint8_t {
  IsDefinition = 1,
  IsStatic = 2,
  IsDynamic = 4,
  /// An op that nobody knows.
  IsUnknown = 8
};

struct SemanticToken {
  DocumentRange range;
  TokenType type;
  uint8_t modifiers = 0;
  friend bool operator==(const SemanticToken &,
                         const SemanticToken &) = default;
};

/// Those of `lines`, which starts and ends where lines do, in order. Comments,
/// strings, numbers and punctuation are left to the editor's grammar.
std::vector<SemanticToken> semanticTokens(const Document &document,
                                          DocumentRange lines);

} // namespace shapels

#endif // SHAPELS_FEATURES_SEMANTICTOKENS_H
