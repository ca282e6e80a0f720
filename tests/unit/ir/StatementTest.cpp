//===- StatementTest.cpp - Broken functions keep what parses --------------===//

#include "analysis/Findings.h"

#include "core/analysis/Section.h"
#include "core/analysis/ValueInfo.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// The findings, as `line:column code` each.
std::string placesIn(std::string text) {
  Document document(std::move(text));
  document.update();
  std::string places;
  for (const Diagnostic &diagnostic : document.diagnostics()) {
    Position at = document.buffer().position(diagnostic.range.begin,
                                             PositionEncoding::Utf8);
    places += std::to_string(at.line + 1) + ":" +
              std::to_string(at.character + 1) + " " +
              std::string(info(diagnostic.code).id) + "\n";
  }
  return places;
}

/// The declared types of the values that the text defines, `-` for those that
/// are not known.
std::string typesIn(std::string text) {
  Document document(std::move(text));
  document.update();
  const Section &section = *document.sections()[0];
  const Outline &outline = section.outline();
  std::string types;
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    for (const NameOccurrence &name : outline.names(id)) {
      if (!outline.isDefinition(name.id) || name.kind != NameKind::Value)
        continue;
      std::optional<ValueInfo> value =
          valueInfo(section, document.shapes(section), name);
      types += std::string(section.slice(name.range)) + ": " +
               (value ? value->declaredType : "-") + "\n";
    }
  return types;
}

constexpr const char *brokenOp = "  foo.bar baz\n  arith.addi %no\n";

std::string function(std::string body) {
  return "func.func @f(%a: i32, %c: i1, %n: index) {\n" + body +
         "  return\n}\n";
}

} // namespace

TEST(Statements, EverySyntaxErrorOfAFunctionIsSaid) {
  EXPECT_EQ(placesIn(function("  %0 = tosa.ad\n"
                              "  %1 = arith.addi %a, %a : i32\n"
                              "  %2 = arith.addi %a %a : i32\n"
                              "  %3 = arith.addi %a, %oops : i32\n")),
            "2:8 mlir-parse\n4:21 mlir-parse\n5:23 mlir-parse\n");
}

TEST(Statements, AreCheckedBesideBrokenOnes) {
  EXPECT_EQ(placesIn(function("  %0 = tosa.ad\n"
                              "  %1 = \"arith.addi\"(%a, %n) : (i32, index) "
                              "-> i32\n")),
            "2:8 mlir-parse\n3:9 mlir-verify\n");
}

TEST(Statements, WhatRestsOnABrokenOneIsNoError) {
  EXPECT_EQ(placesIn(function("  %0 = tosa.ad\n"
                              "  %1 = arith.addi %0, %a : i32\n"
                              "  %2 = arith.addi %1, %1 : i32\n")),
            "2:8 mlir-parse\n");
}

TEST(Statements, WhatStandsForThemIsNeverNamed) {
  Document document("func.func @f(%n: index) {\n"
                    "  scf.for %i = %n to %n step %n {\n"
                    "    %0 = tosa.ad\n  }\n}\n");
  document.update();
  ASSERT_FALSE(document.diagnostics().empty());
  for (const Diagnostic &diagnostic : document.diagnostics())
    EXPECT_EQ(diagnostic.message.find("shapels"), std::string::npos)
        << diagnostic.message;
}

TEST(Statements, TheFirstUseSaysWhatABrokenOneIs) {
  EXPECT_EQ(typesIn(function("  %0 = tosa.ad\n"
                             "  %1 = arith.addi %0, %a : i32\n"
                             "  %2 = tosa.ad\n")),
            "%a: i32\n%c: i1\n%n: index\n%0: i32\n%1: i32\n%2: -\n");
  EXPECT_EQ(placesIn(function("  %0 = tosa.ad\n"
                              "  %1 = arith.addi %0, %a : i32\n"
                              "  %2 = arith.addi %0, %1 : i64\n")),
            "2:8 mlir-parse\n4:19 mlir-parse\n");
}

TEST(Statements, AMissingTerminatorOfABrokenBodyIsNoError) {
  EXPECT_EQ(placesIn("func.func @f() -> i32 {\n  return tosa.ad\n}\n"),
            "2:10 mlir-parse\n");
}

TEST(Statements, KeepTheirTypesInNestedRegions) {
  std::string text =
      function("  %r:2 = scf.for %i = %n to %n step %n iter_args(%x = %a, "
               "%y = %n) -> (i32, index) {\n"
               "    %s = arith.addi %x, %x : i32\n"
               "    %t = arith.addi %x %x : i32\n"
               "    scf.yield %s, %y : i32, index\n"
               "  }\n"
               "  %u = arith.addi %r#1, %r#1 : index\n"
               "  %v = scf.if %c -> i32 {\n"
               "    %w = tosa.ad\n"
               "    scf.yield %a : i32\n"
               "  } else {\n"
               "    scf.yield %r#0 : i32\n"
               "  }\n");
  EXPECT_EQ(placesIn(text), "4:23 mlir-parse\n9:10 mlir-parse\n");
  EXPECT_EQ(typesIn(text),
            "%a: i32\n%c: i1\n%n: index\n%r: i32\n%i: index\n%x: i32\n"
            "%y: index\n%s: i32\n%t: -\n%u: index\n%v: i32\n%w: -\n");
}

TEST(Statements, KnowBlocksAndSuccessors) {
  std::string text =
      function(std::string(brokenOp) + "  cf.cond_br %c, ^bb1(%a : i32), ^bb2\n"
                                       "^bb1(%x: i32):\n"
                                       "  %0 = arith.addi %x, %x : i32\n"
                                       "  cf.br ^bb2\n"
                                       "^bb2:\n");
  EXPECT_EQ(typesIn(text), "%a: i32\n%c: i1\n%n: index\n%x: i32\n%0: i32\n");
  std::string wrong =
      function(std::string(brokenOp) + "  cf.br ^bb1(%a : i32)\n"
                                       "^bb1(%x: index):\n");
  EXPECT_NE(placesIn(wrong).find("4:3 mlir-verify"), std::string::npos)
      << placesIn(wrong);
}

TEST(Statements, BareNamesBelongToTheOpAround) {
  std::string text = "func.func private @g(i32)\nfunc.func @f(%a: i32) {\n" +
                     std::string(brokenOp) +
                     "  call @g(%a) : (i32) -> ()\n  nothing %a\n  return\n}\n";
  std::string findings = findingsIn(text);
  EXPECT_NE(findings.find("6:3-10 error[mlir-parse] custom op 'nothing' is "
                          "unknown (tried 'func.nothing' as well)"),
            findings.npos)
      << findings;
}

/// The generic form leaves the default dialect as it is around.
TEST(Statements, BareNamesInTheGenericFormBelongToWhatIsAroundThat) {
  std::string body = "\"my.graph\"() ({\n  nothing\n}) : () -> ()\n";
  for (auto [text, tried] :
       {std::pair(body, "builtin"), {function(body), "func"}}) {
    std::string findings = findingsIn(text);
    EXPECT_NE(findings.find("custom op 'nothing' is unknown (tried '" +
                            std::string(tried) + ".nothing' as well)"),
              findings.npos)
        << findings;
  }
}

TEST(Statements, OfAModuleMayShareValues) {
  EXPECT_EQ(placesIn("%0 = arith.constant 1 : i32\n"
                     "%1 = arith.addi %0, %0 : i32\n"
                     "%2 = tosa.ad\n"
                     "%3 = arith.addi %1, %0 : i64\n"),
            "3:6 mlir-parse\n4:17 mlir-parse\n");
}

TEST(Statements, AnUnknownDialectCostsItsOpsOnly) {
  std::string text = function("  %0 = my.op %a : i32\n"
                              "  %1 = arith.addi %a, %a : i32\n"
                              "  %2 = arith.addi %0, %a : i32\n");
  EXPECT_EQ(placesIn(text), "2:8 unknown-dialect\n");
  EXPECT_EQ(typesIn(text),
            "%a: i32\n%c: i1\n%n: index\n%0: i32\n%1: i32\n%2: i32\n");
}

TEST(Statements, BlocksAreCheckedAsMlirDoes) {
  EXPECT_NE(findingsIn("func.func @f() {\n  %0 = arith.constant 1 : i32\n}\n")
                .find("block with no terminator"),
            std::string::npos);
  EXPECT_NE(findingsIn("\"func.func\"() <{function_type = () -> (), sym_name = "
                       "\"f\"}> ({\n^bb0:\n}) : () -> ()\n")
                .find("empty block: expect at least a terminator"),
            std::string::npos);
}

TEST(Statements, AnOpOnAConstantWithoutItsValueIsSpared) {
  EXPECT_EQ(placesIn("func.func @f(%a: tensor<3xi8>, %b: tensor<3xi8>) {\n"
                     "  %s = \"tosa.const\"() <{valus = dense<0> : "
                     "tensor<1xi8>}> : () -> tensor<1xi8>\n"
                     "  %0 = tosa.mul %a, %b, %s : (tensor<3xi8>, "
                     "tensor<3xi8>, tensor<1xi8>) -> tensor<3xi32>\n"
                     "  return\n}\n"),
            "2:9 mlir-verify\n");
}

TEST(Statements, DominanceIsCheckedBesideOtherErrors) {
  EXPECT_EQ(placesIn("func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>) {\n"
                     "  %0 = \"test.use\"(%1) : (i32) -> i32\n"
                     "  %1 = arith.constant 1 : i32\n"
                     "  %2 = tosa.add %a, %b : (tensor<2xi32>, tensor<3xi32>) "
                     "-> tensor<3xi32>\n"
                     "  return\n}\n"),
            "2:9 mlir-verify\n2:9 unknown-dialect\n"
            "4:21 broadcast-incompatible\n");
}

TEST(Statements, ALoneCarriageReturnEndsAComment) {
  EXPECT_EQ(placesIn("func.func @f() { // c\r  %0 = tosa.ad\n  return\n}\n"),
            "2:8 mlir-parse\n");
}

TEST(Statements, AnUnclosedAliasLeavesTheNextOneAlive) {
  EXPECT_EQ(placesIn("#a = affine_map<(d0) -> (d0\n!t = tensor<3xi32>\n"
                     "func.func @f(%a: !t) {\n  %0 = tosa.add %a, %a : (!t, "
                     "!t) -> tensor<4xi32>\n  return\n}\n"),
            "1:28 mlir-parse\n4:38 broadcast-result-mismatch\n");
}

TEST(Statements, AnImpliedTerminatorIsNotBlamed) {
  EXPECT_EQ(placesIn(function("  %m = affine.for %i = 0 to 3 iter_args(%x = "
                              "%a) -> i32 {\n"
                              "    %y = tosa.ad\n"
                              "    affine.yield %y : i32\n  }\n")),
            "3:10 mlir-parse\n");
}
