//===- Utf8Test.cpp -------------------------------------------------------===//

#include "core/text/Utf8.h"

#include <gtest/gtest.h>

#include <string>

using namespace shapels;

/// However much ASCII stands around other characters.
TEST(Utf8, CountsAsciiAsWhatItIs) {
  for (uint32_t before = 0; before < 20; ++before)
    for (uint32_t behind = 0; behind < 20; ++behind) {
      std::string text =
          std::string(before, 'a') + "é😀" + std::string(behind, 'b');
      EXPECT_EQ(countUnits(text, PositionEncoding::Utf8), before + 6 + behind);
      EXPECT_EQ(countUnits(text, PositionEncoding::Utf16), before + 3 + behind);
      EXPECT_EQ(countUnits(text, PositionEncoding::Utf32), before + 2 + behind);
    }
}

TEST(Utf8, TakesUnitsAsFarAsTheyGo) {
  std::string text = std::string(17, 'a') + "é😀" + std::string(9, 'b');
  struct {
    uint32_t units, bytes, left;
  } rows[] = {{0, 0, 0},   {7, 7, 0},   {8, 8, 0},   {17, 17, 0}, {18, 19, 0},
              {19, 19, 1}, {20, 23, 0}, {28, 31, 0}, {29, 32, 0}, {31, 32, 2}};
  for (auto &row : rows) {
    uint32_t units = row.units;
    EXPECT_EQ(takeUnits(text, units, PositionEncoding::Utf16), row.bytes);
    EXPECT_EQ(units, row.left);
  }
}

TEST(Utf8, TellsWhereCharactersStart) {
  struct {
    const char *text, *starts;
  } rows[] = {
      {"aéa", "11011"},      {"a日", "11001"},
      {"😀a", "100011"},      {"\x80\x80\x80\x80\x80", "111111"},
      {"\xE2\x82(", "1111"}, {"\xE2\x82\xAC\xAC", "10011"},
      {"\xC0\x80", "111"},   {"\xF0\x9F\x98", "1111"},
  };
  for (auto &row : rows) {
    std::string starts;
    for (size_t at = 0; at <= std::string_view(row.text).size(); ++at)
      starts += isCharacterStart(row.text, at) ? '1' : '0';
    EXPECT_EQ(starts, row.starts) << testing::PrintToString(row.text);
  }
}
