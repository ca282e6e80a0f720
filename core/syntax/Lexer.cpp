//===- Lexer.cpp ----------------------------------------------------------===//

#include "shapels/syntax/Lexer.h"

#include "shapels/syntax/Words.h"

#include <array>
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

/// Behind what follows a sigil, which may hold dashes, or be a number.
static inline const char *behindSuffix(const char *place, const char *end) {
  if (place != end && isIn(*place, Digit))
    return behindAll(place, end, Digit);
  place = behindAll(place, end, Letter | Digit | Dollar | Dash);
  // The dash of an arrow is none of it.
  return place[-1] == '-' && place != end && *place == '>' ? place - 1 : place;
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
    return place = behindAll(place, end, Letter | Digit | Dollar), TokenKind::BareIdentifier;
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

static char closingOf(char opening) {
  return opening == '(' ? ')' : opening == '[' ? ']' : '>';
}

/// Whether `place` is that of the closing bracket.
inline bool Lexer::closes(const char *place, char closing) const {
  return place != end && *place == closing &&
         (closing != '>' || (end - place > 1 && place[1] != '='));
}

/// Behind the closing bracket, which is no brace, of the one at `opening`, if
/// there is nothing between but words, numbers and such brackets on this line;
/// nullptr otherwise. There are none of these brackets before `place`.
[[gnu::noinline]] const char *Lexer::behindNested(const char *opening,
                                                  const char *place) const {
  constexpr size_t deepest = 16;
  char closing[deepest] = {closingOf(*opening)};
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

/// Goes on to the token at `stop`.
Token Lexer::nextAt(const char *stop, Token &last, Token &beforeEqual) {
  Token token = next();
  for (; token.range.begin.value < offsetOf(stop); token = next()) {
    if (token.is(TokenKind::Equal))
      beforeEqual = last;
    last = token;
  }
  return token;
}

Token Lexer::nextInBrackets(Token &last, Token &beforeEqual) {
  auto isBehind = [&](const char *place, char c) {
    return end - place > 1 && place[1] == c;
  };
  for (const char *place = at;;) {
    place = behindAll(place, end, Plain);
    if (place == end)
      return nextAt(place, last, beforeEqual);
    switch (char c = *place) {
    case '%':
      at = behindSuffix(place + 1, end);
      return tokenAt(TokenKind::ValueName, place, at);
    case ')':
    case ']':
      at = place + 1;
      return tokenAt(kindOf(c), place, at);
    case '=':
    case '-':
      place += isBehind(place, '>') ? 2 : 1;
      break;
    case '(':
    case '[':
    case '<': {
      const char *inner = behindAll(place + 1, end, Plain);
      if (closes(inner, closingOf(c)))
        inner = inner + 1;
      else
        inner = behindNested(place, inner);
      if (!inner) {
        at = place;
        return next();
      }
      place = inner;
      break;
    }
    case '#':
    case '!':
    case '@':
    case '^':
      at = place;
      return next();
    case '"':
      if (last.is(TokenKind::Equal) || place[-1] == '=' || isIn(place[-1], Blank))
        return nextAt(place, last, beforeEqual);
      at = place;
      return next();
    default:
      return nextAt(place, last, beforeEqual);
    }
  }
}

Token Lexer::nextThatMatters(Token &last, Token &beforeEqual,
                             bool isInBraces) {
  // Those that were passed, in registers.
  const char *place = at, *lastBegin = nullptr;
  const char *lastEnd = nullptr;
  TokenKind lastKind = last.kind;
  auto pass = [&](TokenKind kind, const char *behind) {
    lastBegin = place;
    lastEnd = place = behind;
    lastKind = kind;
  };
  auto isBehind = [&](char c) { return end - place > 1 && place[1] == c; };
  auto noteLast = [&] {
    if (lastBegin)
      last = tokenAt(lastKind, lastBegin, lastEnd);
  };
  for (bool isPlain = true; isPlain && place != end;) {
    // Before the jump, as there is one between most tokens.
    if (*place == ' ') {
      ++place;
      continue;
    }
    switch (char c = *place) {
    case '\t':
      ++place;
      break;
    case ',':
      pass(TokenKind::Comma, place + 1);
      break;
    case ':':
      pass(TokenKind::Colon, place + 1 + isBehind(':'));
      break;
    case '=':
      if (isBehind('>')) {
        pass(TokenKind::FatArrow, place + 2);
        break;
      }
      noteLast();
      beforeEqual = last;
      pass(TokenKind::Equal, place + 1);
      break;
    case '-':
      isPlain = isBehind('>');
      if (isPlain)
        pass(TokenKind::Arrow, place + 2);
      break;
    case '(':
    case '[':
    case '<': {
      isPlain = c != '<' || !isBehind('=');
      if (!isPlain)
        break;
      const char *inner = behindAll(place + 1, end, Plain);
      if (!closes(inner, closingOf(c))) {
        inner = behindNested(place, inner);
        isPlain = inner;
        if (!isPlain)
          break;
        --inner;
      }
      place = inner;
      pass(kindOf(*inner), inner + 1);
      break;
    }
    case '%': {
      noteLast();
      at = behindSuffix(place + 1, end);
      return tokenAt(TokenKind::ValueName, place, at);
    }
    default:
      if (isIn(c, Letter)) {
        const char *behind = behindAll(place + 1, end, Letter | Digit | Dollar);
        if (isInBraces || isContinuedBehind(lastKind)) {
          pass(TokenKind::BareIdentifier, behind);
          break;
        }
        noteLast();
        at = behind;
        return tokenAt(TokenKind::BareIdentifier, place, behind);
      }
      isPlain = isIn(c, Digit);
      if (isPlain)
        pass(TokenKind::Number, behindNumber(place));
    }
  }
  noteLast();
  at = place;
  return lex(/*hasComments=*/false);
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
