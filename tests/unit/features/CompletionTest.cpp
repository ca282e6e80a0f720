//===- CompletionTest.cpp -------------------------------------------------===//

#include "features/Cursor.h"

#include "server/features/completion/Completion.h"

#include <gmock/gmock.h>

#include <chrono>
#include <ctime>

using namespace shapels;
using namespace shapels::test;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

namespace {

CompletionList listAt(std::string_view text, CompletionOptions options = {}) {
  CursorDocument at(text);
  return completions(*at.document, at.cursor, options);
}

std::vector<std::string> labels(const CompletionList &list,
                                size_t most = SIZE_MAX) {
  std::vector<std::string> all;
  for (const CompletionItem &item : list.items)
    if (all.size() < most)
      all.push_back(item.label);
  return all;
}

std::vector<std::string> labelsAt(std::string_view text,
                                  size_t most = SIZE_MAX) {
  return labels(listAt(text), most);
}

CompletionItem itemAt(std::string_view text, std::string_view label,
                      CompletionOptions options = {}) {
  for (CompletionItem &item : listAt(text, options).items)
    if (item.label == label)
      return item;
  ADD_FAILURE() << "no " << label;
  return {};
}

/// A function with this body.
std::string inFunction(const std::string &body) {
  return "func.func @f(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>, %n: index) "
         "{\n" +
         body + "\n  return\n}\n";
}

} // namespace

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

TEST(Completion, OpsOfADialect) {
  std::vector<std::string> ops = labelsAt(inFunction("  %0 = tosa.ab$0"));
  EXPECT_THAT(ops, ElementsAre("tosa.abs"));
  EXPECT_THAT(labelsAt(inFunction("  %0 = tosa.$0")), Contains("tosa.add"));
}

TEST(Completion, ThoseOfTheTextComeFirst) {
  std::string body = "  %0 = arith.constant 1 : i32\n"
                     "  %1 = arith.muli %0, %0 : i32\n"
                     "  %2 = arith.constant 2 : i32\n"
                     "  %3 = arith.$0\n";
  EXPECT_THAT(labelsAt(inFunction(body), 2),
              ElementsAre("arith.muli", "arith.constant"));
}

/// The names that MLIR gives results, and people take over.
TEST(Completion, OpsThatResultsAreNamedForComeFirst) {
  for (auto [typed, op] : {std::pair{"%cst = arith.$0", "arith.constant"},
                           {"%c0 = arith.$0", "arith.constant"},
                           {"%c0_i32 = $0", "arith.constant"},
                           {"%subview = memref.$0", "memref.subview"},
                           {"%extracted_1 = tensor.$0", "tensor.extract"}})
    EXPECT_THAT(labelsAt(inFunction(std::string("  ") + typed), 2),
                Contains(op))
        << typed;
}

/// What is nested in functions is not offered beside them.
TEST(Completion, OfferedIsWhatMayStandThere) {
  std::string function = inFunction("  %0 = math.absf %a : tensor<?x4xf32>");
  EXPECT_THAT(labelsAt(function + "$0\n" + function, 1),
              ElementsAre("func.func"));
  EXPECT_THAT(labelsAt(function + inFunction("  %0 = $0"), 1),
              ElementsAre("math.absf"));
}

/// Its `{` might begin attributes, as far as the rest of the text tells.
TEST(Completion, TheFirstOpOfAFunctionIsAnOp) {
  for (const char *text :
       {"func.func @f() {\n  ari$0\n}\n", "func.func @f() {\n  arith.$0\n}\n",
        "func.func @f(%c: i1) {\n  scf.if %c {\n    arith.$0"
        "\n  }\n  return\n}\n",
        "func.func @f() {\n^bb0:\n  arith.$0\n}\n"})
    EXPECT_THAT(labelsAt(text), Contains(StartsWith("arith."))) << text;
  EXPECT_THAT(labelsAt("func.func @f() attributes {\n  sym$0\n}\n"),
              Not(Contains(StartsWith("arith."))));
}

TEST(Completion, OpsOfUnknownDialectsThatTheTextHas) {
  EXPECT_THAT(labelsAt(inFunction("  %0 = \"x.y\"() : () -> i32\n"
                                  "  %1 = my.special %0 : i32\n  %2 = my.$0")),
              ElementsAre("my.special"));
}

TEST(Completion, AnOpIsASnippetWithTheNameOfItsResult) {
  CompletionItem item = itemAt(inFunction("  tosa.ad$0"), "tosa.add");
  EXPECT_TRUE(item.isSnippet);
  EXPECT_EQ(item.text,
            "%${1:0} = tosa.add ${2:%input1}, ${3:%input2} : "
            "(${4:input1-type}, ${5:input2-type}) -> ${6:result-type}");
  EXPECT_EQ(item.detail, "Elementwise addition operator.");
}

TEST(Completion, ASnippetFollowsTheResultThatIsThere) {
  CompletionItem item = itemAt(inFunction("  %x = math.ta$0"), "math.tanh");
  EXPECT_EQ(item.text, "math.tanh ${1:%operand} : ${2:result-type}");
}

TEST(Completion, WithoutSnippetsTheNameAlone) {
  CompletionItem item = itemAt(inFunction("  tosa.ad$0"), "tosa.add", {false});
  EXPECT_FALSE(item.isSnippet);
  EXPECT_EQ(item.text, "");
}

TEST(Completion, OpsInQuotes) {
  CompletionItem item = itemAt(inFunction("  %0 = \"tosa.ad$0\""), "tosa.add");
  EXPECT_FALSE(item.isSnippet);
}

TEST(Completion, DialectsWhereNothingIsTyped) {
  CompletionList list = listAt(inFunction("  $0"));
  EXPECT_TRUE(list.isIncomplete);
  EXPECT_THAT(labels(list), Contains("tosa."));
}

TEST(Completion, OpsReplaceTheirWord) {
  CursorDocument at(inFunction("  %0 = <<tosa.ad>>$0"));
  CompletionList list = completions(*at.document, at.cursor, {});
  EXPECT_EQ(list.word, at.marked[0]);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

TEST(Completion, ValuesInScopeWithTheirTypes) {
  CompletionList list = listAt(inFunction("  %0 = math.tanh %$0"));
  EXPECT_THAT(labels(list), testing::UnorderedElementsAre("%a", "%b", "%n"));
  EXPECT_THAT(itemAt(inFunction("  %0 = math.tanh %$0"), "%a").detail,
              StartsWith("tensor<?x4xf32>"));
}

TEST(Completion, ThoseThatFitComeFirst) {
  EXPECT_EQ(labelsAt(inFunction("  %0 = tensor.dim %a, $0")).front(), "%n");
  EXPECT_THAT(labelsAt(inFunction("  %c = arith.constant 1 : index\n"
                                  "  %0 = math.tanh $0"),
                       2),
              testing::UnorderedElementsAre("%a", "%b"));
}

TEST(Completion, ValuesOfOtherScopesAreNotThere) {
  std::string text = "func.func @g(%x: i32) {\n  return\n}\n" +
                     inFunction("  scf.for %i = %n to %n step %n {\n"
                                "    %in = arith.constant 1 : i32\n  }\n"
                                "  %0 = math.tanh %$0\n  %later = "
                                "arith.constant 1 : i32");
  EXPECT_THAT(labelsAt(text), testing::UnorderedElementsAre("%a", "%b", "%n"));
}

TEST(Completion, ArgumentsOfRegionsAndBlocks) {
  EXPECT_THAT(labelsAt(inFunction("  scf.for %i = %n to %n step %n {\n"
                                  "    \"x.y\"(%$0\n  }")),
              testing::UnorderedElementsAre("%a", "%b", "%n", "%i"));
  EXPECT_THAT(labelsAt("func.func @f(%a: i32) {\n  cf.br ^b(%a : i32)\n"
                       "^b(%x: i32):\n  \"x.y\"($0\n  return\n}\n"),
              testing::UnorderedElementsAre("%a", "%x"));
}

TEST(Completion, ResultsOfAGroup) {
  EXPECT_THAT(labelsAt("%g:2 = \"a.b\"() : () -> (i32, i32)\n\"a.c\"(%$0"),
              testing::UnorderedElementsAre("%g#0", "%g#1"));
}

TEST(Completion, ValuesInTextThatDoesNotParse) {
  EXPECT_THAT(labelsAt(inFunction("  %0 = tosa.add %a, \n  %1 = tosa. (((\n"
                                  "  my.op %$0")),
              Contains("%a"));
}

TEST(Completion, NoValuesForTheNameOfAResult) {
  EXPECT_THAT(labelsAt(inFunction("  %$0")), IsEmpty());
}

//===----------------------------------------------------------------------===//
// Other names
//===----------------------------------------------------------------------===//

TEST(Completion, FunctionsWhereACalleeIsMeant) {
  std::string text = "memref.global @data : memref<4xf32>\n"
                     "func.func private @g(i32) -> i32\n" +
                     inFunction("  call @$0");
  EXPECT_THAT(labelsAt(text), ElementsAre("@f", "@g", "@data"));
  EXPECT_EQ(itemAt(text, "@g").detail, "(i32) -> i32");
}

TEST(Completion, NoSymbolsForTheNameOfAnother) {
  EXPECT_THAT(labelsAt("func.func private @g()\nfunc.func private @$0\n"),
              IsEmpty());
  EXPECT_THAT(labelsAt("func.func private @g()\nfunc.func private @$0g()\n"),
              IsEmpty());
}

TEST(Completion, Blocks) {
  EXPECT_THAT(labelsAt("func.func @f(%a: i32) {\n  cf.br ^$0\n"
                       "^one(%x: i32):\n  return\n^two:\n  return\n}\n"),
              ElementsAre("^one", "^two"));
}

TEST(Completion, Aliases) {
  std::string text = "!t = tensor<4xf32>\n#m = affine_map<(d0) -> (d0)>\n";
  EXPECT_THAT(labelsAt(text + "func.func private @g(!$0)\n"), Contains("!t"));
  EXPECT_THAT(labelsAt(text + "func.func private @g() attributes {m = #$0}\n"),
              Contains("#m"));
}

TEST(Completion, TypesOfADialect) {
  EXPECT_THAT(labelsAt("func.func private @g(!async.$0)\n"),
              Contains("!async.token"));
}

//===----------------------------------------------------------------------===//
// Types and attributes
//===----------------------------------------------------------------------===//

TEST(Completion, TheInferredTypeComesFirst) {
  EXPECT_EQ(labelsAt(inFunction("  %0 = math.tanh %a : $0")).front(),
            "tensor<?x4xf32>");
  EXPECT_EQ(labelsAt(inFunction("  %0 = tosa.add %a, %b : $0")).front(),
            "(tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>");
  EXPECT_EQ(labelsAt(inFunction("  %0 = tosa.add %a, %b : (tensor<?x4xf32>, "
                                "tensor<?x4xf32>) -> $0"))
                .front(),
            "tensor<?x4xf32>");
}

TEST(Completion, NothingInTheWordsOfAType) {
  for (const char *type : {"tensor<$0", "tensor<4x$0", "memref<4xf32, $0",
                           "tensor<4xf$0", "vector<$0>"})
    EXPECT_THAT(
        labelsAt(inFunction("  %0 = math.tanh %a : " + std::string(type))),
        IsEmpty())
        << type;
}

TEST(Completion, NothingInCommentsAndStrings) {
  EXPECT_THAT(labelsAt(inFunction("  // tosa.$0")), IsEmpty());
  EXPECT_THAT(labelsAt(inFunction("  // a comment$0")), IsEmpty());
  EXPECT_THAT(labelsAt(inFunction("  \"x.y\"() {s = \"tosa.$0\"} : () -> ()")),
              IsEmpty());
}

TEST(Completion, NamesOfAttributes) {
  EXPECT_THAT(labelsAt(inFunction("  %0 = tosa.conv2d %a, %b, %b, %b, %b "
                                  "{pad = array<i64: 0>, $0")),
              Contains("stride"));
  EXPECT_THAT(labelsAt(inFunction("  %0 = tosa.conv2d %a, %b, %b, %b, %b "
                                  "{pad = array<i64: 0>, $0")),
              Not(Contains("pad")));
}

TEST(Completion, CasesOfAnEnumeration) {
  EXPECT_THAT(labelsAt(inFunction("  %0 = arith.cmpi $0")), Contains("slt"));
}

//===----------------------------------------------------------------------===//
// When it is asked, and what more it says
//===----------------------------------------------------------------------===//

TEST(Completion, VisibilitiesBeforeTheNameOfAFunction) {
  EXPECT_THAT(labelsAt("func.func pr$0 @f()\n"),
              ElementsAre("private", "public", "nested"));
  EXPECT_THAT(labelsAt("func.func private $0@f()\n"), Not(Contains("public")));
}

TEST(Completion, ABlankAsksForTypesOnly) {
  CompletionOptions blank{true, ' '};
  EXPECT_THAT(labels(listAt(inFunction("  %0 = tosa.add $0"), blank)),
              IsEmpty());
  EXPECT_THAT(labels(listAt(inFunction("  %0 = math.tanh %a : $0"), blank)),
              Not(IsEmpty()));
}

TEST(Completion, Documentation) {
  CursorDocument at(inFunction("  %0 = tosa.ad$0"));
  for (const CompletionItem &item :
       completions(*at.document, at.cursor, {}).items) {
    std::string text =
        completionDocumentation(*at.document, item.key, /*markdown=*/true);
    EXPECT_THAT(text, HasSubstr("```mlir\ntosa.add"));
    EXPECT_THAT(text, HasSubstr("mlir.llvm.org"));
    EXPECT_THAT(completionDocumentation(*at.document, item.key, false),
                Not(HasSubstr("```")));
  }
  for (const char *key : {"", "op", "op no.op", "type !no.type", "at x",
                          "at 4000000", "dialect no"})
    EXPECT_EQ(completionDocumentation(*at.document, key, true), "") << key;
}

TEST(Completion, WorksAnywhereInBrokenText) {
  std::string text = "!t = i32\nmodule {\n" +
                     inFunction("  %0 = scf.if %n -> (i32) {\n    scf.yield "
                                "%n : i32\n  } else {\n  }\n  %1:2 = \"x.y\""
                                "(%0) <{a = 1}> ({\n^bb0(%x: i32):\n  }) : "
                                "(i32) -> (i32, i32)") +
                     "}\n";
  for (size_t cut = 0; cut < text.size(); ++cut) {
    listAt(text.substr(0, cut) + "$0" + text.substr(cut));
    listAt(text.substr(0, cut) + "$0");
  }
}
