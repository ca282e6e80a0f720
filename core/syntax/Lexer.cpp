//===- Lexer.cpp ----------------------------------------------------------===//

#include "shapels/syntax/Lexer.h"

#include <algorithm>
#include <array>
#include <utility>

using namespace shapels;

namespace {

enum CharClass : uint8_t {
  Letter = 1, // and _
  Digit = 2,
  Dollar = 4, // $ and .
  Dash = 8,
};

constexpr std::array<uint8_t, 256> makeClasses() {
  std::array<uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c)
    classes[c] = Letter;
  for (int c = 'A'; c <= 'Z'; ++c)
    classes[c] = Letter;
  for (int c = '0'; c <= '9'; ++c)
    classes[c] = Digit;
  classes['_'] = Letter;
  classes['$'] = classes['.'] = Dollar;
  classes['-'] = Dash;
  return classes;
}
constexpr std::array<uint8_t, 256> charClasses = makeClasses();

bool isIn(char c, uint8_t classes) {
  return charClasses[static_cast<unsigned char>(c)] & classes;
}

} // namespace

/// A token may be told from the next by so many characters behind it.
static constexpr uint32_t mostPeeked = 3;

Token Lexer::next() {
  bool startsLine = false;
  for (;;) {
    Token token = nextWithComments();
    startsLine |= token.startsLine;
    if (!token.is(TokenKind::Comment))
      return {token.kind, startsLine, token.range};
  }
}

Token Lexer::nextWithComments() {
  bool startsLine = std::exchange(atLineStart, false);
  uint32_t begin = at;
  for (; begin < text.size(); ++begin) {
    char c = text[begin];
    if (c == '\n' || c == '\r')
      startsLine = true;
    else if (c != ' ' && c != '\t' && c != '\0')
      break;
  }
  at = begin;
  TokenKind kind = lexKind();
  if (reach)
    *reach = std::max(*reach, at + mostPeeked);
  return {kind, startsLine, {{begin}, {at}}};
}

/// Skips one token.
TokenKind Lexer::lexKind() {
  if (at >= text.size())
    return TokenKind::End;
  char c = text[at++];
  switch (c) {
  case '{':
    if (peek() == '-' && peek(1) == '#')
      return at += 2, TokenKind::ResourceBegin;
    return TokenKind::LeftBrace;
  case '}':
    return TokenKind::RightBrace;
  case '(':
    return TokenKind::LeftParen;
  case ')':
    return TokenKind::RightParen;
  case '[':
    return TokenKind::LeftSquare;
  case ']':
    return TokenKind::RightSquare;
  case '<':
    return peek() == '=' ? (++at, TokenKind::FatArrow) : TokenKind::Less;
  case '>':
    // `<>=`: the > closes, as in `dense<...>=`, unless nothing else can.
    return peek() == '=' && peek(1) == ' ' ? (++at, TokenKind::FatArrow)
                                           : TokenKind::Greater;
  case ',':
    return TokenKind::Comma;
  case ':':
    if (peek() == ':')
      ++at;
    return TokenKind::Colon;
  case '=':
    return peek() == '>' ? (++at, TokenKind::FatArrow) : TokenKind::Equal;
  case '-':
    if (peek() == '>')
      return ++at, TokenKind::Arrow;
    return TokenKind::Other;
  case '/':
    if (peek() != '/')
      return TokenKind::Other;
    while (at < text.size() && text[at] != '\n' && text[at] != '\r')
      ++at;
    return TokenKind::Comment;
  case '"':
    return skipString(), TokenKind::String;
  case '@':
    if (peek() == '"')
      ++at, skipString();
    else
      skipIdentifier(/*isSuffix=*/true);
    return TokenKind::SymbolName;
  case '%':
    return skipIdentifier(true), TokenKind::ValueName;
  case '^':
    return skipIdentifier(true), TokenKind::BlockName;
  case '#':
    if (peek() == '-' && peek(1) == '}')
      return at += 2, TokenKind::ResourceEnd;
    return skipIdentifier(true), TokenKind::HashName;
  case '!':
    return skipIdentifier(true), TokenKind::TypeName;
  default:
    if (isIn(c, Letter))
      return skipIdentifier(false), TokenKind::BareIdentifier;
    if (isIn(c, Digit))
      return skipNumber(), TokenKind::Number;
    return TokenKind::Other;
  }
}

void Lexer::skipAll(uint8_t charClasses) {
  uint32_t end = at;
  while (end < text.size() && isIn(text[end], charClasses))
    ++end;
  at = end;
}

/// `isSuffix`: what follows a sigil, which may hold dashes, or be a number.
void Lexer::skipIdentifier(bool isSuffix) {
  if (isSuffix && isIn(peek(), Digit))
    return skipAll(Digit);
  skipAll(Letter | Digit | Dollar | (isSuffix ? Dash : 0));
  // The dash of an arrow is none of it.
  if (isSuffix && text[at - 1] == '-' && peek() == '>')
    --at;
}

/// Behind the opening quote; a string ends with its line at the latest.
void Lexer::skipString() {
  for (; at < text.size() && text[at] != '\n' && text[at] != '\r'; ++at) {
    if (text[at] == '"') {
      ++at;
      return;
    }
    if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n')
      ++at;
  }
}

/// Behind the first digit.
void Lexer::skipNumber() {
  if (text[at - 1] == '0' && peek() == 'x' &&
      isxdigit(static_cast<unsigned char>(peek(1)))) {
    // 0x1F; but the x of `tensor<0xf32>` is a separator, and MLIR splits it.
    ++at;
    while (isxdigit(static_cast<unsigned char>(peek())))
      ++at;
    return;
  }
  skipAll(Digit);
  if (peek() != '.' || !isIn(peek(1), Digit | Letter))
    return;
  ++at;
  skipAll(Digit);
  if (peek() != 'e' && peek() != 'E')
    return;
  bool isSigned = peek(1) == '+' || peek(1) == '-';
  if (!isIn(peek(isSigned ? 2 : 1), Digit))
    return;
  at += isSigned ? 2 : 1;
  skipAll(Digit);
}

bool shapels::isInComment(std::string_view text, ByteOffset offset) {
  size_t before = offset.value == 0
                      ? text.npos
                      : text.find_last_of("\r\n", offset.value - 1);
  Lexer lexer(text, {before == text.npos ? 0u : uint32_t(before) + 1});
  for (;;) {
    Token token = lexer.nextWithComments();
    if (token.is(TokenKind::End) || token.range.begin > offset)
      return false;
    if (token.is(TokenKind::Comment) && token.range.contains(offset))
      return true;
  }
}
