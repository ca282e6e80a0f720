//===- UnregisteredTokens.cpp ---------------------------------------------===//

#include "core/ir/unregistered/UnregisteredTokens.h"
#include "core/ir/unregistered/UnregisteredForm.h"
#include "core/syntax/Brackets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <optional>

using namespace shapels;

UnregisteredTokens::UnregisteredTokens(TextSpan text, const Outline &outline,
                                       StatementId statement) {
  Statement own = outline.statement(statement);
  ByteOffset from = own.name.end;
  for (const RegionText &region : outline.regions(statement)) {
    ByteOffset begin = region.inside.begin - (region.isOpened ? 1 : 0);
    lex(text, {from, begin});
    from = region.inside.end + (region.isClosed ? 1 : 0);
    tokens.push_back({TokenKind::Other, {begin, from}, ""});
  }
  if (from < own.range.end)
    lex(text, {from, own.range.end});
  matchBrackets();
  dropLocation();
}

void UnregisteredTokens::lex(TextSpan text, ByteRange piece) {
  std::string_view slice = text.slice(piece);
  Lexer lexer(slice);
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next())
    tokens.push_back({token.kind, token.range.shifted(piece.begin.value),
                      llvm::StringRef(token.in(slice))});
}

const UnregisteredToken &UnregisteredTokens::at(size_t i) const {
  static const UnregisteredToken end{TokenKind::End, {}, ""};
  return i < tokens.size() ? tokens[i] : end;
}

/// What is not closed ends with the statement; what is not open is ignored.
void UnregisteredTokens::matchBrackets() {
  llvm::SmallVector<size_t> open;
  for (size_t i = 0; i < tokens.size(); ++i) {
    UnregisteredToken &token = tokens[i];
    if (isClosing(token.kind)) {
      size_t match = open.size();
      while (match > 0 && closingOf(tokens[open[match - 1]].kind) != token.kind)
        --match;
      for (; match > 0 && open.size() >= match; open.pop_back())
        tokens[open.back()].close = i;
    }
    token.depth = static_cast<unsigned>(open.size());
    if (isOpening(token.kind)) {
      token.close = tokens.size();
      open.push_back(i);
    }
  }
}

/// `loc(...)` at the end.
void UnregisteredTokens::dropLocation() {
  for (size_t i = tokens.size(); i-- > 0;)
    if (tokens[i].isWord("loc") && at(i + 1).is(TokenKind::LeftParen) &&
        at(i + 1).close + 1 >= tokens.size())
      return tokens.truncate(i);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Of one that is not closed: behind the last token.
size_t UnregisteredTokens::behindBracket(size_t open) const {
  return std::min(at(open).close + 1, tokens.size());
}

std::optional<size_t> UnregisteredTokens::typeEnd(size_t i) const {
  const UnregisteredToken &first = at(i);
  bool hasBody =
      at(i + 1).is(TokenKind::Less) && at(i + 1).range.begin == first.range.end;
  if (first.is(TokenKind::TypeName))
    return hasBody ? behindBracket(i + 1) : i + 1;
  if (first.is(TokenKind::BareIdentifier)) {
    bool isShaped = llvm::is_contained(
        {"tensor", "memref", "vector", "tuple", "complex"}, first.text);
    if (isShaped && hasBody)
      return behindBracket(i + 1);
    return isTypeWord(first.text) ? std::optional(i + 1) : std::nullopt;
  }
  if (!first.is(TokenKind::LeftParen) ||
      !at(first.close + 1).is(TokenKind::Arrow))
    return std::nullopt;
  size_t result = first.close + 2;
  if (at(result).is(TokenKind::LeftParen))
    return behindBracket(result);
  return typeEnd(result);
}
