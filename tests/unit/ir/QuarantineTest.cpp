//===- QuarantineTest.cpp - What is left out, and what lives on -----------===//
//
// Nothing crashes here: the harm is told, as a supervisor tells it.
//
//===----------------------------------------------------------------------===//

#include "ByStatements.h"
#include "analysis/Findings.h"

#include "core/analysis/Section.h"
#include "core/ir/context/Dialects.h"

#include <gmock/gmock.h>

#include <map>

using namespace shapels;
using namespace shapels::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// Knows what it was told, and notes what is begun.
class KnowingGuard : public CrashGuard {
public:
  void tell(Step step, std::string text, Failure failure) {
    failures[{step, std::move(text)}].push_back(failure);
  }
  bool knowsFailure() const override { return !failures.empty(); }
  std::vector<Failure> failuresOf(Step step,
                                  std::string_view text) const override {
    auto found = failures.find({step, std::string(text)});
    return found == failures.end() ? std::vector<Failure>() : found->second;
  }
  void blocklist(Step step, std::string_view text, Failure failure) override {
    blocklisted.push_back(std::string(text));
    tell(step, std::string(text), failure);
  }
  GuardedTask begin(const GuardedTask &task) override {
    if (task.step == Step::Parse) {
      parsed.push_back(std::string(task.window));
      begun.push_back(std::string(task.text));
    }
    return std::exchange(current, task);
  }
  void at(std::string_view part) override {
    if (current.step == Step::Verify)
      verified.emplace_back(part);
  }

  std::vector<std::string> blocklisted, parsed, begun, verified;

private:
  std::map<std::pair<Step, std::string>, std::vector<Failure>> failures;
  GuardedTask current;
};

/// A guilty op whose result nobody uses.
constexpr const char *culprit = "%k = arith.constant 77 : i32";

std::string function(std::string body) {
  return "func.func @f() {\n  " + body + "\n  %1 = arith.constant 1 : i32\n" +
         "  return\n}\n";
}

/// The codes, with lines from 1.
std::string codesIn(const std::string &text, CrashGuard &crashGuard) {
  Document document(text, {}, crashGuard);
  document.update();
  std::string result;
  for (const Diagnostic &diagnostic : document.diagnostics()) {
    Line line = document.buffer().lineOf(diagnostic.range.begin);
    result += (result.empty() ? "" : "; ") + std::to_string(line.value + 1) +
              " " + std::string(info(diagnostic.code).id);
  }
  return result;
}

/// Where the parser stands when it has consumed the last token before the end
/// of `what` and has read one more.
uint32_t inside(const std::string &text, std::string_view what) {
  return static_cast<uint32_t>(text.find(what) + what.size());
}

} // namespace

TEST(Quarantine, WithoutHarmNothingIsLeftOut) {
  KnowingGuard crashGuard;
  EXPECT_EQ(codesIn(function(culprit) + wrong("g"), crashGuard),
            "7 broadcast-incompatible");
  EXPECT_THAT(crashGuard.parsed, ElementsAre(function(culprit) + wrong("g")));
}

TEST(Quarantine, OnlyTheGuiltyOpIsLeftOut) {
  KnowingGuard crashGuard;
  std::string text = function(culprit) + wrong("g");
  crashGuard.tell(Step::Parse, text,
                  {Failure::Kind::Crash, inside(text, "arith.constant")});
  EXPECT_EQ(codesIn(text, crashGuard),
            "2 parser-crash; 7 broadcast-incompatible");
  EXPECT_THAT(crashGuard.blocklisted, ElementsAre(culprit));
  bool isNextThere = false;
  for (const std::string &parsed : crashGuard.parsed) {
    EXPECT_EQ(parsed.find("77"), std::string::npos);
    isNextThere |= parsed.find("constant 1") != std::string::npos;
  }
  EXPECT_TRUE(isNextThere);
}

TEST(Quarantine, WhatUsesItsResultGoesWithItAndIsNoError) {
  KnowingGuard crashGuard;
  std::string text =
      function(std::string(culprit) + "\n  %2 = arith.addi %k, %k : i32") +
      wrong("g");
  crashGuard.tell(Step::Parse, culprit, {Failure::Kind::Crash, 10});
  EXPECT_EQ(codesIn(text, crashGuard),
            "2 parser-crash; 8 broadcast-incompatible");
}

TEST(Quarantine, AnOpWithoutTerminatorIsNoError) {
  KnowingGuard crashGuard;
  std::string text = "func.func @f() {\n  cf.br ^bb1\n^bb1:\n  return\n}\n";
  crashGuard.tell(Step::Parse, "cf.br ^bb1", {Failure::Kind::Crash, 5});
  EXPECT_EQ(codesIn(text + wrong("g"), crashGuard),
            "2 parser-crash; 7 broadcast-incompatible");
}

TEST(Quarantine, AnEditElsewhereDoesNotLiftIt) {
  KnowingGuard crashGuard;
  crashGuard.tell(Step::Parse, culprit, {Failure::Kind::Timeout, 10});
  Document document(function(culprit) + wrong("g"), {}, crashGuard);
  document.update();
  document.edit({{{0}, {0}}, "// moved\n"});
  document.update();
  EXPECT_NE(findingsOf(document).find("3:8-22 error[parser-timeout]"),
            std::string::npos)
      << findingsOf(document);
  for (const std::string &text : crashGuard.parsed)
    EXPECT_EQ(text.find("77"), std::string::npos);
}

TEST(Quarantine, AChangeOfTheStatementLiftsIt) {
  KnowingGuard crashGuard;
  crashGuard.tell(Step::Parse, culprit, {Failure::Kind::Crash, 10});
  std::string text = function(culprit);
  Document document(text, {}, crashGuard);
  document.update();
  DocumentOffset digit{static_cast<uint32_t>(text.find("77"))};
  document.edit({{digit, digit + 1}, "8"});
  document.update();
  EXPECT_EQ(findingsOf(document), "");
}

TEST(Quarantine, BesideItAnEditCostsItsStatement) {
  ByStatements byStatements;
  KnowingGuard crashGuard;
  crashGuard.tell(Step::Parse, culprit, {Failure::Kind::Crash, 10});
  std::string text = function(culprit) + wrong("g");
  Document document(text, {}, crashGuard);
  document.update();
  auto replace = [&](std::string_view before, std::string after) {
    auto at = static_cast<uint32_t>(document.buffer().text().find(before));
    DocumentRange range{{at}, {at + static_cast<uint32_t>(before.size())}};
    crashGuard.begun.clear();
    document.edit({range, std::move(after)});
    document.update();
    Document fresh(std::string(document.buffer().text()), {}, crashGuard);
    std::vector<std::string> begun = crashGuard.begun;
    fresh.update();
    EXPECT_EQ(findingsOf(document), findingsOf(fresh));
    return begun;
  };
  EXPECT_THAT(replace("constant 1 ", "constant 2 "),
              ElementsAre("%1 = arith.constant 2 : i32"));
  EXPECT_THAT(replace("tensor<*xi32>", "tensor<?xi32>"),
              ElementsAre(testing::HasSubstr("tensor<?xi32>")));
  EXPECT_THAT(replace("77", "78"), ElementsAre("%k = arith.constant 78 : i32"));
  EXPECT_THAT(replace("78", "77"), IsEmpty());
  EXPECT_THAT(findingsOf(document), testing::HasSubstr("parser-crash"));
}

TEST(Quarantine, InAModuleTheOtherFunctionsLive) {
  KnowingGuard crashGuard;
  std::string text = "module @m {\n" + function("%k = \"a.b\"() : () -> i32") +
                     wrong("g") + "}\n";
  crashGuard.tell(Step::Parse, text,
                  {Failure::Kind::Crash, inside(text, "@f() ")});
  EXPECT_EQ(codesIn(text, crashGuard), "2 parser-crash; 3 unknown-dialect; "
                                       "8 broadcast-incompatible");
}

TEST(Quarantine, WhereNothingTellsWhereItWasEachStatementIsTriedAlone) {
  KnowingGuard crashGuard;
  std::string text = function(culprit) + wrong("g");
  crashGuard.tell(Step::Parse, text, {Failure::Kind::Crash, 0});
  EXPECT_EQ(codesIn(text, crashGuard), "7 broadcast-incompatible");
  EXPECT_EQ(crashGuard.parsed.size(), 2u);
}

/// Ops that follow each other are parsed together, unless that did harm.
TEST(Quarantine, OfManyOpsTriedAtOnceEachIsTriedAlone) {
  KnowingGuard crashGuard;
  std::string second = "%1 = arith.constant 1 : i32";
  std::string text = function(culprit) + wrong("g");
  crashGuard.tell(Step::Parse, culprit, {Failure::Kind::Crash, 10});
  EXPECT_EQ(codesIn(text, crashGuard),
            "2 parser-crash; 7 broadcast-incompatible");
  EXPECT_THAT(crashGuard.begun, testing::Contains(second + "\n  return"));
  crashGuard.begun.clear();
  crashGuard.tell(Step::Parse, second + "\n  return",
                  {Failure::Kind::Crash, 5});
  EXPECT_EQ(codesIn(text, crashGuard),
            "2 parser-crash; 7 broadcast-incompatible");
  EXPECT_THAT(crashGuard.begun,
              testing::Not(testing::Contains(second + "\n  return")));
  EXPECT_THAT(crashGuard.begun, testing::Contains(second));
  crashGuard.tell(Step::Parse, second, {Failure::Kind::Crash, 5});
  EXPECT_EQ(codesIn(text, crashGuard),
            "2 parser-crash; 3 parser-crash; 7 broadcast-incompatible");
}

TEST(Quarantine, AndWhatNestsInItToo) {
  KnowingGuard crashGuard;
  std::string text = function(culprit);
  crashGuard.tell(Step::Parse, text.substr(0, text.size() - 1),
                  {Failure::Kind::Crash, 0});
  EXPECT_EQ(codesIn(text, crashGuard), "");
  // Whole, no; the header and the three ops in it, yes.
  EXPECT_THAT(crashGuard.parsed,
              testing::Contains(testing::HasSubstr("constant 77")));
  crashGuard.tell(Step::Parse, culprit, {Failure::Kind::Crash, 0});
  EXPECT_EQ(codesIn(text, crashGuard), "2 parser-crash");
}

TEST(Quarantine, AGuiltyHeaderTakesAllThatNests) {
  KnowingGuard crashGuard;
  crashGuard.tell(Step::Parse, "func.func @f() {", {Failure::Kind::Crash, 0});
  EXPECT_EQ(codesIn(function(culprit) + wrong("g"), crashGuard),
            "1 parser-crash; 7 broadcast-incompatible");
}

TEST(Quarantine, ABrokenAliasIsNoErrorOfItsUsers) {
  KnowingGuard crashGuard;
  crashGuard.tell(Step::Parse, "!t = i32", {Failure::Kind::Crash, 3});
  EXPECT_EQ(
      codesIn("!t = i32\nfunc.func private @f(!t)\n" + wrong("g"), crashGuard),
      "1 parser-crash; 4 broadcast-incompatible");
}

TEST(Quarantine, ValuesOfTheTopLevelLeaveTheFindingOnly) {
  KnowingGuard crashGuard;
  std::string text = "%0 = arith.constant 1 : i32\n"
                     "%1 = arith.addi %0, %0 : i32\n";
  crashGuard.tell(Step::Parse, "%0 = arith.constant 1 : i32",
                  {Failure::Kind::Crash, 8});
  EXPECT_EQ(codesIn(text, crashGuard), "1 parser-crash");
}

TEST(Quarantine, AnUnverifiableOpIsParsedAllTheSame) {
  KnowingGuard crashGuard;
  std::string text = "func.func @f() -> i32 {\n  return\n}\n";
  EXPECT_EQ(codesIn(text + wrong("g"), crashGuard),
            "2 mlir-verify; 5 broadcast-incompatible");
  EXPECT_THAT(crashGuard.verified, testing::Contains("return"));
  crashGuard.tell(Step::Verify, "return", {Failure::Kind::Crash});
  EXPECT_EQ(codesIn(text + wrong("g"), crashGuard),
            "2 parser-crash; 5 broadcast-incompatible; 6 parser-crash");
}

/// In a wrong op, it is that one's fault as far as anyone can tell.
TEST(Quarantine, WhatCrashesInAWrongOpIsSparedThereAndNoError) {
  KnowingGuard crashGuard;
  std::string cast = "%0 = tensor.cast %a : tensor<2xi32> to tensor<3xi32>";
  auto loop = [&](std::string type) {
    return "func.func @f(%i: index, %b: " + type +
           ", %a: tensor<2xi32>) {\n  \"scf.for\"(%b, %i, %i) ({\n"
           "  ^bb0(%k: index):\n  " +
           cast + "\n  \"scf.yield\"() : () -> ()\n  }) : (" + type +
           ", index, index) -> ()\n  return\n}\n";
  };
  EXPECT_EQ(codesIn(loop("i32"), crashGuard), "2 mlir-verify; 4 mlir-verify");
  // What was in hand when it crashed.
  std::string inHand;
  for (const std::string &text : crashGuard.verified)
    if (text.starts_with("%0 = tensor.cast"))
      inHand = text;
  crashGuard.tell(Step::Verify, inHand, {Failure::Kind::Crash});
  EXPECT_EQ(codesIn(loop("i32"), crashGuard), "2 mlir-verify");
  EXPECT_EQ(codesIn(loop("index"), crashGuard), "4 mlir-verify");
  crashGuard.tell(Step::Verify, cast, {Failure::Kind::Crash});
  EXPECT_EQ(codesIn(loop("index"), crashGuard), "4 parser-crash");
}

TEST(Quarantine, ASectionThatOurRulesDoNotSurviveKeepsWhatMlirSays) {
  KnowingGuard crashGuard;
  std::string text = "func.func @f() -> i32 {\n  return\n}\n" + wrong("g");
  crashGuard.tell(Step::Check, text, {Failure::Kind::Crash});
  EXPECT_EQ(codesIn(text, crashGuard), "1 parser-crash; 2 mlir-verify");
}

TEST(Quarantine, NobodyReadsTheStatementsOfADocumentThatIsGivenUp) {
  KnowingGuard crashGuard;
  crashGuard.tell(Step::Update, wrong("g"), {Failure::Kind::Timeout});
  Document document(wrong("g"), {}, crashGuard);
  auto hasStatements = [&] {
    document.updateStatements();
    return document.sections()[0]->outline().first() != noStatement;
  };
  EXPECT_FALSE(hasStatements());
  document.update();
  Configuration other;
  std::vector<DialectFailure> failures;
  other.dialects = Dialects::load({}, failures);
  document.setConfiguration(other);
  EXPECT_FALSE(hasStatements());
  document.update();
  EXPECT_EQ(document.diagnostics().size(), 1u);
  document.edit({{{0}, {0}}, "\n"});
  EXPECT_TRUE(hasStatements());
}

TEST(Quarantine, ADocumentThatIsGivenUpHasOneFindingAndNoStatements) {
  KnowingGuard crashGuard;
  crashGuard.tell(Step::Update, wrong("g"), {Failure::Kind::Timeout});
  Document document(wrong("g"), {}, crashGuard);
  document.update();
  ASSERT_EQ(document.diagnostics().size(), 1u);
  EXPECT_EQ(document.diagnostics()[0].code, DiagnosticCode::ParserTimeout);
  EXPECT_THAT(crashGuard.parsed, IsEmpty());
  document.edit({{{0}, {0}}, "\n"});
  document.update();
  EXPECT_NE(findingsOf(document).find("broadcast-incompatible"),
            std::string::npos);
}
