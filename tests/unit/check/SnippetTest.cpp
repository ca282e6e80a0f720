//===- SnippetTest.cpp ----------------------------------------------------===//

#include "server/check/Snippet.h"
#include "CheckedFiles.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace shapels::test;

/// The snippet for the first `where` in `text`.
static std::string snippet(const std::string &text, std::string_view where,
                           unsigned width = 160) {
  Underline underline{rangeOf(text, where), '^'};
  return sourceSnippet(TextBuffer(text), {&underline, 1},
                       {.color = false, .width = width});
}

TEST(Snippet, MarksStandUnderTheRange) {
  EXPECT_EQ(snippet("first\n%0 = my.add %a, %b\n", "%b"),
            "    2 | %0 = my.add %a, %b\n"
            "      |                 ^^\n");
}

TEST(Snippet, TabsBecomeBlanksUpToTheNextStop) {
  EXPECT_EQ(snippet("\tab\tbad", "bad"), "    1 |     ab  bad\n"
                                         "      |         ^^^\n");
}

TEST(Snippet, WideCharactersTakeTwoColumns) {
  EXPECT_EQ(snippet("\"\u65e5\u672c\" bad", "bad"),
            "    1 | \"\u65e5\u672c\" bad\n"
            "      |        ^^^\n");
  EXPECT_EQ(snippet("a \u65e5\u672c b", "\u65e5\u672c"),
            "    1 | a \u65e5\u672c b\n"
            "      |   ^^^^\n");
}

TEST(Snippet, NarrowCharactersOfSeveralBytesTakeOneColumn) {
  EXPECT_EQ(snippet("\u00e4\u00e4 bad", "bad"), "    1 | \u00e4\u00e4 bad\n"
                                                "      |    ^^^\n");
}

TEST(Snippet, CombiningMarksTakeNoColumn) {
  EXPECT_EQ(snippet("e\u0301 bad", "bad"), "    1 | e\u0301 bad\n"
                                           "      |   ^^^\n");
}

TEST(Snippet, WhatDoesNotPrintIsSpelledOut) {
  EXPECT_EQ(snippet("\x1b[31m bad", "bad"), "    1 | <U+001B>[31m bad\n"
                                            "      |              ^^^\n");
  EXPECT_EQ(snippet("\xff\xe2\x82 bad", "bad"), "    1 | <FF><E2><82> bad\n"
                                                "      |              ^^^\n");
  EXPECT_EQ(snippet(std::string("\0 bad", 5), "bad"), "    1 | <U+0000> bad\n"
                                                      "      |          ^^^\n");
  // A right-to-left override must not reorder what the reader sees.
  EXPECT_EQ(snippet("\u202e bad", "bad"), "    1 | <U+202E> bad\n"
                                          "      |          ^^^\n");
}

TEST(Snippet, ALongLineIsCutAroundTheRange) {
  std::string text =
      std::string(5000, 'x') + " bad " + std::string(5000, 'y') + "\n";
  EXPECT_EQ(snippet(text, "bad", 30), "    1 | ...xxxxxxx bad yyyyyyyyyyyy...\n"
                                      "      |            ^^^\n");
}

TEST(Snippet, ALongLineIsCutOnOneSideOnlyAtItsEnds) {
  EXPECT_EQ(snippet("bad" + std::string(500, 'y'), "bad", 20),
            "    1 | badyyyyyyyyyyy...\n"
            "      | ^^^\n");
  EXPECT_EQ(snippet(std::string(500, 'x') + "bad", "bad", 20),
            "    1 | ...xxxxxxxxxxxbad\n"
            "      |               ^^^\n");
}

TEST(Snippet, ALineOfExactlyTheWidthIsWhole) {
  EXPECT_EQ(snippet("bad" + std::string(17, 'y'), "bad", 20),
            "    1 | badyyyyyyyyyyyyyyyyy\n"
            "      | ^^^\n");
}

TEST(Snippet, ACutDoesNotSplitCharacters) {
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += "\u65e5";
  std::string shown = snippet(text + "bad" + text, "bad", 31);
  EXPECT_EQ(shown.find('<'), std::string::npos) << shown;
  EXPECT_NE(shown.find("\u65e5bad\u65e5"), std::string::npos) << shown;
}

TEST(Snippet, ARangeLongerThanTheScreenIsMarkedAsFarAsItShows) {
  EXPECT_EQ(snippet(std::string(500, 'x'), std::string(400, 'x'), 20),
            "    1 | xxxxxxxxxxxxxx...\n"
            "      | ^^^^^^^^^^^^^^\n");
}

TEST(Snippet, AnEmptyRangeIsOneCaret) {
  TextBuffer text("ab cd\n");
  Underline middle{{{3}, {3}}, '^'}, lineEnd{{{5}, {5}}, '^'};
  EXPECT_EQ(sourceSnippet(text, {&middle, 1}, {}), "    1 | ab cd\n"
                                                   "      |    ^\n");
  EXPECT_EQ(sourceSnippet(text, {&lineEnd, 1}, {}), "    1 | ab cd\n"
                                                    "      |      ^\n");
}

TEST(Snippet, TheEndOfTheTextCanBeMarked) {
  Underline none{{{0}, {0}}, '^'}, end{{{3}, {3}}, '^'};
  EXPECT_EQ(sourceSnippet(TextBuffer(""), {&none, 1}, {}), "    1 | \n"
                                                           "      | ^\n");
  EXPECT_EQ(sourceSnippet(TextBuffer("ab\n"), {&end, 1}, {}), "    2 | \n"
                                                              "      | ^\n");
}

TEST(Snippet, OtherMarksOfTheSameLineShareItsRow) {
  std::string text = "my.add %lhs, %rhs";
  Underline underlines[] = {{rangeOf(text, "%lhs"), '^'},
                            {rangeOf(text, "%rhs"), '~'}};
  EXPECT_EQ(sourceSnippet(TextBuffer(text), underlines, {}),
            "    1 | my.add %lhs, %rhs\n"
            "      |        ^^^^  ~~~~\n");
}

TEST(Snippet, MarksOnOtherLinesAreShownInTheOrderOfTheText) {
  std::string text = "main\nnext\nskipped\nfar\n";
  Underline underlines[] = {{rangeOf(text, "next"), '^'},
                            {rangeOf(text, "far"), '~'},
                            {rangeOf(text, "main"), '~'}};
  EXPECT_EQ(sourceSnippet(TextBuffer(text), underlines, {}), "    1 | main\n"
                                                             "      | ~~~~\n"
                                                             "    2 | next\n"
                                                             "      | ^^^^\n"
                                                             "  ...\n"
                                                             "    4 | far\n"
                                                             "      | ~~~\n");
}

TEST(Snippet, ARangeOfTwoLinesMarksBothWithoutTheirIndent) {
  EXPECT_EQ(snippet("x = {  \n    y }\n", "{  \n    y }"), "    1 | x = {\n"
                                                           "      |     ^\n"
                                                           "    2 |     y }\n"
                                                           "      |     ^^^\n");
}

TEST(Snippet, ARangeOfManyLinesShowsTheFirstAndTheLast) {
  EXPECT_EQ(snippet("a {\nb\nc\nd\n}\n", "{\nb\nc\nd\n}"), "    1 | a {\n"
                                                           "      |   ^\n"
                                                           "  ...\n"
                                                           "    5 | }\n"
                                                           "      | ^\n");
}

TEST(Snippet, WindowsLineEndsDoNotShow) {
  EXPECT_EQ(snippet("ab\r\nbad\r\n", "bad"), "    2 | bad\n"
                                             "      | ^^^\n");
}

TEST(Snippet, ColorsOnlyIfAsked) {
  Underline underline{{{0}, {2}}, '^'};
  TextBuffer text("ab");
  EXPECT_EQ(sourceSnippet(text, {&underline, 1}, {}).find('\033'),
            std::string::npos);
  EXPECT_NE(sourceSnippet(text, {&underline, 1}, {.color = true})
                .find("\033[1;32m^^\033[0m"),
            std::string::npos);
}

TEST(Printable, KeepsLineBreaksAndSpellsOutTheRest) {
  EXPECT_EQ(printable("a\nb\x1b\xff"), "a\nb<U+001B><FF>");
}
