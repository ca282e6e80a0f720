//===- GlobTest.cpp -------------------------------------------------------===//

#include "core/text/Glob.h"

#include <gtest/gtest.h>

#include <random>

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

/// As the documentation of matchesGlob() has it, word by word.
static bool matchesSlowly(std::string_view pattern, std::string_view name) {
  if (pattern.empty())
    return name.empty();
  auto endsSomewhere = [&](std::string_view rest, bool crossesFolders) {
    for (size_t end = 0; end <= name.size(); ++end) {
      if (matchesSlowly(rest, name.substr(end)))
        return true;
      if (end < name.size() && name[end] == '/' && !crossesFolders)
        return false;
    }
    return false;
  };
  if (pattern.starts_with("**/") && matchesSlowly(pattern.substr(3), name))
    return true;
  if (pattern.starts_with("**"))
    return endsSomewhere(pattern.substr(2), true);
  if (pattern.starts_with("*"))
    return endsSomewhere(pattern.substr(1), false);
  bool fits = !name.empty() &&
              (pattern.front() == '?' ? name.front() != '/'
                                      : name.front() == pattern.front());
  return fits && matchesSlowly(pattern.substr(1), name.substr(1));
}

TEST(Glob, RandomPatternsMatchByTheirDefinition) {
  std::mt19937 random(20);
  auto word = [&](std::string_view letters, size_t most) {
    std::string text;
    for (size_t left = random() % most; left > 0; --left)
      text += letters[random() % letters.size()];
    return text;
  };
  size_t matching = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string pattern = word("ab./*?*", 8), name = word("ab./", 8);
    matching += matchesSlowly(pattern, name);
    ASSERT_EQ(matchesGlob(pattern, name), matchesSlowly(pattern, name))
        << pattern << " " << name;
  }
  EXPECT_GT(matching, 500u);
}
