//===- SelectionRangesTest.cpp - What grows around the cursor -------------===//

#include "features/Cursor.h"

#include "server/features/SelectionRanges.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// The first `most` of them, one a line, with line ends as spaces.
std::string selections(std::string_view source, size_t most = 100) {
  CursorDocument at(source);
  std::string result;
  std::vector<DocumentRange> ranges = selectionRanges(*at.document, at.cursor);
  EXPECT_EQ(ranges.back(), (DocumentRange{{0}, at.document->buffer().end()}));
  for (size_t i = 0; i < ranges.size() && i < most; ++i)
    result += std::string(at.slice(ranges[i])) + "|\n";
  std::ranges::replace(result, '\t', ' ');
  return result;
}

} // namespace

TEST(SelectionRanges, GrowFromTheWordToTheText) {
  EXPECT_EQ(selections("module {\n  x.a(%a, f(%$0b, %c)) {k = 1} : i1\n}\n"),
            "%b|\n"
            "%b, %c|\n"
            "(%b, %c)|\n"
            "f(%b, %c)|\n"
            "%a, f(%b, %c)|\n"
            "(%a, f(%b, %c))|\n"
            "x.a(%a, f(%b, %c)) {k = 1} : i1|\n"
            "\n  x.a(%a, f(%b, %c)) {k = 1} : i1\n|\n"
            "{\n  x.a(%a, f(%b, %c)) {k = 1} : i1\n}|\n"
            "module {\n  x.a(%a, f(%b, %c)) {k = 1} : i1\n}|\n"
            "module {\n  x.a(%a, f(%b, %c)) {k = 1} : i1\n}\n|\n");
}

TEST(SelectionRanges, OfAComment) {
  EXPECT_EQ(selections("x.a\n  // on$0e\n  // two\nx.b // three\n", 2),
            "// one|\n// one\n  // two|\n");
  EXPECT_EQ(selections("x.a\nx.b // th$0ree\n", 1), "// three|\n");
}

TEST(SelectionRanges, OfASection) {
  EXPECT_EQ(selections("x.a\n// -----\nx.$0b\n"),
            "x.b|\n\nx.b\n|\nx.a\n// -----\nx.b\n|\n");
}

TEST(SelectionRanges, OfBrokenText) {
  EXPECT_EQ(selections("x.a(%a, [%$0b)\nx.c\n", 2), "%b|\n[%b|\n");
  EXPECT_EQ(selections("$0"), "|\n");
}
