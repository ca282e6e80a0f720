//===- HoverInterfacesTest.cpp - What MLIR's interfaces say of sizes ------===//

#include "features/Hovers.h"

using namespace shapels;
using namespace shapels::test;

/// In a function of these arguments; plain text without the first line.
static std::string shapeOf(std::string_view arguments, std::string_view ops) {
  std::string text = "func.func @f(" + std::string(arguments) + ") {\n" +
                     std::string(ops) + "\n  return\n}\n";
  std::string found = hoverAt(text, plain);
  size_t end = found.find('\n');
  return end == found.npos ? found : found.substr(end + 1);
}

TEST(Hover, SaysWhatAnInferredSizeDependsOn) {
  EXPECT_EQ(
      shapeOf("%in: tensor<1x14x14x8xf32>, %w: tensor<16x3x3x8xf32>, "
              "%b: tensor<16xf32>, %zi: tensor<1xf32>, %zw: tensor<1xf32>",
              "  %$00 = tosa.conv2d %in, %w, %b, %zi, %zw {acc_type = f32, "
              "dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, "
              "stride = array<i64: 1, 1>} : (tensor<1x14x14x8xf32>, "
              "tensor<16x3x3x8xf32>, tensor<16xf32>, tensor<1xf32>, "
              "tensor<1xf32>) -> tensor<1x12x?x16xf32>"),
      "- declared tensor<1x12x?x16xf32>\n"
      "- inferred tensor<1x12x12x16xf32> (convolution)\n"
      "- dim 0: 1 from dim 0 of %in (1:14)\n"
      "- dim 1: 14 + 1 - 3 = 12 from dim 1 of %in + 1 - dim 1 of %w (1:42)\n"
      "- dim 2: 14 + 1 - 3 = 12 from dim 2 of %in + 1 - dim 2 of %w\n"
      "- dim 3: 16 from dim 0 of %w\n"
      "- the declared type could be refined to the inferred one");
}

/// Neither alone may change.
TEST(Hover, SaysWhichSizesAreEqual) {
  EXPECT_EQ(shapeOf("%a: tensor<13x21x3xi16>, %b: tensor<13x1x3xi16>, "
                    "%s: tensor<1xi8>",
                    "  %$00 = tosa.mul %a, %b, %s : (tensor<13x21x3xi16>, "
                    "tensor<13x1x3xi16>, tensor<1xi8>) -> tensor<13x21x3xi16>"),
            "- declared tensor<13x21x3xi16>\n"
            "- inferred tensor<13x21x3xi16> (Broadcastable)\n"
            "- dim 0: 13 from %a (1:14)\n"
            "- dim 1: 21 from %a; %b (1:39) has 1 and is broadcast\n"
            "- dim 2: 3 from %a");
}

TEST(Hover, SaysWhatComesFromAConstant) {
  EXPECT_EQ(shapeOf("%a: tensor<2x15xf32>",
                    "  %s = tosa.const_shape {values = dense<[5, 6]> : "
                    "tensor<2xindex>} : () -> !tosa.shape<2>\n"
                    "  %$00 = tosa.reshape %a, %s : (tensor<2x15xf32>, "
                    "!tosa.shape<2>) -> tensor<5x6xf32>"),
            "- declared tensor<5x6xf32>\n"
            "- inferred tensor<5x6xf32> (the shape operand)\n"
            "- dim 0: 5 from the value of %s (2:3)\n"
            "- dim 1: 6 from the value of %s");
  EXPECT_EQ(shapeOf("%a: tensor<?x7xf32>",
                    "  %$00 = tosa.reduce_sum %a {axis = 1 : i32} : "
                    "(tensor<?x7xf32>) -> tensor<?x1xf32>"),
            "- declared tensor<?x1xf32>\n"
            "- inferred tensor<?x1xf32> (the operand's shape, reduced)\n"
            "- shape [%a[0], 1]\n"
            "- dim 0: ? from dim 0 of %a (1:14)\n"
            "- dim 1: 1 as the op states");
}

TEST(Hover, OfAVectorSaysWhatItsSizesDependOn) {
  EXPECT_EQ(shapeOf("%a: vector<2x[8]xf32>",
                    "  %$00, %1 = vector.deinterleave %a : vector<2x[8]xf32> "
                    "-> vector<2x[4]xf32>"),
            "- declared vector<2x[4]xf32>\n"
            "- inferred vector<2x[4]xf32> (MLIR's inferReturnTypes)\n"
            "- dim 0: 2 from dim 0 of %a (1:14)\n"
            "- dim 1: [4] computed from dim 1 of %a");
}

TEST(Hover, SaysHowASizeIsReified) {
  EXPECT_EQ(
      shapeOf("%a: tensor<3x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>",
              "  %$00 = linalg.matmul ins(%a, %b : tensor<3x?xf32>, "
              "tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> "
              "tensor<?x?xf32>"),
      "- declared tensor<?x?xf32>\n"
      "- inferred tensor<3x?xf32> (indexing maps)\n"
      "- shape [3, %b[1]]\n"
      "- dim 0: 3 from dim 0 of %a (1:14)\n"
      "- dim 1: ? from dim 1 of %b (1:35)");
  EXPECT_EQ(shapeOf("%a: tensor<4x?xf32>, %b: tensor<3x?xf32>",
                    "  %$00 = tensor.concat dim(0) %a, %b : "
                    "(tensor<4x?xf32>, tensor<3x?xf32>) -> tensor<7x?xf32>"),
            "- declared tensor<7x?xf32>\n"
            "- inferred tensor<7x?xf32> (the operands, one behind the other)\n"
            "- shape [7, %a[1]]\n"
            "- dim 0: 3 + 4 = 7 from dim 0 of %a (1:14) + dim 0 of %b (1:35)\n"
            "- dim 1: ? from dim 1 of %a");
  EXPECT_EQ(shapeOf("%a: tensor<2x3x4x?xf32>",
                    "  %$00 = tensor.collapse_shape %a [[0, 1, 2], [3]] : "
                    "tensor<2x3x4x?xf32> into tensor<24x?xf32>"),
            "- declared tensor<24x?xf32>\n"
            "- inferred tensor<24x?xf32> (the operand's shape, collapsed)\n"
            "- shape [24, %a[3]]\n"
            "- dim 0: 2 * 3 * 4 = 24 from dim 0 of %a (1:14) * dim 1 of %a * "
            "dim 2 of %a\n"
            "- dim 1: ? from dim 3 of %a");
  EXPECT_EQ(shapeOf("%n: index", "  %$00 = tensor.empty(%n) : tensor<?x4xf32>"),
            "- type tensor<?x4xf32>\n"
            "- shape [%n, 4]\n"
            "- dim 0: ? from %n (1:14)");
}

/// Of an op whose copy with other types does not verify.
TEST(Hover, DoesNotTakeAnOperandsSizeForTheOps) {
  EXPECT_EQ(shapeOf("%a: tensor<2x3xf32>, %b: tensor<8x3xf32>",
                    "  %$00 = tensor.insert_slice %a into %b[0, 0] [2, 3] "
                    "[1, 1] : tensor<2x3xf32> into tensor<8x3xf32>"),
            "- declared tensor<8x3xf32>\n"
            "- inferred tensor<8x3xf32> (same shape as the operand)\n"
            "- dim 0: 8 from dim 0 of %b (1:35)\n"
            "- dim 1: 3 from dim 1 of %b");
}

TEST(Hover, SaysWhichOperandIsASizeOfAMemref) {
  EXPECT_EQ(shapeOf("%n: index, %m: index, %s: index",
                    "  %$00 = memref.alloc(%n, %m)[%s] : memref<?x4x?xf32, "
                    "affine_map<(d0, d1, d2)[s0] -> (d0 + s0, d1, d2)> >"),
            "- type memref<?x4x?xf32, affine_map<(d0, d1, d2)[s0] -> (d0 + s0, "
            "d1, d2)>>\n"
            "- shape [%n, 4, %m]\n"
            "- dim 0: ? from %n (1:14)\n"
            "- dim 2: ? from %m (1:25)");
  EXPECT_EQ(shapeOf("%a: memref<8x8xf32>, %n: index",
                    "  %$00 = memref.subview %a[0, 0] [%n, 4] [1, 1] : "
                    "memref<8x8xf32> to memref<?x4xf32, strided<[8, 1]> >"),
            "- declared memref<?x4xf32, strided<[8, 1]>>\n"
            "- inferred memref<?x4xf32, strided<[8, 1]>> (the slice's sizes)\n"
            "- shape [%n, 4]\n"
            "- dim 0: ? from %n (1:35)\n"
            "- dim 1: 4 as the op states");
}

/// MLIR's interface contradicts what MLIR's verifier takes.
TEST(Hover, DoesNotShowAShapeThatCannotBe) {
  EXPECT_EQ(shapeOf("%a: tensor<1x8x8x2xi8>, %s: !tosa.shape<4>, "
                    "%o: !tosa.shape<2>, %b: !tosa.shape<2>",
                    "  %$00 = tosa.resize %a, %s, %o, %b {mode = "
                    "NEAREST_NEIGHBOR} : (tensor<1x8x8x2xi8>, !tosa.shape<4>, "
                    "!tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x9x2xi8>"),
            "- type tensor<1x9x9x2xi8>");
}

/// Asking leaves no trace in the IR: the second answer is the first.
TEST(Hover, AsksWithoutATrace) {
  CursorDocument at("func.func @f(%a: tensor<4x?xf32>, %c: tensor<?x?xf32>) {\n"
                    "  %$00 = linalg.matmul ins(%a, %a : tensor<4x?xf32>, "
                    "tensor<4x?xf32>) outs(%c : tensor<?x?xf32>) -> "
                    "tensor<?x?xf32>\n  return\n}\n");
  HoverOptions options{true, false, true};
  std::optional<Hover> first = hover(*at.document, at.cursor, options);
  std::optional<Hover> second = hover(*at.document, at.cursor, options);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->text, second->text);
  EXPECT_NE(first->text.find("dim 1: 4 from dim 0 of %a"), std::string::npos)
      << first->text;
}
