//===- ProjectDefinitionsTest.cpp - A project's .td files ----------------===//

#include "ServerSession.h"

#include "ods/TestCatalogue.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

using namespace shapels;
using namespace shapels::test;
namespace fs = std::filesystem;

namespace {

/// A project on disk with a .td file in which `my.op` is on line 7.
class ProjectOdsTest : public ServerTest {
protected:
  ProjectOdsTest()
      : folder(
            fs::path(testing::TempDir()) /
            ("shapels-project-" + std::string(testing::UnitTest::GetInstance()
                                                  ->current_test_info()
                                                  ->name()))) {
    fs::create_directories(folder);
    std::ofstream(folder / "My.td") << "\n\n\n\n\n\ndef My_Op;\n";
    initialize({{"rootUri", "file://" + folder.string()},
                {"capabilities", {{"window", {{"workDoneProgress", true}}}}}});
  }
  ~ProjectOdsTest() override { fs::remove_all(folder); }

  ProjectCatalogue catalogue(uint32_t line) const {
    OpDefinition op;
    op.name = "my.op";
    op.summary = "what my op does";
    op.place = {(folder / "My.td").string(), line};
    return {catalogueOf({{op}, {}, {}}), "", {"Other.td:3: no such class"}};
  }
  void openText() {
    open(uri(), "func.func @f() {\n  my.op\n  return\n}\n");
    settle();
  }
  std::string uri() const { return "file://" + (folder / "a.mlir").string(); }
  /// The lines of the places that `my.op` is defined at.
  std::vector<std::pair<std::string, int>> definition() {
    written.clear();
    request(1, "textDocument/definition",
            {{"textDocument", {{"uri", uri()}}},
             {"position", {{"line", 1}, {"character", 4}}}});
    settle();
    std::vector<std::pair<std::string, int>> places;
    json answer = reply(1);
    for (const json &place : answer["result"])
      places.emplace_back(place["uri"], place["range"]["start"]["line"]);
    return places;
  }

  fs::path folder;
};

} // namespace

TEST_F(ProjectOdsTest, AreReadOnceADocumentIsOpened) {
  EXPECT_TRUE(readProjects.empty());
  openText();
  ASSERT_EQ(readProjects.size(), 1u);
  EXPECT_EQ(readProjects[0].sources.folder, folder.string());
  open("file://" + (folder / "b.mlir").string(), "");
  settle();
  EXPECT_EQ(readProjects.size(), 1u);
}

TEST_F(ProjectOdsTest, LeadFromAnOpToItsDefinition) {
  openText();
  EXPECT_TRUE(definition().empty());
  readProjects[0].done(catalogue(7));
  EXPECT_THAT(definition(), testing::ElementsAre(std::pair(
                                "file://" + (folder / "My.td").string(), 6)));
}

TEST_F(ProjectOdsTest, AreReadByTheSettingsOfTheirFolder) {
  std::ofstream(folder / ".shapels.json") << R"({"ods": false})";
  openText();
  EXPECT_TRUE(readProjects.empty());
  std::ofstream(folder / ".shapels.json") << R"({"ods": {"files": ["My.td"]}})";
  notify("workspace/didChangeWatchedFiles",
         {{"changes", {{{"uri", "file:///.shapels.json"}, {"type", 2}}}}});
  settle();
  ASSERT_EQ(readProjects.size(), 1u);
  EXPECT_THAT(readProjects[0].sources.files,
              testing::ElementsAre((folder / "My.td").string()));
}

TEST_F(ProjectOdsTest, TheirReadingIsShown) {
  openText();
  readProjects[0].progress(0, 4, "/x/A.td");
  readProjects[0].progress(1, 4, "/x/B.td");
  settle();
  EXPECT_EQ(notified("window/workDoneProgress/create").size(), 1u);
  readProjects[0].done(catalogue(7));
  settle();
  std::vector<std::string> kinds;
  for (const json &params : notified("$/progress"))
    kinds.push_back(params["value"]["kind"]);
  EXPECT_THAT(kinds, testing::ElementsAre("begin", "report", "report", "end"));
  EXPECT_EQ(notified("$/progress")[2]["value"]["message"], "B.td");
  EXPECT_EQ(notified("$/progress")[2]["value"]["percentage"], 25);
}

TEST_F(ProjectOdsTest, NothingIsShownOfWhatIsKnownAlready) {
  openText();
  readProjects[0].done(catalogue(7));
  settle();
  EXPECT_TRUE(notified("$/progress").empty());
}

TEST_F(ProjectOdsTest, TheHintAboutADialectSaysWhereItsOpsAre) {
  openText();
  auto hint = [&] {
    return notified("textDocument/publishDiagnostics")
        .back()["diagnostics"][0]["message"]
        .get<std::string>();
  };
  EXPECT_THAT(hint(), testing::Not(testing::HasSubstr(".td")));
  readProjects[0].done(catalogue(7));
  settle();
  EXPECT_THAT(hint(), testing::EndsWith("1 op of 'my' is known by .td files (" +
                                        (folder / "My.td").string() + ")"));
}

TEST_F(ProjectOdsTest, AreReadAgainWhenAFileChanges) {
  openText();
  auto changed = [&](std::string name) {
    notify("workspace/didChangeWatchedFiles",
           {{"changes", {{{"uri", name}, {"type", 2}}}}});
    settle();
  };
  changed("file:///My.td");
  EXPECT_EQ(readProjects.size(), 1u); // While the first is under way.
  readProjects[0].done(catalogue(7));
  ASSERT_EQ(readProjects.size(), 2u);
  readProjects[1].done(catalogue(1));
  EXPECT_EQ(definition().at(0).second, 0);
  changed("file:///a.json");
  EXPECT_EQ(readProjects.size(), 2u);
  changed("file:///My.td");
  EXPECT_EQ(readProjects.size(), 3u);
}

TEST_F(ProjectOdsTest, ThatCannotBeReadAreLoggedAndNoFindings) {
  openText();
  readProjects[0].done(catalogue(7));
  settle();
  EXPECT_TRUE(notified("window/showMessage").empty());
  EXPECT_THAT(log.messages, testing::Contains("Other.td:3: no such class"));
}
