//===- SectionsTest.cpp - `// -----` --------------------------------------===//

#include "core/syntax/Sections.h"

#include <gtest/gtest.h>

#include <string>

using namespace shapels;

namespace {

/// The sections' texts between bars.
std::string sections(std::string_view text) {
  std::string result;
  for (DocumentRange range : sectionsOf(text, factsOf(text).splitsAtRules))
    result += "|" + std::string(text.substr(range.begin.value, range.size()));
  return result;
}

} // namespace

TEST(Sections, SplitAtTheRule) {
  EXPECT_EQ(sections(""), "|");
  EXPECT_EQ(sections("a\n"), "|a\n");
  EXPECT_EQ(sections("a\n// -----\nb\n"), "|a\n// -----|\nb\n");
  EXPECT_EQ(sections("// -----"), "|// -----|");
  EXPECT_EQ(sections("// -----\n// -----\n"), "|// -----|\n// -----|\n");
  EXPECT_EQ(sections("a\r\n// -----\r\nb"), "|a\r\n// -----|\r\nb");
  EXPECT_EQ(sections("a\r// -----\rb"), "|a\r// -----|\rb");
}

TEST(Sections, AllowSpaceAroundTheRule) {
  EXPECT_EQ(sections("a\n  // ----- \t\nb"), "|a\n  // ----- \t|\nb");
  EXPECT_EQ(sections("a // -----\nb"), "|a // -----|\nb");
}

TEST(Sections, DoNotSplitElsewhere) {
  for (const char *text :
       {"// ------\n", "// ---------\n", "// ----- x\n", "// ----\n",
        "//-----\n", "/ -----\n", "a \"// -----\"\n", "a \"// -----\n"})
    EXPECT_EQ(sections(text), "|" + std::string(text)) << text;
}

TEST(Sections, SplitInsideAComment) {
  EXPECT_EQ(sections("// a // -----\nb"), "|// a // -----|\nb");
  EXPECT_EQ(sections("\"x\" // \" // -----\nb"), "|\"x\" // \" // -----|\nb");
}

TEST(Sections, RunLinesSayWhetherTheRuleSplits) {
  for (const char *run :
       {"// RUN: foo-opt %s -split-input-file\n",
        "// RUN: foo-opt %s | FileCheck %s\n// RUN: bar --split-input-file "
        "%s\n",
        "// RUN: foo-opt %s \\\n// RUN:   -split-input-file=true\n",
        "// DRY-RUN: foo-opt %s\n"})
    EXPECT_EQ(sections(std::string(run) + "a\n// -----\nb"),
              "|" + std::string(run) + "a\n// -----|\nb");
  std::string text = "// RUN: foo-opt %s\na\n// -----\nb";
  EXPECT_EQ(sections(text), "|" + text);
}

TEST(Sections, PartsOfSplitFileAreSections) {
  EXPECT_EQ(sections("a\n//--- x.mlir\nb\n//--- y\nc"),
            "|a\n//--- x.mlir|\nb\n//--- y|\nc");
  for (const char *text : {"//---\nb", "//--- \nb", "//---x\nb", " //--- x\nb",
                           "a //--- x\nb", "//---- x\nb"})
    EXPECT_EQ(sections(text), "|" + std::string(text));
}

TEST(Sections, PartsAreMlirByTheirNames) {
  EXPECT_TRUE(isMlirBehind("//--- x.mlir"));
  EXPECT_TRUE(isMlirBehind("//--- dir.d/x.mlir "));
  EXPECT_TRUE(isMlirBehind("//--- x"));
  EXPECT_TRUE(isMlirBehind("// -----"));
  EXPECT_FALSE(isMlirBehind("//--- x.json"));
  EXPECT_FALSE(isMlirBehind("//--- x.mlir.in"));
}

TEST(Sections, LogsOfPassesAreSplitAtTheirTitles) {
  std::string title = "// -----// IR Dump After CSE (cse) //----- //";
  EXPECT_EQ(sections("a\n" + title + "\nb"), "|a\n" + title + "|\nb");
  // Whatever RUN lines say of the rule.
  EXPECT_EQ(sections("// RUN: x %s\n" + title + "\nb"),
            "|// RUN: x %s\n" + title + "|\nb");
  EXPECT_EQ(sections("a " + title + "\nb"), "|a " + title + "\nb");
}

TEST(Sections, FactsTellWhoReadsTheFile) {
  EXPECT_FALSE(factsOf("a").isForMlirOpt);
  EXPECT_TRUE(factsOf("// RUN: mlir-opt %s").isForMlirOpt);
  EXPECT_TRUE(factsOf("// RUN: %p/bin/mlir-opt %s | FileCheck").isForMlirOpt);
  EXPECT_FALSE(factsOf("// RUN: torch-mlir-opt %s").isForMlirOpt);
  EXPECT_FALSE(factsOf("// RUN: mlir-opt %s | foo-opt").isForMlirOpt);
  EXPECT_FALSE(
      factsOf("// RUN: mlir-opt %s --load-dialect-plugin=x").isForMlirOpt);
  EXPECT_TRUE(factsOf("a\n//--- x\n").hasParts);
  EXPECT_FALSE(factsOf("a //--- x\n").hasParts);
}

TEST(Sections, CoverTheText) {
  std::string text = "a\n// -----\n\n// -----\r\nb \"// -----\n// ----- //\n";
  uint32_t at = 0;
  for (DocumentRange range : sectionsOf(text)) {
    EXPECT_EQ(range.begin.value, at);
    at = range.end.value;
  }
  EXPECT_EQ(at, text.size());
}

TEST(Sections, ToolsOfTheFirstRunLineMayBeToFail) {
  for (const char *text :
       {"// RUN: not mlir-opt %s 2>&1 | FileCheck %s",
        "// RUN: not --crash x %s",
        "// RUN: not mlir-opt \\\n// RUN:   -a < %s\n// RUN: mlir-opt %s"})
    EXPECT_TRUE(factsOf(text).expectsFailure) << text;
  for (const char *text :
       {"a", "// RUN: mlir-opt %s | not FileCheck %s", "// RUN: not grep a %s",
        "// RUN: notmlir-opt %s", "// RUN: not x --version && mlir-opt %s",
        "// RUN: mlir-opt %s\n// RUN: not mlir-opt %s -a",
        "// RUN: mlir-opt %s \\\n// RUN: not %s"})
    EXPECT_FALSE(factsOf(text).expectsFailure) << text;
}
