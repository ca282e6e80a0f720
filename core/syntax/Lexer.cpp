//===- Lexer.cpp ----------------------------------------------------------===//

#include "shapels/syntax/Lexer.h"

#include "shapels/syntax/Words.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

using namespace shapels;

namespace {

enum CharClass : uint8_t {
  Letter = 1, // and _
  Digit = 2,
  Dollar = 4, // $ and .
  Dash = 8,
  /// What stands between brackets and means nothing to who looks for names,
  /// regions and statements.
  Plain = 16,
  Blank = 32,
  Hex = 64,
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
  for (uint8_t &charClass : classes)
    charClass |= charClass & (Letter | Digit | Dollar) ? Plain : 0;
  for (char c : {' ', '\t', ',', ':', '?', '*', '+'})
    classes[static_cast<unsigned char>(c)] = Plain;
  for (char c : {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a',
                 'b', 'c', 'd', 'e', 'f', 'A', 'B', 'C', 'D', 'E', 'F'})
    classes[static_cast<unsigned char>(c)] |= Hex;
  for (char c : {' ', '\t', '\0', '\n', '\r'})
    classes[static_cast<unsigned char>(c)] |= Blank;
  return classes;
}
constexpr std::array<uint8_t, 256> charClasses = makeClasses();

bool isIn(char c, uint8_t classes) {
  return charClasses[static_cast<unsigned char>(c)] & classes;
}

/// Of what is a token by itself, whatever is behind; `<` and `>` where nothing
/// is that makes them an arrow.
constexpr std::array<TokenKind, 256> makeKinds() {
  std::array<TokenKind, 256> kinds{};
  kinds.fill(TokenKind::Other);
  kinds['('] = TokenKind::LeftParen;
  kinds[')'] = TokenKind::RightParen;
  kinds['['] = TokenKind::LeftSquare;
  kinds[']'] = TokenKind::RightSquare;
  kinds['<'] = TokenKind::Less;
  kinds['>'] = TokenKind::Greater;
  kinds['}'] = TokenKind::RightBrace;
  kinds[','] = TokenKind::Comma;
  return kinds;
}
constexpr std::array<TokenKind, 256> kinds = makeKinds();

TokenKind kindOf(char c) { return kinds[static_cast<unsigned char>(c)]; }

} // namespace

/// A token may be told from the next by so many characters behind it.
static constexpr uint32_t mostPeeked = 3;

static inline const char *behindAll(const char *place, const char *end,
                                    uint8_t charClasses) {
  // Four at once where there are as many: this is half of all that is done.
  for (; end - place >= 4; place += 4)
    for (int i = 0; i < 4; ++i)
      if (!isIn(place[i], charClasses))
        return place + i;
  while (place != end && isIn(*place, charClasses))
    ++place;
  return place;
}

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

inline void Lexer::skipAll(uint8_t charClasses) {
  at = behindAll(at, end, charClasses);
}

/// `isSuffix`: what follows a sigil, which may hold dashes, or be a number.
inline void Lexer::skipIdentifier(bool isSuffix) {
  if (isSuffix && isIn(peek(), Digit))
    return skipAll(Digit);
  skipAll(Letter | Digit | Dollar | (isSuffix ? Dash : 0));
  // The dash of an arrow is none of it.
  if (isSuffix && at[-1] == '-' && peek() == '>')
    --at;
}

/// Skips one token.
[[gnu::always_inline]] inline TokenKind Lexer::lexKind() {
  if (at == end)
    return TokenKind::End;
  char c = *at++;
  // What there is most of.
  if (isIn(c, Letter))
    return skipIdentifier(false), TokenKind::BareIdentifier;
  if (c == '%')
    return skipIdentifier(true), TokenKind::ValueName;
  switch (c) {
  case '{':
    if (peek() == '-' && peek(1) == '#')
      return at += 2, TokenKind::ResourceBegin;
    return TokenKind::LeftBrace;
  case '<':
    return peek() == '=' ? (++at, TokenKind::FatArrow) : kindOf(c);
  case '>':
    // `<>=`: the > closes, as in `dense<...>=`, unless nothing else can.
    return peek() == '=' && peek(1) == ' ' ? (++at, TokenKind::FatArrow)
                                           : kindOf(c);
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
    return at = lineEnd(at, end), TokenKind::Comment;
  case '"':
    return skipString(), TokenKind::String;
  case '@':
    if (peek() == '"')
      ++at, skipString();
    else
      skipIdentifier(/*isSuffix=*/true);
    return TokenKind::SymbolName;
  case '^':
    return skipIdentifier(true), TokenKind::BlockName;
  case '#':
    if (peek() == '-' && peek(1) == '}')
      return at += 2, TokenKind::ResourceEnd;
    return skipIdentifier(true), TokenKind::HashName;
  case '!':
    return skipIdentifier(true), TokenKind::TypeName;
  default:
    if (isIn(c, Digit))
      return at = behindNumber(at - 1), TokenKind::Number;
    return kindOf(c);
  }
}

[[gnu::always_inline]] inline Token Lexer::lex(bool hasComments) {
  bool startsLine = std::exchange(atLineStart, false);
  for (;;) {
    const char *begin = at;
    while (begin != end && isIn(*begin, Blank)) {
      char c = *begin++;
      if (c == '\n' || c == '\r') {
        startsLine = true;
        begin = behindIndentation(begin, end);
      }
    }
    at = begin;
    TokenKind kind = lexKind();
    if (kind == TokenKind::Comment && !hasComments)
      continue;
    noteReach();
    return {kind, startsLine, {{offsetOf(begin)}, {offsetOf(at)}}};
  }
}

Token Lexer::next() { return lex(/*hasComments=*/false); }

Token Lexer::nextWithComments() { return lex(/*hasComments=*/true); }

inline void Lexer::noteReach() {
  if (reach)
    *reach = std::max(*reach, offsetOf(at) + mostPeeked);
}

Token Lexer::skipAssignment() {
  if (end - at < 3 || std::memcmp(at, " = ", 3) != 0)
    return {};
  at += 2;
  atLineStart = false;
  noteReach();
  return {TokenKind::Equal, false, {{offsetOf(at - 1)}, {offsetOf(at)}}};
}

static char closingOf(char opening) {
  return opening == '(' ? ')' : opening == '[' ? ']' : '>';
}

/// Whether `place` is that of the closing bracket.
inline bool Lexer::closes(const char *place, char closing) const {
  return place != end && *place == closing &&
         (closing != '>' || (end - place > 1 && place[1] != '='));
}

/// Behind the closing bracket, which is no brace, of the one at the current
/// place, if there is nothing between but words, numbers and such brackets on
/// this line; nullptr otherwise. There are none of these brackets before
/// `place`.
const char *Lexer::behindNested(const char *place) const {
  constexpr size_t deepest = 16;
  char closing[deepest] = {closingOf(*at)};
  for (size_t depth = 0;; place = behindAll(place + 1, end, Plain)) {
    if (closes(place, closing[depth])) {
      if (depth-- == 0)
        return place + 1;
      continue;
    }
    if (place == end)
      return nullptr;
    bool isArrow = end - place > 1 && place[1] == '>';
    bool isAngle = *place == '<' && end - place > 1 && place[1] != '=';
    if (*place == '-') {
      place += isArrow;
    } else if (*place == '(' || *place == '[' || isAngle) {
      if (++depth == deepest)
        return nullptr;
      closing[depth] = closingOf(*place);
    } else {
      return nullptr;
    }
  }
}

/// nextThatMatters() in front of a bracket that holds others, the first of them
/// at `inner`. Apart from it, so that it has no calls but the last.
[[gnu::noinline]] Token Lexer::nextBehindNested(const char *inner, Token &last,
                                                Token &beforeEqual,
                                                bool isInBracket) {
  const char *behind = behindNested(inner);
  if (!behind)
    return next();
  last = tokenAt(kindOf(behind[-1]), behind - 1, behind);
  at = behind;
  return nextThatMatters(last, beforeEqual, isInBracket);
}

Token Lexer::nextThatMatters(Token &last, Token &beforeEqual,
                             bool isInBracket) {
  if (atLineStart)
    return next();
  auto pass = [&](TokenKind kind, const char *behind) {
    last = tokenAt(kind, at, behind);
    at = behind;
  };
  auto isBehind = [&](char c) { return end - at > 1 && at[1] == c; };
  for (bool isPlain = true; isPlain && at != end;) {
    // Before the jump, as there is one between most tokens.
    if (*at == ' ') {
      ++at;
      continue;
    }
    switch (char c = *at) {
    case '\t':
      ++at;
      break;
    case ',':
      pass(TokenKind::Comma, at + 1);
      break;
    case ':':
      pass(TokenKind::Colon, at + 1 + isBehind(':'));
      break;
    case '=':
      if (isBehind('>')) {
        pass(TokenKind::FatArrow, at + 2);
        break;
      }
      beforeEqual = last;
      pass(TokenKind::Equal, at + 1);
      break;
    case '-':
      isPlain = isBehind('>');
      if (isPlain)
        pass(TokenKind::Arrow, at + 2);
      break;
    case '(':
    case '[':
    case '<': {
      isPlain = c != '<' || !isBehind('=');
      if (!isPlain)
        break;
      const char *inner = behindAll(at + 1, end, Plain);
      if (!closes(inner, closingOf(c)))
        return nextBehindNested(inner, last, beforeEqual, isInBracket);
      at = inner;
      pass(kindOf(*inner), inner + 1);
      break;
    }
    case '%': {
      const char *begin = at++;
      skipIdentifier(/*isSuffix=*/true);
      noteReach();
      return tokenAt(TokenKind::ValueName, begin, at);
    }
    default:
      isPlain =
          isIn(c, Digit) ||
          (isIn(c, Letter) && (isInBracket || isContinuedBehind(last.kind)));
      if (isIn(c, Digit))
        pass(TokenKind::Number, behindNumber(at));
      else if (isPlain)
        pass(TokenKind::BareIdentifier,
             behindAll(at + 1, end, Letter | Digit | Dollar));
    }
  }
  return lex(/*hasComments=*/false);
}

/// Behind the opening quote; a string ends with its line at the latest.
void Lexer::skipString() {
  for (; at != end && *at != '\n' && *at != '\r'; ++at) {
    if (*at == '"') {
      ++at;
      return;
    }
    if (*at == '\\' && at + 1 != end && at[1] != '\n')
      ++at;
  }
}

inline const char *Lexer::behindNumber(const char *first) const {
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
