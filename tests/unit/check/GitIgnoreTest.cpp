//===- GitIgnoreTest.cpp --------------------------------------------------===//

#include "server/check/GitIgnore.h"

#include <gtest/gtest.h>

using namespace shapels;

/// What one pattern says of a file.
static std::optional<bool> said(std::string_view pattern,
                                std::string_view name) {
  return GitIgnore(pattern).ignores(name, /*isFolder=*/false);
}

TEST(GitIgnore, WithoutASlashTheLastPartOfANameCounts) {
  EXPECT_EQ(said("a.mlir", "x/y/a.mlir"), true);
  EXPECT_EQ(said("*.mlir", "x/a.mlir"), true);
  EXPECT_EQ(said("a", "x/a.mlir"), std::nullopt);
}

TEST(GitIgnore, WithASlashTheWholeNameCounts) {
  EXPECT_EQ(said("/a.mlir", "a.mlir"), true);
  EXPECT_EQ(said("/a.mlir", "x/a.mlir"), std::nullopt);
  EXPECT_EQ(said("x/*.mlir", "x/a.mlir"), true);
  EXPECT_EQ(said("x/*.mlir", "x/y/a.mlir"), std::nullopt);
  EXPECT_EQ(said("x/*.mlir", "z/x/a.mlir"), std::nullopt);
}

TEST(GitIgnore, TwoStarsAreAnyFolders) {
  EXPECT_EQ(said("**/a.mlir", "a.mlir"), true);
  EXPECT_EQ(said("**/a.mlir", "x/y/a.mlir"), true);
  EXPECT_EQ(said("x/**/a.mlir", "x/a.mlir"), true);
  EXPECT_EQ(said("x/**/a.mlir", "x/y/z/a.mlir"), true);
  EXPECT_EQ(said("x/**/a.mlir", "x/ya.mlir"), std::nullopt);
  EXPECT_EQ(said("x/**", "x/y/a.mlir"), true);
}

TEST(GitIgnore, ClassesAndEscapes) {
  EXPECT_EQ(said("[ab].mlir", "b.mlir"), true);
  EXPECT_EQ(said("[!ab].mlir", "b.mlir"), std::nullopt);
  EXPECT_EQ(said("[!ab].mlir", "c.mlir"), true);
  EXPECT_EQ(said("[x-z]?.mlir", "y1.mlir"), true);
  EXPECT_EQ(said("[]].mlir", "].mlir"), true);
  EXPECT_EQ(said("[a.mlir", "[a.mlir"), true);
  EXPECT_EQ(said("\\*.mlir", "*.mlir"), true);
  EXPECT_EQ(said("\\*.mlir", "a.mlir"), std::nullopt);
  EXPECT_EQ(said("\\#a", "#a"), true);
}

TEST(GitIgnore, TheLastRuleThatMatchesCounts) {
  GitIgnore rules("*.mlir\n!keep.mlir\r\n# a comment\n\nkeep.mlir/\n");
  EXPECT_EQ(rules.ignores("a.mlir", false), true);
  EXPECT_EQ(rules.ignores("keep.mlir", false), false);
  EXPECT_EQ(rules.ignores("keep.mlir", true), true);
  EXPECT_EQ(rules.ignores("a.txt", false), std::nullopt);
}

TEST(GitIgnore, NoPatternTakesLong) {
  std::string pattern, name(10000, 'a');
  for (int i = 0; i < 500; ++i)
    pattern += "*a";
  EXPECT_EQ(said(pattern + "b", name), std::nullopt);
}
