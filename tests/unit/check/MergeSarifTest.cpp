//===- MergeSarifTest.cpp -------------------------------------------------===//
//
// tests/lit/check/shard.test has whole trees.
//
//===----------------------------------------------------------------------===//

#include "server/check/MergeSarif.h"
#include "CheckedFiles.h"
#include "server/check/SarifFormat.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace shapels;
using namespace shapels::test;
using nlohmann::json;

namespace {

std::string report(std::span<const CheckedFile> files,
                   const std::string &folder = "/w",
                   const std::string &version = "1.0") {
  return formatSarif(files, {version, folder, {2, 3}});
}

json merged(std::vector<std::string> reports) {
  std::string failure;
  std::string text = mergedSarif(reports, failure);
  EXPECT_EQ(failure, "");
  return json::parse(text).at("runs").at(0);
}

std::string fault(std::vector<std::string> reports) {
  std::string failure;
  EXPECT_EQ(mergedSarif(reports, failure), "");
  return failure;
}

} // namespace

TEST(MergeSarif, IsWholeOnlyIfAllAre) {
  CheckedFile right = fileWithError("abc", "b"), wrong;
  wrong.path = "b.mlir";
  wrong.failure = "gone";
  json run = merged({report({&right, 1}), report({&wrong, 1})});
  EXPECT_EQ(run["results"].size(), 1u);
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"].size(), 1u);
  EXPECT_EQ(run["automationDetails"]["id"], "shapels/");
}

TEST(MergeSarif, OfOtherFoldersHasNone) {
  CheckedFile file = fileWithError("abc", "b");
  std::string here = report({&file, 1}), there = report({&file, 1}, "/v");
  EXPECT_TRUE(merged({here, here}).contains("originalUriBaseIds"));
  json run = merged({here, there});
  EXPECT_FALSE(run.contains("originalUriBaseIds"));
  EXPECT_EQ(run["results"].size(), 1u);
}

TEST(MergeSarif, KeepsTheLimit) {
  std::vector<CheckedFile> files(2, fileWithError("abc", "b"));
  std::vector<std::string> reports;
  for (CheckedFile &file : files) {
    file.diagnostics.resize(maxSarifResults - 1, file.diagnostics.front());
    file.path = "a" + std::to_string(reports.size()) + ".mlir";
    reports.push_back(report({&file, 1}));
  }
  json run = merged(reports);
  EXPECT_EQ(run["results"].size(), maxSarifResults);
  EXPECT_NE(run["invocations"][0]["toolExecutionNotifications"].dump().find(
                "only the first 5000 of 9998"),
            std::string::npos);
}

TEST(MergeSarif, SaysWhatIsNoReport) {
  CheckedFile file = fileWithError("abc", "b");
  std::string right = report({&file, 1});
  for (const char *text :
       {"", "[]", "{}", "{\"runs\": [{}]}", "{\"runs\": [{\"results\": 3}]}"})
    EXPECT_EQ(fault({right, text}),
              "report 2 is none that shapels --format=sarif wrote");
  EXPECT_EQ(fault({right, report({&file, 1}, "/w", "2.0")}),
            "report 2 is of another version of shapels than the first");
}
