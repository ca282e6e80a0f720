//===- GlobTest.cpp -------------------------------------------------------===//

#include "core/text/Glob.h"

#include <gtest/gtest.h>

using namespace shapels;

TEST(Glob, ANameStandsForItself) {
  EXPECT_FALSE(isGlob("my.add"));
  EXPECT_TRUE(matchesGlob("my.add", "my.add"));
  EXPECT_FALSE(matchesGlob("my.add", "my.addx"));
  EXPECT_FALSE(matchesGlob("my.add", "my-add"));
}

TEST(Glob, AStarStaysInItsFolder) {
  EXPECT_TRUE(isGlob("my.*"));
  EXPECT_TRUE(matchesGlob("my.*", "my.add"));
  EXPECT_TRUE(matchesGlob("my.*", "my."));
  EXPECT_TRUE(matchesGlob("*.a*d", "my.added"));
  EXPECT_FALSE(matchesGlob("my.*", "your.add"));
  EXPECT_TRUE(matchesGlob("a/*.mlir", "a/b.mlir"));
  EXPECT_FALSE(matchesGlob("a/*.mlir", "a/b/c.mlir"));
}

TEST(Glob, TwoStarsCrossFolders) {
  EXPECT_TRUE(matchesGlob("a/**", "a/b/c"));
  EXPECT_TRUE(matchesGlob("a/**/c.mlir", "a/c.mlir"));
  EXPECT_TRUE(matchesGlob("a/**/c.mlir", "a/b/d/c.mlir"));
  EXPECT_FALSE(matchesGlob("a/**/c.mlir", "a/bc.mlir"));
  EXPECT_TRUE(matchesGlob("**/c", "c"));
}

TEST(Glob, AQuestionMarkIsOneCharacter) {
  EXPECT_TRUE(matchesGlob("a?c", "abc"));
  EXPECT_FALSE(matchesGlob("a?c", "ac"));
  EXPECT_FALSE(matchesGlob("a?c", "a/c"));
}

TEST(Glob, ManyStarsTakeNoTime) {
  EXPECT_FALSE(
      matchesGlob("a*a*a*a*a*a*a*a*a*a*a*a*b", std::string(2000, 'a')));
}

/// Short names have a matcher of their own.
TEST(Glob, LongNamesMatchAsShortOnesDo) {
  const std::string long_(70, 'x');
  for (std::string pattern :
       {"*", "**", "?", "a*", "*a", "**/a", "a/**/b", "a/**", "*/b", "a?b",
        "**/*b", "*a*b*", "**/", "a**b", "a/*/b", "/", "??", "*?"})
    for (std::string name :
         {"", "a", "b", "/", "ab", "a/b", "a/", "/b", "a/b/b", "axb", "a//b",
          "bab", "b/a", "a/b/a/b", "ba/ab"})
      EXPECT_EQ(matchesGlob("x*" + pattern, "x" + name),
                matchesGlob(long_ + "*" + pattern, long_ + name))
          << pattern << " " << name;
}
