//===- FormatTokens.cpp ---------------------------------------------------===//

#include "core/ods/FormatTokens.h"
#include "core/ods/WrittenType.h"
#include "core/syntax/Brackets.h"

#include <algorithm>
#include <array>
#include <limits>

using namespace shapels;

FormatTokens::FormatTokens(std::string_view text) {
  lex({{{0}, {static_cast<uint32_t>(text.size())}}, text}, mostTokens);
  matchBrackets();
}

FormatTokens::FormatTokens(std::span<const Piece> pieces) {
  for (const Piece &piece : pieces)
    if (piece.isBody)
      all.push_back({TokenKind::LeftBrace, piece.range, "", all.size() + 1});
    else
      lex(piece, std::numeric_limits<size_t>::max());
  matchBrackets();
  dropLocation();
}

void FormatTokens::lex(const Piece &piece, size_t most) {
  Lexer lexer(piece.text);
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    if (all.size() >= most) {
      isCut = true;
      break;
    }
    std::string_view text = token.in(piece.text);
    ByteRange range = token.range.shifted(piece.range.begin.value);
    if (!token.is(TokenKind::FatArrow) && text != "::") {
      all.push_back({token.kind, range, text});
      continue;
    }
    for (uint32_t i = 0; i < 2; ++i) {
      TokenKind kind = text[i] == ':'   ? TokenKind::Colon
                       : text[i] == '=' ? TokenKind::Equal
                                        : TokenKind::Other;
      ByteOffset at = range.begin + i;
      all.push_back({kind, {at, at + 1}, text.substr(i, 1)});
    }
  }
}

/// A `<` that something else closes before a `>` does, and a `>` that closes
/// none, are signs.
void FormatTokens::matchBrackets() {
  std::vector<size_t> open;
  for (size_t i = 0; i < all.size(); ++i) {
    TokenKind kind = all[i].kind;
    bool isBody = all[i].behind == i + 1;
    if (isOpening(kind) && !isBody) {
      open.push_back(i);
      all[i].behind = inside;
    }
    if (!isClosing(kind))
      continue;
    auto isOf = [&](size_t at) { return closingOf(all[at].kind) == kind; };
    if (kind != TokenKind::Greater)
      for (; !open.empty() && all[open.back()].is(TokenKind::Less);
           open.pop_back())
        all[open.back()].behind = nowhere;
    if (!open.empty() && isOf(open.back())) {
      all[open.back()].behind = i + 1;
      open.pop_back();
    } else if (kind == TokenKind::Greater) {
      all[i].kind = TokenKind::Other;
    }
  }
}

/// `loc(...)` at the end.
void FormatTokens::dropLocation() {
  for (size_t i = all.size(); i-- > 0;)
    if (str(i) == "loc" && is(i + 1, TokenKind::LeftParen) &&
        all[i + 1].behind == size())
      return all.resize(i);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool shapels::isTypeWord(std::string_view word) {
  constexpr std::string_view digits = "0123456789";
  if (word == "index" || word == "none")
    return true;
  for (std::string_view start : {"i", "si", "ui", "bf", "tf"})
    if (word.starts_with(start) && word.size() > start.size() &&
        word.find_first_not_of(digits, start.size()) == word.npos)
      return true;
  return word.size() > 1 && word.size() < 16 && word[0] == 'f' &&
         digits.find(word[1]) != digits.npos;
}

size_t FormatTokens::behindType(size_t at) const {
  if (is(at, TokenKind::LeftParen)) {
    size_t end = behindBracket(at);
    if (end == inside || end == nowhere)
      return end;
    if (end == size())
      return inside;
    if (!is(end, TokenKind::Arrow))
      return nowhere;
    if (end + 1 == size())
      return inside;
    return is(end + 1, TokenKind::LeftParen) ? behindBracket(end + 1)
                                             : behindType(end + 1);
  }
  if (is(at, TokenKind::TypeName))
    return is(at + 1, TokenKind::Less) && isJoined(at + 1)
               ? behindBracket(at + 1)
               : at + 1;
  if (!is(at, TokenKind::BareIdentifier))
    return nowhere;
  constexpr std::array<std::string_view, 5> shaped{"tensor", "memref", "vector",
                                                   "tuple", "complex"};
  if (std::ranges::find(shaped, str(at)) != shaped.end())
    return is(at + 1, TokenKind::Less) ? behindBracket(at + 1) : nowhere;
  return isTypeWord(str(at)) ? at + 1 : nowhere;
}

size_t FormatTokens::behindShortType(size_t at) const {
  if (is(at, TokenKind::Less))
    return behindBracket(at);
  size_t end = behindType(at);
  return end == nowhere ? behindWord(at, /*mayBeShort=*/true) : end;
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

size_t FormatTokens::behindSymbol(size_t at) const {
  if (!is(at, TokenKind::SymbolName))
    return nowhere;
  for (++at; is(at, TokenKind::Colon) && is(at + 1, TokenKind::Colon) &&
             is(at + 2, TokenKind::SymbolName);)
    at += 3;
  return at;
}

/// An attribute that begins with a word, with what is in angles behind it.
size_t FormatTokens::behindWord(size_t at, bool mayBeShort) const {
  if (!is(at, TokenKind::BareIdentifier))
    return nowhere;
  constexpr std::array<std::string_view, 3> plain{"true", "false", "unit"};
  constexpr std::array<std::string_view, 8> angled{
      "affine_map",     "affine_set", "array",  "dense",
      "dense_resource", "distinct",   "sparse", "strided"};
  auto isOneOf = [&](const auto &words) {
    return std::ranges::find(words, str(at)) != words.end();
  };
  if (isOneOf(plain))
    return at + 1;
  size_t angle = at + 1;
  if (str(at) == "distinct" && is(angle, TokenKind::LeftSquare) &&
      behindBracket(angle) < nowhere)
    angle = behindBracket(angle);
  if (is(angle, TokenKind::Less) && (mayBeShort || isOneOf(angled)))
    return behindBracket(angle);
  return mayBeShort ? at + 1 : nowhere;
}

/// Numbers, strings, names, types, lists and dictionaries.
size_t FormatTokens::behindAttribute(size_t at, bool mayBeShort) const {
  if (size_t end = behindType(at); end != nowhere)
    return end;
  if (at >= size())
    return nowhere;
  switch (all[at].kind) {
  case TokenKind::SymbolName:
    return behindSymbol(at);
  case TokenKind::LeftSquare:
  case TokenKind::LeftBrace:
    return behindBracket(at);
  case TokenKind::LeftParen:
  case TokenKind::Less:
    return mayBeShort ? behindBracket(at) : nowhere;
  case TokenKind::Other:
    return str(at) == "-" && is(at + 1, TokenKind::Number) ? at + 2 : nowhere;
  case TokenKind::Number:
  case TokenKind::String:
    return at + 1;
  case TokenKind::HashName: {
    bool hasBody = at + 1 < size() && isJoined(at + 1) &&
                   isOpening(all[at + 1].kind) &&
                   !is(at + 1, TokenKind::LeftBrace);
    return hasBody ? behindBracket(at + 1) : at + 1;
  }
  default:
    return behindWord(at, mayBeShort);
  }
}

size_t FormatTokens::behindTypeOf(size_t at) const {
  if (!is(at, TokenKind::Colon) || is(at + 1, TokenKind::Colon))
    return at;
  size_t end = at + 1 < size() ? behindType(at + 1) : inside;
  return end == nowhere ? at : end;
}

size_t FormatTokens::behindLiteral(size_t at, std::string_view literal) const {
  for (size_t first = 0; first < literal.size(); ++at) {
    if (at >= size() || !literal.substr(first).starts_with(str(at)))
      return nowhere;
    if (first > 0 && !isJoined(at))
      return nowhere;
    first += str(at).size();
  }
  return at;
}

size_t FormatTokens::behindValue(size_t at) const {
  if (!is(at, TokenKind::ValueName))
    return nowhere;
  return at + (is(at + 1, TokenKind::HashName) && isJoined(at + 1) ? 2 : 1);
}

size_t FormatTokens::behindStep(size_t at) const {
  if (at >= size() || isClosing(all[at].kind))
    return nowhere;
  if (isOpening(all[at].kind))
    return behindBracket(at) == nowhere ? at + 1 : behindBracket(at);
  for (size_t end : {behindValue(at), behindType(at), behindSymbol(at)})
    if (end < nowhere)
      return end;
  bool hasBody = (is(at, TokenKind::HashName) || is(at, TokenKind::TypeName)) &&
                 is(at + 1, TokenKind::Less) && isJoined(at + 1) &&
                 behindBracket(at + 1) < nowhere;
  return hasBody ? behindBracket(at + 1) : at + 1;
}
