//===- LinalgBroadcastTest.cpp - What is said of a list, and where --------===//

#include "analysis/Findings.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// A function of one op, on line 2.
std::string text(const char *input, const char *init, const char *list) {
  std::string a = input, b = init;
  return "func.func @f(%a: " + a + ", %b: " + b +
         ") {\n  linalg.broadcast ins(%a : " + a + ") outs(%b : " + b +
         ") dimensions = " + list + "\n  return\n}\n";
}

} // namespace

TEST(LinalgBroadcast, IsToldWhatIsWrong) {
  struct {
    const char *input, *init, *list, *place, *message;
  } rows[] = {
      {"tensor<f32>", "tensor<2x3xf32>", "[0]", "[0]",
       "%a has rank 0, %b has rank 2: 'dimensions' must list the 2 dimensions "
       "that are added, and lists 1"},
      {"tensor<2xf32>", "tensor<2x3xf32>", "[]", "[]",
       "%a has rank 1, %b has rank 2: 'dimensions' must list the 1 dimension "
       "that is added, and lists 0"},
      {"tensor<2x3xf32>", "tensor<2xf32>", "[]", "[]",
       "%a has rank 2, %b has rank 1: linalg.broadcast does not drop "
       "dimensions"},
      {"tensor<2xf32>", "tensor<3x3x2xf32>", "[0, 3]", "3",
       "'dimensions' lists 3, and %b has rank 3"},
      {"tensor<2xf32>", "tensor<3x3x2xf32>", "[-1, 0]", "-1",
       "'dimensions' lists -1, and %b has rank 3"},
      {"tensor<2xf32>", "tensor<3x3xf32>", "[0]", "%a",
       "dimension 0 of %a has size 2, and dimension 1 of %b, where it goes, "
       "has 3"},
      {"memref<?xf32>", "memref<16x64xf32>", "[1]", "%a",
       "dimension 0 of %a has size ?, and dimension 0 of %b, where it goes, "
       "has 16"},
      {"tensor<1x1xf32>", "tensor<2x3x4xf32>", "[0]", "%a",
       "dimensions 0, 1 of %a have size 1 and do not expand; without them, the "
       "dimensions that are added are [0, 1, 2]"},
      // A list that the RFC would have.
      {"tensor<16x1xf32>", "tensor<16x32x64xf32>", "[0, 1]", "%a",
       "dimension 1 of %a has size 1 and does not expand; without it, the "
       "dimensions that are added are [1, 2]"},
  };
  for (const auto &row : rows) {
    Document document(text(row.input, row.init, row.list));
    document.update();
    ASSERT_EQ(document.diagnostics().size(), 1u) << findingsOf(document);
    const Diagnostic &finding = document.diagnostics()[0];
    EXPECT_EQ(document.buffer().slice(finding.range), row.place);
    EXPECT_EQ(finding.message, row.message);
  }
}

/// MLIR 22 reads beyond the input's sizes, or crashes, where an entry is
/// listed twice; it is not asked.
TEST(LinalgBroadcast, IsNotVerifiedWhereThatCrashes) {
  for (const char *op :
       {"linalg.broadcast ins(%a : tensor<f32>) outs(%b : tensor<2x2xf32>) "
        "dimensions = [0, 0]",
        "linalg.broadcast ins(%a : tensor<f32>) outs(%b : tensor<2x2xf32>) "
        "dimensions = [1, 1]"}) {
    std::string text = "func.func @f(%a: tensor<f32>, %b: tensor<2x2xf32>) {\n"
                       "  %0 = " +
                       std::string(op) +
                       "\n  %1 = arith.negf %0 : tensor<2x2xf32>\n"
                       "  return %1 : tensor<2x2xf32>\n}\n";
    Document document(text);
    document.update();
    ASSERT_EQ(document.diagnostics().size(), 2u) << findingsOf(document);
    EXPECT_TRUE(document.diagnostics()[0].message.ends_with(" twice"));
    EXPECT_NE(document.diagnostics()[1].message.find("1 operands"),
              std::string::npos);
    // Nor after an edit, nor when it is right again.
    size_t list = text.find("[", text.find("dimensions"));
    DocumentOffset first{uint32_t(list) + 1}, second{uint32_t(list) + 4};
    document.edit({{second, second + 1}, "1"});
    document.edit({{first, first + 1}, "1"});
    document.update();
    EXPECT_EQ(document.diagnostics().size(), 2u) << findingsOf(document);
    document.edit({{first, first + 1}, "0"});
    document.update();
    EXPECT_EQ(document.diagnostics().size(), 1u) << findingsOf(document);
  }
}

TEST(LinalgBroadcast, StandsForWhatMlirSays) {
  for (const char *expected :
       {"input dim 0 should match init dim 1", "says where the dimensions"})
    EXPECT_EQ(mismatchesIn(
                  "func.func @f(%a: memref<16xf32>, %b: memref<16x64xf32>) {\n"
                  "  // expected-error @below {{" +
                  std::string(expected) +
                  "}}\n  linalg.broadcast ins(%a : memref<16xf32>) "
                  "outs(%b : memref<16x64xf32>) dimensions = [0]\n"
                  "  return\n}\n"),
              "");
}

/// What is wrong beyond the list, MLIR says.
TEST(LinalgBroadcast, HidesNothingElse) {
  std::string findings =
      findingsIn("func.func @f(%a: tensor<16xf32>, %b: tensor<16x64xf64>) {\n"
                 "  linalg.broadcast ins(%a : tensor<16xf32>) "
                 "outs(%b : tensor<16x64xf64>) dimensions = [1]\n"
                 "  return\n}\n");
  EXPECT_NE(findings.find("mlir-"), findings.npos) << findings;
  EXPECT_EQ(findings.find("linalg-broadcast"), findings.npos) << findings;
}
