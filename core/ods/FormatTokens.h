//===- FormatTokens.h - The tokens that a format is held against ----------===//
//
// Private to ods/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ODS_FORMATTOKENS_H
#define SHAPELS_ODS_FORMATTOKENS_H

#include "core/syntax/Lexer.h"

#include <string_view>
#include <vector>

namespace shapels {

/// The functions take the number of a token, and return that of the one behind
/// what begins there.
struct FormatTokens {
  static constexpr size_t mostTokens = 512;
  /// Brackets of what begins there stay open; or nothing of the kind begins.
  static constexpr size_t inside = ~size_t(0), nowhere = inside - 1;

  explicit FormatTokens(std::string_view text);

  bool is(size_t at, TokenKind kind) const {
    return at < all.size() && all[at].is(kind);
  }
  std::string_view str(size_t at) const { return all[at].in(text); }
  size_t size() const { return all.size(); }

  /// Of the bracket at `at`.
  size_t behindBracket(size_t at) const;
  size_t behindType(size_t at) const;
  /// Without the type that may follow.
  size_t behindAttribute(size_t at) const;
  size_t behindLiteral(size_t at, std::string_view literal) const;
  /// `%0`, `%0#1`.
  size_t behindValue(size_t at) const;

  std::string_view text;
  std::vector<Token> all;
  /// Whether there are more than `mostTokens`.
  bool isCut = false;
};

} // namespace shapels

#endif // SHAPELS_ODS_FORMATTOKENS_H
