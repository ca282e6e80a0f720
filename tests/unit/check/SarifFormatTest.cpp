//===- SarifFormatTest.cpp ------------------------------------------------===//
//
// tests/lit/check/sarif.test validates whole reports with SARIF's schema.
//
//===----------------------------------------------------------------------===//

#include "server/check/SarifFormat.h"
#include "CheckedFiles.h"
#include "server/config/Documentation.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace shapels;
using namespace shapels::test;
using nlohmann::json;

static json runOf(std::span<const CheckedFile> files) {
  SarifOptions options{"1.2.3", "/work/my project"};
  json log = json::parse(formatSarif(files, options));
  EXPECT_EQ(log["version"], "2.1.0");
  return log["runs"][0];
}

static json resultOf(const CheckedFile &file) {
  return runOf({&file, 1})["results"][0];
}

static json artifactFor(const std::string &path) {
  CheckedFile file = fileWithError("bad", "bad");
  file.path = path;
  return resultOf(file)["locations"][0]["physicalLocation"]["artifactLocation"];
}

static std::string fingerprint(const json &result) {
  return result["partialFingerprints"]["primaryLocationLineHash"];
}

TEST(SarifFormat, RulesAreTheTableOfCodes) {
  json driver = runOf({})["tool"]["driver"];
  EXPECT_EQ(driver["semanticVersion"], "1.2.3");
  std::span<const DiagnosticInfo> table = diagnosticTable();
  ASSERT_EQ(driver["rules"].size(), table.size());
  for (size_t i = 0; i < table.size(); ++i) {
    const json &rule = driver["rules"][i];
    EXPECT_EQ(rule["id"], table[i].id);
    EXPECT_EQ(rule["helpUri"], documentationUrl(table[i].code));
    EXPECT_EQ(rule["defaultConfiguration"]["enabled"],
              table[i].severity.has_value());
  }
}

TEST(SarifFormat, AResultNamesItsRuleAndLevel) {
  CheckedFile file = fileWithError("bad", "bad");
  json result = resultOf(file);
  size_t index = result["ruleIndex"];
  EXPECT_EQ(result["ruleId"], "broadcast-incompatible");
  EXPECT_EQ(runOf({&file, 1})["tool"]["driver"]["rules"][index]["id"],
            "broadcast-incompatible");
  EXPECT_EQ(result["level"], "error");
  EXPECT_EQ(result["message"]["text"], "wrong");
  file.diagnostics.front().severity = Severity::Hint;
  EXPECT_EQ(resultOf(file)["level"], "note");
}

TEST(SarifFormat, ColumnsCountUtf16CodeUnitsFromOne) {
  CheckedFile file = fileWithError("x\n\u00e4\U0001F642 bad\n", "bad");
  EXPECT_EQ(runOf({&file, 1})["columnKind"], "utf16CodeUnits");
  EXPECT_EQ(resultOf(file)["locations"][0]["physicalLocation"]["region"],
            json::parse(R"({"startLine": 2, "startColumn": 5,
                            "endLine": 2, "endColumn": 8})"));
}

TEST(SarifFormat, OtherPlacesAreAnnotationsAndNotesRelatedLocations) {
  std::string text = "x\nbad other\n";
  CheckedFile file = fileWithError(text, "bad");
  file.diagnostics.front().alsoUnderlined.push_back(rangeOf(text, "other"));
  file.diagnostics.front().related.push_back({rangeOf(text, "x"), "because"});
  json result = resultOf(file);
  EXPECT_EQ(result["locations"][0]["annotations"][0]["startColumn"], 5);
  EXPECT_EQ(result["relatedLocations"][0]["message"]["text"], "because");
  EXPECT_EQ(
      result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"],
      1);
}

TEST(SarifFormat, PathsAreRelativeToTheWorkingDirectory) {
  EXPECT_EQ(artifactFor("sub/a b.mlir"),
            json::parse(R"({"uri": "sub/a%20b.mlir",
                            "uriBaseId": "%SRCROOT%"})"));
  EXPECT_EQ(artifactFor("/work/my project/a.mlir"),
            json::parse(R"({"uri": "a.mlir", "uriBaseId": "%SRCROOT%"})"));
  EXPECT_EQ(runOf({})["originalUriBaseIds"]["%SRCROOT%"]["uri"],
            "file:///work/my%20project/");
}

TEST(SarifFormat, PathsOutsideOfItAreAbsolute) {
  EXPECT_EQ(artifactFor("../a.mlir"),
            json::parse(R"({"uri": "file:///work/a.mlir"})"));
  EXPECT_EQ(artifactFor("/elsewhere/a.mlir"),
            json::parse(R"({"uri": "file:///elsewhere/a.mlir"})"));
  EXPECT_EQ(
      artifactFor("/work/my project too/a.mlir"),
      json::parse(R"({"uri": "file:///work/my%20project%20too/a.mlir"})"));
  EXPECT_EQ(artifactFor("..a.mlir"),
            json::parse(R"({"uri": "..a.mlir", "uriBaseId": "%SRCROOT%"})"));
}

TEST(SarifFormat, TheRootFolderCanBeTheWorkingDirectory) {
  CheckedFile file = fileWithError("bad", "bad");
  file.path = "/x/a.mlir";
  json run = json::parse(formatSarif({&file, 1}, {"1.2.3", "/"}))["runs"][0];
  EXPECT_EQ(run["originalUriBaseIds"]["%SRCROOT%"]["uri"], "file:///");
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]
               ["artifactLocation"]["uri"],
            "x/a.mlir");
}

TEST(SarifFormat, FingerprintsDoNotMoveWithTheirLine) {
  std::string before = fingerprint(resultOf(fileWithError("bad\n", "bad")));
  EXPECT_EQ(before,
            fingerprint(resultOf(fileWithError("new\n\n  bad  \n", "bad"))));
  EXPECT_NE(before, fingerprint(resultOf(fileWithError("bad x\n", "bad"))));
  CheckedFile other = fileWithError("bad\n", "bad");
  other.diagnostics.front().code = DiagnosticCode::MlirVerify;
  EXPECT_NE(before, fingerprint(resultOf(other)));
}

TEST(SarifFormat, FingerprintsOfEqualLinesDiffer) {
  CheckedFile file = fileWithError("bad\nbad\n", "bad");
  file.diagnostics.push_back(file.diagnostics.front());
  file.diagnostics.back().range = file.diagnostics.back().range.shifted(4);
  json results = runOf({&file, 1})["results"];
  EXPECT_TRUE(fingerprint(results[0]).ends_with(":1"));
  EXPECT_TRUE(fingerprint(results[1]).ends_with(":2"));
}

TEST(SarifFormat, ResultsAreLimitedWithANotice) {
  CheckedFile file = fileWithError("bad", "bad");
  file.diagnostics.resize(maxSarifResults, file.diagnostics.front());
  json whole = runOf({&file, 1});
  EXPECT_EQ(whole["results"].size(), maxSarifResults);
  EXPECT_TRUE(whole["invocations"][0]["toolExecutionNotifications"].empty());

  file.diagnostics.push_back(file.diagnostics.front());
  json cut = runOf({&file, 1});
  EXPECT_EQ(cut["results"].size(), maxSarifResults);
  EXPECT_EQ(
      cut["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
      "only the first 5000 of 5001 results are kept");
}

TEST(SarifFormat, UncheckedFilesAreNotifications) {
  CheckedFile file;
  file.path = "missing.mlir";
  file.failure = "No such file";
  json invocation = runOf({&file, 1})["invocations"][0];
  EXPECT_EQ(invocation["executionSuccessful"], false);
  EXPECT_EQ(invocation["toolExecutionNotifications"][0]["message"]["text"],
            "cannot check 'missing.mlir': No such file");
}

TEST(SarifFormat, WhatIsNotUtf8IsReplaced) {
  CheckedFile file = fileWithError("bad", "bad", "quotes \xff");
  EXPECT_EQ(resultOf(file)["message"]["text"], "quotes \ufffd");
}
