//===- PathsTest.cpp ------------------------------------------------------===//

#include "server/check/Paths.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace shapels;
namespace fs = std::filesystem;

namespace {

using Inputs = std::vector<InputFile>;

/// Runs in a fresh folder, which it leaves and removes afterwards.
class PathsTest : public testing::Test {
protected:
  PathsTest() : before(fs::current_path()) {
    std::string pattern =
        (fs::temp_directory_path() / "shapels.XXXXXX").string();
    folder = mkdtemp(pattern.data());
    fs::current_path(folder);
  }
  ~PathsTest() override {
    fs::current_path(before);
    fs::remove_all(folder);
  }

  static void touch(const fs::path &file) {
    if (file.has_parent_path())
      fs::create_directories(file.parent_path());
    std::ofstream{file};
  }
  static Inputs collect(std::vector<std::string> paths) {
    return collectInputs({.paths = paths});
  }
  using Names = std::vector<std::string>;
  static Names names(const Inputs &inputs) {
    Names result;
    for (const InputFile &file : inputs)
      result.push_back(file.path);
    return result;
  }

private:
  fs::path before, folder;
};

} // namespace

TEST_F(PathsTest, AFolderMeansTheMlirFilesBelowItSorted) {
  for (const char *file : {"b.mlir", "a/z.mlir", "a/b/c.mlir", "a/readme.md"})
    touch(file);
  EXPECT_EQ(names(collect({"."})), Names({"a/b/c.mlir", "a/z.mlir", "b.mlir"}));
  EXPECT_EQ(names(collect({"a/"})), Names({"a/b/c.mlir", "a/z.mlir"}));
}

TEST_F(PathsTest, HiddenFilesAndFoldersAreSkippedUnlessNamed) {
  for (const char *file : {"a.mlir", ".git/x.mlir", ".hidden.mlir"})
    touch(file);
  EXPECT_EQ(names(collect({"."})), Names({"a.mlir"}));
  EXPECT_EQ(names(collect({".git", ".hidden.mlir"})),
            Names({".git/x.mlir", ".hidden.mlir"}));
}

TEST_F(PathsTest, ANamedFileNeedsNoEnding) {
  touch("dump.txt");
  EXPECT_EQ(names(collect({"dump.txt"})), Names({"dump.txt"}));
}

TEST_F(PathsTest, NoFileIsCheckedTwice) {
  touch("a/b.mlir");
  fs::create_symlink("b.mlir", "a/link.mlir");
  Inputs inputs = collect({"a", "./a/b.mlir", "a//b.mlir", "a/../a/b.mlir",
                           fs::absolute("a/b.mlir").string(), "-", "-"});
  EXPECT_EQ(inputs.size(), 2u);
}

TEST_F(PathsTest, FoldersBehindLinksAreNotEntered) {
  touch("a/b.mlir");
  fs::create_directory_symlink("..", "a/loop");
  EXPECT_EQ(names(collect({"a"})), Names({"a/b.mlir"}));
}

TEST_F(PathsTest, AFolderCalledLikeAFileIsAFolder) {
  touch("x.mlir/a.mlir");
  EXPECT_EQ(names(collect({"."})), Names({"x.mlir/a.mlir"}));
}

TEST_F(PathsTest, StandardInputGoesByItsName) {
  touch("a.mlir");
  touch("c.mlir");
  std::vector<std::string> paths = {"c.mlir", "-", "a.mlir"};
  Inputs inputs = collectInputs({.paths = paths, .stdinFilename = "b.mlir"});
  EXPECT_EQ(names(inputs), Names({"a.mlir", "b.mlir", "c.mlir"}));
  EXPECT_TRUE(inputs[1].isStdin);
}

TEST_F(PathsTest, WhatLeadsNowhereIsReportedAndTheRestCollected) {
  touch("a.mlir");
  fs::create_directory("empty");
  Inputs inputs = collect({"missing.mlir", "empty", "a.mlir"});
  ASSERT_EQ(names(inputs), Names({"a.mlir", "empty", "missing.mlir"}));
  EXPECT_EQ(inputs[0].failure, "");
  EXPECT_EQ(inputs[1].failure, "no .mlir file in this folder");
  EXPECT_EQ(inputs[2].failure, "No such file or directory");
}

TEST_F(PathsTest, OnlyInARepositoryGitLeavesOut) {
  for (const char *file : {"a.mlir", "out/b.mlir"})
    touch(file);
  std::ofstream(".gitignore") << "out/\n";
  EXPECT_EQ(names(collect({"."})), Names({"a.mlir", "out/b.mlir"}));
  fs::create_directory(".git");
  EXPECT_EQ(names(collect({"."})), Names({"a.mlir"}));
}

TEST_F(PathsTest, AFolderOfWhichAllIsLeftOutIsNoMistake) {
  touch("out/b.mlir");
  Inputs inputs = collectInputs({.paths = {"."}, .exclude = {"out"}});
  EXPECT_TRUE(inputs.empty());
}

TEST_F(PathsTest, FoldersHaveWhatIsIncluded) {
  for (const char *file : {"a.mlir", "a.ttir", "sub/b.ttir", "sub/c.txt",
                           "sub/in/d.txt", "other/c.txt", "other/e.ttir"})
    touch(file);
  std::ofstream("sub/.shapels.json") << R"({"include":["in/*.txt"]})";
  EXPECT_EQ(names(collectInputs({.paths = {"."}, .include = {"*.ttir"}})),
            Names({"a.mlir", "a.ttir", "other/e.ttir", "sub/b.ttir",
                   "sub/in/d.txt"}));
  EXPECT_EQ(names(collect({"sub/in"})), Names({"sub/in/d.txt"}));
  EXPECT_EQ(names(collectInputs({.paths = {"."}, .include = {"other/*.t*"}})),
            Names({"a.mlir", "other/c.txt", "other/e.ttir", "sub/in/d.txt"}));
  ConfigOptions none;
  none.findsFiles = false;
  EXPECT_EQ(names(collectInputs({.paths = {"."}}, none)), Names({"a.mlir"}));
}
