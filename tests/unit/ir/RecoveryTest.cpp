//===- RecoveryTest.cpp - One error hides no other ------------------------===//

#include "analysis/Findings.h"

using namespace shapels;
using namespace shapels::test;

TEST(Recovery, SaysEveryWrongOpOfAFunction) {
  const char *text =
      "func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>, %c: i1) {\n"
      "  %0 = \"test.broadcastable\"(%a, %b) : (tensor<2xi32>, "
      "tensor<3xi32>) -> tensor<*xi32>\n"
      "  %1 = tosa.add %a, %b : (tensor<2xi32>, tensor<3xi32>) -> "
      "tensor<2xi32>\n"
      "  %2 = \"arith.addi\"(%a, %b) : (tensor<2xi32>, tensor<3xi32>) -> "
      "tensor<2xi32>\n"
      "  scf.if %c {\n"
      "    %3 = \"test.broadcastable\"(%a) : (tensor<2xi32>) -> "
      "tensor<4xi32>\n"
      "  }\n"
      "  %4 = tensor.cast %a : tensor<2xi32> to tensor<3xi32>\n"
      "  return %a : tensor<2xi32>\n}\n";
  EXPECT_EQ(linesAndCodes(text),
            "2 broadcast-incompatible; 3 broadcast-incompatible; "
            "4 mlir-verify; 6 broadcast-result-mismatch; 8 mlir-verify; "
            "9 mlir-verify");
}

/// What is nested very deep is not given to MLIR as a whole where that would be
/// rejected.
TEST(Recovery, SaysTheSameHoweverDeep) {
  for (size_t depth : {10, 300}) {
    std::string text = "!t = tensor<2xi32>\n"
                       "func.func @f(%c: i1, %a: !t, %b: tensor<3xi32>) {\n";
    for (size_t i = 0; i < depth; ++i)
      text += "  scf.if %c {\n";
    text += "  %0 = arith.addi %q, %q : i32\n"
            "  %1 = tosa.add %a, %b : (!t, tensor<3xi32>) -> !t\n"
            "  %2 = arith.addi %0, %c : i32\n";
    for (size_t i = 0; i < depth; ++i)
      text += "  }\n";
    text += "  %3 = arith.addi %undefined, %undefined : i32\n"
            "  return\n}\n";
    auto line = [&](size_t number) { return std::to_string(depth + number); };
    EXPECT_EQ(linesAndCodes(text),
              line(3) + " mlir-parse; " + line(4) +
                  " broadcast-incompatible; " + line(5) + " mlir-parse; " +
                  std::to_string(2 * depth + 6) + " mlir-parse");
  }
}

/// The result of an op is not there yet in what the op nests.
TEST(Recovery, ABodyMayUseTheNameOfItsOpsResult) {
  EXPECT_EQ(linesAndCodes("func.func @f(%c: i1) -> i32 {\n"
                          "  %0 = scf.if %c -> i32 {\n"
                          "    %0 = arith.constant 1 : i32\n"
                          "    scf.yield %0 : i32\n"
                          "  } else {\n"
                          "    %1 = arith.constant 1 : nothing\n"
                          "    scf.yield %1 : i32\n"
                          "  }\n"
                          "  return %0 : i32\n}\n"),
            "6 mlir-parse");
}

TEST(Recovery, SaysEveryLabelThatIsTaken) {
  EXPECT_EQ(linesAndCodes("func.func @f() {\n"
                          "  nothing\n"
                          "  cf.br ^a\n"
                          "^a:\n"
                          "  cf.br ^a\n"
                          "^a:\n"
                          "  return\n}\n"),
            "2 mlir-parse; 6 mlir-parse");
}

/// What is wrong with a header is not wrong with what it nests, whose values
/// are what they are used as.
TEST(Recovery, ABrokenHeaderLeavesItsBodyAlive) {
  EXPECT_EQ(linesAndCodes("func.func @f(%a i32, %b: i1) -> i32 {\n"
                          "  %0 = arith.addi %a, %a : i32\n"
                          "  %1 = tensor.cast %c : tensor<2xi32> to i32\n"
                          "  scf.if %b {\n"
                          "    %2 = arith.ad %a, %a : i32\n"
                          "  } els {\n"
                          "    %3 = arith.constant 1 : i\n"
                          "  }\n"
                          "  return %0 : i32\n}\n" +
                          wrong("g")),
            "1 mlir-parse; 3 mlir-parse; 5 mlir-parse; 6 mlir-parse; "
            "7 mlir-parse; 12 broadcast-incompatible");
}

/// The argument may be the dimension that the load asks for: nobody can tell.
TEST(Recovery, WhatUsesAnArgumentOfABrokenHeaderIsNotBlamed) {
  EXPECT_EQ(
      linesAndCodes("func.func @f(%m: memref<8x8xf32>) {\n"
                    "  affine.parallel (%i) = (0) to (8) reduce (bad) {\n"
                    "    %0 = affine.load %m[%i, %i] : memref<8x8xf32>\n"
                    "    affine.for %j = 0 to 8 iter_args(%k) {\n"
                    "      %1 = affine.load %m[%i, %j] : memref<8x8xf32>\n"
                    "    }\n"
                    "  }\n"
                    "  return\n}\n"),
      "2 mlir-parse; 4 mlir-parse");
}

TEST(Recovery, ABrokenOpAtTheTopHidesNoUser) {
  EXPECT_EQ(linesAndCodes("%0 = arith.constan 1 : i32\n"
                          "%1 = arith.addi %0, %0 : i32\n"
                          "%2 = arith.ad %1, %0 : i32\n"
                          "%3 = arith.addi %1, %0 : i64\n"),
            "1 mlir-parse; 3 mlir-parse; 4 mlir-parse");
}

TEST(Recovery, AnOpenResourceSectionLeavesTheRestAlive) {
  EXPECT_EQ(linesAndCodes("{-#\n" + wrong("f")),
            "2 mlir-parse; 3 broadcast-incompatible");
}

TEST(Recovery, ABrokenFunctionLeavesTheOthersAlive) {
  std::string broken = "func.func @broken() {\n  %0 = arith.constant\n"
                       "  return\n}\n";
  EXPECT_EQ(linesAndCodes(wrong("a") + broken + wrong("b")),
            "2 broadcast-incompatible; 6 mlir-parse; "
            "10 broadcast-incompatible");
}

TEST(Recovery, SeveralBrokenFunctionsAreAllSaid) {
  std::string broken = "() {\n  %0 = arith.constant : i32\n  return\n}\n";
  EXPECT_EQ(linesAndCodes("func.func @a" + broken + "func.func @b" + broken +
                          wrong("c") + "func.func @d" + broken),
            "2 mlir-parse; 6 mlir-parse; 10 broadcast-incompatible; "
            "14 mlir-parse");
}

TEST(Recovery, WorksInsideAModule) {
  std::string broken = "func.func @broken() {\n  arith.constant\n  return\n}\n";
  std::string text = "module @m attributes {m.a = 1 : i32} {\n" + wrong("a") +
                     broken + wrong("b") + "}\n" + wrong("c");
  EXPECT_EQ(linesAndCodes(text),
            "3 broadcast-incompatible; 7 mlir-parse; "
            "11 broadcast-incompatible; 16 broadcast-incompatible");
}

TEST(Recovery, BrokenSectionsAreOnTheirOwn) {
  EXPECT_EQ(linesAndCodes(wrong("f") + "// -----\n}\n// -----\n" + wrong("f")),
            "2 broadcast-incompatible; 6 mlir-parse; "
            "9 broadcast-incompatible");
}

TEST(Recovery, ABrokenAliasIsSaidOnceAndNotAgainWhereItIsUsed) {
  std::string text = "!t = tensor<3xi32\n"
                     "func.func private @f(!t)\n"
                     "func.func private @g(!t)\n" +
                     wrong("h");
  EXPECT_EQ(linesAndCodes(text), "1 mlir-parse; 5 broadcast-incompatible");
}

TEST(Recovery, AliasesReachFunctionsThatAreParsedAlone) {
  std::string text = "!t = tensor<2xi32>\n"
                     "!u = tuple<!t, i32>\n"
                     "#map = affine_map<(d0) -> (d0)>\n"
                     "func.func private @f(!u)\n"
                     "func.func @broken() {\n  %0 =\n  return\n}\n"
                     "func.func @g(%m: memref<4xi32, #map>) {\n  return\n}\n"
                     "func.func @h(%x: !undefined) {\n  return\n}\n";
  EXPECT_EQ(linesAndCodes(text), "6 mlir-parse; 12 mlir-parse");
}

/// `call @f` is right as far as anyone can tell.
TEST(Recovery, WhatRestsOnABrokenFunctionIsNoError) {
  const char *text = "func.func @caller() {\n"
                     "  func.call @broken() : () -> ()\n"
                     "  %f = func.constant @broken : () -> ()\n"
                     "  return\n}\n"
                     "func.func @broken() {\n"
                     "  arith.constant\n"
                     "  return\n}\n";
  EXPECT_EQ(linesAndCodes(text), "7 mlir-parse");
  // But this one is not there at all.
  const char *missing = "func.func @caller() {\n"
                        "  func.call @missing() : () -> ()\n"
                        "  return\n}\n"
                        "func.func @broken() {\n"
                        "  arith.constant\n"
                        "  return\n}\n";
  EXPECT_EQ(linesAndCodes(missing), "2 mlir-verify; 6 mlir-parse");
}

TEST(Recovery, WhatRestsOnAFunctionOfAnUnknownDialectIsNoError) {
  const char *text = "func.func @caller() {\n"
                     "  func.call @f() : () -> ()\n"
                     "  return\n}\n"
                     "nowhere.func @f() {\n"
                     "  nowhere.return\n}\n";
  EXPECT_EQ(linesAndCodes(text), "5 unknown-dialect");
}

/// MLIR stops at the first operand that does not dominate its use.
TEST(Recovery, SaysEveryDominanceError) {
  const char *text = "func.func @f(%c: i1) {\n"
                     "  cf.cond_br %c, ^a, ^b\n"
                     "^a:\n"
                     "  %0 = arith.constant 1 : i32\n"
                     "  cf.br ^b\n"
                     "^b:\n"
                     "  %1 = arith.addi %0, %0 : i32\n"
                     "  %2 = arith.addi %0, %1 : i32\n"
                     "  return\n}\n";
  Document document(text);
  document.update();
  EXPECT_EQ(
      findingsOf(document),
      "7:8-18 error[mlir-verify] operand #0 does not dominate this use\n"
      "7:8-18 error[mlir-verify] operand #1 does not dominate this use\n"
      "8:8-18 error[mlir-verify] operand #0 does not dominate this use\n");
  for (const Diagnostic &diagnostic : document.diagnostics()) {
    ASSERT_EQ(diagnostic.related.size(), 1u);
    EXPECT_EQ(document.buffer().lineOf(diagnostic.related[0].range.begin).value,
              3u);
  }
}

TEST(Recovery, DominanceErrorsInSeveralFunctions) {
  std::string body = "() {\n"
                     "  %1 = arith.addi %0, %0 : i32\n"
                     "  %0 = arith.constant 1 : i32\n"
                     "  return\n}\n";
  std::string found =
      linesAndCodes("func.func @f" + body + wrong("g") + "func.func @h" + body);
  EXPECT_NE(found.find("2 mlir-verify"), found.npos) << found;
  EXPECT_NE(found.find("7 broadcast-incompatible"), found.npos) << found;
  EXPECT_NE(found.find("11 mlir-verify"), found.npos) << found;
}

TEST(Recovery, AVerifierErrorDoesNotHideOthers) {
  const char *text = "func.func @f() -> i32 {\n  return\n}\n"
                     "func.func @g() -> i32 {\n  return\n}\n"
                     "func.func private @g()\n";
  EXPECT_EQ(linesAndCodes(text), "2 mlir-verify; 5 mlir-verify; 7 mlir-verify");
}

/// Symbols are looked up once the ops are right; a wrong op elsewhere is no
/// reason not to.
TEST(Recovery, AVerifierErrorDoesNotHideMissingSymbols) {
  const char *text = "func.func @f() -> i32 {\n  return\n}\n"
                     "func.func @g() {\n  call @missing() : () -> ()\n"
                     "  return\n}\n";
  EXPECT_EQ(linesAndCodes(text), "2 mlir-verify; 5 mlir-verify");
}

/// A call may be right; who reads the type of the function it names crashes.
TEST(Recovery, WhoUsesAWrongSymbolIsNotAskedAboutIt) {
  const char *text = "\"func.func\"() <{sym_name = \"f\"}> ({\n"
                     "  %0 = \"arith.addi\"() : () -> i32\n"
                     "  \"func.return\"() : () -> ()\n"
                     "}) : () -> ()\n"
                     "func.func @g() {\n"
                     "  call @f() : () -> ()\n"
                     "  call @missing() : () -> ()\n"
                     "  return\n}\n";
  EXPECT_EQ(linesAndCodes(text), "1 mlir-verify; 2 mlir-verify; 7 mlir-verify");
}

TEST(Recovery, WhatReturnsFromAWrongFunctionIsNotHeldAgainstItsType) {
  expectFindings("async.func @f(%a: f32) -> f32 {\n"
                 "  return %a : f32\n}\n",
                 {{1, 1, 11, "mlir-verify", Severity::Error,
                   "'async.func' op result type must be async value type or "
                   "async token type, but got 'f32'"}});
  EXPECT_EQ(linesAndCodes("async.func @f(%a: f32) -> !async.value<f32> {\n"
                          "  return %a, %a : f32, f32\n}\n"),
            "2 mlir-verify");
}

/// MLIR reads the body first and then finds the name one too many.
TEST(Recovery, OfAHeaderThatDoesNotParseTheWholeStatementIsTheWitness) {
  expectFindings(
      "func.func @f() {\n"
      "  %add = linalg.map { arith.addf }\n"
      "  %0 = tosa.ab\n"
      "  return\n}\n",
      {{2, 3, 7, "mlir-parse", Severity::Error,
        "cannot name an operation with no results"},
       {3, 8, 15, "mlir-parse", Severity::Error,
        "custom op 'tosa.ab' is unknown; did you mean 'tosa.abs'?"}});
}

/// Its verifier says so before it looks for a body, which it does not survive.
TEST(Recovery, OfAMapWithoutOperandsThatIsSaid) {
  expectFindings("func.func @f() {\n"
                 "  linalg.map { arith.addf }\n"
                 "  return\n}\n",
                 {{2, 3, 13, "mlir-verify", Severity::Error,
                   "'linalg.map' op expected 1 or more operands, but found "
                   "0"}});
}

/// MLIR 22 reports it at a place that it never set.
TEST(Recovery, AnErrorWithoutAPlaceIsSaidOfItsStatement) {
  constexpr const char *launch =
      "  gpu.launch blocks(%bx) in (%sbx = %sz, %sby = %sz, %sbz = %sz)\n"
      "             threads(%tx, %ty, %tz) in (%stx = %sz, %sty = %sz, %stz = "
      "%sz) {\n"
      "    gpu.terminator\n"
      "  }\n"
      "  return\n}\n";
  EXPECT_EQ(linesAndCodes(wrong("a") + "func.func @launch(%sz : index) {\n" +
                          launch + wrong("b")),
            "2 broadcast-incompatible; 6 mlir-parse; "
            "13 broadcast-incompatible");
}

TEST(Recovery, TrailingLocationsDoNotMisleadFindings) {
  const char *text =
      "#loc = loc(\"other.mlir\":1:1)\n"
      "func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>) {\n"
      "  %0 = tosa.add %a, %b : (tensor<2xi32>, tensor<3xi32>) -> "
      "tensor<2xi32> loc(#loc)\n"
      "  %1 = \"arith.addi\"(%a, %b) : (tensor<2xi32>, tensor<3xi32>) -> "
      "tensor<2xi32> loc(\"model.py\":77:1)\n"
      "  return loc(unknown)\n} loc(fused[\"a\", #loc])\n";
  EXPECT_EQ(linesAndCodes(text), "3 broadcast-incompatible; 4 mlir-verify");
}
