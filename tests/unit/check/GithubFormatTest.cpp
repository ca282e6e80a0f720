//===- GithubFormatTest.cpp -----------------------------------------------===//

#include "server/check/GithubFormat.h"
#include "CheckedFiles.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace shapels::test;

TEST(GithubFormat, OneCommandPerFinding) {
  CheckedFile file = fileWithError("x\n\u00e4 bad\n", "bad");
  EXPECT_EQ(formatGithub({&file, 1}),
            "::error file=a.mlir,line=2,col=3,endLine=2,endColumn=6,"
            "title=shapels[broadcast-incompatible]::wrong\n");
}

TEST(GithubFormat, SeveritiesBecomeCommands) {
  CheckedFile file = fileWithError("bad", "bad");
  auto commandFor = [&](Severity severity) {
    file.diagnostics.front().severity = severity;
    std::string text = formatGithub({&file, 1});
    return text.substr(0, text.find(' '));
  };
  EXPECT_EQ(commandFor(Severity::Warning), "::warning");
  EXPECT_EQ(commandFor(Severity::Information), "::notice");
  EXPECT_EQ(commandFor(Severity::Hint), "::notice");
}

TEST(GithubFormat, EscapesPropertiesAndMessage) {
  CheckedFile file = fileWithError("bad", "bad", "100%: a, b\r\nc");
  file.path = "a,b:c%d.mlir";
  EXPECT_EQ(formatGithub({&file, 1}),
            "::error file=a%2Cb%3Ac%25d.mlir,line=1,col=1,endLine=1,"
            "endColumn=4,title=shapels[broadcast-incompatible]"
            "::100%25: a, b%0D%0Ac\n");
}

TEST(GithubFormat, IsUtf8) {
  CheckedFile file = fileWithError("bad", "bad", "'\xff\xfe' \xc3\xa4 \xc3");
  file.path = "a\xff.mlir";
  EXPECT_EQ(formatGithub({&file, 1}),
            "::error file=a\ufffd.mlir,line=1,col=1,endLine=1,endColumn=4,"
            "title=shapels[broadcast-incompatible]::'\ufffd\ufffd' \u00e4 "
            "\ufffd\n");
}

TEST(GithubFormat, ARangeOfSeveralLinesHasNoColumns) {
  CheckedFile file = fileWithError("a {\n}\n", "{\n}");
  EXPECT_EQ(formatGithub({&file, 1}),
            "::error file=a.mlir,line=1,endLine=2,"
            "title=shapels[broadcast-incompatible]::wrong\n");
}

TEST(GithubFormat, NotesAreLinesOfTheMessage) {
  std::string text = "x\nbad\n";
  CheckedFile file = fileWithError(text, "bad");
  file.diagnostics.front().related.push_back({rangeOf(text, "x"), "because"});
  std::string report = formatGithub({&file, 1});
  EXPECT_TRUE(report.ends_with("::wrong%0Aa.mlir:1:1: note: because\n"))
      << report;
}
