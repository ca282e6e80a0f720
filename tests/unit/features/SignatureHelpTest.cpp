//===- SignatureHelpTest.cpp ----------------------------------------------===//

#include "features/Cursor.h"

#include "server/features/SignatureHelp.h"

#include <gmock/gmock.h>

using namespace shapels;
using namespace shapels::test;
using testing::HasSubstr;

namespace {

std::optional<SignatureHelp> helpAt(const std::string &body,
                                    bool isTyped = false) {
  CursorDocument at("func.func @f(%a: tensor<4xf32>, %i: i32) {\n" + body +
                    "\n  return\n}\n");
  return signatureHelp(*at.document, at.cursor, isTyped);
}

/// The active parameter as the label has it.
std::string activeAt(const std::string &body) {
  std::optional<SignatureHelp> help = helpAt(body);
  if (!help)
    return "no help";
  if (!help->active)
    return "none";
  const SignatureParameter &parameter = help->parameters[*help->active];
  return help->label.substr(parameter.begin, parameter.end - parameter.begin);
}

} // namespace

TEST(SignatureHelpTest, ShowsTheFormOfTheOp) {
  std::optional<SignatureHelp> help = helpAt("  %0 = tosa.add $0");
  ASSERT_TRUE(help);
  EXPECT_EQ(help->label, "tosa.add %input1, %input2 : (input1-type, "
                         "input2-type) -> result-type");
  EXPECT_EQ(help->documentation, "Elementwise addition operator.");
  EXPECT_THAT(help->parameters[0].documentation, HasSubstr("operand: "));
}

TEST(SignatureHelpTest, ListsOfSizesStandInBrackets) {
  std::optional<SignatureHelp> help = helpAt("  %0 = tensor.extract_slice $0");
  ASSERT_TRUE(help);
  EXPECT_THAT(help->label,
              testing::StartsWith("tensor.extract_slice %source[%offsets] "
                                  "[%sizes] [%strides] : "));
}

TEST(SignatureHelpTest, TellsWhichPartIsMeant) {
  EXPECT_EQ(activeAt("  %0 = tosa.add $0"), "%input1");
  EXPECT_EQ(activeAt("  %0 = tosa.add %a, $0"), "%input2");
  EXPECT_EQ(activeAt("  %0 = tosa.add %a, %$0"), "%input2");
  EXPECT_EQ(activeAt("  %0 = tosa.add %a, %a : (tensor<4xf32>, $0"),
            "input2-type");
  EXPECT_EQ(activeAt("  %0 = arith.cmpi $0"), "predicate");
  EXPECT_EQ(activeAt("  %0 = arith.cmpi slt, %i, $0"), "%rhs");
}

/// Of ops that C++ reads, operands are counted.
TEST(SignatureHelpTest, WithoutAFormat) {
  EXPECT_EQ(activeAt("  %0 = \"arith.addi\"(%i, $0"), "%rhs");
}

TEST(SignatureHelpTest, TheUsualFormOfWhatCppReads) {
  std::optional<SignatureHelp> help = helpAt("  scf.if $0");
  ASSERT_TRUE(help);
  EXPECT_EQ(help->label, "scf.if %condition { … }");
  EXPECT_FALSE(help->active);
  help = helpAt("  func.func $0");
  ASSERT_TRUE(help);
  EXPECT_EQ(help->label, "func.func @name(%arg0: type) -> type { … }");
  EXPECT_FALSE(helpAt("  llvm.func $0"));
}

TEST(SignatureHelpTest, IsNotThereElsewhere) {
  EXPECT_EQ(activeAt("  $0"), "no help");
  EXPECT_EQ(activeAt("  %0 = tosa.ad$0"), "no help");
  EXPECT_EQ(activeAt("  // tosa.add $0"), "no help");
  EXPECT_EQ(activeAt("  my.unknown $0"), "no help");
}

TEST(SignatureHelpTest, TypingCallsForItWhereAPartBegins) {
  EXPECT_TRUE(helpAt("  %0 = tosa.add $0", true));
  EXPECT_TRUE(helpAt("  %0 = tosa.add %a, $0", true));
  EXPECT_FALSE(helpAt("  %0 = tosa.add %a $0", true));
}
