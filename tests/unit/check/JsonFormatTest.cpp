//===- JsonFormatTest.cpp -------------------------------------------------===//

#include "server/check/JsonFormat.h"
#include "CheckedFiles.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace shapels;
using namespace shapels::test;
using nlohmann::json;

TEST(JsonFormat, HasExactlyTheDocumentedMembers) {
  std::string text = "x\n\u00e4 bad\n";
  CheckedFile file = fileWithError(text, "bad");
  file.diagnostics.front().related.push_back({rangeOf(text, "x"), "because"});
  EXPECT_EQ(json::parse(formatJson({&file, 1})), json::parse(R"({
    "version": 1,
    "positionEncoding": "utf-8",
    "files": [{
      "file": "a.mlir",
      "diagnostics": [{
        "range": {"start": {"line": 1, "character": 3},
                  "end": {"line": 1, "character": 6}},
        "severity": "error",
        "code": "broadcast-incompatible",
        "message": "wrong",
        "relatedInformation": [{
          "location": {
            "file": "a.mlir",
            "range": {"start": {"line": 0, "character": 0},
                      "end": {"line": 0, "character": 1}}
          },
          "message": "because"
        }]
      }]
    }],
    "notChecked": [],
    "summary": {"errors": 1, "warnings": 0}
  })"));
}

TEST(JsonFormat, RangesMaySpanLines) {
  CheckedFile file = fileWithError("a {\n\n } b", "{\n\n }");
  json range = json::parse(
      formatJson({&file, 1}))["files"][0]["diagnostics"][0]["range"];
  EXPECT_EQ(range["start"], json::parse(R"({"line": 0, "character": 2})"));
  EXPECT_EQ(range["end"], json::parse(R"({"line": 2, "character": 2})"));
}

TEST(JsonFormat, ListsCleanFilesButNotUncheckedOnes) {
  CheckedFile files[2];
  files[0].path = "clean.mlir";
  files[1].path = "missing.mlir";
  files[1].failure = "No such file";
  json report = json::parse(formatJson(files));
  EXPECT_EQ(report["files"],
            json::parse(R"([{"file": "clean.mlir", "diagnostics": []}])"));
}

TEST(JsonFormat, AnEmptyReportIsStillAReport) {
  json report = json::parse(formatJson({}));
  EXPECT_EQ(report["files"], json::array());
  EXPECT_EQ(report["summary"]["errors"], 0);
}

TEST(JsonFormat, WhatIsNotUtf8IsReplaced) {
  CheckedFile file = fileWithError("bad", "bad", "quotes \xff and \xe2\x82");
  file.path = "\xfe.mlir";
  json report = json::parse(formatJson({&file, 1}));
  EXPECT_EQ(report["files"][0]["file"], "\ufffd.mlir");
  EXPECT_EQ(report["files"][0]["diagnostics"][0]["message"],
            "quotes \ufffd and \ufffd");
}

TEST(JsonFormat, NulBytesSurvive) {
  std::string message("a\0b", 3);
  CheckedFile file = fileWithError("bad", "bad", message);
  json report = json::parse(formatJson({&file, 1}));
  EXPECT_EQ(report["files"][0]["diagnostics"][0]["message"], message);
}
