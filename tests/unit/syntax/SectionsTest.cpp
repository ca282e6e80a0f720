//===- SectionsTest.cpp - `// -----` --------------------------------------===//

#include "shapels/syntax/Sections.h"

#include <gtest/gtest.h>

#include <string>

using namespace shapels;

namespace {

/// The sections' texts between bars.
std::string sections(std::string_view text) {
  std::string result;
  for (ByteRange range : sectionsOf(text))
    result += "|" + std::string(text.substr(range.begin.value, range.size()));
  return result;
}

} // namespace

TEST(Sections, SplitAtTheRule) {
  EXPECT_EQ(sections(""), "|");
  EXPECT_EQ(sections("a\n"), "|a\n");
  EXPECT_EQ(sections("a\n// -----\nb\n"), "|a\n// -----|\nb\n");
  EXPECT_EQ(sections("// -----"), "|// -----|");
  EXPECT_EQ(sections("// -----\n// -----\n"), "|// -----|\n// -----|\n");
  EXPECT_EQ(sections("a\r\n// -----\r\nb"), "|a\r\n// -----|\r\nb");
  EXPECT_EQ(sections("a\r// -----\rb"), "|a\r// -----|\rb");
}

TEST(Sections, AllowSpaceAroundTheRule) {
  EXPECT_EQ(sections("a\n  // ----- \t\nb"), "|a\n  // ----- \t|\nb");
  EXPECT_EQ(sections("a // -----\nb"), "|a // -----|\nb");
}

TEST(Sections, DoNotSplitElsewhere) {
  for (const char *text :
       {"// ------\n", "// ---------\n", "// ----- x\n", "// ----\n",
        "//-----\n", "/ -----\n", "a \"// -----\"\n", "a \"// -----\n"})
    EXPECT_EQ(sections(text), "|" + std::string(text)) << text;
}

TEST(Sections, SplitInsideAComment) {
  EXPECT_EQ(sections("// a // -----\nb"), "|// a // -----|\nb");
  EXPECT_EQ(sections("\"x\" // \" // -----\nb"), "|\"x\" // \" // -----|\nb");
}

TEST(Sections, CoverTheText) {
  std::string text = "a\n// -----\n\n// -----\r\nb \"// -----\n// ----- //\n";
  uint32_t at = 0;
  for (ByteRange range : sectionsOf(text)) {
    EXPECT_EQ(range.begin.value, at);
    at = range.end.value;
  }
  EXPECT_EQ(at, text.size());
}
