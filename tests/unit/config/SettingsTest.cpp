//===- SettingsTest.cpp ---------------------------------------------------===//

#include "server/config/Settings.h"
#include "TestData.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

using namespace shapels;
using namespace shapels::lsp;
using nlohmann::json;

TEST(Settings, OverrideWhatTheyAreAppliedTo) {
  Settings settings = decodeSettings(json::parse(
      R"({"broadcastRules":"mlir","severity":{"mlir-parse":"hint",
          "mlir-verify":"off"},"showExpected":true,
          "hover":{"genericForm":true,"full":true},"dynamicDims":"strict","codeLens":false,
          "ops":{"my.add":"broadcastable"}})"));
  EXPECT_TRUE(settings.complaints.empty());
  EXPECT_EQ(settings.hoverGenericForm, true);
  EXPECT_EQ(settings.hoverFull, true);
  EXPECT_EQ(settings.codeLens, false);
  Configuration base;
  base.severity["implicit-static-cast"] = Severity::Error;
  base.severity["mlir-parse"] = Severity::Error;
  Configuration result = apply(settings, base);
  EXPECT_EQ(result.broadcastRules, BroadcastRules::Mlir);
  EXPECT_EQ(result.dynamicDims, DynamicDims::Strict);
  EXPECT_TRUE(result.showExpected);
  EXPECT_EQ(result.severity.at("mlir-parse"), Severity::Hint);
  EXPECT_EQ(result.severity.at("mlir-verify"), std::nullopt);
  EXPECT_EQ(result.severity.at("implicit-static-cast"), Severity::Error);
  EXPECT_EQ(result.ops.find("my.add"), OpFamily::Broadcastable);
}

TEST(Settings, LeaveWhatTheyDoNotName) {
  Configuration base;
  base.showExpected = true;
  base.broadcastRules = BroadcastRules::Mlir;
  for (const char *text : {"null", "{}", "[]", "3", R"({"other":{"x":1}})",
                           R"({"shapels":null})", R"({"showExpected":null})"}) {
    Settings settings = decodeSettings(json::parse(text));
    EXPECT_EQ(apply(settings, base), base) << text;
    EXPECT_TRUE(settings.complaints.empty()) << text;
  }
}

TEST(Settings, AreFoundInTheirSection) {
  Settings settings = decodeSettings(
      json::parse(R"({"shapels":{"showExpected":true},"showExpected":false})"));
  EXPECT_EQ(settings.showExpected, true);
}

TEST(Settings, TakeADottedKey) {
  EXPECT_EQ(decodeSettings({{"hover.genericForm", true}}).hoverGenericForm,
            true);
}

static std::string complaint(const char *text) {
  Settings settings = decodeSettings(json::parse(text));
  EXPECT_EQ(settings.complaints.size(), 1u) << text;
  return settings.complaints.empty() ? "" : settings.complaints[0].message;
}

TEST(Settings, SayWhatIsWrongAndWhatIsAllowed) {
  EXPECT_EQ(complaint(R"({"broadcastRules":"Spec"})"),
            "'broadcastRules' is \"Spec\", but must be "
            "one of \"spec\", \"mlir\"");
  EXPECT_EQ(complaint(R"({"showExpected":"yes"})"),
            "'showExpected' is \"yes\", but must be true "
            "or false");
  EXPECT_EQ(complaint(R"({"severity":{"mlir-parse":1}})"),
            "'severity.mlir-parse' is 1, but must be one "
            "of \"error\", \"warning\", \"information\", \"hint\", \"off\"");
  EXPECT_EQ(complaint(R"({"severity":[]})"),
            "'severity' is a list, but must be an object "
            "of code and severity");
  EXPECT_EQ(complaint(R"({"hover":true})"),
            "'hover' is true, but must be an object");
  EXPECT_EQ(complaint(R"({"ops":{"my.add":"shape"}})"),
            "'ops.my.add' is \"shape\", but must be one of "
            "\"broadcastable\", \"same-shape\", \"elementwise\", \"none\"");
  EXPECT_NE(complaint(R"({"severity":{"nope":"off"}})")
                .find("'severity.nope' names no code; the codes are "
                      "\"mlir-parse\""),
            std::string::npos);
}

TEST(Settings, ApplyTheRestWhenOneIsWrong) {
  Settings settings = decodeSettings(json::parse(
      R"({"broadcastRules":7,"severity":{"mlir-parse":"loud",
          "mlir-verify":"hint"},"showExpected":true})"));
  EXPECT_EQ(settings.complaints.size(), 2u);
  EXPECT_FALSE(settings.broadcastRules);
  EXPECT_EQ(settings.severity.at("mlir-verify"), Severity::Hint);
  EXPECT_EQ(settings.showExpected, true);
}

//===----------------------------------------------------------------------===//
// .shapels.json
//===----------------------------------------------------------------------===//

static std::vector<std::string> mistakesIn(const json &file) {
  std::vector<std::string> messages;
  for (const Complaint &complaint : decodeFileSettings(file).complaints)
    messages.push_back(complaint.message);
  return messages;
}

TEST(FileSettings, TakeEveryKey) {
  Settings settings = decodeFileSettings(json::parse(
      R"({"$schema":"x","broadcastRules":"mlir","dynamicDims":"strict",
          "severity":{"mlir-parse":"off"},"ops":{"my.*":"same-shape"},
          "plugins":["a.so"],"irdl":["b.irdl","c"],"exclude":["d"],
          "shapeFunctions":["e.mlir"]})"));
  EXPECT_TRUE(settings.complaints.empty());
  EXPECT_EQ(settings.broadcastRules, BroadcastRules::Mlir);
  EXPECT_EQ(settings.dynamicDims, DynamicDims::Strict);
  EXPECT_EQ(settings.ops.find("my.relu"), OpFamily::SameShape);
  EXPECT_EQ(settings.plugins, std::vector<std::string>{"a.so"});
  EXPECT_EQ(settings.irdl.size(), 2u);
  EXPECT_EQ(settings.exclude, std::vector<std::string>{"d"});
  EXPECT_EQ(settings.shapeFunctions, std::vector<std::string>{"e.mlir"});
}

TEST(FileSettings, WhatIsNoKeyIsAMistake) {
  EXPECT_EQ(
      mistakesIn({{"severities", json::object()}}),
      std::vector<std::string>{
          "'severities' is no key of a .shapels.json; did you mean "
          "\"severity\"?; the keys are \"broadcastRules\", "
          "\"dynamicDims\", \"exclude\", \"extends\", \"include\", \"irdl\", "
          "\"ods\", \"ops\", "
          "\"plugins\", \"root\", "
          "\"severity\", \"shapeFunctions\", \"$schema\""});
  EXPECT_EQ(mistakesIn({{"showExpected", true}}).size(), 1u);
  EXPECT_EQ(mistakesIn(json::array()).size(), 1u);
}

TEST(FileSettings, ListsHaveTextsInThem) {
  EXPECT_EQ(mistakesIn({{"plugins", "a.so"}}),
            std::vector<std::string>{
                "'plugins' is \"a.so\", but must be a list of paths of dialect "
                "plugins"});
  Settings settings = decodeFileSettings({{"irdl", {"a", 3, ""}}});
  EXPECT_EQ(settings.irdl, std::vector<std::string>{"a"});
  ASSERT_EQ(settings.complaints.size(), 2u);
  EXPECT_EQ(settings.complaints[0].path,
            (std::vector<std::string>{"irdl", "1"}));
}

TEST(FileSettings, SayWhichTdFilesAreRead) {
  auto read = [](const char *text) {
    return decodeFileSettings(json::parse(text));
  };
  EXPECT_FALSE(read("{}").ods);
  EXPECT_TRUE(read(R"({"ods":false})").ods->isOff);
  Settings named = read(R"({"ods":{"files":["a.td"],"includes":["b","c"]}})");
  EXPECT_TRUE(named.complaints.empty());
  EXPECT_FALSE(named.ods->isOff);
  EXPECT_EQ(named.ods->files, (std::vector<std::string>{"a.td"}));
  EXPECT_EQ(named.ods->includes, (std::vector<std::string>{"b", "c"}));
}

TEST(FileSettings, SayWhatIsWrongWithTdFiles) {
  EXPECT_EQ(mistakesIn({{"ods", 3}}),
            (std::vector<std::string>{
                "'ods' is 3, but must be false, or an object with \"files\" "
                "and \"includes\""}));
  EXPECT_EQ(mistakesIn({{"ods", {{"file", json::array()}}}}),
            (std::vector<std::string>{
                "'ods.file' is no key of 'ods'; did you mean \"files\"?; the "
                "keys are \"files\", \"includes\""}));
  Settings both = decodeFileSettings({{"ods", {{"files", {"a.td", 7}}}}});
  ASSERT_EQ(both.complaints.size(), 1u);
  EXPECT_EQ(both.complaints[0].path,
            (std::vector<std::string>{"ods", "files", "1"}));
  EXPECT_EQ(both.ods->files, (std::vector<std::string>{"a.td"}));
}

/// What the schema allows the reader takes, and the other way round.
TEST(FileSettings, AreWhatTheSchemaSays) {
  std::ifstream in(SHAPELS_TEST_DATA
                   "/../../editors/vscode/shapels.schema.json");
  json properties = json::parse(in).at("properties");
  std::vector<std::string_view> keys = fileKeys();
  EXPECT_EQ(properties.size(), keys.size());
  for (std::string_view key : keys)
    EXPECT_TRUE(properties.contains(key)) << key;
  for (const char *key : {"broadcastRules", "dynamicDims"})
    for (const json &word : properties[key]["enum"])
      EXPECT_TRUE(mistakesIn({{key, word}}).empty()) << key << word;
  for (const json &word : properties["ops"]["additionalProperties"]["enum"])
    EXPECT_TRUE(mistakesIn({{"ops", {{"my.add", word}}}}).empty()) << word;
  EXPECT_EQ(properties["ops"]["additionalProperties"]["enum"].size(),
            familyNames().size());
  const json &codes = properties["severity"]["properties"];
  EXPECT_EQ(codes.size(), diagnosticTable().size());
  for (const DiagnosticInfo &row : diagnosticTable()) {
    ASSERT_TRUE(codes.contains(row.id)) << row.id;
    for (const json &word : codes[std::string(row.id)]["enum"])
      EXPECT_TRUE(mistakesIn({{"severity", {{row.id, word}}}}).empty());
  }
}

TEST(Settings, ANameOfACodeOutweighsAPattern) {
  Settings settings = decodeSettings(json::parse(
      R"({"severity":{"linalg-broadcast-mapped":"error","*":"off",
                      "linalg-*":"hint"}})"));
  EXPECT_TRUE(settings.complaints.empty());
  EXPECT_EQ(settings.severity.size(), diagnosticTable().size());
  EXPECT_EQ(settings.severity.at("linalg-broadcast-mapped"), Severity::Error);
  EXPECT_EQ(settings.severity.at("linalg-broadcast-unsorted"), Severity::Hint);
  EXPECT_EQ(settings.severity.at("mlir-parse"), std::nullopt);
}

TEST(Settings, AreLaidOverOthers) {
  Settings base = decodeSettings(json::parse(
      R"({"broadcastRules":"mlir","plugins":["a"],"ops":{"my.a":"none"}})"));
  Settings over = decodeSettings(json::parse(
      R"({"showExpected":true,"plugins":["b"],"ops":{"my.a":"same-shape"}})"));
  Settings both = overlay(base, over);
  EXPECT_EQ(both.broadcastRules, BroadcastRules::Mlir);
  EXPECT_EQ(both.showExpected, true);
  EXPECT_EQ(both.plugins, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(both.ops.find("my.a"), OpFamily::SameShape);
}
