//===- UnifiedDiffTest.cpp - Held against patch(1) ------------------------===//

#include "server/check/UnifiedDiff.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

using namespace shapels;
namespace fs = std::filesystem;

namespace {

class UnifiedDiffTest : public testing::Test {
protected:
  UnifiedDiffTest() {
    std::string pattern =
        (fs::temp_directory_path() / "shapels.XXXXXX").string();
    folder = mkdtemp(pattern.data());
  }
  ~UnifiedDiffTest() override { fs::remove_all(folder); }

  void write(const char *name, std::string_view text) const {
    std::ofstream(folder / name, std::ios::binary) << text;
  }
  /// What patch makes of `before` by the diff.
  std::string patched(std::string_view before, std::string_view diff) const {
    write("file", before);
    write("diff", diff);
    std::string command =
        "cd " + folder.string() + " && patch -s -p1 --binary < diff";
    EXPECT_EQ(std::system(command.c_str()), 0) << diff;
    std::ifstream in(folder / "file", std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

private:
  fs::path folder;
};

/// Of a few kinds of lines, so that many are equal; maybe without a last break.
std::string randomText(std::mt19937 &random, size_t most) {
  std::string text;
  for (size_t lines = random() % most; lines > 0; --lines)
    text += std::string(1, static_cast<char>('a' + random() % 4)) + "\n";
  if (!text.empty() && random() % 4 == 0)
    text.pop_back();
  return text;
}

} // namespace

TEST_F(UnifiedDiffTest, OfEqualTextsIsNothing) {
  EXPECT_EQ(unifiedDiff("a", "", ""), "");
  EXPECT_EQ(unifiedDiff("a", "x\ny", "x\ny"), "");
}

TEST_F(UnifiedDiffTest, NamesTheFile) {
  EXPECT_EQ(unifiedDiff("x/y.mlir", "a\nb\n", "a\nc\n"),
            "--- a/x/y.mlir\n+++ b/x/y.mlir\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
  EXPECT_EQ(unifiedDiff("/y", "", "c"), "--- /y\n+++ /y\n@@ -0,0 +1 @@\n+c\n"
                                        "\\ No newline at end of file\n");
}

TEST_F(UnifiedDiffTest, LeadsPatchFromOneTextToTheOther) {
  std::mt19937 random(24);
  for (int i = 0; i < 200; ++i) {
    std::string before = randomText(random, 40), after;
    // Small changes, and texts that have little in common.
    if (random() % 2) {
      after = before;
      for (unsigned edits = random() % 4; edits > 0 && !after.empty(); --edits)
        after.replace(random() % after.size(), random() % 3,
                      randomText(random, 4));
    } else {
      after = randomText(random, 40);
    }
    std::string diff = unifiedDiff("file", before, after);
    ASSERT_EQ(diff.empty(), before == after);
    if (!diff.empty() && !before.empty() && !after.empty()) {
      ASSERT_EQ(patched(before, diff), after) << diff;
    }
  }
}

/// Texts with nothing in common are not searched for what they have.
TEST_F(UnifiedDiffTest, OfLongTextsEnds) {
  std::string before, after;
  for (int i = 0; i < 5000; ++i) {
    before += std::to_string(i) + "\n";
    after += std::to_string(-i - 1) + "\n";
  }
  EXPECT_EQ(patched(before, unifiedDiff("file", before, after)), after);
}
