//===- StateEqualityTest.cpp - An edited document shows what a fresh one does //
//
// Environment: SHAPELS_EDITS random edits in all (default 5,000; 200,000 by
// night), from the seed SHAPELS_SEED. A difference is made as small as possible
// and printed as a script; SHAPELS_REPLAY=FILE runs such scripts again.
// SHAPELS_BY_STATEMENTS=1 edits short units like long ones.
// SHAPELS_CORPUS names the folder of the corpus if it is not in its place.
//
//===----------------------------------------------------------------------===//

#include "ByStatements.h"
#include "TestData.h"
#include "equality/RandomEdits.h"
#include "equality/Texts.h"
#include "equality/Trial.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

using namespace shapels;
using namespace shapels::test;

namespace {

/// Texts that are larger are edited by night only.
constexpr size_t mediumSize = 6'000;
constexpr uint32_t editsOfOne = 20, editsByDay = 5'000;

uint32_t fromEnvironment(const char *name, uint32_t otherwise) {
  const char *value = std::getenv(name);
  return value ? static_cast<uint32_t>(std::stoul(value)) : otherwise;
}

/// Runs the texts by turns until there were `edits`; expects no difference.
void editAll(const std::vector<Text> &texts, uint32_t edits) {
  uint32_t seed = fromEnvironment("SHAPELS_SEED", 1);
  std::optional<ByStatements> byStatements;
  if (fromEnvironment("SHAPELS_BY_STATEMENTS", 0))
    byStatements.emplace(fromEnvironment("SHAPELS_SHORT_OP", 0));
  size_t runs = 0, crashes = 0;
  for (uint32_t done = 0; done < edits; done += editsOfOne, ++runs) {
    const Text &text = texts[runs % texts.size()];
    RandomEdits random(seed + static_cast<uint32_t>(runs), text.contents);
    uint32_t left = editsOfOne;
    Trial trial = tryEdits(text.contents, [&](const std::string &now) {
      return left-- ? std::optional(random.next(now)) : std::nullopt;
    });
    crashes += trial.outcome == Trial::Crashed;
    if (trial.outcome != Trial::Different)
      continue;
    trial = minimized(trial);
    ADD_FAILURE() << text.name << ":\n"
                  << trial.difference << "To replay:\n"
                  << written(trial.script);
  }
  ::testing::Test::RecordProperty("crashes", static_cast<int>(crashes));
  EXPECT_LE(crashes * 3, runs) << "too many that MLIR does not survive";
}

/// Each text without one or two of its closing braces.
std::vector<Text> lackingBraces(std::vector<Text> texts) {
  std::mt19937 random(fromEnvironment("SHAPELS_SEED", 1));
  for (Text &text : texts)
    for (auto count = 1 + random() % 2; count; --count) {
      size_t at = text.contents.find('}', random() % text.contents.size());
      if (at != std::string::npos)
        text.contents.erase(at, 1);
    }
  return texts;
}

void replay(const char *path) {
  std::optional<std::vector<Script>> scripts = readScripts(contentsOf(path));
  ASSERT_TRUE(scripts);
  EXPECT_FALSE(scripts->empty());
  for (const Script &script : *scripts) {
    Trial trial = tryScript(script);
    EXPECT_EQ(trial.outcome, Trial::Same)
        << trial.difference << written(script);
  }
}

} // namespace

TEST(StateEquality, OfTestsData) {
  editAll(testData(), fromEnvironment("SHAPELS_EDITS", editsByDay) / 2);
}

TEST(StateEquality, OfTestsDataThatLackBraces) {
  editAll(lackingBraces(testData()),
          fromEnvironment("SHAPELS_EDITS", editsByDay) / 4);
}

static std::vector<Text> publicTexts() {
  return corpus(std::getenv("SHAPELS_EDITS") ? SIZE_MAX : mediumSize);
}

TEST(StateEquality, OfTheCorpus) {
  std::vector<Text> texts = publicTexts();
  if (texts.empty())
    GTEST_SKIP() << "the corpus is not there";
  editAll(texts, fromEnvironment("SHAPELS_EDITS", editsByDay) / 2);
}

TEST(StateEquality, OfTheCorpusThatLacksBraces) {
  std::vector<Text> texts = lackingBraces(publicTexts());
  if (texts.empty())
    GTEST_SKIP() << "the corpus is not there";
  editAll(texts, fromEnvironment("SHAPELS_EDITS", editsByDay) / 4);
}

/// Each made a difference once.
static constexpr const char *found =
    SHAPELS_TEST_DATA "/../unit/equality/found.txt";

TEST(StateEquality, OfTheScriptsThatWereFound) { replay(found); }

TEST(StateEquality, OfTheScriptsThatWereFoundByStatements) {
  for (size_t shortOp : {0, 3, 32}) {
    ByStatements byStatements(shortOp);
    replay(found);
  }
}

TEST(StateEquality, OfScripts) {
  const char *path = std::getenv("SHAPELS_REPLAY");
  if (!path)
    GTEST_SKIP() << "SHAPELS_REPLAY names no scripts";
  std::optional<ByStatements> byStatements;
  if (fromEnvironment("SHAPELS_BY_STATEMENTS", 0))
    byStatements.emplace(fromEnvironment("SHAPELS_SHORT_OP", 0));
  replay(path);
}

TEST(Script, IsReadAsItIsWritten) {
  Script script{"a \"b\"\n\\ \r\xc3\xa9", {{{{{1}, {2}}, "x\ty"}}, {}}};
  std::optional<Script> read = readScript(written(script));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text, script.text);
  EXPECT_EQ(read->batches, script.batches);
  EXPECT_FALSE(readScript("what is this\n"));
}
