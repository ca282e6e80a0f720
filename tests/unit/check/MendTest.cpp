//===- MendTest.cpp - Quick fixes without asking --------------------------===//

#include "server/check/Mend.h"

#include "core/analysis/Document.h"

#include <gtest/gtest.h>

#include <random>

using namespace shapels;

namespace {

MendedText mended(std::string text) {
  return mend(std::move(text), {}, CrashGuard::none());
}

/// Errors and warnings.
size_t countIn(const std::string &text) {
  Document document(text);
  document.update();
  document.conclude();
  size_t count = 0;
  for (const Diagnostic &finding : document.diagnostics())
    count += finding.severity <= Severity::Warning;
  return count;
}

} // namespace

TEST(Mend, AppliesWhatHasOneAnswer) {
  MendedText result = mended(
      "func.func @f(%a: tensor<3xi32, %b: tensor<4xi32>) {\n  return\n}\n"
      "// -----\nfunc.func @g(%a: memref<16xf32>, %b: "
      "memref<16x3x4xf32>) {\n  linalg.broadcast ins(%a : "
      "memref<16xf32>) outs(%b : memref<16x3x4xf32>) dimensions = [2, "
      "1]\n  return\n}\n");
  EXPECT_EQ(result.fixes, 2u);
  EXPECT_EQ(result.text,
            "func.func @f(%a: tensor<3xi32>, %b: tensor<4xi32>) {\n  return\n"
            "}\n// -----\nfunc.func @g(%a: memref<16xf32>, %b: "
            "memref<16x3x4xf32>) {\n  linalg.broadcast ins(%a : "
            "memref<16xf32>) outs(%b : memref<16x3x4xf32>) dimensions = [1, "
            "2]\n  return\n}\n");
}

TEST(Mend, LeavesGuessesAndWhatIsRight) {
  for (const char *text :
       {"func.func @f(%argument: i32) {\n  \"test.use\"(%argumnt) : (i32) -> "
        "()\n  return\n}\n",
        "func.func private @f()\n", "", "nonsense {{{\n"}) {
    MendedText result = mended(text);
    EXPECT_EQ(result.text, text);
    EXPECT_EQ(result.fixes, 0u);
  }
}

/// Whatever is taken out of a text: what is mended is better, and mending it
/// again changes nothing.
TEST(Mend, MakesNoTextWorse) {
  std::string text =
      "func.func @f(%a: tensor<3x4xi32>, %c: i1) -> tensor<3x4xi32> {\n"
      "  %0 = tosa.add %a, %a : (tensor<3x4xi32>, tensor<3x4xi32>) -> "
      "tensor<3x4xi32>\n"
      "  scf.if %c {\n    %1 = tensor.dim %0, %0 : tensor<3x4xi32>\n  }\n"
      "  return %0 : tensor<3x4xi32>\n}\n";
  std::mt19937 random(7);
  size_t mendedCount = 0;
  for (int i = 0; i < 150; ++i) {
    std::string broken = text;
    for (unsigned edits = 1 + random() % 2; edits > 0; --edits) {
      size_t at = broken.find_first_of("<>{}(),:", random() % broken.size());
      if (at != broken.npos)
        broken.erase(at, 1);
    }
    MendedText result = mended(broken);
    if (result.fixes == 0) {
      EXPECT_EQ(result.text, broken);
      continue;
    }
    ++mendedCount;
    EXPECT_LT(countIn(result.text), countIn(broken)) << broken << result.text;
    EXPECT_EQ(mended(result.text).text, result.text);
  }
  EXPECT_GT(mendedCount, 20u);
}
