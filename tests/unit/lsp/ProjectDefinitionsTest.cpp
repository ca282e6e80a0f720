//===- ProjectDefinitionsTest.cpp - A project's .td files ----------------===//

#include "ServerSession.h"

#include "core/ods/CatalogueWriter.h"

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
    initialize({{"rootUri", "file://" + folder.string()}});
  }
  ~ProjectOdsTest() override { fs::remove_all(folder); }

  ProjectCatalogue catalogue(uint32_t line) const {
    OpDefinition op;
    op.name = "my.op";
    op.summary = "what my op does";
    op.place = {(folder / "My.td").string(), line};
    auto bytes = std::make_shared<std::string>(catalogueBytes({{op}, {}, {}}));
    return {std::make_shared<const Catalogue>(*Catalogue::open(*bytes, bytes)),
            {"Other.td:3: no such class"}};
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
  EXPECT_EQ(readProjects[0].first, folder.string());
  open("file://" + (folder / "b.mlir").string(), "");
  settle();
  EXPECT_EQ(readProjects.size(), 1u);
}

TEST_F(ProjectOdsTest, LeadFromAnOpToItsDefinition) {
  openText();
  EXPECT_TRUE(definition().empty());
  readProjects[0].second(catalogue(7));
  EXPECT_THAT(definition(), testing::ElementsAre(std::pair(
                                "file://" + (folder / "My.td").string(), 6)));
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
  readProjects[0].second(catalogue(7));
  ASSERT_EQ(readProjects.size(), 2u);
  readProjects[1].second(catalogue(1));
  EXPECT_EQ(definition().at(0).second, 0);
  changed("file:///a.json");
  EXPECT_EQ(readProjects.size(), 2u);
  changed("file:///My.td");
  EXPECT_EQ(readProjects.size(), 3u);
}

TEST_F(ProjectOdsTest, ThatCannotBeReadAreLoggedAndNoFindings) {
  openText();
  readProjects[0].second(catalogue(7));
  settle();
  EXPECT_TRUE(notified("window/showMessage").empty());
  EXPECT_THAT(log.messages, testing::Contains("Other.td:3: no such class"));
}
