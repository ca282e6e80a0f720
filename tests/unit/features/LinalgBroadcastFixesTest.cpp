//===- LinalgBroadcastFixesTest.cpp ---------------------------------------===//

#include "features/Cursor.h"

#include "server/features/CodeActions.h"

#include <gmock/gmock.h>

using namespace shapels;
using namespace shapels::test;

namespace {

/// A function of one op, which is at the end of its line.
std::string function(std::string_view types, std::string_view op) {
  return "func.func @f(" + std::string(types) + ") {\n  " + std::string(op) +
         "\n  return\n}\n";
}

struct Fixed {
  std::string title, text;
  bool isPreferred = false;
};

/// What each quick fix makes of a document with one finding; none of them
/// leaves a finding.
std::vector<Fixed> fixesOf(const std::string &source) {
  Document document(source);
  document.update();
  EXPECT_EQ(document.diagnostics().size(), 1u) << source;
  std::vector<Fixed> result;
  for (CodeAction &action : codeActions(document, document.diagnostics())) {
    if (action.title.starts_with("Insert //"))
      continue;
    Document fixed(source);
    for (size_t i = action.edits.size(); i-- > 0;)
      fixed.edit(action.edits[i]);
    fixed.update();
    std::string text(fixed.buffer().text());
    for (const Diagnostic &finding : fixed.diagnostics())
      ADD_FAILURE() << text << finding.message;
    result.push_back({action.title, text, action.isPreferred});
  }
  return result;
}

void expectFix(const char *types, const char *broken, const char *title,
               const char *fixed) {
  std::vector<Fixed> fixes = fixesOf(function(types, broken));
  ASSERT_EQ(fixes.size(), 1u) << broken;
  EXPECT_EQ(fixes[0].title, title);
  EXPECT_EQ(fixes[0].text, function(types, fixed));
  EXPECT_TRUE(fixes[0].isPreferred);
}

} // namespace

TEST(LinalgBroadcastFixes, ChangeTheListOnly) {
  expectFix("%a: tensor<16xf32>, %b: tensor<16x64xf32>",
            "linalg.broadcast ins(%a:tensor<16xf32>) outs(%b:tensor<16x64xf32>)"
            " dimensions = [0] // c",
            "Write dimensions = [1]",
            "linalg.broadcast ins(%a:tensor<16xf32>) outs(%b:tensor<16x64xf32>)"
            " dimensions = [1] // c");
  expectFix("%a: memref<?xf32>, %b: memref<?x3x4xf32>",
            "linalg.broadcast ins(%a : memref<?xf32>)\n"
            "    outs(%b : memref<?x3x4xf32>) dimensions = [ 2,\n 1 ]",
            "Write dimensions = [1, 2]",
            "linalg.broadcast ins(%a : memref<?xf32>)\n"
            "    outs(%b : memref<?x3x4xf32>) dimensions = [1, 2]");
  expectFix("%a: tensor<16xf32>, %b: tensor<16x3x4xf32>",
            "linalg.broadcast ins(%a : tensor<16xf32>) "
            "outs(%b : tensor<16x3x4xf32>) dimensions = [1, 2, 2]",
            "Write dimensions = [1, 2]",
            "linalg.broadcast ins(%a : tensor<16xf32>) "
            "outs(%b : tensor<16x3x4xf32>) dimensions = [1, 2]");
}

TEST(LinalgBroadcastFixes, CollapseWhatDoesNotExpand) {
  expectFix("%a: tensor<16x1xf32>, %b: tensor<16x32x64xf32>",
            "%collapsed = linalg.broadcast ins(%a : tensor<16x1xf32>) "
            "outs(%b : tensor<16x32x64xf32>) dimensions = [2]",
            "Collapse %a, and write dimensions = [1, 2]",
            "%collapsed_0 = tensor.collapse_shape %a [[0, 1]] : "
            "tensor<16x1xf32> into tensor<16xf32>\n"
            "  %collapsed = linalg.broadcast ins(%collapsed_0 : "
            "tensor<16xf32>) outs(%b : tensor<16x32x64xf32>) "
            "dimensions = [1, 2]");
  expectFix("%a: memref<1x1xf32, 3>, %b: memref<2x3xf32>",
            "linalg.broadcast ins(%a : memref<1x1xf32, 3>) "
            "outs(%b : memref<2x3xf32>) dimensions = []",
            "Collapse %a, and write dimensions = [0, 1]",
            "%collapsed = memref.collapse_shape %a [] : memref<1x1xf32, 3> "
            "into memref<f32, 3>\n"
            "  linalg.broadcast ins(%collapsed : memref<f32, 3>) "
            "outs(%b : memref<2x3xf32>) dimensions = [0, 1]");
}

TEST(LinalgBroadcastFixes, TransposeWhereTheRfcWould) {
  expectFix("%a: tensor<?x4xf32>, %b: tensor<4x?x5xf32>",
            "linalg.broadcast ins(%a : tensor<?x4xf32>) "
            "outs(%b : tensor<4x?x5xf32>) dimensions = [1, 0]",
            "Transpose %a, and write dimensions = [2]",
            "%c0 = arith.constant 0 : index\n"
            "  %dim = tensor.dim %a, %c0 : tensor<?x4xf32>\n"
            "  %empty = tensor.empty(%dim) : tensor<4x?xf32>\n"
            "  %transposed = linalg.transpose ins(%a : tensor<?x4xf32>) "
            "outs(%empty : tensor<4x?xf32>) permutation = [1, 0]\n"
            "  linalg.broadcast ins(%transposed : tensor<4x?xf32>) "
            "outs(%b : tensor<4x?x5xf32>) dimensions = [2]");
  expectFix("%a: memref<3x4xf32>, %b: memref<4x3x5xf32>",
            "linalg.broadcast ins(%a : memref<3x4xf32>) "
            "outs(%b : memref<4x3x5xf32>) dimensions = [1, 0]",
            "Transpose %a, and write dimensions = [2]",
            "%transposed = memref.transpose %a (d0, d1) -> (d1, d0) : "
            "memref<3x4xf32> to memref<4x3xf32, strided<[1, 4]>>\n"
            "  linalg.broadcast ins(%transposed : "
            "memref<4x3xf32, strided<[1, 4]>>) outs(%b : memref<4x3x5xf32>) "
            "dimensions = [2]");
  expectFix("%a: tensor<3x1x4xf32>, %b: tensor<4x2x3xf32>",
            "linalg.broadcast ins(%a : tensor<3x1x4xf32>) "
            "outs(%b : tensor<4x2x3xf32>) dimensions = [2, 1, 0]",
            "Collapse and transpose %a, and write dimensions = [1]",
            "%collapsed = tensor.collapse_shape %a [[0, 1], [2]] : "
            "tensor<3x1x4xf32> into tensor<3x4xf32>\n"
            "  %empty = tensor.empty() : tensor<4x3xf32>\n"
            "  %transposed = linalg.transpose ins(%collapsed : "
            "tensor<3x4xf32>) outs(%empty : tensor<4x3xf32>) "
            "permutation = [1, 0]\n"
            "  linalg.broadcast ins(%transposed : tensor<4x3xf32>) "
            "outs(%b : tensor<4x2x3xf32>) dimensions = [1]");
}

TEST(LinalgBroadcastFixes, WriteTheGenericFormToo) {
  std::string begin = "\"linalg.broadcast\"(%";
  std::string middle = ", %b) <{dimensions = array<i64";
  std::string end = ">}> ({\n  ^bb0(%x: f32, %y: f32):\n"
                    "    linalg.yield %x : f32\n  }) : (memref<";
  std::string last = ">, memref<16x3x4xf32>) -> ()";
  expectFix("%a: memref<16xf32>, %b: memref<16x3x4xf32>",
            (begin + "a" + middle + ": 2, 1" + end + "16xf32" + last).c_str(),
            "Write dimensions = [1, 2]",
            (begin + "a" + middle + ": 1, 2" + end + "16xf32" + last).c_str());
  expectFix("%a: memref<16x1x4xf32>, %b: memref<16x3x4xf32>",
            (begin + "a" + middle + end + "16x1x4xf32" + last).c_str(),
            "Collapse %a, and write dimensions = [1]",
            ("%collapsed = memref.collapse_shape %a [[0, 1], [2]] : "
             "memref<16x1x4xf32> into memref<16x4xf32>\n  " +
             begin + "collapsed" + middle + ": 1" + end + "16x4xf32" + last)
                .c_str());
}

/// None of them is the only right one.
TEST(LinalgBroadcastFixes, OfferEachReading) {
  std::vector<Fixed> fixes =
      fixesOf(function("%a: tensor<2x2xf32>, %b: tensor<2x2x2x2xf32>",
                       "linalg.broadcast ins(%a : tensor<2x2xf32>) "
                       "outs(%b : tensor<2x2x2x2xf32>) dimensions = [3, 1]"));
  ASSERT_EQ(fixes.size(), 2u);
  EXPECT_EQ(fixes[0].title, "Write dimensions = [1, 3]");
  EXPECT_EQ(fixes[1].title, "Transpose %a, and write dimensions = [0, 2]");
  EXPECT_FALSE(fixes[0].isPreferred || fixes[1].isPreferred);
}

TEST(LinalgBroadcastFixes, KeepTheDocumentsLines) {
  std::vector<Fixed> fixes =
      fixesOf("func.func @f(%a: tensor<1xf32>, %b: tensor<2xf32>) {\r\n"
              "\tlinalg.broadcast ins(%a : tensor<1xf32>) "
              "outs(%b : tensor<2xf32>) dimensions = []\r\n\treturn\r\n}\r\n");
  ASSERT_EQ(fixes.size(), 1u);
  EXPECT_THAT(fixes[0].text,
              testing::HasSubstr("tensor<f32>\r\n\tlinalg.broadcast "
                                 "ins(%collapsed"));
}

/// As it is written in the RFC.
TEST(LinalgBroadcastFixes, TakeTwoStepsFromTheRfcToMlir) {
  CursorDocument at(
      "func.func @f(%input: tensor<16xf32>, %init: tensor<16x64xf32>) {\n"
      "  %bcast = linalg.broadcast\n      ins(%input:tensor<16xf32>)\n"
      "      inits(%init:tensor<16x64xf32>)\n      dimensions = [0]\n"
      "  return\n}\n");
  Document &document = *at.document;
  for (const char *title : {"Write outs", "Write dimensions = [1]"}) {
    ASSERT_EQ(document.diagnostics().size(), 1u);
    CodeAction action = codeActions(document, document.diagnostics())[0];
    EXPECT_EQ(action.title, title);
    EXPECT_TRUE(action.isPreferred);
    document.edit(action.edits[0]);
    document.update();
  }
  EXPECT_TRUE(document.diagnostics().empty());
}

/// Where the text does not have what is to be replaced, or no op does it.
TEST(LinalgBroadcastFixes, AreNotGuessed) {
  EXPECT_TRUE(
      fixesOf(function("%a: tensor<16xf32>, %b: tensor<16x3x4xf32>",
                       "linalg.broadcast ins(%a : tensor<16xf32>) "
                       "outs(%b : tensor<16x3x4xf32>) dimensions = [1, 1]"))
          .empty());
  EXPECT_TRUE(
      fixesOf("#list = array<i64: 0>\n" +
              function("%a: memref<16xf32>, %b: memref<16x4xf32>",
                       "\"linalg.broadcast\"(%a, %b) <{dimensions = #list}> "
                       "({\n  ^bb0(%x: f32, %y: f32):\n"
                       "    linalg.yield %x : f32\n  }) : "
                       "(memref<16xf32>, memref<16x4xf32>) -> ()"))
          .empty());
}
