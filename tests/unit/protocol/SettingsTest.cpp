//===- SettingsTest.cpp ---------------------------------------------------===//

#include "shapels/protocol/Settings.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace shapels;
using namespace shapels::lsp;
using nlohmann::json;

TEST(Settings, OverrideTheCommandLine) {
  Settings settings = decodeSettings(json::parse(
      R"({"broadcastRules":"mlir","severity":{"mlir-parse":"hint",
          "mlir-verify":"off"},"showExpected":true,
          "hover":{"genericForm":true},"ops":{"my.add":"broadcastable"}})"));
  EXPECT_TRUE(settings.complaints.empty());
  EXPECT_EQ(settings.hoverGenericForm, true);
  Configuration base;
  base.severity["implicit-static-cast"] = Severity::Error;
  base.severity["mlir-parse"] = Severity::Error;
  Configuration result = apply(settings, base);
  EXPECT_EQ(result.broadcastRules, BroadcastRules::Mlir);
  EXPECT_TRUE(result.showExpected);
  EXPECT_EQ(result.severity.at("mlir-parse"), Severity::Hint);
  EXPECT_EQ(result.severity.at("mlir-verify"), std::nullopt);
  EXPECT_EQ(result.severity.at("implicit-static-cast"), Severity::Error);
  EXPECT_TRUE(result.broadcastableOps.contains("my.add"));
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
  return settings.complaints.empty() ? "" : settings.complaints[0];
}

TEST(Settings, SayWhatIsWrongAndWhatIsAllowed) {
  EXPECT_EQ(complaint(R"({"broadcastRules":"Spec"})"),
            "shapels: the setting 'broadcastRules' is \"Spec\", but must be "
            "one of \"spec\", \"mlir\"");
  EXPECT_EQ(complaint(R"({"showExpected":"yes"})"),
            "shapels: the setting 'showExpected' is \"yes\", but must be true "
            "or false");
  EXPECT_EQ(complaint(R"({"severity":{"mlir-parse":1}})"),
            "shapels: the setting 'severity.mlir-parse' is 1, but must be one "
            "of \"error\", \"warning\", \"information\", \"hint\", \"off\"");
  EXPECT_EQ(complaint(R"({"severity":[]})"),
            "shapels: the setting 'severity' is a list, but must be an object "
            "of code and severity");
  EXPECT_EQ(complaint(R"({"hover":true})"),
            "shapels: the setting 'hover' is true, but must be an object");
  EXPECT_EQ(complaint(R"({"ops":{"my.add":"same-shape"}})"),
            "shapels: the setting 'ops.my.add' is \"same-shape\", but must be "
            "\"broadcastable\"");
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
