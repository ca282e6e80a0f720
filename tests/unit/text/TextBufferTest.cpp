//===- TextBufferTest.cpp - Positions, lines, edits -----------------------===//

#include "core/text/TextBuffer.h"

#include <gtest/gtest.h>

#include <random>

using namespace shapels;

namespace {

constexpr PositionEncoding encodings[] = {
    PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32};

std::string describe(Position position) {
  return std::to_string(position.line) + ":" +
         std::to_string(position.character);
}

/// The lines, without terminators, between bars.
std::string lines(const TextBuffer &buffer) {
  std::string result;
  for (uint32_t line = 0; line < buffer.lineCount(); ++line)
    result += "|" + std::string(buffer.slice(buffer.lineRange({line})));
  return result;
}

} // namespace

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

TEST(TextBuffer, EndsLinesAsLspDoes) {
  struct {
    std::string text, lines;
  } rows[] = {
      {"", "|"},
      {"a", "|a"},
      {"\n", "||"},
      {"a\nb", "|a|b"},
      {"a\r\nb\r\n", "|a|b|"},
      {"a\rb\r", "|a|b|"},
      {"\r\n\r\n", "|||"},
      {"\n\r", "|||"},
      {"\r\r\n", "|||"},
      {"a\n\r\nb", "|a||b"},
      // No line ends to LSP.
      {"a\vb\fc\xC2\x85"
       "d\xE2\x80\xA8",
       "|a\vb\fc\xC2\x85"
       "d\xE2\x80\xA8"},
      {std::string("a\0b\n", 4), std::string("|a\0b|", 5)},
  };
  for (auto &row : rows)
    EXPECT_EQ(lines(TextBuffer(row.text)), row.lines);
}

TEST(TextBuffer, TellsTheLineOfEveryByte) {
  TextBuffer buffer("a\r\nb\rc\n");
  std::string found;
  for (uint32_t at = 0; at <= buffer.end().value; ++at)
    found += std::to_string(buffer.lineOf({at}).value);
  EXPECT_EQ(found, "00011223");
}

/// A line's terminator is not part of it, also in the middle of "\r\n".
TEST(TextBuffer, LineRangesEndBeforeTheirTerminator) {
  TextBuffer buffer("ab\r\n\r\n");
  EXPECT_EQ(buffer.lineRange({0}), (DocumentRange{{0}, {2}}));
  EXPECT_EQ(buffer.lineRange({1}), (DocumentRange{{4}, {4}}));
  EXPECT_EQ(buffer.lineRange({2}), (DocumentRange{{6}, {6}}));
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// é is 2 bytes and 1 unit; 😀 is 4 bytes, 2 UTF-16 units, 1 code point.
TEST(TextBuffer, CountsColumnsInEveryEncoding) {
  TextBuffer buffer("x\n\"éé😀\"");
  struct {
    uint32_t offset, utf8, utf16, utf32;
  } rows[] = {{2, 0, 0, 0}, {3, 1, 1, 1},  {5, 3, 2, 2},
              {7, 5, 3, 3}, {11, 9, 5, 4}, {12, 10, 6, 5}};
  for (auto &row : rows) {
    uint32_t expected[] = {row.utf8, row.utf16, row.utf32};
    for (int i = 0; i < 3; ++i) {
      Position position{1, expected[i]};
      EXPECT_EQ(describe(buffer.position({row.offset}, encodings[i])),
                describe(position));
      EXPECT_EQ(buffer.offset(position, encodings[i]).value, row.offset);
    }
  }
}

TEST(TextBuffer, RoundsColumnsInsideACharacterDown) {
  TextBuffer buffer("\"éé😀\"");
  // Bytes 5 to 8 are 😀.
  EXPECT_EQ(buffer.offset({0, 4}, PositionEncoding::Utf16).value, 5u);
  EXPECT_EQ(buffer.offset({0, 5}, PositionEncoding::Utf16).value, 9u);
  for (uint32_t column : {5u, 6u, 7u, 8u})
    EXPECT_EQ(buffer.offset({0, column}, PositionEncoding::Utf8).value, 5u);
  EXPECT_EQ(buffer.offset({0, 2}, PositionEncoding::Utf8).value, 1u);
}

TEST(TextBuffer, TakesPositionsOutOfRange) {
  TextBuffer buffer("ab\r\ncd");
  for (PositionEncoding encoding : encodings) {
    EXPECT_EQ(buffer.offset({0, 3}, encoding).value, 2u);
    EXPECT_EQ(buffer.offset({0, ~0u}, encoding).value, 2u);
    EXPECT_EQ(buffer.offset({1, 99}, encoding).value, 6u);
    EXPECT_EQ(buffer.offset({2, 0}, encoding).value, 6u);
    EXPECT_EQ(buffer.offset({~0u, ~0u}, encoding).value, 6u);
    EXPECT_EQ(describe(buffer.position({99}, encoding)), "1:2");
  }
  EXPECT_EQ(TextBuffer().offset({0, 5}, PositionEncoding::Utf16).value, 0u);
  EXPECT_EQ(describe(TextBuffer().position({5}, PositionEncoding::Utf16)),
            "0:0");
}

/// Bytes that are no UTF-8 are a character each.
TEST(TextBuffer, CountsBrokenBytes) {
  struct {
    const char *text;
    uint32_t utf16;
  } rows[] = {
      {"\x80", 1},             // A continuation alone.
      {"\xC3", 1},             // Cut off.
      {"\xC3(", 2},            // Broken off.
      {"\xE2\x82", 2},         // Cut off after two of three.
      {"\xF0\x9F\x98", 3},     // After three of four.
      {"\xFF\xFE", 2},         // Never used.
      {"\xC0\x80", 2},         // Too long a form.
      {"\xF5\x80\x80\x80", 4}, // Beyond Unicode.
      {"\xF0\x9F\x98\x80", 2}, // All right.
      {"\xE2\x82\xAC\xAC", 2}, // One too many.
  };
  for (auto &row : rows) {
    TextBuffer buffer{std::string(row.text)};
    EXPECT_EQ(buffer.position(buffer.end(), PositionEncoding::Utf16).character,
              row.utf16)
        << testing::PrintToString(std::string(row.text));
    EXPECT_EQ(buffer.offset({0, row.utf16}, PositionEncoding::Utf16),
              buffer.end());
  }
}

/// To a position and back, from every character's start.
TEST(TextBuffer, GoesThereAndBack) {
  constexpr std::string_view pieces[] = {"a",  "é",    "日",   "😀", "\n",
                                         "\r", "\r\n", "\xFF", " "};
  std::mt19937 random(5);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    std::vector<uint32_t> starts;
    for (size_t count = random() % 20; count > 0; --count) {
      starts.push_back(static_cast<uint32_t>(text.size()));
      text += pieces[random() % std::size(pieces)];
    }
    TextBuffer buffer(text);
    for (PositionEncoding encoding : encodings)
      for (uint32_t start : starts) {
        // Between "\r" and "\n" there is no position.
        if (start > 0 && text[start] == '\n' && text[start - 1] == '\r')
          continue;
        Position position = buffer.position({start}, encoding);
        ASSERT_EQ(buffer.offset(position, encoding).value, start)
            << testing::PrintToString(text);
      }
  }
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

TEST(TextBuffer, AppliesEdits) {
  struct {
    const char *text;
    TextEdit edit;
    const char *lines;
  } rows[] = {
      {"ab", {{{1}, {1}}, "x"}, "|axb"},
      {"ab", {{{0}, {2}}, ""}, "|"},
      {"ab", {{{2}, {2}}, "\n"}, "|ab|"},
      {"a\nb\nc", {{{1}, {4}}, ""}, "|ac"},
      // "\r\n" split, by what goes between and by what is removed.
      {"a\r\nb", {{{2}, {2}}, "x"}, "|a|x|b"},
      {"a\r\nb", {{{2}, {3}}, ""}, "|a|b"},
      {"a\r\nb", {{{1}, {2}}, ""}, "|a|b"},
      // And joined.
      {"a\rb", {{{2}, {2}}, "\n"}, "|a|b"},
      {"a\nb", {{{1}, {1}}, "\r"}, "|a|b"},
      {"a\rx\nb", {{{2}, {3}}, ""}, "|a|b"},
      {"\r", {{{1}, {1}}, "\n"}, "||"},
      {"a\n\nb", {{{2}, {2}}, "\r"}, "|a||b"},
  };
  for (auto &row : rows) {
    TextBuffer buffer{std::string(row.text)};
    buffer.apply(row.edit);
    EXPECT_EQ(lines(buffer), row.lines) << testing::PrintToString(row.text);
  }
}

/// After any edits a buffer is what its text says, as if built anew.
TEST(TextBuffer, AfterEditsIsAsBuiltAnew) {
  constexpr std::string_view pieces[] = {
      "", "a", "\n", "\r", "\r\n", "é", "😀", "\n\r", "xy", "\xFF", "\r\r\n"};
  std::mt19937 random(9);
  for (int round = 0; round < 300; ++round) {
    TextBuffer buffer("one\r\ntwo\nthree\r\r\n");
    for (int step = 0; step < 30; ++step) {
      uint32_t size = buffer.end().value;
      auto begin = static_cast<uint32_t>(random() % (size + 1));
      auto length = static_cast<uint32_t>(random() % 4);
      uint32_t end = std::min(begin + length, size);
      std::string expected(buffer.text());
      std::string inserted(pieces[random() % std::size(pieces)]);
      expected.replace(begin, end - begin, inserted);
      buffer.apply({{{begin}, {end}}, inserted});
      ASSERT_EQ(buffer.text(), expected);
      TextBuffer fresh(expected);
      ASSERT_EQ(lines(buffer), lines(fresh));
      for (uint32_t line = 0; line < fresh.lineCount(); ++line)
        ASSERT_EQ(buffer.lineRange({line}), fresh.lineRange({line}));
      for (PositionEncoding encoding : encodings)
        ASSERT_EQ(describe(buffer.position({begin}, encoding)),
                  describe(fresh.position({begin}, encoding)));
    }
  }
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

TEST(DocumentRange, IsHalfOpenButTouchesItsEnd) {
  DocumentRange range{{2}, {4}};
  EXPECT_FALSE(range.contains(DocumentOffset{1}));
  EXPECT_TRUE(range.contains(DocumentOffset{2}));
  EXPECT_FALSE(range.contains(DocumentOffset{4}));
  EXPECT_TRUE(range.touches({4}));
  EXPECT_FALSE(range.touches({5}));
  EXPECT_TRUE(range.contains(DocumentRange{{4}, {4}}));
  EXPECT_FALSE(range.contains(DocumentRange{{3}, {5}}));
  EXPECT_EQ(range.shifted(3), (DocumentRange{{5}, {7}}));
  EXPECT_EQ(range.size(), 2u);
  EXPECT_FALSE(range.empty());
}
