//===- TextFormatTest.cpp -------------------------------------------------===//

#include "server/check/TextFormat.h"
#include "CheckedFiles.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace shapels::test;

TEST(TextFormat, LinesAndColumnsCountFromOneAndColumnsCountBytes) {
  CheckedFile file = fileWithError("x\n\u00e4\u00e4 bad\n", "bad");
  EXPECT_EQ(formatText({&file, 1}, {}),
            "a.mlir:2:6: error[broadcast-incompatible]: wrong\n"
            "    2 | \u00e4\u00e4 bad\n"
            "      |    ^^^\n"
            "\n");
}

TEST(TextFormat, SaysTheSeverity) {
  CheckedFile file = fileWithError("bad", "bad");
  auto labelFor = [&](Severity severity) {
    file.diagnostics.front().severity = severity;
    std::string text = formatText({&file, 1}, {});
    return text.substr(12, text.find('[') - 12);
  };
  EXPECT_EQ(labelFor(Severity::Error), "error");
  EXPECT_EQ(labelFor(Severity::Warning), "warning");
  EXPECT_EQ(labelFor(Severity::Information), "information");
  EXPECT_EQ(labelFor(Severity::Hint), "hint");
}

TEST(TextFormat, OtherPlacesAreUnderlinedAndNotesFollow) {
  std::string text = "func(%lhs: 3)\nmy.add %lhs, %rhs\n";
  CheckedFile file = fileWithError(text, "%lhs, ");
  Diagnostic &diagnostic = file.diagnostics.front();
  diagnostic.range.end = diagnostic.range.end - 2;
  diagnostic.alsoUnderlined.push_back(rangeOf(text, "%rhs"));
  diagnostic.related.push_back({rangeOf(text, "%lhs: 3"), "%lhs has 3 here"});
  EXPECT_EQ(formatText({&file, 1}, {}),
            "a.mlir:2:8: error[broadcast-incompatible]: wrong\n"
            "    2 | my.add %lhs, %rhs\n"
            "      |        ^^^^  ~~~~\n"
            "a.mlir:1:6: note: %lhs has 3 here\n"
            "    1 | func(%lhs: 3)\n"
            "      |      ^^^^^^^\n"
            "\n");
}

TEST(TextFormat, UnmetExpectationsHaveNoCode) {
  CheckedFile file;
  file.path = "a.mlir";
  file.text = TextBuffer("ab");
  file.mismatches.push_back({{{0}, {1}}, "expected error was not produced"});
  EXPECT_EQ(formatText({&file, 1}, {}),
            "a.mlir:1:1: error: expected error was not produced\n"
            "    1 | ab\n"
            "      | ^\n"
            "\n");
}

TEST(TextFormat, CleanAndUncheckedFilesPrintNothing) {
  CheckedFile files[2];
  files[0].path = "clean.mlir";
  files[1].path = "missing.mlir";
  files[1].failure = "No such file";
  EXPECT_EQ(formatText(files, {}), "");
}

TEST(TextFormat, AMessageCannotDriveTheTerminal) {
  CheckedFile file = fileWithError("bad", "bad", "quotes \x1b[2J");
  EXPECT_EQ(formatText({&file, 1}, {}).find('\033'), std::string::npos);
}

TEST(TextFormat, ColorsOnlyIfAsked) {
  CheckedFile file = fileWithError("bad", "bad");
  std::string text = formatText({&file, 1}, {.color = true});
  EXPECT_NE(text.find("\033[1;31merror[broadcast-incompatible]:\033[0m"),
            std::string::npos);
}

TEST(Summary, CountsFindingsAndFiles) {
  std::vector<CheckedFile> files(3);
  files[0] = fileWithError("bad", "bad");
  files[2].failure = "No such file";
  EXPECT_EQ(summaryLine(countFindings(files), false),
            "1 error in 1 file (2 checked), 1 not checked");
  files[1] = files[2] = files[0];
  files[1].diagnostics.front().severity = Severity::Warning;
  files[2].diagnostics.front().severity = Severity::Hint;
  EXPECT_EQ(summaryLine(countFindings(files), false),
            "1 error, 1 warning, 1 hint in 3 files (3 checked)");
}

TEST(Summary, SaysSoIfThereIsNothing) {
  CheckedFile file;
  EXPECT_EQ(summaryLine(countFindings({&file, 1}), false),
            "no problems (1 file checked)");
  EXPECT_EQ(summaryLine(countFindings({&file, 1}), true),
            "all expectations met (1 file checked)");
  file.failure = "No such file";
  EXPECT_EQ(summaryLine(countFindings({&file, 1}), false),
            "nothing checked, 1 not checked");
}
