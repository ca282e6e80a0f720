//===- Lexer.cpp ----------------------------------------------------------===//

#include "core/syntax/Characters.h"
#include "core/syntax/Words.h"

#include <utility>

using namespace shapels;

/// Where the line ends.
static const char *lineEnd(const char *place, const char *end) {
  using Bytes [[gnu::vector_size(8)]] = uint8_t;
  for (; end - place >= 8; place += 8) {
    auto bytes = std::bit_cast<Bytes>(load<uint64_t>(place));
    auto breaks = std::bit_cast<uint64_t>((bytes == '\n') | (bytes == '\r'));
    if (breaks != 0)
      return place + std::countr_zero(breaks) / 8;
  }
  while (place != end && *place != '\n' && *place != '\r')
    ++place;
  return place;
}

/// Behind the spaces that a line starts with.
static inline const char *behindIndentation(const char *place,
                                            const char *end) {
  for (; end - place >= 8; place += 8)
    if (uint64_t others = load<uint64_t>(place) ^ ofEach(' '))
      return place + std::countr_zero(others) / 8;
  return place;
}

/// With `place` behind the opening quote; a string ends with its line at the
/// latest.
static const char *behindString(const char *place, const char *end) {
  for (; place != end && *place != '\n' && *place != '\r'; ++place) {
    if (*place == '"')
      return place + 1;
    if (*place == '\\' && place + 1 != end && place[1] != '\n')
      ++place;
  }
  return place;
}

/// Of the token at `place`, which goes behind it.
[[gnu::always_inline]] inline TokenKind
Lexer::lexKind(const char *&place) const {
  if (place == end)
    return TokenKind::End;
  auto peek = [&](int ahead = 0) {
    return end - place > ahead ? place[ahead] : '\0';
  };
  auto skipSuffix = [&] { place = behindSuffix(place, end); };
  char c = *place++;
  // What there is most of.
  if (isIn(c, Letter))
    return place = behindAll(place, end, Letter | Digit | Dollar),
           TokenKind::BareIdentifier;
  if (c == '%')
    return skipSuffix(), TokenKind::ValueName;
  switch (c) {
  case '{':
    if (peek() == '-' && peek(1) == '#')
      return place += 2, TokenKind::ResourceBegin;
    return TokenKind::LeftBrace;
  case '<':
    return peek() == '=' ? (++place, TokenKind::FatArrow) : kindOf(c);
  case '>':
    // `<>=`: the > closes, as in `dense<...>=`, unless nothing else can.
    return peek() == '=' && peek(1) == ' ' ? (++place, TokenKind::FatArrow)
                                           : kindOf(c);
  case ':':
    if (peek() == ':')
      ++place;
    return TokenKind::Colon;
  case '=':
    return peek() == '>' ? (++place, TokenKind::FatArrow) : TokenKind::Equal;
  case '-':
    if (peek() == '>')
      return ++place, TokenKind::Arrow;
    return TokenKind::Other;
  case '/':
    if (peek() != '/')
      return TokenKind::Other;
    return place = lineEnd(place, end), TokenKind::Comment;
  case '"':
    return place = behindString(place, end), TokenKind::String;
  case '@':
    if (peek() == '"')
      place = behindString(place + 1, end);
    else
      skipSuffix();
    return TokenKind::SymbolName;
  case '^':
    return skipSuffix(), TokenKind::BlockName;
  case '#':
    if (peek() == '-' && peek(1) == '}')
      return place += 2, TokenKind::ResourceEnd;
    return skipSuffix(), TokenKind::HashName;
  case '!':
    return skipSuffix(), TokenKind::TypeName;
  default:
    if (isIn(c, Digit))
      return place = behindNumber(place - 1), TokenKind::Number;
    return kindOf(c);
  }
}

[[gnu::always_inline]] inline Token Lexer::lex(bool hasComments) {
  bool startsLine = std::exchange(atLineStart, false);
  for (const char *place = at;;) {
    while (place != end && isIn(*place, Blank)) {
      char c = *place++;
      if (c != ' ' && (c == '\n' || c == '\r')) {
        startsLine = true;
        place = behindIndentation(place, end);
      }
    }
    const char *begin = place;
    TokenKind kind = lexKind(place);
    if (kind == TokenKind::Comment && !hasComments)
      continue;
    at = place;
    noteReach();
    return {kind, startsLine, {{offsetOf(begin)}, {offsetOf(place)}}};
  }
}

Token Lexer::next() { return lex(/*hasComments=*/false); }

Token Lexer::nextWithComments() { return lex(/*hasComments=*/true); }

const char *Lexer::behindNumber(const char *first) const {
  auto peek = [&](const char *place, int ahead) {
    return end - place > ahead ? place[ahead] : '\0';
  };
  if (*first == '0' && peek(first, 1) == 'x' && isIn(peek(first, 2), Hex)) {
    // 0x1F; but the x of `tensor<0xf32>` is a separator, and MLIR splits it.
    first += 2;
    while (isIn(peek(first, 0), Hex))
      ++first;
    return first;
  }
  const char *place = behindAll(first, end, Digit);
  if (peek(place, 0) != '.' || !isIn(peek(place, 1), Digit | Letter))
    return place;
  place = behindAll(place + 1, end, Digit);
  if (peek(place, 0) != 'e' && peek(place, 0) != 'E')
    return place;
  int sign = peek(place, 1) == '+' || peek(place, 1) == '-';
  return isIn(peek(place, 1 + sign), Digit)
             ? behindAll(place + 1 + sign, end, Digit)
             : place;
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
