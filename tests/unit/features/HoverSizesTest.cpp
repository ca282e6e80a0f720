//===- HoverSizesTest.cpp - Where sizes come from, and their names --------===//

#include "features/Hovers.h"

using namespace shapels;
using namespace shapels::test;

//===----------------------------------------------------------------------===//
// Where sizes come from
//===----------------------------------------------------------------------===//

constexpr const char *chain =
    "func.func @f(%a: tensor<?x4xf32>, %b: tensor<4xf32>) {\n"
    "  %0 = math.exp %a : tensor<?x4xf32>\n"
    "  %1 = shape.shape_of %0 : tensor<?x4xf32> -> tensor<2xindex>\n"
    "  %2 = stablehlo.dynamic_broadcast_in_dim %b, %1, dims = [1] : "
    "(tensor<4xf32>, tensor<2xindex>) -> tensor<?x4xf32>\n"
    "  %3 = my.op %2 : tensor<?x4xf32>\n"
    "  %4 = stablehlo.abs %3 : tensor<?x4xf32>\n"
    "  return\n}\n";

TEST(Hover, FollowsASizeToItsSource) {
  EXPECT_EQ(hoverAt(cursorBefore(chain, "%2 = "), plain),
            "%2 — result of stablehlo.dynamic_broadcast_in_dim\n"
            "- declared tensor<?x4xf32>\n"
            "- inferred tensor<?x4xf32> (the shape operand)\n"
            "- shape [%a[0], 4]\n"
            "- dim 0: ? from element 0 of %1 (3:3) ← dim 0 of %0 (2:3) ← dim 0 "
            "of %a (1:14)\n"
            "- dim 1: 4 from element 1 of %1 ← dim 1 of %0 ← dim 1 of %a");
  HoverOptions linked;
  linked.uri = "file:///a(1).mlir";
  EXPECT_NE(hoverAt(cursorBefore(chain, "%2 = "), linked)
                .find("- dim 0: ? from element 0 of "
                      "[`%1`](file:///a%281%29.mlir#L3,3) ← dim 0 of "
                      "[`%0`](file:///a%281%29.mlir#L2,3) ← dim 0 of "
                      "[`%a`](file:///a%281%29.mlir#L1,14)\n"),
            std::string::npos);
}

TEST(Hover, SaysWhereASizeIsLost) {
  EXPECT_EQ(hoverAt(cursorBefore(chain, "%3 = "), plain),
            "%3 — result of my.op\n"
            "- type tensor<?x4xf32>\n"
            "- the type is as its op is written, of a dialect that is not "
            "known\n"
            "- dim 0: ? is lost here: no shape rule for my.op is known");
  EXPECT_EQ(hoverAt(cursorBefore(chain, "%4 = "), plain),
            "%4 — result of stablehlo.abs\n"
            "- declared tensor<?x4xf32>\n"
            "- inferred tensor<?x4xf32> (same shape as the operands)\n"
            "- shape [%3[0], 4]\n"
            "- dim 0: ? from dim 0 of %3 (5:3), where it is lost: no shape "
            "rule for my.op is known\n"
            "- dim 1: 4 from dim 1 of %3");
}

/// Not for want of a rule.
TEST(Hover, SaysThatALoopIsNotWhole) {
  std::string text =
      "func.func @f(%n: index, %a: tensor<?xf32>) {\n"
      "  %r = scf.for %i = %n to %n step %n iter_args(%x = %a) -> "
      "tensor<?xf32> {\n"
      "    scf.yield %x : tensor<?xf32>\n"
      "  return\n}\n";
  expectLine(hoverAt(cursorBefore(text, "%r = "), plain),
             "- dim 0: ? is lost here: something in scf.for is wrong");
}

/// Part of the size has no value that it could be of.
TEST(Hover, WorksWhereNobodyCanSayASize) {
  expectLine(hoverAt("func.func @f(%a: tensor<2x3xf32>, %b: tensor<*xf32>) {\n"
                     "  %$00 = \"onnx.Concat\"(%a, %b) {axis = 1 : si64} : "
                     "(tensor<2x3xf32>, tensor<*xf32>) -> tensor<*xf32>\n"
                     "  return\n}\n",
                     plain),
             "- dim 1: ? from ? + dim 1 of %a");
}

TEST(Hover, SaysWhatFlowsTogether) {
  std::string text =
      "func.func @f(%a: tensor<?xf32>, %b: tensor<8xf32>, %c: i1) {\n"
      "  %t = tensor.cast %b : tensor<8xf32> to tensor<?xf32>\n"
      "  %r = scf.if %c -> (tensor<?xf32>) {\n"
      "    scf.yield %a : tensor<?xf32>\n  } else {\n"
      "    scf.yield %t : tensor<?xf32>\n  }\n  return\n}\n";
  EXPECT_EQ(hoverAt(cursorBefore(text, "%r = "), plain),
            "%r — result of scf.if\n"
            "- declared tensor<?xf32>\n"
            "- inferred tensor<?xf32> (what flows into it)\n"
            "- dim 0: ? is lost here: what flows together there differs: ? in "
            "%a (1:14) and 8 in %t (2:3)");
}

/// In custom form both regions have the names of the header's arguments.
TEST(Hover, FollowsASizeThroughALoopThatNobodyRegistered) {
  std::string text =
      "func.func @f(%a: tensor<?xf32>, %n: tensor<i64>) {\n"
      "  %c = stablehlo.constant dense<0> : tensor<i64>\n"
      "  %r:2 = stablehlo.while(%i = %c, %x = %a) : tensor<i64>, "
      "tensor<?xf32>\n"
      "   cond {\n"
      "    %p = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> "
      "tensor<i1>\n"
      "    stablehlo.return %p : tensor<i1>\n"
      "  } do {\n"
      "    %y = stablehlo.abs %x : tensor<?xf32>\n"
      "    stablehlo.return %i, %y : tensor<i64>, tensor<?xf32>\n"
      "  }\n"
      "  %z = stablehlo.abs %r#1 : tensor<?xf32>\n"
      "  return\n}\n";
  EXPECT_EQ(hoverAt(cursorBefore(text, "%y = "), plain),
            "%y — result of stablehlo.abs\n"
            "- declared tensor<?xf32>\n"
            "- inferred tensor<?xf32> (same shape as the operands)\n"
            "- shape [%a[0]]\n"
            "- dim 0: ? from dim 0 of %x (3:35) ← dim 0 of %a (1:14)");
  EXPECT_EQ(hoverAt(cursorBefore(text, "%z = "), plain),
            "%z — result of stablehlo.abs\n"
            "- declared tensor<?xf32>\n"
            "- inferred tensor<?xf32> (same shape as the operands)\n"
            "- shape [%a[0]]\n"
            "- dim 0: ? from dim 0 of %r#1 (3:3) ← dim 0 of %x (3:35) ← dim 0 "
            "of %a (1:14)");
}

TEST(Hover, SaysWhereALoopThatNobodyRegisteredLosesASize) {
  std::string text =
      "func.func @f(%a: tensor<?xf32>, %p: tensor<i1>) {\n"
      "  %r = \"stablehlo.while\"(%a) ({\n"
      "  ^bb0(%x: tensor<?xf32>):\n"
      "    \"stablehlo.return\"(%p) : (tensor<i1>) -> ()\n"
      "  }, {\n"
      "  ^bb0(%y: tensor<?xf32>):\n"
      "    %z = \"stablehlo.concatenate\"(%y, %y) {dimension = 0 : i64} : "
      "(tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n"
      "    \"stablehlo.return\"(%z) : (tensor<?xf32>) -> ()\n"
      "  }) : (tensor<?xf32>) -> tensor<?xf32>\n"
      "  return\n}\n";
  EXPECT_EQ(hoverAt(cursorBefore(text, "%r = "), plain),
            "%r — result of stablehlo.while\n"
            "- declared tensor<?xf32>\n"
            "- inferred tensor<?xf32> (what flows into it)\n"
            "- dim 0: ? from dim 0 of %x (3:8), where it is lost: what flows "
            "together there differs: ? in %a (1:14) and ? in %z (7:5)");
}

TEST(Hover, FollowsASizeThroughBranches) {
  std::string text =
      "func.func @f(%a: tensor<?xf32>, %p: tensor<i1>, %t: !torch.vtensor<[?],"
      "f32>, %b: !torch.bool) {\n"
      "  %0 = tosa.cond_if %p (%v = %a) : tensor<i1> (tensor<?xf32>) -> "
      "tensor<?xf32> {\n"
      "  ^bb0(%w: tensor<?xf32>):\n"
      "    tosa.yield %w : tensor<?xf32>\n"
      "  } else {\n"
      "  ^bb0(%w: tensor<?xf32>):\n"
      "    tosa.yield %w : tensor<?xf32>\n"
      "  }\n"
      "  %1 = \"stablehlo.case\"(%p) ({\n"
      "    stablehlo.return %0 : tensor<?xf32>\n"
      "  }) : (tensor<i1>) -> tensor<?xf32>\n"
      "  %2 = torch.prim.If %b -> (!torch.vtensor<[?],f32>) {\n"
      "    torch.prim.If.yield %t : !torch.vtensor<[?],f32>\n"
      "  } else {\n"
      "    torch.prim.If.yield %t : !torch.vtensor<[?],f32>\n"
      "  }\n"
      "  return\n}\n";
  expectLine(hoverAt(cursorBefore(text, "%1 = "), plain),
             "- dim 0: ? from dim 0 of %0 (2:3) ← dim 0 of %w (3:8) "
             "← dim 0 of %a (1:14)");
  expectLine(hoverAt(cursorBefore(text, "%2 = "), plain),
             "- shape [%t[0]]\n- dim 0: ? from dim 0 of %t");
}

/// Who leads there may hand over anything.
TEST(Hover, NamesNoSourceWhereABranchDoesNotSayWhatItHandsOver) {
  std::string text = "func.func @f(%a: tensor<?xf32>, %c: i1) {\n"
                     "  cf.cond_br %c, ^bb1, ^bb2(%a : tensor<?xf32>)\n"
                     "^bb1:\n"
                     "  \"my.br\"()[^bb2] : () -> ()\n"
                     "^bb2(%x: tensor<?xf32>):\n"
                     "  %y = math.exp %x : tensor<?xf32>\n"
                     "  return\n}\n";
  EXPECT_EQ(hoverAt(cursorBefore(text, "%y = "), plain),
            "%y — result of math.exp\n"
            "- declared tensor<?xf32>\n"
            "- inferred tensor<?xf32> (same shape as the operands)\n"
            "- shape [%x[0]]\n"
            "- dim 0: ? from dim 0 of %x (5:6)");
}

/// Nor is what it hands back to a loop what came first.
TEST(Hover, InfersNothingFromWhatABranchBackDoesNotSay) {
  std::string text = "func.func @f(%a: tensor<4xf32>) {\n"
                     "  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>\n"
                     "  cf.br ^bb1(%0 : tensor<?xf32>)\n"
                     "^bb1(%x: tensor<?xf32>):\n"
                     "  %y = math.exp %x : tensor<?xf32>\n"
                     "  \"my.br\"()[^bb1] : () -> ()\n}\n";
  EXPECT_EQ(hoverAt(cursorBefore(text, "%y = "), plain),
            "%y — result of math.exp\n"
            "- declared tensor<?xf32>\n"
            "- inferred tensor<?xf32> (same shape as the operands)\n"
            "- shape [%x[0]]\n"
            "- dim 0: ? from dim 0 of %x (4:6)");
}

/// The destination of a structured op has its sizes from elsewhere.
TEST(Hover, NamesAnInputWhereItAndTheDestinationHaveTheSize) {
  std::string text =
      "func.func @f(%a: tensor<?x4xf32>, %o: tensor<?x4xf32>, %c: "
      "tensor<?x?x4xf32>) {\n"
      "  %0 = linalg.exp ins(%a : tensor<?x4xf32>) outs(%o : tensor<?x4xf32>) "
      "-> tensor<?x4xf32>\n"
      "  %1 = linalg.broadcast ins(%a : tensor<?x4xf32>) outs(%c : "
      "tensor<?x?x4xf32>) dimensions = [0]\n"
      "  return\n}\n";
  EXPECT_EQ(hoverAt(cursorBefore(text, "%0 = "), plain),
            "%0 — result of linalg.exp\n"
            "- declared tensor<?x4xf32>\n"
            "- inferred tensor<?x4xf32> (indexing maps)\n"
            "- shape [%a[0], 4]\n"
            "- dim 0: ? from dim 0 of %a (1:14)\n"
            "- dim 1: 4 from dim 1 of %a");
  // Only the destination says how long an added dimension is.
  expectLine(hoverAt(cursorBefore(text, "%1 = "), plain),
             "- dim 0: ? from dim 0 of %c (1:56)\n"
             "- dim 1: ? from dim 0 of %a");
}

/// How many integers there are is known by what another op states only.
TEST(Hover, NamesTheIntegersOfAListByOneNameEach) {
  std::string text =
      "func.func @f(%t: tensor<?xindex>, %u: tensor<2xindex>) {\n"
      "  %c1 = arith.constant 1 : index\n"
      "  %0 = tensor.cast %t : tensor<?xindex> to tensor<2xindex>\n"
      "  %1 = tensor.extract %t[%c1] : tensor<?xindex>\n"
      "  %2 = tensor.extract %0[%c1] : tensor<2xindex>\n"
      "  return\n}\n";
  expectLine(hoverAt(cursorBefore(text, "%1 = "), plain), "\n- value %t{1}");
  expectLine(hoverAt(cursorBefore(text, "%2 = "), plain), "\n- value %t{1}");
}

/// A `?` that may be 1 at run time, and one that may not.
TEST(Hover, SaysWhatASizeMayBeByTheSetting) {
  std::string text =
      "func.func @f(%a: tensor<?x?xf32>, %b: tensor<?x4xf32>) {\n"
      "  %0 = \"test.broadcastable\"(%a, %b) : (tensor<?x?xf32>, "
      "tensor<?x4xf32>) -> tensor<?x4xf32>\n"
      "  return\n}\n";
  Configuration strict;
  strict.dynamicDims = DynamicDims::Strict;
  std::string start = "%0 — result of test.broadcastable\n"
                      "- declared tensor<?x4xf32>\n"
                      "- inferred tensor<?x4xf32> (Broadcastable)\n";
  EXPECT_EQ(hoverAt(cursorBefore(text, "%0 = "), plain),
            start +
                "- shape [broadcast(%a[0], %b[0]), 4]\n"
                "- dim 0: ?, what dim 0 of %a (1:14) and dim 0 of %b (1:35) "
                "broadcast to\n"
                "- dim 1: 4 from %b; %a has ?, which must be 1 or 4");
  EXPECT_EQ(hoverAt(cursorBefore(text, "%0 = "), plain, strict),
            start + "- shape [%a[0], 4]\n"
                    "- dim 0: ? from %a (1:14)\n"
                    "- dim 1: 4 from %b (1:35); %a has ?, which must be 4");
}

/// A size with a number has no bound.
TEST(Hover, DoesNotBoundWhatIsANumber) {
  std::string op = "\"stablehlo.concatenate\"(%a, %a) {dimension = 0 : i64} : "
                   "(tensor<2x?xf32>, tensor<2x?xf32>) -> ";
  auto inferred = [&](const std::string &type) {
    return hoverAt("func.func @f(%a: tensor<2x?xf32>) {\n  %$00 = " + op +
                       type + "\n  return\n}\n",
                   plain);
  };
  EXPECT_NE(inferred("tensor<?x?xf32, #stablehlo.bounds<8, 9> >")
                .find("- inferred tensor<4x?xf32, #stablehlo.bounds<?,9>>"),
            std::string::npos);
  EXPECT_NE(inferred("tensor<?x?xf32, #stablehlo.bounds<8, ?> >")
                .find("- inferred tensor<4x?xf32> "),
            std::string::npos);
}

TEST(Hover, ShowsTheUsersNames) {
  EXPECT_EQ(hoverAt("// shapels: %a = [B, 4 * H]\n"
                    "func.func @f(%$0a: tensor<?x?xf32>) {\n  return\n}\n",
                    plain),
            "%a — argument 0 of @f\n"
            "- type tensor<?x?xf32>\n"
            "- shape [B, 4 * H]");
}

static const std::string exported =
    "func.func @f(%a: !torch.vtensor<[?,?,3],f32>) {\n"
    "  %0 = torch.symbolic_int \"s0\" {min_val = 5, max_val = 10} : "
    "!torch.int\n"
    "  %1 = torch.symbolic_int \"s1\" {min_val = 0, max_val = "
    "9223372036854775807} : !torch.int\n"
    "  torch.bind_symbolic_shape %a, [%0, %1], affine_map<()[s0, s1] -> (s0, "
    "s1 * 2 + 1, 3)> : !torch.vtensor<[?,?,3],f32>\n"
    "  %2 = torch.aten.tanh %a : !torch.vtensor<[?,?,3],f32> -> "
    "!torch.vtensor<[?,?,3],f32>\n"
    "  return\n}\n";

TEST(Hover, ShowsTheExportersNames) {
  EXPECT_EQ(hoverAt(cursorBefore(exported, "%a: "), plain),
            "%a — argument 0 of @f\n"
            "- type !torch.vtensor<[?,?,3],f32>\n"
            "- shape [s0, 2 * s1 + 1, 3]\n"
            "- dim 0: ? is 5 to 10");
  EXPECT_EQ(hoverAt(cursorBefore(exported, "%0 = "), plain),
            "%0 — result of torch.symbolic_int\n"
            "- type !torch.int\n"
            "- value s0, 5 to 10\n"
            "- the type is as its op is written, of a dialect that is not "
            "known");
  EXPECT_EQ(hoverAt(cursorBefore(exported, "%2 = "), plain),
            "%2 — result of torch.aten.tanh\n"
            "- declared !torch.vtensor<[?,?,3],f32>\n"
            "- inferred !torch.vtensor<[?,?,3],f32> (same shape as the "
            "operand)\n"
            "- shape [s0, 2 * s1 + 1, 3]\n"
            "- dim 0: ? from dim 0 of %a (1:14); 5 to 10\n"
            "- dim 1: ? from dim 1 of %a\n"
            "- dim 2: 3 from dim 2 of %a");
}

TEST(Hover, TakesOneNumberForASize) {
  expectLine(hoverAt("func.func @f(%a: !torch.vtensor<[?,4],f32>) {\n"
                     "  %0 = \"torch.symbolic_int\"() <{symbol_name = \"2*b\", "
                     "min_val = 8 : i64, max_val = 8 : i64}> : () -> "
                     "!torch.int\n"
                     "  \"torch.bind_symbolic_shape\"(%a, %0) "
                     "<{shape_expressions = affine_map<()[s0] -> (s0, 4)>}> : "
                     "(!torch.vtensor<[?,4],f32>, !torch.int) -> ()\n"
                     "  %$02 = torch.aten.tanh %a : !torch.vtensor<[?,4],f32> "
                     "-> !torch.vtensor<[?,4],f32>\n"
                     "  return\n}\n",
                     plain),
             "inferred !torch.vtensor<[8,4],f32>");
}

TEST(Hover, SaysWhichBoundsTypesState) {
  std::string text =
      "func.func @f(%a: tensor<?x4xf32, #stablehlo.bounds<8, ?> >, %b: "
      "tensor<?x4xf32, #mhlo.type_extensions<bounds = [3, ?]> >) {\n"
      "  %0 = \"stablehlo.concatenate\"(%a, %b) {dimension = 0 : i64} : "
      "(tensor<?x4xf32, #stablehlo.bounds<8, ?> >, tensor<?x4xf32, "
      "#mhlo.type_extensions<bounds = [3, ?]> >) -> tensor<?x4xf32>\n"
      "  %1 = \"my.op\"() : () -> tensor<?xi64, #stablehlo.bounds<5> >\n"
      "  %2 = stablehlo.abs %1 : tensor<?xi64>\n"
      "  return\n}\n";
  expectLine(hoverAt(cursorBefore(text, "%a: "), plain),
             "\n- dim 0: ? is at most 8");
  expectLine(hoverAt(cursorBefore(text, "%0 = "), plain),
             "\n- dim 0: ? from dim 0 of %a (1:14) + dim 0 of %b "
             "(1:61); at most 11");
  for (const char *name : {"%1 = ", "%2 = "})
    expectLine(hoverAt(cursorBefore(text, name), plain), "; at most 5");
}

TEST(Hover, SaysWhatIsAssumedOfIntegers) {
  std::string text =
      "func.func @f(%n: index, %m: index) {\n"
      "  %0:2 = util.assume.int %n[<umin = 8, umax = 8, udiv = 8>, <umin = 12, "
      "umax = 16, udiv = 4>], %m<umin = 5, umax = 5> : index, index\n"
      "  %1 = tensor.empty(%0#0, %0#1) : tensor<?x?xf32>\n"
      "  return\n}\n";
  EXPECT_EQ(hoverAt(cursorBefore(text, "%1 = "), plain),
            "%1 — result of tensor.empty\n"
            "- declared tensor<?x?xf32>\n"
            "- inferred tensor<?x5xf32> (stated by its type and operands)\n"
            "- shape [%n, 5]\n"
            "- dim 0: ? from %0#0 (2:3) ← %n (1:14); 8 to 16, a multiple of 4\n"
            "- dim 1: 5 from %0#1 ← %m (1:25); 5 by util.assume.int of "
            "%0#0");
  expectLine(hoverAt(cursorBefore(text, "%0:2 = "), plain),
             "\n- value %n, 8 to 16, a multiple of 4");
}
