//===- UnregisteredTokens.h - The tokens of an op of unknown syntax -------===//
//
// Private to ir/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_UNREGISTERED_UNREGISTEREDTOKENS_H
#define SHAPELS_IR_UNREGISTERED_UNREGISTEREDTOKENS_H

#include "core/syntax/Lexer.h"
#include "core/syntax/Outline.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace shapels {

struct UnregisteredToken {
  TokenKind kind;
  ByteRange range;
  llvm::StringRef text;
  /// How many brackets of the statement are open before it.
  unsigned depth = 0;
  /// Of an opening bracket: the index of what closes it.
  size_t close = 0;

  bool is(TokenKind other) const { return kind == other; }
  bool isWord(llvm::StringRef word) const {
    return kind == TokenKind::BareIdentifier && text == word;
  }
};

/// The tokens behind the op's name, without the location at the end. A region
/// is one token, of kind Other and without text.
class UnregisteredTokens {
public:
  UnregisteredTokens(TextSpan text, const Outline &outline,
                     StatementId statement);

  size_t size() const { return tokens.size(); }
  auto begin() const { return tokens.begin(); }
  auto end() const { return tokens.end(); }
  /// An end token behind the last one.
  const UnregisteredToken &at(size_t i) const;
  /// Behind the type that starts at `i`, if one does.
  std::optional<size_t> typeEnd(size_t i) const;

private:
  void lex(TextSpan text, ByteRange piece);
  void matchBrackets();
  void dropLocation();
  size_t behindBracket(size_t open) const;

  llvm::SmallVector<UnregisteredToken, 48> tokens;
};

} // namespace shapels

#endif // SHAPELS_IR_UNREGISTERED_UNREGISTEREDTOKENS_H
