//===- SuggestionsTest.cpp - Names that nobody knows ----------------------===//

#include "analysis/Edited.h"
#include "analysis/Findings.h"

#include "core/analysis/Nearest.h"

#include <gmock/gmock.h>

using namespace shapels;
using namespace shapels::test;
using testing::ElementsAre;

namespace {

/// In a function with arguments of several names.
std::string inFunction(const std::string &ops) {
  return "func.func @f(%arg0: tensor<4xf32>, %weights: tensor<4xf32>, %i: "
         "index) {\n" +
         ops + "  return\n}\n";
}

/// What is said, without the hint about all dialects.
std::vector<std::string> messages(const std::string &text,
                                  Configuration configuration = {}) {
  Document document(text, std::move(configuration));
  document.update();
  std::vector<std::string> result;
  for (const Diagnostic &diagnostic : document.diagnostics())
    if (diagnostic.message.find("not verified") == std::string::npos)
      result.push_back(diagnostic.message);
  return result;
}

std::string undeclared(std::string name, std::string meant = "") {
  return "use of undeclared SSA value name " + name + didYouMean(meant, "");
}

} // namespace

TEST(Nearest, IsTheOneThatIsNearEnough) {
  std::vector<std::string_view> words = {"pad", "add", "concat", "const"};
  EXPECT_EQ(nearest("ad", words), "add");
  EXPECT_EQ(nearest("concta", words), "concat");
  EXPECT_EQ(nearest("matmul", words), "");
  EXPECT_EQ(nearest("reshape_block_scaled",
                    std::vector<std::string_view>{"cast_to_block_scaled"}),
            "");
  EXPECT_EQ(nearest("x", words), "");
  EXPECT_EQ(nearest("", words), "");
}

TEST(Nearest, OneEditIsALetterOrASwap) {
  for (const char *word : {"arg", "argo0", "arg1", "agr0", "xarg0"})
    EXPECT_TRUE(areOneEditApart("arg0", word)) << word;
  for (const char *word : {"arg0", "ar", "agr1", "0arg", ""})
    EXPECT_FALSE(areOneEditApart("arg0", word)) << word;
}

TEST(Suggestions, OfAValueInEveryFormOfOp) {
  for (const char *op :
       {"%0 = math.exp %agr0 : tensor<4xf32>\n",
        "%0 = \"math.exp\"(%agr0) : (tensor<4xf32>) -> tensor<4xf32>\n",
        "%0 = stablehlo.abs %agr0 : tensor<4xf32>\n",
        "%0 = \"other.op\"(%agr0) : (tensor<4xf32>) -> tensor<4xf32>\n"})
    EXPECT_THAT(messages(inFunction(op)),
                ElementsAre(undeclared("%agr0", "%arg0")))
        << op;
}

TEST(Suggestions, OfAValueAreThoseThatAreThere) {
  auto meantFor = [](const std::string &ops) {
    return messages(inFunction(ops));
  };
  EXPECT_THAT(meantFor("%0 = math.exp %other : tensor<4xf32>\n"),
              ElementsAre(undeclared("%other")));
  // Behind it, its own, in another region, of another function.
  EXPECT_THAT(meantFor("%0 = math.exp %sum1 : tensor<4xf32>\n"
                       "%sum = math.exp %0 : tensor<4xf32>\n"),
              ElementsAre(undeclared("%sum1")));
  EXPECT_THAT(meantFor("%sum = math.exp %sum1 : tensor<4xf32>\n"),
              ElementsAre(undeclared("%sum1")));
  EXPECT_THAT(meantFor("scf.for %iv = %i to %i step %i {\n"
                       "  %sum = math.exp %arg0 : tensor<4xf32>\n}\n"
                       "%0 = math.exp %sum1 : tensor<4xf32>\n"),
              ElementsAre(undeclared("%sum1")));
  EXPECT_THAT(messages("func.func @g(%only: i32) {\n  return\n}\n" +
                       inFunction("%0 = math.exp %onyl : tensor<4xf32>\n")),
              ElementsAre(undeclared("%onyl")));
  // Numbers and single letters are as near to each other as any.
  EXPECT_THAT(meantFor("%0 = math.exp %arg0 : tensor<4xf32>\n"
                       "%2 = math.exp %1 : tensor<4xf32>\n"
                       "%3 = math.exp %k : tensor<4xf32>\n"),
              ElementsAre(undeclared("%1"), undeclared("%k")));
  // From a region around; of several the last.
  EXPECT_THAT(meantFor("%sum = math.exp %arg0 : tensor<4xf32>\n"
                       "%sun = math.exp %arg0 : tensor<4xf32>\n"
                       "scf.for %iv = %i to %i step %i {\n"
                       "  %0 = math.exp %sux : tensor<4xf32>\n}\n"),
              ElementsAre(undeclared("%sux", "%sun")));
}

TEST(Suggestions, FollowTheNamesThatAreEdited) {
  Edited document(inFunction("  %first = math.exp %arg0 : tensor<4xf32>\n"
                             "  %0 = math.exp %firts : tensor<4xf32>\n"
                             "  %1 = stablehlo.abs %firts : tensor<4xf32>\n"));
  document.replace("%first", "%other")
      .replace("%other", "%fits")
      .insert("  %fits", "  %first = math.exp %arg0 : tensor<4xf32>\n")
      .replace("%fits =", "%firt =")
      .replace("%firt =", "%firts =")
      .replace("%firts =", "%x =")
      .replace("  %x = math.exp %arg0 : tensor<4xf32>\n", "")
      .replace("%weights", "%firs")
      .replace("  %first = math.exp %arg0 : tensor<4xf32>\n", "");
}

TEST(Suggestions, OfAnOpOfAKnownDialect) {
  using testing::HasSubstr;
  EXPECT_THAT(messages(inFunction("%0 = math.epx %arg0 : tensor<4xf32>\n")),
              ElementsAre("custom op 'math.epx' is unknown; did you mean "
                          "'math.exp'?"));
  EXPECT_THAT(
      messages(inFunction("%0 = \"tosa.ad\"(%arg0) : (tensor<4xf32>) -> "
                          "tensor<4xf32>\n")),
      ElementsAre(HasSubstr("unknown operations; did you mean 'tosa.add'?")));
  EXPECT_THAT(messages("func.func @f() {\n  retrun\n}\n"),
              ElementsAre("custom op 'retrun' is unknown (tried 'func.retrun' "
                          "as well); did you mean 'return'?"));
  EXPECT_THAT(messages(inFunction("%0 = math.gamma %arg0 : tensor<4xf32>\n")),
              ElementsAre("custom op 'math.gamma' is unknown"));
}

TEST(Suggestions, OfWhatProjectsExtendAreHints) {
  Document document("module attributes {transform.with_named_sequence} {\n"
                    "  transform.named_sequence @m(%a: !transform.any_op) {\n"
                    "    transform.yeild\n  }\n}\n");
  document.update();
  ASSERT_FALSE(document.diagnostics().empty());
  EXPECT_EQ(document.diagnostics()[0].message,
            "custom op 'transform.yeild' is unknown; did you mean "
            "'transform.yield'?");
  EXPECT_EQ(document.diagnostics()[0].severity, Severity::Hint);
}

TEST(Suggestions, OfADialectThatHasTheOp) {
  auto said = [](const char *name) {
    return messages(inFunction("%0 = \"" + std::string(name) +
                               "\"(%arg0, %arg0) : (tensor<4xf32>, "
                               "tensor<4xf32>) -> tensor<4xf32>\n"));
  };
  EXPECT_THAT(said("artih.addf"),
              ElementsAre("there is no dialect 'artih' here; did you mean "
                          "'arith.addf'?"));
  EXPECT_THAT(said("stablehl.add"),
              ElementsAre("there is no dialect 'stablehl' here; did you mean "
                          "'stablehlo.add'?"));
  for (const char *name : {"artih.gamma", "sfc.yield", "other.addf",
                           // Known by their ops' names, and like each other.
                           "mhlo.acos"})
    EXPECT_THAT(said(name), testing::IsEmpty()) << name;
  // The user says what it is.
  Configuration configuration;
  configuration.ops.declare("artih.*", OpFamily::None);
  EXPECT_THAT(messages(inFunction("%0 = \"artih.addf\"(%arg0) : "
                                  "(tensor<4xf32>) -> tensor<4xf32>\n"),
                       configuration),
              testing::IsEmpty());
}

TEST(Suggestions, OneHintTellsOfWhichDialectsTheShapesAreKnown) {
  auto hint = [](const char *ops) {
    Document document(inFunction(ops));
    document.update();
    return document.diagnostics()[0].message;
  };
  EXPECT_EQ(hint("\"my.op\"() : () -> ()\n"),
            "dialect 'my' is not built in: its ops are read by their form, and "
            "not verified; the setting 'ops' can tell how their shapes relate");
  EXPECT_EQ(hint("\"my.op\"() : () -> ()\n\"onnx.NoValue\"() : () -> ()\n"),
            "dialects 'my', 'onnx' are not built in: their ops are read by "
            "their form, and not verified; the shapes of many ops of 'onnx' "
            "are known by their names; for others the setting 'ops' can tell "
            "how their shapes relate");
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

TEST(Suggestions, OfAnAttributeWithAnotherName) {
  expectFindings(
      "%0 = \"tosa.const\"() {value = dense<1> : tensor<2xi32>} : () "
      "-> tensor<2xi32>\n",
      {{1, 22, 27, "mlir-verify", Severity::Error,
        "'tosa.const' op requires attribute 'values'; it has "
        "'value'"}});
  // Not of one that has nothing to do with it, nor of another dialect's.
  expectFindings("%0 = \"tosa.const\"() {other = 1 : i32, my.values = 1 : i32} "
                 ": () -> tensor<2xi32>\n",
                 {{1, 7, 17, "mlir-verify", Severity::Error,
                   "'tosa.const' op requires attribute 'values'"}});
}

/// The line of the op counts for what a test expects.
TEST(Suggestions, OfAnAttributeFulfilExpectations) {
  EXPECT_EQ(mismatchesIn("// expected-error@+1 {{op requires attribute "
                         "'values'}}\n%0 = \"tosa.const\"() {\n  value = "
                         "dense<1> : tensor<2xi32>} : () -> tensor<2xi32>\n"),
            "");
}

TEST(Suggestions, OfAnAttributeFollowEdits) {
  std::string text = "%0 = \"tosa.const\"() {value = dense<1> : tensor<2xi32>} "
                     ": () -> tensor<2xi32>\n";
  Document document(text);
  document.update();
  document.edit({{DocumentOffset{0}, DocumentOffset{0}}, "\n"});
  document.update();
  EXPECT_EQ(findingsOf(document), findingsIn("\n" + text));
}
