//===- UnknownDialectsTest.cpp - What is not said for want of knowledge ---===//

#include "analysis/Edited.h"
#include "analysis/Findings.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace shapels::test;

namespace {

/// The errors and warnings of a text.
std::string saidOf(std::string_view text) {
  Document document{std::string(text)};
  document.update();
  std::string lines;
  for (const Diagnostic &diagnostic : document.diagnostics())
    if (diagnostic.severity <= Severity::Warning)
      lines += format(document.buffer(), diagnostic) + "\n";
  return lines;
}

bool isSaid(std::string_view text, std::string_view what) {
  return saidOf(text).find(what) != std::string::npos;
}

void expectNone(std::string_view text) { EXPECT_EQ(saidOf(text), "") << text; }

/// In an op of an unknown dialect in the generic form, with that region.
std::string inUnknown(std::string_view region) {
  return "\"foo.op\"() ({\n" + std::string(region) + "\n}) : () -> ()\n";
}

/// In a function, as its only ops.
std::string inFunction(std::string_view body) {
  return "func.func @f(%i: index, %c: i32, %m: memref<?xf32>) {\n" +
         std::string(body) + "\n  return\n}\n";
}

} // namespace

//===----------------------------------------------------------------------===//
// Types and attributes
//===----------------------------------------------------------------------===//

TEST(UnknownDialects, MemrefMayHaveLayoutAndSpaceOfThem) {
  expectNone("func.func @f(%a: memref<4xf32, #foo.layout<1>, #foo.space>) {\n"
             "  %0 = memref.subview %a[1] [2] [1] : memref<4xf32, "
             "#foo.layout<1>, #foo.space> to memref<2xf32, strided<[1], "
             "offset: 1>, #foo.space>\n"
             "  return\n}\n");
  EXPECT_TRUE(isSaid("func.func private @f(memref<4xf32, 1 : i32, 2 : i32>)",
                     "multiple memory spaces"));
}

TEST(UnknownDialects, SpacesBehindAliasesAreNoError) {
  expectNone("#a = #foo.layout<1>\n#b = #foo.space\n"
             "func.func @f(%a: memref<4xf32, #a, #b>) { return }\n");
}

TEST(UnknownDialects, TypesMayBeWhatAnOpWants) {
  expectNone("func.func @f(%a: !foo.tile) {\n"
             "  %0 = arith.cmpf oeq, %a, %a : !foo.tile\n  return\n}\n");
  expectNone("!t = !foo.tile\nfunc.func @f(%a: !t) {\n"
             "  %0 = arith.cmpf oeq, %a, %a : !t\n  return\n}\n");
  EXPECT_TRUE(isSaid(inFunction("%0 = arith.cmpf oeq, %c, %c : i32"),
                     "must be floating-point-like"));
}

TEST(UnknownDialects, AttributesMayBeWhatATypeWants) {
  expectNone("func.func private @f(!ptr.ptr<#foo.space>)");
  EXPECT_TRUE(isSaid("func.func private @f(!ptr.ptr<1 : i32>)", "error"));
}

TEST(UnknownDialects, ProjectsHaveOtherElements) {
  std::string memref = "func.func private @f(memref<?x!llvm.ptr>)\n";
  EXPECT_TRUE(isSaid(memref, "invalid memref element type"));
  expectNone(memref + inUnknown(""));
}

TEST(UnknownDialects, DataLayoutOfThemIsNotJudged) {
  expectNone("module attributes {dlti.dl_spec = #dlti.dl_spec<!foo.p = 64 : "
             "i64>} {}");
}

TEST(UnknownDialects, BoundsHaveTwoSpellings) {
  std::string_view type = "tensor<?xf32, #stablehlo.bounds<3>>";
  EXPECT_EQ(
      saidOf("func.func @f(%a: " + std::string(type) +
             ") -> tensor<?xf32, #stablehlo.type_extensions<bounds = [3]>> {\n"
             "  return %a : " +
             std::string(type) + "\n}\n"),
      "");
  EXPECT_TRUE(isSaid(
      "func.func @f(%a: " + std::string(type) +
          ") {\n  \"foo.use\"(%a) : (tensor<?xf32, #stablehlo.type_extensions"
          "<bounds = [4]>>) -> ()\n  return\n}\n",
      "expects different type"));
}

//===----------------------------------------------------------------------===//
// Where an op stands
//===----------------------------------------------------------------------===//

TEST(UnknownDialects, OpsAroundMayBeWhatIsWanted) {
  for (std::string_view op : {"scf.yield", "gpu.return", "affine.yield",
                              "%0 = memref.alloca() : "
                              "memref<4xf32>",
                              "llvm.mlir.global internal @g(1 : i32) : i32",
                              "spirv.func @f() \"None\" { spirv.Return }"})
    expectNone(inUnknown(op));
  EXPECT_TRUE(isSaid(inFunction("scf.if %i {}"), "error"));
  EXPECT_TRUE(isSaid("module {\n  scf.yield\n}\n", "expects parent op"));
}

TEST(UnknownDialects, OpsAroundMayBeginAScopeOfSymbols) {
  std::string loop = "%n = arith.index_cast %c : i32 to index\n"
                     "affine.for %k = 0 to %n {}";
  expectNone(inFunction(inUnknown(loop)));
  // There nothing is unknown.
  EXPECT_TRUE(
      isSaid(inFunction("scf.for %l = %i to %i step %i {\n" + loop + "\n}"),
             "cannot be used as a symbol"));
  // Whoever runs mlir-opt wants to be told.
  EXPECT_TRUE(isSaid("// RUN: mlir-opt -allow-unregistered-dialect %s\n" +
                         inFunction(inUnknown(loop)),
                     "cannot be used as a symbol"));
  expectNone("// RUN: torch-mlir-opt %s\n" + inFunction(inUnknown(loop)));
}

TEST(UnknownDialects, SymbolsMayBeTheirs) {
  std::string call = "func.func @g() {\n  func.call @ext() : () -> ()\n"
                     "  return\n}\n";
  EXPECT_TRUE(isSaid(call, "does not reference a valid function"));
  expectNone(call + "\"foo.func\"() {sym_name = \"ext\"} : () -> ()\n");
}

TEST(UnknownDialects, EditsOfTheOpAroundAreFollowed) {
  Edited edited(inFunction("\"foo.if\"(%i) ({\n  scf.yield\n}) : (index) -> "
                           "()"));
  edited.replace("foo.if", "scf.if");
  edited.replace("scf.if", "foo.if");
}

TEST(UnknownDialects, WhetherThereAreAnyIsFollowed) {
  Edited edited("func.func private @f(memref<?x!llvm.ptr>)\n"
                "\"builtin.module\"() ({}) : () -> ()\n");
  edited.replace("builtin.module", "foo.module");
  edited.replace("foo.module", "builtin.module");
  edited.insert("\"builtin", "func.func private @t(!foo.type)\n");
}

//===----------------------------------------------------------------------===//
// What projects add
//===----------------------------------------------------------------------===//

TEST(UnknownDialects, TransformMayBeExtended) {
  std::string text = "module attributes {transform.with_named_sequence} {\n"
                     "  transform.named_sequence @__transform_main(%a: "
                     "!transform.any_op {transform.consumed}) {\n"
                     "    transform.foo_bar %a : (!transform.any_op) -> ()\n"
                     "    transform.yield\n  }\n}\n";
  expectNone(text);
  EXPECT_TRUE(isSaid(inFunction("arith.foo_bar %i : index"), "is unknown"));
}

TEST(UnknownDialects, ResourcesOfOthersAreNoWarning) {
  expectNone("module {}\n{-#\n  external_resources: {\n"
             "    foo: { x: true }\n  }\n#-}\n");
}

//===----------------------------------------------------------------------===//
// The text of their ops
//===----------------------------------------------------------------------===//

TEST(UnknownDialects, ShortTypesYieldToUses) {
  expectNone("func.func @f(%a: i8) -> !foo.i4 {\n"
             "  %0 = foo.trunc %a : i8 -> i4\n  return %0 : !foo.i4\n}\n");
  // MLIR's functional type is none of those.
  EXPECT_TRUE(isSaid("func.func @f(%a: i8) -> i8 {\n"
                     "  %0 = foo.trunc %a : (i8) -> i4\n"
                     "  return %0 : i8\n}\n",
                     "expects different type"));
}

TEST(UnknownDialects, WhatIsBehindAsOrInIsTheResult) {
  for (std::string_view word : {"as", "in"}) {
    std::string op = "%0 = foo.import %i : index -> tensor<2xui32> " +
                     std::string(word) + " tensor<4xi32>\n";
    expectNone(inFunction(op + "%1 = arith.muli %0, %0 : tensor<4xi32>"));
    EXPECT_TRUE(
        isSaid(inFunction(op + "%1 = arith.muli %0, %0 : tensor<5xi32>"),
               "expects different type"));
  }
}

TEST(UnknownDialects, OneOpMayNameAnother) {
  expectNone(inFunction("%0 = foo.run(%i) \"foo.add\"(%i) {n = 1} : 1\n"
                        "foo.run(%0) \"foo.drop\"(%0)\n"));
}

TEST(UnknownDialects, BindingsWithoutABodyAreDefinitions) {
  expectNone(inFunction("%0 = foo.launch @g (%t) in (%s = %i) : index"));
  EXPECT_TRUE(isSaid(inFunction("%0 = foo.launch @g (%t) in (%s) : index"),
                     "use of undeclared SSA value name"));
}

TEST(UnknownDialects, AnAttributeMayHaveARegion) {
  expectNone(inFunction("%0 = foo.extern(%i) : (index) -> i32\n"
                        "  objects({\n"
                        "    #foo.a if(%d: !foo.device) -> i1 {\n"
                        "      %ok, %x = foo.query %d : i1, i32\n"
                        "      foo.return %ok : i1\n"
                        "    } ordinal(1) = [#foo.b]\n"
                        "  })\n"
                        "%1 = arith.addi %0, %0 : i32"));
}

TEST(UnknownDialects, BareOpsStandBehindKnownOnes) {
  expectNone("func.func @f(%a: index) {\n"
             "  foo.region %a {\n"
             "    %0 = arith.addi %a, %a : index\n"
             "    sink %0 : index\n"
             "  }\n  return\n}\n");
  // Where the dialect is known, so are its bare ops.
  EXPECT_TRUE(isSaid(inFunction("%0 = arith.addi %i, %i : index\n"
                                "sink %0 : index"),
                     "'sink' is unknown"));
}

TEST(UnknownDialects, ArgumentTypesMayHaveBraces) {
  expectNone("\"foo.op\"() ({\n"
             "  ^bb0(%a: tensor<!foo.t<i8, {0.1:-30}>>):\n"
             "  %1 = foo.abs %a : tensor<!foo.t<i8, {0.1:-30}>>\n"
             "  \"foo.yield\"(%1) : (tensor<!foo.t<i8, {0.1:-30}>>) -> ()\n"
             "}) : () -> ()\n");
}

//===----------------------------------------------------------------------===//
// Ops that are not what their names tell
//===----------------------------------------------------------------------===//

TEST(UnknownDialects, AttributesMayChangeBroadcasting) {
  std::string begin =
      "func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {\n  %0 = ";
  std::string end = " : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<*xi1>\n"
                    "  return\n}\n";
  expectNone(begin +
             "\"onnx.Mul\"(%a, %b) {axis = 0 : si64, broadcast = 1 : "
             "si64}" +
             end);
  expectNone(begin + "\"tf.Equal\"(%a, %b) {incompatible_shape_error = false}" +
             end);
  for (std::string_view op :
       {"\"onnx.Mul\"(%a, %b)",
        "\"tf.Equal\"(%a, %b) {incompatible_shape_error = true}"})
    EXPECT_TRUE(isSaid(begin + std::string(op) + end, "broadcast"));
}

TEST(UnknownDialects, ValuesInQuotesHaveCommas) {
  std::string op = "func.func @f(%a: tensor<3x2xf32>, %b: tensor<5x3x4xf32>) "
                   "{\n  %0 = stablehlo.einsum %a, %b, config = "
                   "\"ba,dbc->cad\" : (tensor<3x2xf32>, tensor<5x3x4xf32>) -> ";
  expectNone(op + "tensor<4x2x5xf32>\n  return\n}\n");
  EXPECT_TRUE(
      isSaid(op + "tensor<4x2x6xf32>\n  return\n}\n", "shape-mismatch"));
}

TEST(UnknownDialects, EmptyDictionariesAreNoRegions) {
  expectNone(
      "func.func @f(%a: tensor<2x3x9x9xf32>, %b: tensor<12x1x3x3xf32>) {\n"
      "  %2 = stablehlo.convolution(%a, %b) dim_numbers = [b, f, 0, 1]x[o, i, "
      "0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, "
      "feature_group_count = 3 : i64} : (tensor<2x3x9x9xf32>, "
      "tensor<12x1x3x3xf32>) -> tensor<2x12x7x7xf32>\n  return\n}\n");
}
