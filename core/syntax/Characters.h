//===- Characters.h - What tokens are made of ------------------*- C++ -*-===//
//
// Private to the lexer.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_CHARACTERS_H
#define SHAPELS_SYNTAX_CHARACTERS_H

#include "core/syntax/Lexer.h"

#include <array>

namespace shapels {

enum CharClass : uint8_t {
  Letter = 1, // and _
  Digit = 2,
  Dollar = 4, // $ and .
  Dash = 8,
  /// Characters that a search for names, regions and statements may skip where
  /// they stand between brackets.
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
inline constexpr std::array<uint8_t, 256> charClasses = makeClasses();

inline bool isIn(char c, uint8_t classes) {
  return charClasses[static_cast<unsigned char>(c)] & classes;
}

/// The kinds of the characters that are a token by themselves whatever follows
/// them; for `<` and `>` if they are no part of an arrow.
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
inline constexpr std::array<TokenKind, 256> kinds = makeKinds();

inline TokenKind kindOf(char c) { return kinds[static_cast<unsigned char>(c)]; }

/// The first character from `place` on that is in none of the classes.
inline const char *behindAll(const char *place, const char *end,
                             uint8_t charClasses) {
  // Four at a time: half of the time of an outline is spent here.
  for (; end - place >= 4; place += 4)
    for (int i = 0; i < 4; ++i)
      if (!isIn(place[i], charClasses))
        return place + i;
  while (place != end && isIn(*place, charClasses))
    ++place;
  return place;
}

/// The end of the name behind a sigil, which may contain dashes or be a number.
inline const char *behindSuffix(const char *place, const char *end) {
  if (place != end && isIn(*place, Digit))
    return behindAll(place, end, Digit);
  place = behindAll(place, end, Letter | Digit | Dollar | Dash);
  // The dash of an arrow is none of it.
  return place[-1] == '-' && place != end && *place == '>' ? place - 1 : place;
}

} // namespace shapels

#endif // SHAPELS_SYNTAX_CHARACTERS_H
