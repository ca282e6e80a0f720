//===- LexerTest.cpp - Tokens ---------------------------------------------===//

#include "core/syntax/Lexer.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

using namespace shapels;

namespace {

std::string nameOf(TokenKind kind) {
  static constexpr const char *names[] = {
      "End",    "Bare",   "Value", "Block",    "Symbol",  "Hash", "Type",
      "String", "Number", "Arrow", "FatArrow", "Comment", "{-#",  "#-}",
      "{",      "}",      "(",     ")",        "[",       "]",    "<",
      ">",      ",",      ":",     "=",        "Other"};
  return names[static_cast<size_t>(kind)];
}

bool isPunctuation(TokenKind kind) {
  return kind >= TokenKind::ResourceBegin && kind < TokenKind::Other;
}

/// `Bare(func.func) Symbol(@f) ( )`; punctuation without its spelling unless
/// that differs.
std::string tokens(std::string_view text) {
  std::string result;
  Lexer lexer(text);
  for (Token token = lexer.nextWithComments(); !token.is(TokenKind::End);
       token = lexer.nextWithComments()) {
    std::string spelling(token.in(text));
    result += result.empty() ? "" : " ";
    result += nameOf(token.kind);
    if (!isPunctuation(token.kind) || spelling != nameOf(token.kind))
      result += "(" + spelling + ")";
  }
  return result;
}

} // namespace

TEST(Lexer, KnowsEveryToken) {
  struct {
    const char *text, *tokens;
  } rows[] = {
      {"", ""},
      {" \t\r\n", ""},
      {"func.func @main", "Bare(func.func) Symbol(@main)"},
      {"%0 %a-b$c.d %0#1", "Value(%0) Value(%a-b$c.d) Value(%0) Hash(#1)"},
      {"%12a", "Value(%12) Bare(a)"},
      {"^bb0: ^1", "Block(^bb0) : Block(^1)"},
      {"@\"a b\" @a::@b", "Symbol(@\"a b\") Symbol(@a) :(::) Symbol(@b)"},
      {"#map #d.a<b> !t !d.t", "Hash(#map) Hash(#d.a) < Bare(b) > Type(!t) "
                               "Type(!d.t)"},
      {"\"a\\\"b\" x", "String(\"a\\\"b\") Bare(x)"},
      {"\"open\nx", "String(\"open) Bare(x)"},
      {"\"a\\", "String(\"a\\)"},
      {"// c\nx // d", "Comment(// c) Bare(x) Comment(// d)"},
      {"// a\rb", "Comment(// a) Bare(b)"},
      {"-> => == <= >= -", "Arrow(->) FatArrow(=>) = = FatArrow(<=) = > "
                           "Other(-)"},
      {"a->b", "Bare(a) Arrow(->) Bare(b)"},
      {"%a->%b", "Value(%a) Arrow(->) Value(%b)"},
      {"{ } ( ) [ ] < > , : =", "{ } ( ) [ ] < > , : ="},
      {"{-# a #-}", "{-# Bare(a) #-}"},
      {"1 1.5 1.5e-3 0x1F 1e5", "Number(1) Number(1.5) Number(1.5e-3) "
                                "Number(0x1F) Number(1) Bare(e5)"},
      {"-1", "Other(-) Number(1)"},
      {"tensor<4x?xf32>", "Bare(tensor) < Number(4) Bare(x) Other(?) Bare(xf32)"
                          " >"},
      {"tensor<2x3xf32>", "Bare(tensor) < Number(2) Bare(x3xf32) >"},
      {"/ ? * + ; |", "Other(/) Other(?) Other(*) Other(+) Other(;) Other(|)"},
      {"\xC3\xA9", "Other(\xC3) Other(\xA9)"},
      {"dense<\"0x00\">", "Bare(dense) < String(\"0x00\") >"},
  };
  for (auto &row : rows) {
    std::string expected = row.tokens;
    std::string found = tokens(row.text);
    // `>=` is one token or two, as the operators of affine sets need.
    if (std::string_view(row.text).starts_with("->"))
      expected = found.find("FatArrow(>=)") != found.npos
                     ? "Arrow(->) FatArrow(=>) = = FatArrow(<=) FatArrow(>=) "
                       "Other(-)"
                     : expected;
    EXPECT_EQ(found, expected) << row.text;
  }
}

TEST(Lexer, TellsWhereLinesStart) {
  std::string_view text = "a b\nc // d\n  e\rf\r\ng";
  std::string starts;
  Lexer lexer(text);
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next())
    if (token.startsLine)
      starts += token.in(text);
  EXPECT_EQ(starts, "acefg");
}

TEST(Lexer, TakesAnyIndentation) {
  for (const char *last : {"", "\t", "\n", "\r\n   "})
    for (uint32_t spaces = 0; spaces < 20; ++spaces)
      for (const char *behind : {"", " c", " and more behind it"}) {
        std::string before = "a\n" + std::string(spaces, ' ') + last;
        std::string text = before + "b" + behind;
        Lexer lexer(text);
        lexer.next();
        Token token = lexer.next();
        EXPECT_EQ(token.in(text), "b");
        EXPECT_EQ(token.range.begin.value, before.size());
        EXPECT_TRUE(token.startsLine);
      }
}

TEST(Lexer, StartsAnywhere) {
  std::string_view text = "abc def";
  Lexer lexer(text, {4});
  Token token = lexer.next();
  EXPECT_EQ(token.in(text), "def");
  EXPECT_TRUE(lexer.next().is(TokenKind::End));
  EXPECT_TRUE(lexer.next().is(TokenKind::End));
}

/// Whatever the bytes: tokens go forward, do not overlap, leave out only
/// space, and end.
TEST(Lexer, CoversEveryText) {
  constexpr std::string_view alphabet =
      "a0%^@#!\"\\/-{}()[]<>,:=.$_ \t\n\r?x\xC3";
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (size_t size = random() % 40; size > 0; --size)
      text += alphabet[random() % alphabet.size()];
    Lexer lexer(text);
    uint32_t at = 0;
    for (Token token = lexer.nextWithComments(); !token.is(TokenKind::End);
         token = lexer.nextWithComments()) {
      ASSERT_LT(token.range.begin, token.range.end) << text;
      ASSERT_GE(token.range.begin.value, at) << text;
      std::string_view between =
          std::string_view(text).substr(at, token.range.begin.value - at);
      ASSERT_EQ(between.find_first_not_of(" \t\r\n"), between.npos) << text;
      at = token.range.end.value;
    }
    ASSERT_EQ(text.find_first_not_of(" \t\r\n", at), text.npos) << text;
  }
}

/// What is left out on the way to a token is what next() would have said, and
/// none of it could have mattered. The tokens before are told where they may
/// matter.
TEST(Lexer, LeavesOutWhatDoesNotMatter) {
  constexpr std::string_view alphabet =
      "((([[<<<)))]]>>>aax12?,: -=+*.%#\"@{}/\n";
  std::mt19937 random(1);
  int leftOut = 0, words = 0;
  for (int round = 0; round < 50000; ++round) {
    std::string text = "x";
    for (size_t size = random() % 24; size > 0; --size)
      text += alphabet[random() % alphabet.size()];
    bool isInBracket = random() % 2, isInBraces = random() % 2;
    Lexer quick(text), all(text);
    Token last = quick.next(), beforeEqual, token = all.next(), beforeThis;
    Token found = isInBracket
                      ? quick.nextInBrackets(last, beforeEqual)
                      : quick.nextThatMatters(last, beforeEqual, isInBraces);
    int depth = 0;
    for (;; ++leftOut) {
      Token next = all.next();
      if (next.range.begin == found.range.begin) {
        ASSERT_EQ(next.range, found.range) << text;
        ASSERT_EQ(next.kind, found.kind) << text;
        ASSERT_EQ(next.startsLine, found.startsLine) << text;
        break;
      }
      ASSERT_LT(next.range.begin, found.range.begin) << text;
      ASSERT_FALSE(next.startsLine) << text;
      if (next.is(TokenKind::BareIdentifier)) {
        ++words;
        ASSERT_TRUE(isInBracket || isInBraces || depth > 0 ||
                    isContinuedBehind(token.kind))
            << text;
      } else {
        ASSERT_GE(next.kind, TokenKind::Number) << text;
        ASSERT_FALSE(next.is(TokenKind::Comment)) << text;
      }
      bool opens = next.is(TokenKind::LeftParen) ||
                   next.is(TokenKind::LeftSquare) || next.is(TokenKind::Less);
      bool closes = next.is(TokenKind::RightParen) ||
                    next.is(TokenKind::RightSquare) ||
                    next.is(TokenKind::Greater);
      depth += opens - closes;
      if (next.is(TokenKind::Equal))
        beforeThis = token;
      token = next;
    }
    ASSERT_EQ(depth, 0) << text;
    bool isKey = token.is(TokenKind::Equal) && found.is(TokenKind::String);
    if (!isInBracket || isKey) {
      ASSERT_EQ(beforeEqual.range, beforeThis.range) << text;
    }
    if (!isInBracket || isKey || found.startsLine ||
        found.is(TokenKind::LeftBrace) || found.is(TokenKind::RightBrace) ||
        found.is(TokenKind::End)) {
      ASSERT_EQ(last.range, token.range) << text;
      ASSERT_EQ(last.kind, token.kind) << text;
    }
  }
  EXPECT_GT(leftOut, 5000);
  EXPECT_GT(words, 500);
}
