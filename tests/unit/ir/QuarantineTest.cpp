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
class KnowingWatch : public Watch {
public:
  void tell(Step step, std::string text, Harm harm) {
    harms[{step, std::move(text)}].push_back(harm);
  }
  bool knowsHarm() const override { return !harms.empty(); }
  std::vector<Harm> harmsOf(Step step, std::string_view text) const override {
    auto found = harms.find({step, std::string(text)});
    return found == harms.end() ? std::vector<Harm>() : found->second;
  }
  void condemn(Step step, std::string_view text, Harm harm) override {
    condemned.push_back(std::string(text));
    tell(step, std::string(text), harm);
  }
  Errand begin(const Errand &errand) override {
    if (errand.step == Step::Parse) {
      parsed.push_back(std::string(errand.window));
      begun.push_back(std::string(errand.text));
    }
    return std::exchange(current, errand);
  }
  void at(std::string_view part) override {
    if (current.step == Step::Verify)
      verified.emplace_back(part);
  }

  std::vector<std::string> condemned, parsed, begun, verified;

private:
  std::map<std::pair<Step, std::string>, std::vector<Harm>> harms;
  Errand current;
};

/// A guilty op whose result nobody uses.
constexpr const char *guilty = "%k = arith.constant 77 : i32";

std::string function(std::string body) {
  return "func.func @f() {\n  " + body + "\n  %1 = arith.constant 1 : i32\n" +
         "  return\n}\n";
}

/// The codes, with lines from 1.
std::string codesIn(const std::string &text, Watch &watch) {
  Document document(text, {}, watch);
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
  KnowingWatch watch;
  EXPECT_EQ(codesIn(function(guilty) + wrong("g"), watch),
            "7 broadcast-incompatible");
  EXPECT_THAT(watch.parsed, ElementsAre(function(guilty) + wrong("g")));
}

TEST(Quarantine, OnlyTheGuiltyOpIsLeftOut) {
  KnowingWatch watch;
  std::string text = function(guilty) + wrong("g");
  watch.tell(Step::Parse, text,
             {Harm::Kind::Crash, inside(text, "arith.constant")});
  EXPECT_EQ(codesIn(text, watch), "2 parser-crash; 7 broadcast-incompatible");
  EXPECT_THAT(watch.condemned, ElementsAre(guilty));
  bool isNextThere = false;
  for (const std::string &parsed : watch.parsed) {
    EXPECT_EQ(parsed.find("77"), std::string::npos);
    isNextThere |= parsed.find("constant 1") != std::string::npos;
  }
  EXPECT_TRUE(isNextThere);
}

TEST(Quarantine, WhatUsesItsResultGoesWithItAndIsNoError) {
  KnowingWatch watch;
  std::string text =
      function(std::string(guilty) + "\n  %2 = arith.addi %k, %k : i32") +
      wrong("g");
  watch.tell(Step::Parse, guilty, {Harm::Kind::Crash, 10});
  EXPECT_EQ(codesIn(text, watch), "2 parser-crash; 8 broadcast-incompatible");
}

TEST(Quarantine, AnOpWithoutTerminatorIsNoError) {
  KnowingWatch watch;
  std::string text = "func.func @f() {\n  cf.br ^bb1\n^bb1:\n  return\n}\n";
  watch.tell(Step::Parse, "cf.br ^bb1", {Harm::Kind::Crash, 5});
  EXPECT_EQ(codesIn(text + wrong("g"), watch),
            "2 parser-crash; 7 broadcast-incompatible");
}

TEST(Quarantine, AnEditElsewhereDoesNotLiftIt) {
  KnowingWatch watch;
  watch.tell(Step::Parse, guilty, {Harm::Kind::Timeout, 10});
  Document document(function(guilty) + wrong("g"), {}, watch);
  document.update();
  document.edit({{{0}, {0}}, "// moved\n"});
  document.update();
  EXPECT_NE(findingsOf(document).find("3:8-22 error[parser-timeout]"),
            std::string::npos)
      << findingsOf(document);
  for (const std::string &text : watch.parsed)
    EXPECT_EQ(text.find("77"), std::string::npos);
}

TEST(Quarantine, AChangeOfTheStatementLiftsIt) {
  KnowingWatch watch;
  watch.tell(Step::Parse, guilty, {Harm::Kind::Crash, 10});
  std::string text = function(guilty);
  Document document(text, {}, watch);
  document.update();
  DocumentOffset digit{static_cast<uint32_t>(text.find("77"))};
  document.edit({{digit, digit + 1}, "8"});
  document.update();
  EXPECT_EQ(findingsOf(document), "");
}

TEST(Quarantine, BesideItAnEditCostsItsStatement) {
  ByStatements byStatements;
  KnowingWatch watch;
  watch.tell(Step::Parse, guilty, {Harm::Kind::Crash, 10});
  std::string text = function(guilty) + wrong("g");
  Document document(text, {}, watch);
  document.update();
  auto replace = [&](std::string_view before, std::string after) {
    auto at = static_cast<uint32_t>(document.buffer().text().find(before));
    DocumentRange range{{at}, {at + static_cast<uint32_t>(before.size())}};
    watch.begun.clear();
    document.edit({range, std::move(after)});
    document.update();
    Document fresh(std::string(document.buffer().text()), {}, watch);
    std::vector<std::string> begun = watch.begun;
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
  KnowingWatch watch;
  std::string text = "module @m {\n" + function("%k = \"a.b\"() : () -> i32") +
                     wrong("g") + "}\n";
  watch.tell(Step::Parse, text, {Harm::Kind::Crash, inside(text, "@f() ")});
  EXPECT_EQ(codesIn(text, watch), "2 parser-crash; 3 unknown-dialect; "
                                  "8 broadcast-incompatible");
}

TEST(Quarantine, WhereNothingTellsWhereItWasEachStatementIsTriedAlone) {
  KnowingWatch watch;
  std::string text = function(guilty) + wrong("g");
  watch.tell(Step::Parse, text, {Harm::Kind::Crash, 0});
  EXPECT_EQ(codesIn(text, watch), "7 broadcast-incompatible");
  EXPECT_EQ(watch.parsed.size(), 2u);
}

/// Ops that follow each other are parsed together, unless that did harm.
TEST(Quarantine, OfManyOpsTriedAtOnceEachIsTriedAlone) {
  KnowingWatch watch;
  std::string second = "%1 = arith.constant 1 : i32";
  std::string text = function(guilty) + wrong("g");
  watch.tell(Step::Parse, guilty, {Harm::Kind::Crash, 10});
  EXPECT_EQ(codesIn(text, watch), "2 parser-crash; 7 broadcast-incompatible");
  EXPECT_THAT(watch.begun, testing::Contains(second + "\n  return"));
  watch.begun.clear();
  watch.tell(Step::Parse, second + "\n  return", {Harm::Kind::Crash, 5});
  EXPECT_EQ(codesIn(text, watch), "2 parser-crash; 7 broadcast-incompatible");
  EXPECT_THAT(watch.begun,
              testing::Not(testing::Contains(second + "\n  return")));
  EXPECT_THAT(watch.begun, testing::Contains(second));
  watch.tell(Step::Parse, second, {Harm::Kind::Crash, 5});
  EXPECT_EQ(codesIn(text, watch),
            "2 parser-crash; 3 parser-crash; 7 broadcast-incompatible");
}

TEST(Quarantine, AndWhatNestsInItToo) {
  KnowingWatch watch;
  std::string text = function(guilty);
  watch.tell(Step::Parse, text.substr(0, text.size() - 1),
             {Harm::Kind::Crash, 0});
  EXPECT_EQ(codesIn(text, watch), "");
  // Whole, no; the header and the three ops in it, yes.
  EXPECT_THAT(watch.parsed,
              testing::Contains(testing::HasSubstr("constant 77")));
  watch.tell(Step::Parse, guilty, {Harm::Kind::Crash, 0});
  EXPECT_EQ(codesIn(text, watch), "2 parser-crash");
}

TEST(Quarantine, AGuiltyHeaderTakesAllThatNests) {
  KnowingWatch watch;
  watch.tell(Step::Parse, "func.func @f() {", {Harm::Kind::Crash, 0});
  EXPECT_EQ(codesIn(function(guilty) + wrong("g"), watch),
            "1 parser-crash; 7 broadcast-incompatible");
}

TEST(Quarantine, ABrokenAliasIsNoErrorOfItsUsers) {
  KnowingWatch watch;
  watch.tell(Step::Parse, "!t = i32", {Harm::Kind::Crash, 3});
  EXPECT_EQ(codesIn("!t = i32\nfunc.func private @f(!t)\n" + wrong("g"), watch),
            "1 parser-crash; 4 broadcast-incompatible");
}

TEST(Quarantine, ValuesOfTheTopLevelLeaveTheFindingOnly) {
  KnowingWatch watch;
  std::string text = "%0 = arith.constant 1 : i32\n"
                     "%1 = arith.addi %0, %0 : i32\n";
  watch.tell(Step::Parse, "%0 = arith.constant 1 : i32",
             {Harm::Kind::Crash, 8});
  EXPECT_EQ(codesIn(text, watch), "1 parser-crash");
}

TEST(Quarantine, AnUnverifiableOpIsParsedAllTheSame) {
  KnowingWatch watch;
  std::string text = "func.func @f() -> i32 {\n  return\n}\n";
  EXPECT_EQ(codesIn(text + wrong("g"), watch),
            "2 mlir-verify; 5 broadcast-incompatible");
  EXPECT_THAT(watch.verified, testing::Contains("return"));
  watch.tell(Step::Verify, "return", {Harm::Kind::Crash});
  EXPECT_EQ(codesIn(text + wrong("g"), watch),
            "2 parser-crash; 5 broadcast-incompatible; 6 parser-crash");
}

/// In a wrong op, it is that one's fault as far as anyone can tell.
TEST(Quarantine, WhatCrashesInAWrongOpIsSparedThereAndNoError) {
  KnowingWatch watch;
  std::string cast = "%0 = tensor.cast %a : tensor<2xi32> to tensor<3xi32>";
  auto loop = [&](std::string type) {
    return "func.func @f(%i: index, %b: " + type +
           ", %a: tensor<2xi32>) {\n  \"scf.for\"(%b, %i, %i) ({\n"
           "  ^bb0(%k: index):\n  " +
           cast + "\n  \"scf.yield\"() : () -> ()\n  }) : (" + type +
           ", index, index) -> ()\n  return\n}\n";
  };
  EXPECT_EQ(codesIn(loop("i32"), watch), "2 mlir-verify; 4 mlir-verify");
  // What was in hand when it crashed.
  std::string inHand;
  for (const std::string &text : watch.verified)
    if (text.starts_with("%0 = tensor.cast"))
      inHand = text;
  watch.tell(Step::Verify, inHand, {Harm::Kind::Crash});
  EXPECT_EQ(codesIn(loop("i32"), watch), "2 mlir-verify");
  EXPECT_EQ(codesIn(loop("index"), watch), "4 mlir-verify");
  watch.tell(Step::Verify, cast, {Harm::Kind::Crash});
  EXPECT_EQ(codesIn(loop("index"), watch), "4 parser-crash");
}

TEST(Quarantine, ASectionThatOurRulesDoNotSurviveKeepsWhatMlirSays) {
  KnowingWatch watch;
  std::string text = "func.func @f() -> i32 {\n  return\n}\n" + wrong("g");
  watch.tell(Step::Check, text, {Harm::Kind::Crash});
  EXPECT_EQ(codesIn(text, watch), "1 parser-crash; 2 mlir-verify");
}

TEST(Quarantine, NobodyReadsTheStatementsOfADocumentThatIsGivenUp) {
  KnowingWatch watch;
  watch.tell(Step::Update, wrong("g"), {Harm::Kind::Timeout});
  Document document(wrong("g"), {}, watch);
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
  KnowingWatch watch;
  watch.tell(Step::Update, wrong("g"), {Harm::Kind::Timeout});
  Document document(wrong("g"), {}, watch);
  document.update();
  ASSERT_EQ(document.diagnostics().size(), 1u);
  EXPECT_EQ(document.diagnostics()[0].code, DiagnosticCode::ParserTimeout);
  EXPECT_THAT(watch.parsed, IsEmpty());
  document.edit({{{0}, {0}}, "\n"});
  document.update();
  EXPECT_NE(findingsOf(document).find("broadcast-incompatible"),
            std::string::npos);
}
