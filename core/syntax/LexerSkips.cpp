//===- LexerSkips.cpp - What is left out on the way to a token ------------===//

#include "core/syntax/Characters.h"

using namespace shapels;

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

/// The same of what is behind `opening`.
inline const char *Lexer::behindBracket(const char *opening) const {
  const char *inner = behindAll(opening + 1, end, Plain);
  return closes(inner, closingOf(*opening)) ? inner + 1
                                            : behindNested(opening, inner);
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
      const char *behind = behindBracket(place);
      if (!behind) {
        at = place;
        return next();
      }
      place = behind;
      break;
    }
    case '#':
    case '!':
    case '@':
    case '^':
      at = place;
      return next();
    case '"':
      if (last.is(TokenKind::Equal) || place[-1] == '=' ||
          isIn(place[-1], Blank))
        return nextAt(place, last, beforeEqual);
      at = place;
      return next();
    default:
      return nextAt(place, last, beforeEqual);
    }
  }
}

namespace {

/// Tokens that were passed, of which the last is kept; in registers.
struct Passed {
  const char *place;
  TokenKind kind;
  const char *begin = nullptr, *behind = nullptr;

  void pass(TokenKind passed, const char *next) {
    begin = place;
    behind = place = next;
    kind = passed;
  }
};

} // namespace

Token Lexer::nextThatMatters(Token &last, Token &beforeEqual, bool isInBraces) {
  Passed passed{at, last.kind};
  const char *&place = passed.place;
  auto isBehind = [&](char c) { return end - place > 1 && place[1] == c; };
  auto noteLast = [&] {
    if (passed.begin)
      last = tokenAt(passed.kind, passed.begin, passed.behind);
  };
  auto passBracket = [&] {
    const char *behind = behindBracket(place);
    if (!behind)
      return false;
    place = behind - 1;
    passed.pass(kindOf(*place), behind);
    return true;
  };
  auto found = [&](TokenKind kind, const char *behind) {
    noteLast();
    at = behind;
    return tokenAt(kind, place, behind);
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
      passed.pass(TokenKind::Comma, place + 1);
      break;
    case ':':
      passed.pass(TokenKind::Colon, place + 1 + isBehind(':'));
      break;
    case '=':
      if (isBehind('>')) {
        passed.pass(TokenKind::FatArrow, place + 2);
        break;
      }
      noteLast();
      beforeEqual = last;
      passed.pass(TokenKind::Equal, place + 1);
      break;
    case '-':
      isPlain = isBehind('>');
      if (isPlain)
        passed.pass(TokenKind::Arrow, place + 2);
      break;
    case '(':
    case '[':
    case '<':
      isPlain = passBracket();
      break;
    case '%':
      return found(TokenKind::ValueName, behindSuffix(place + 1, end));
    default:
      if (isIn(c, Letter)) {
        const char *behind = behindAll(place + 1, end, Letter | Digit | Dollar);
        if (isInBraces || isContinuedBehind(passed.kind)) {
          passed.pass(TokenKind::BareIdentifier, behind);
          isPlain = place == end || *place != '<' || passBracket();
          break;
        }
        return found(TokenKind::BareIdentifier, behind);
      }
      isPlain = isIn(c, Digit);
      if (isPlain)
        passed.pass(TokenKind::Number, behindNumber(place));
    }
  }
  noteLast();
  at = place;
  return next();
}
