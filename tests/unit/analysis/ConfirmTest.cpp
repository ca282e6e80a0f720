//===- ConfirmTest.cpp - What is read as a whole when the typing rests ----===//

#include "analysis/Edited.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace shapels::test;

namespace {

constexpr std::string_view text =
    "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
    "  %0 = tosa.abs %a : (tensor<2xf32>) -> tensor<2xf32>\n"
    "  return %0 : tensor<2xf32>\n"
    "}\n";

/// Says from some time on that nobody wants the result any more.
struct Impatient : CrashGuard {
  bool isSuperseded() const override { return isOver; }
  bool isOver = false;
};

} // namespace

TEST(Confirm, ReadsAsAWholeWhatWasUpdatedByStatements) {
  Edited edited(text);
  EXPECT_FALSE(edited.isToConfirm()) << "it was read as a whole";
  edited.replace("tosa.abs", "tosa.exp");
  EXPECT_EQ(edited.work(), "parsed 2, verified 2");
  edited.confirm();
  EXPECT_EQ(edited.work(), "whole");
  EXPECT_FALSE(edited.isToConfirm());
  edited.replace("exp", "ex").confirm();
  edited.replace("ex", "exp");
  EXPECT_EQ(edited.work(), "parsed 2, verified 1 2 3");
}

TEST(Confirm, LeavesLongSectionsAlone) {
  Edited edited("// " + std::string(300 << 10, '-') + "\n" + std::string(text));
  edited.replace("tosa.abs", "tosa.exp");
  EXPECT_FALSE(edited.isToConfirm());
}

TEST(Confirm, ForgetsSectionsThatAreGone) {
  Edited edited(std::string(text) + "// -----\n" + std::string(text));
  edited.replace("tosa.abs", "tosa.exp").replace("// -----\n", "\n");
  EXPECT_FALSE(edited.isToConfirm()) << "it is a new section";
}

TEST(Confirm, LeavesAllAsItWasWhereItIsSuperseded) {
  Impatient crashGuard;
  Document document(std::string(text), {}, crashGuard);
  document.update();
  document.edit({{{text.find("abs")}, {text.find("abs") + 3}}, "ab"});
  document.update();
  std::string before = stateOf(document);
  crashGuard.isOver = true;
  EXPECT_FALSE(document.confirm().isDone);
  EXPECT_TRUE(document.isToConfirm());
  EXPECT_EQ(stateOf(document), before);
  crashGuard.isOver = false;
  EXPECT_TRUE(document.confirm().isDone);
  EXPECT_EQ(stateOf(document), before);
}
