//===- DeadlyTextsTest.cpp - What MLIR's parser is not asked --------------===//
//
// It would crash, and this test with it.
//
//===----------------------------------------------------------------------===//

#include "ByStatements.h"
#include "analysis/Findings.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// In a function on line 2, with what follows in it.
std::string inFunction(const std::string &op) {
  return "func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {\n" + op +
         "\n  %k = arith.addi %nowhere, %nowhere : i32\n  return\n}\n";
}

const std::string operands =
    " ins(%a : tensor<2x3xf32>) outs(%b : tensor<3x2xf32>) ";

/// What is said of the op; of the rest there must be one error, as ever.
std::string faultOf(const std::string &op) {
  std::string found = findingsIn(inFunction(op));
  std::string rest = "error[mlir-parse] use of undeclared SSA value name "
                     "%nowhere\n";
  EXPECT_TRUE(found.ends_with(rest)) << found;
  return found.substr(0, found.find('\n') + 1);
}

} // namespace

TEST(DeadlyTexts, AListThatIsTyped) {
  std::string op = "  %t = linalg.transpose" + operands + "permutation =";
  EXPECT_EQ(faultOf(op), "2:91-91 error[mlir-parse] expected '['\n");
  EXPECT_EQ(faultOf(op + " x"), "2:92-93 error[mlir-parse] expected '['\n");
  std::string wantsInteger =
      "error[mlir-parse] custom op 'linalg.transpose' expected integer value\n";
  EXPECT_EQ(faultOf(op + " ["), "2:93-93 " + wantsInteger);
  EXPECT_EQ(faultOf(op + " [1"), "2:94-94 error[mlir-parse] expected ']'\n");
  EXPECT_EQ(faultOf(op + " [1,"), "2:95-95 " + wantsInteger);
  EXPECT_EQ(faultOf(op + " [1, y]"), "2:96-97 " + wantsInteger);
  EXPECT_EQ(findingsIn(inFunction(op + " [1, 0]")),
            "3:19-27 error[mlir-parse] use of undeclared SSA value name "
            "%nowhere\n");
}

TEST(DeadlyTexts, OfOtherOps) {
  EXPECT_NE(faultOf("  %t = linalg.broadcast" + operands + "dimensions = [0,")
                .find("'linalg.broadcast' expected integer value"),
            std::string::npos);
  EXPECT_NE(faultOf("  %t = linalg.reduce { arith.addf }" + operands +
                    "dimensions = [")
                .find("'linalg.reduce' expected integer value"),
            std::string::npos);
}

TEST(DeadlyTexts, TheResultKeepsItsUsers) {
  EXPECT_EQ(findingsIn("func.func @f(%a: tensor<2x3xf32>, %b: "
                       "tensor<3x2xf32>) -> tensor<3x2xf32> {\n"
                       "  %t = linalg.transpose" +
                       operands +
                       "permutation = [1\n"
                       "  return %t : tensor<3x2xf32>\n}\n"),
            "2:94-94 error[mlir-parse] expected ']'\n");
}

/// Letter by letter, in short units and in long ones.
TEST(DeadlyTexts, AreSparedWhileTheyAreTyped) {
  for (bool byStatements : {false, true}) {
    std::optional<ByStatements> small;
    if (byStatements)
      small.emplace();
    const std::string typed = " permutation = [1, 0]";
    std::string text =
        inFunction("  %t = linalg.transpose" + operands.substr(0, 55));
    auto at = static_cast<uint32_t>(text.find("\n  %k"));
    Document document(text);
    document.update();
    for (char letter : typed) {
      text.insert(at, 1, letter);
      document.edit(
          {{DocumentOffset{at}, DocumentOffset{at}}, std::string(1, letter)});
      document.update();
      ++at;
      EXPECT_EQ(findingsOf(document), findingsIn(text)) << text;
    }
  }
}
