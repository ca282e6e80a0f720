//===- CheckTest.cpp ------------------------------------------------------===//

#include "server/check/Check.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace shapels;

TEST(Check, AFileThatCannotBeReadIsAResultToo) {
  std::vector<InputFile> inputs(2);
  inputs[0].path = "/nonexistent/a.mlir";
  inputs[1].path = "/nonexistent/b.mlir";
  for (unsigned jobs : {1u, 2u, 8u}) {
    CheckOptions options;
    options.jobs = jobs;
    auto files = checkFiles(inputs, options, {}).files;
    ASSERT_EQ(files.size(), 2u);
    EXPECT_EQ(files[0].path, "/nonexistent/a.mlir");
    EXPECT_EQ(files[1].failure, "No such file or directory");
  }
}

TEST(Check, APathThatLedNowhereIsNotOpened) {
  InputFile input{"/dev/null", false, "no .mlir file in this folder"};
  auto files = checkFiles({&input, 1}, {}, {}).files;
  EXPECT_EQ(files[0].failure, "no .mlir file in this folder");
}

TEST(Check, AFileOverFourGibibytesIsRefusedUnread) {
  std::string path = testing::TempDir() + "shapels-large.mlir";
  std::ofstream{path};
  std::filesystem::resize_file(path, uint64_t(1) << 32); // Sparse.
  InputFile input{path, false, ""};
  auto files = checkFiles({&input, 1}, {}, {}).files;
  std::filesystem::remove(path);
  EXPECT_EQ(files[0].failure, "larger than 4 GiB");
}

TEST(Check, NoInputsNoResults) {
  EXPECT_TRUE(checkFiles({}, {}, {}).files.empty());
}
