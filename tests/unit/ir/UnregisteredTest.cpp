//===- UnregisteredTest.cpp - Ops of dialects that are not built in -------===//

#include "analysis/Findings.h"

#include "core/analysis/Section.h"
#include "core/analysis/ValueInfo.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace shapels::test;

namespace {

/// The type of a value, by the first place of its name; `(text)` or `(use)`
/// behind it where nobody else knows. Empty where the value is not there.
std::string typeIn(const Document &document, std::string_view name) {
  for (const auto &section : document.sections())
    for (StatementId id = section->outline().first(); id != noStatement;
         id = section->outline().next(id))
      for (const NameOccurrence &each : section->outline().names(id)) {
        if (section->slice(each.range) != name)
          continue;
        auto info = valueInfo(*section, document.shapes(*section), each);
        if (!info)
          return "";
        using Source = SectionIR::TypeSource;
        return info->declaredType +
               (info->typeSource == Source::Written ? " (text)"
                : info->typeSource == Source::Use   ? " (use)"
                                                    : "");
      }
  return "";
}

std::string typeOf(std::string_view text, std::string_view name) {
  Document document{std::string(text)};
  document.update();
  return typeIn(document, name);
}

/// What is found in `body` inside of a function, but for the hint.
std::string errorsIn(std::string_view text) {
  Document document{std::string(text)};
  document.update();
  std::string lines;
  for (const Diagnostic &diagnostic : document.diagnostics())
    if (diagnostic.code != DiagnosticCode::UnknownDialect)
      lines += format(document.buffer(), diagnostic) + "\n";
  return lines;
}

std::string inFunction(std::string_view body) {
  return "func.func @f(%a: tensor<2x3xf32>, %i: index, %p: i1) {\n" +
         std::string(body) + "\n  return\n}\n";
}

} // namespace

//===----------------------------------------------------------------------===//
// Types of results
//===----------------------------------------------------------------------===//

struct Form {
  std::string_view text, name, type;
};

class UnregisteredForms : public testing::TestWithParam<Form> {};

TEST_P(UnregisteredForms, GivesTheResultItsType) {
  std::string text = inFunction(GetParam().text);
  EXPECT_EQ(typeOf(text, GetParam().name), GetParam().type);
  EXPECT_EQ(errorsIn(text), "");
}

INSTANTIATE_TEST_SUITE_P(
    All, UnregisteredForms,
    testing::Values(
        Form{"  %0 = my.op %a : tensor<2x3xf32>", "%0",
             "tensor<2x3xf32> (text)"},
        Form{"  %0 = my.op %a : (tensor<2x3xf32>) -> tensor<3xf32>", "%0",
             "tensor<3xf32>"},
        Form{"  %0 = my.op %a : tensor<2x3xf32> -> tensor<3xf32>", "%0",
             "tensor<3xf32>"},
        Form{"  %0 = my.op %a : tensor<2x3xf32> to tensor<3xf32>", "%0",
             "tensor<3xf32>"},
        Form{"  %0 = my.op %a : tensor<2x3xf32> into tensor<3xf32> loc(\"x\")",
             "%0", "tensor<3xf32>"},
        Form{"  %0:2 = my.op %a : tensor<2x3xf32> -> (i32, tensor<3xf32>)",
             "%0", "i32"},
        Form{"  %x, %y = my.op %a : i32, tensor<3xf32>", "%y",
             "tensor<3xf32> (text)"},
        Form{"  %0 = my.op(%a) {x = 1 : i32} : (tensor<2x3xf32>)\n"
             "      -> tensor<3xf32>",
             "%0", "tensor<3xf32>"},
        Form{"  %0 = my.op %a[%i] : tensor<2x3xf32> -> tensor<?xf32>{%i}", "%0",
             "tensor<?xf32>"},
        Form{"  %0 = my.op %a : (tensor<2x3xf32>) -> %a as tensor<?xf32>{%i}",
             "%0", "tensor<?xf32>"},
        Form{"  %0 = my.op %a => !my.box<i32>{%i} ", "%0",
             "!my.box<i32> (text)"},
        Form{"  %0 = my.size %a : !my.box<i32>", "%0", "index (text)"},
        Form{"  %0 = my.load %a[%i, %i] : tensor<2x3xf32>", "%0", "f32 (text)"},
        Form{"  %0 = my.load %i : !my.ptr<f32, 1>", "%0", "f32 (text)"},
        Form{"  %0 = my.load %i, %p : tensor<4x!my.ptr<f32>, #my.at<2>>", "%0",
             "tensor<4xf32, #my.at<2>> (text)"},
        Form{"  %0 = my.load %i : !my.ref<!my.box<4xf32, 1>>", "%0",
             "!my.box<4xf32,1> (text)"},
        Form{"  %0 = my.load %i : !my.ptr<3>", "%0", "!my.ptr<3> (text)"},
        Form{"  %0 = my.load %a[%i] : memref<4x!my.ptr<f32>>", "%0",
             "!my.ptr<f32> (text)"},
        Form{"  %0 = my.move %a, %i : tensor<2x3xf32>, index", "%0",
             "tensor<2x3xf32> (text)"},
        Form{"  %0 = my.put %a[%i, %i], %p {n = 1} : tensor<2x3xf32>, i1", "%0",
             "tensor<2x3xf32> (text)"},
        Form{"  %0 = my.pick %i [%a, %a] : index, tensor<2x3xf32>", "%0",
             "tensor<2x3xf32> (text)"},
        Form{"  %0 = my.send(%a[%i] [] []) : (tensor<2x3xf32>)", "%0",
             "unknown"},
        Form{"  %0 = my.send(%a) : (tensor<2x3xf32>)\n  my.use %0 : i8", "%0",
             "i8 (use)"},
        Form{"  %0 = torch.constant.int 7", "%0", "!torch.int (text)"},
        Form{"  %0 = vm.const.i32 7", "%0", "i32 (text)"},
        Form{"  %0 = my.op %a & ; 'x'", "%0", "unknown"},
        Form{"  %0 = my.op %a : <i1>", "%0", "unknown"},
        Form{"  %0 = my.op\n  my.use %0 : i8", "%0", "i8 (use)"},
        Form{"  %0 = my.op\n  %1 = my.use(%0) : (i8) -> i4", "%0", "i8 (use)"},
        Form{"  %0 = my.less %i, %i : index\n  scf.if %0 {\n  }", "%0",
             "i1 (use)"},
        Form{"  %0 = my.op : memref<4x!my.t, #my.space<1>>", "%0",
             "memref<4x!my.t, #my.space<1>> (text)"},
        Form{"  %0 = my.op : tensor<oops>", "%0", "unknown"}));

TEST(Opaque, AWrongArrowIsAnError) {
  std::string text = "func.func @f() -> tensor<4xf32> {\n"
                     "  %0 = my.op : () -> tensor<3xf32>\n"
                     "  return %0 : tensor<4xf32>\n}\n";
  EXPECT_NE(errorsIn(text).find("3:10-12 error[mlir-parse]"), std::string::npos)
      << errorsIn(text);
}

TEST(Opaque, BlanksInTypesMakeNoDifference) {
  EXPECT_EQ(errorsIn("func.func @f(%a: !my.t<[2, 3],f32>) -> !my.t<[2,3], f32> "
                     "{\n  return %a : !my.t<[2,3],f32>\n}\n"),
            "");
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

static constexpr std::string_view loop =
    "func.func @f(%a: tensor<i32>) -> tensor<i32> {\n"
    "  %0:2 = my.while(%i = %a, %j = %a) : tensor<i32>, tensor<i32> cond {\n"
    "    %p = my.test %i, %j : (tensor<i32>, tensor<i32>) -> i1\n"
    "    my.return %p : i1\n"
    "  } do {\n"
    "    %n = arith.addi %i, %j : tensor<i32>\n"
    "    my.return %n, %j : tensor<i32>, tensor<i32>\n"
    "  }\n"
    "  return %0#1 : tensor<i32>\n"
    "}\n";

TEST(Opaque, TheHeaderNamesTheArgumentsOfRegions) {
  EXPECT_EQ(errorsIn(loop), "");
  EXPECT_EQ(typeOf(loop, "%i"), "tensor<i32> (text)");
  EXPECT_EQ(typeOf(loop, "%n"), "tensor<i32>");
}

TEST(Opaque, WhatItNestsIsChecked) {
  std::string text(loop);
  text.replace(text.find("arith.addi"), 10, "arith.addf");
  EXPECT_NE(errorsIn(text).find("6:10-20 error[mlir-verify]"),
            std::string::npos)
      << errorsIn(text);
}

TEST(Opaque, AFunctionOfAnUnknownDialect) {
  std::string text = "my.func public @f(%a: index, %b: !my.t) -> index {\n"
                     "  %0 = arith.addi %a, %a : index\n"
                     "  cf.br ^bb1(%0 : index)\n"
                     "^bb1(%1: index):\n"
                     "  return %1 : index\n"
                     "}\n";
  EXPECT_EQ(errorsIn(text), "");
  EXPECT_EQ(typeOf(text, "%a"), "index (text)");
  EXPECT_EQ(typeOf(text, "%0"), "index");
}

/// Nobody knows that its names are known in what it nests.
TEST(Opaque, AFunctionInOneMayHaveArgumentsOfTheSameName) {
  std::string before = "my.func @f(%x: i32) {\n"
                       "  func.func @g(%x: i64) -> i64 {\n"
                       "    my.use %x : i64\n"
                       "    return %x : i64\n"
                       "  }\n",
              behind = "  my.return %x : i32\n}\n";
  EXPECT_EQ(errorsIn(before + behind), "");
  EXPECT_EQ(errorsIn(before + "  %0 = arith.addi %x, : i32\n" + behind),
            "6:22-22 error[mlir-parse] expected SSA operand\n");
  std::string inner = before;
  inner.replace(inner.find("func.func"), 9, "my.func");
  EXPECT_EQ(errorsIn(inner + behind), "");
  EXPECT_EQ(typeOf(inner + behind, "%x"), "i32 (text)");
}

/// As MLIR says.
TEST(Opaque, AFunctionInAKnownOneMayNot) {
  for (const char *broken : {"", "  %0 = arith.addi %x, : i32\n"})
    EXPECT_EQ(errorsIn("func.func @f(%x: i32) {\n"
                       "  func.func @g(%x: i32) {\n    return\n  }\n" +
                       std::string(broken) + "  return\n}\n")
                  .find("2:16-18 error[mlir-parse] region entry argument '%x' "
                        "is already in use\n"),
              0u);
}

TEST(Opaque, AnImpliedTerminatorMayFollowIt) {
  EXPECT_EQ(errorsIn(inFunction("  scf.for %k = %i to %i step %i {\n"
                                "    my.store %k, %a : tensor<2x3xf32>\n"
                                "  }")),
            "");
}

TEST(Opaque, AnArgumentMayHideAName) {
  EXPECT_EQ(errorsIn("func.func @f(%a: i32) {\n"
                     "  my.isolated(%a) {\n"
                     "    %a = arith.constant 1 : i32\n"
                     "    my.yield %a : i32\n"
                     "  }\n"
                     "  return\n}\n"),
            "");
}

TEST(Opaque, NamesOfItsOwnInItAreNoErrors) {
  EXPECT_EQ(errorsIn(inFunction("  my.each <x> in %a {\n"
                                "    %0 = arith.addi %x, %i : index\n"
                                "    my.yield %0 : index\n"
                                "  }")),
            "");
}

//===----------------------------------------------------------------------===//
// What rests on it
//===----------------------------------------------------------------------===//

TEST(Opaque, AnOperandThatNothingDefinesIsAnError) {
  EXPECT_EQ(errorsIn(inFunction("  %0 = x.add %a, %b, %b : tensor<2x3xf32>\n"
                                "  %1 = x.neg %0 : tensor<2x3xf32>")),
            "2:18-20 error[mlir-parse] use of undeclared SSA value name %b\n");
  // It may be what a region, a declaration or an op that is broken defines.
  EXPECT_EQ(errorsIn(inFunction("  x.for %j = %i {\n    x.use %j, %k\n  }\n"
                                "  %1 = arith.nothing 1\n"
                                "  x.use %1 : i32") +
                     "x.func @g(%b: i32)\n"),
            "5:8-21 error[mlir-parse] custom op 'arith.nothing' is unknown\n");
}

/// MLIR would take the op for what is missing before it.
TEST(Opaque, AnAssignmentOfNothingDoesNotTakeIt) {
  EXPECT_EQ(errorsIn("func.func @f() -> i32 {\n  %0 =\n"
                     "  %1 = x.abs %0 : i32\n  return %1 : i32\n}\n"),
            "2:7-7 error[mlir-parse] expected operation name in quotes\n");
}

TEST(Opaque, ANameThatIsDefinedAgainIsAnError) {
  EXPECT_EQ(errorsIn("func.func @f() {\n  %0 = x.one : i32\n"
                     "  %0 = x.two : i32\n  return\n}\n"),
            "3:3-5 error[mlir-parse] redefinition of SSA value '%0'\n");
}

/// Dominance does not rest on types, which nobody knows here.
TEST(Opaque, AnOperandThatIsDefinedLaterIsAnError) {
  EXPECT_EQ(errorsIn("func.func @f() {\n  %0 = x.one : some<type\n"
                     "  %1 = x.add %0, %2 : i32\n"
                     "  %2 = x.two : i32\n  return\n}\n"),
            "3:8-13 error[mlir-verify] operand #1 does not dominate this "
            "use\n");
}

TEST(Opaque, WhatRestsOnItsSymbolsIsNotSaid) {
  EXPECT_EQ(errorsIn("my.func @g() -> ()\n"
                     "func.func @f() {\n"
                     "  call @g() : () -> ()\n  return\n}\n"),
            "");
  EXPECT_EQ(errorsIn("my.module @m {\n"
                     "  func.func @f() {\n"
                     "    call @g() : () -> ()\n    return\n  }\n}\n"),
            "");
  // The verifier of the module looks for them.
  EXPECT_EQ(errorsIn("module attributes {gpu.container_module} {\n"
                     "  my.module @m {\n  }\n"
                     "  func.func @f(%n: index) {\n"
                     "    gpu.launch_func @m::@k blocks in (%n, %n, %n) "
                     "threads in (%n, %n, %n)\n    return\n  }\n}\n"),
            "");
}

TEST(Opaque, WhatIsMissingWithoutItIs) {
  EXPECT_NE(errorsIn("func.func @f() {\n"
                     "  my.op\n"
                     "  call @g() : () -> ()\n  return\n}\n")
                .find("does not reference a valid function"),
            std::string::npos);
}

TEST(Opaque, ATerminatorOfAnotherOpIsNotSaid) {
  EXPECT_EQ(errorsIn(inFunction("  scf.if %p {\n    my.yield\n  }")), "");
}

TEST(Opaque, AttributesOfItsDialectAreAccepted) {
  EXPECT_EQ(errorsIn("func.func @f(%n: index) {\n"
                     "  scf.forall (%i) in (4) {\n"
                     "  } {mapping = [#my.map<x>]}\n"
                     "  return\n}\n"),
            "");
}

TEST(Opaque, AnExtensionOfAKnownDialect) {
  EXPECT_EQ(errorsIn(inFunction("  arith.my.op %a : tensor<2x3xf32>")), "");
  EXPECT_NE(errorsIn(inFunction("  %0 = arith.adi %i, %i : index")), "");
}

TEST(Opaque, NavigatesToOperandsThatFollow) {
  std::string text = "my.graph {\n"
                     "  %0 = my.a %1 : i32\n"
                     "  %1 = my.b %0 : i32\n"
                     "}\n";
  EXPECT_EQ(errorsIn(text), "");
  EXPECT_EQ(typeOf(text, "%1"), "i32 (text)");
}

/// `tf_executor.island wraps ...` has a control token as well.
TEST(Opaque, InputsOfAFunctionalTypeAreNoResults) {
  std::string text = inFunction(
      "  %0:2 = my.wrap \"my.op\"(%a, %i) {x = 1 : i32} : (tensor<2x3xf32>, "
      "index) -> tensor<4xf32>\n"
      "  %1, %c = my.wrap \"my.op\"(%a) : (tensor<2x3xf32>) -> tensor<5xf32>");
  EXPECT_EQ(errorsIn(text), "");
  EXPECT_EQ(typeOf(text, "%0"), "tensor<4xf32> (text)");
  EXPECT_EQ(typeOf(text, "%1"), "tensor<5xf32> (text)");
  EXPECT_EQ(typeOf(text, "%c"), "unknown");
}

/// What is written for the parser at the end of a region is no op of the text.
TEST(Opaque, ANameWithoutAnOpAtTheEndIsAnError) {
  expectFindings("func.func @f() {\n"
                 "  %0 = a.b : i32\n"
                 "  %1 =\n"
                 "}\n",
                 {{2, 8, 11, "unknown-dialect", Severity::Hint,
                   "dialect 'a' is not built in: its ops are read by their "
                   "form, and not verified; the setting 'ops' can tell how "
                   "their shapes relate"},
                  {3, 7, 7, "mlir-parse", Severity::Error,
                   "expected operation name in quotes"}});
}
