//===- WorkspaceTest.cpp --------------------------------------------------===//

#include "server/config/Workspace.h"
#include "server/protocol/Uri.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace shapels;
namespace fs = std::filesystem;

namespace {

class WorkspaceTest : public testing::Test {
protected:
  WorkspaceTest() {
    const auto *test = testing::UnitTest::GetInstance()->current_test_info();
    folder = testing::TempDir() + "shapels-" + test->name();
    fs::remove_all(folder);
    fs::create_directories(folder + "/sub");
    workspace.setRoots({lsp::fileUri(folder)});
  }
  ~WorkspaceTest() override { fs::remove_all(folder); }

  void write(const std::string &name, std::string_view text) const {
    std::ofstream(folder + "/" + name) << text;
  }
  std::string uri(const std::string &name) const {
    return lsp::fileUri(folder + "/" + name);
  }
  Configuration configurationOf(const std::string &name) {
    return workspace.configurationOf(uri(name));
  }
  /// The messages in the settings files that are used, by their paths.
  std::vector<std::string> findings() {
    std::vector<std::string> result;
    for (const Workspace::Report &report : workspace.reports())
      for (const Diagnostic &diagnostic : report.diagnostics)
        result.push_back(std::string(info(diagnostic.code).id) + ": " +
                         diagnostic.message);
    return result;
  }

  std::string folder;
  Workspace workspace{{}, CrashGuard::none()};
};

constexpr const char *dialect = R"(irdl.dialect @mine {
  irdl.operation @one {
    %0 = irdl.is i32
    irdl.results(out: %0)
  }
}
)";

} // namespace

TEST_F(WorkspaceTest, AFileAddsToThoseAboveIt) {
  write(".shapels.json",
        R"({"broadcastRules":"mlir","severity":{"mlir-parse":"hint"}})");
  EXPECT_EQ(configurationOf("sub/a.mlir").broadcastRules, BroadcastRules::Mlir);
  write("sub/.shapels.json", R"({"severity":{"mlir-verify":"hint"}})");
  EXPECT_EQ(configurationOf("sub/a.mlir").broadcastRules, BroadcastRules::Mlir);
  EXPECT_EQ(configurationOf("sub/a.mlir").severity.size(), 2u);
  EXPECT_EQ(configurationOf("b.mlir").severity.size(), 1u);
  write("sub/.shapels.json", R"({"broadcastRules":"spec"})");
  EXPECT_EQ(configurationOf("sub/a.mlir").broadcastRules, BroadcastRules::Spec);
  EXPECT_EQ(configurationOf("b.mlir").broadcastRules, BroadcastRules::Mlir);
  fs::remove(folder + "/.shapels.json");
  EXPECT_EQ(configurationOf("b.mlir").broadcastRules, BroadcastRules::Spec);
}

TEST_F(WorkspaceTest, ARootAddsToNone) {
  write(".shapels.json", R"({"broadcastRules":"mlir"})");
  write("sub/.shapels.json", R"({"root":true})");
  EXPECT_EQ(configurationOf("sub/a.mlir").broadcastRules, BroadcastRules::Spec);
  write("sub/.shapels.json", R"({"root":false})");
  EXPECT_EQ(configurationOf("sub/a.mlir").broadcastRules, BroadcastRules::Mlir);
}

TEST_F(WorkspaceTest, AFileExtendsThoseThatItNames) {
  write("one.json", R"({"broadcastRules":"mlir","dynamicDims":"strict"})");
  write("two.json", R"({"extends":"one.json","dynamicDims":"numpy"})");
  write("sub/.shapels.json", R"({"extends":["../two.json","../one.json"]})");
  Configuration configuration = configurationOf("sub/a.mlir");
  EXPECT_EQ(configuration.broadcastRules, BroadcastRules::Mlir);
  EXPECT_EQ(configuration.dynamicDims, DynamicDims::Numpy);
  EXPECT_TRUE(findings().empty());
  std::vector<std::string> followed = workspace.sourceFiles();
  EXPECT_EQ(followed,
            (std::vector{folder + "/one.json", folder + "/two.json"}));
  // To name what it adds to is no mistake.
  write(".shapels.json", R"({"broadcastRules":"mlir"})");
  write("sub/.shapels.json", R"({"extends":"../.shapels.json"})");
  EXPECT_EQ(configurationOf("sub/a.mlir").broadcastRules, BroadcastRules::Mlir);
  EXPECT_TRUE(findings().empty());
}

TEST_F(WorkspaceTest, WhatCannotBeExtendedIsSaidWhereItIsNamed) {
  write("one.json", R"({"extends":"sub/.shapels.json","dynamicDims":3})");
  write("sub/.shapels.json",
        R"({"extends":["../one.json","no.json"],"broadcastRules":"mlir"})");
  EXPECT_EQ(configurationOf("sub/a.mlir").broadcastRules, BroadcastRules::Mlir);
  EXPECT_EQ(
      findings(),
      (std::vector<std::string>{
          "invalid-config: cannot extend '" + folder +
              "/sub/.shapels.json': it extends itself",
          "invalid-config: 'dynamicDims' is 3, but must be one of \"numpy\", "
          "\"strict\"",
          "invalid-config: cannot extend '" + folder +
              "/sub/no.json': No such file or directory"}));
  write("sub/.shapels.json", R"({"extends":3})");
  configurationOf("sub/a.mlir");
  EXPECT_EQ(findings(), std::vector<std::string>{
                            "invalid-config: 'extends' is 3, but must be a "
                            "list of paths of settings files"});
}

TEST_F(WorkspaceTest, SeveritiesOfAFileAreForWhatAddsToIt) {
  write(".shapels.json", R"({"unknown":1})");
  write("sub/.shapels.json",
        R"({"severity":{"invalid-config":"off"},"strange":1})");
  configurationOf("sub/a.mlir");
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_NE(findings().front().find("'unknown'"), std::string::npos);
}

TEST_F(WorkspaceTest, ATextWithoutFileBelongsToTheFirstRoot) {
  write(".shapels.json", R"({"broadcastRules":"mlir"})");
  EXPECT_EQ(workspace.configurationOf("untitled:Untitled-1").broadcastRules,
            BroadcastRules::Mlir);
}

TEST_F(WorkspaceTest, TheFileOutweighsTheClientAndTheCommandLineTheFile) {
  lsp::Settings client;
  client.broadcastRules = BroadcastRules::Mlir;
  client.severity["mlir-parse"] = Severity::Hint;
  workspace.setClient(client);
  EXPECT_EQ(configurationOf("a.mlir").broadcastRules, BroadcastRules::Mlir);
  write(".shapels.json",
        R"({"broadcastRules":"spec","severity":{"mlir-verify":"off"}})");
  Configuration both = configurationOf("a.mlir");
  EXPECT_EQ(both.broadcastRules, BroadcastRules::Spec);
  EXPECT_EQ(both.severity.size(), 2u);
  ConfigOptions options;
  options.settings.broadcastRules = BroadcastRules::Mlir;
  Workspace other(options, CrashGuard::none());
  EXPECT_EQ(other.configurationOf(uri("a.mlir")).broadcastRules,
            BroadcastRules::Mlir);
}

TEST_F(WorkspaceTest, TheCommandLineMayNameAnotherFileOrNone) {
  write(".shapels.json", R"({"broadcastRules":"mlir"})");
  write("other.json", R"({"severity":{"mlir-parse":"off"}})");
  ConfigOptions options;
  options.file = folder + "/other.json";
  Workspace named(options, CrashGuard::none());
  EXPECT_EQ(named.configurationOf(uri("a.mlir")).severity.size(), 1u);
  options = {};
  options.findsFiles = false;
  Workspace none(options, CrashGuard::none());
  EXPECT_EQ(none.configurationOf(uri("a.mlir")), Configuration());
}

TEST_F(WorkspaceTest, MistakesAreReportedAsLongAsADocumentGoesByTheFile) {
  write(".shapels.json", R"({"opps":{}})");
  configurationOf("a.mlir");
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_TRUE(findings()[0].starts_with("invalid-config: 'opps' is no key"));
  write(".shapels.json", R"({"opps":{},"severity":{"invalid-config":"off"}})");
  configurationOf("a.mlir");
  EXPECT_TRUE(findings().empty());
  EXPECT_EQ(workspace.reports().size(), 1u);
  workspace.close(uri("a.mlir"));
  EXPECT_TRUE(workspace.reports().empty());
}

TEST_F(WorkspaceTest, DialectsOfAFileNeedConsentWithinTheRoots) {
  write("mine.irdl", dialect);
  write(".shapels.json", R"({"irdl":["mine.irdl"]})");
  EXPECT_EQ(configurationOf("a.mlir").dialects, nullptr);
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_TRUE(findings()[0].starts_with("plugin-consent: IRDL files"));
  lsp::Settings client;
  client.allowWorkspacePlugins = true;
  workspace.setClient(client);
  Configuration trusted = configurationOf("a.mlir");
  ASSERT_TRUE(trusted.dialects);
  EXPECT_TRUE(trusted.dialects->isRegistered("mine"));
  EXPECT_TRUE(findings().empty());
  // The client trusts its workspace, not what lies around it.
  workspace.setRoots({uri("sub")});
  EXPECT_EQ(configurationOf("sub/a.mlir").dialects, nullptr);
}

TEST_F(WorkspaceTest, AFileSaysWhichTdFilesAreAboutADocument) {
  auto sources = [&] {
    configurationOf("sub/a.mlir");
    return workspace.projectOf(uri("sub/a.mlir"));
  };
  EXPECT_EQ(sources(), (ProjectSources{folder, {}, {}, false}));
  write("sub/.shapels.json",
        R"({"ods": {"files": ["A.td"], "includes": ["/x"]}})");
  EXPECT_EQ(sources(),
            (ProjectSources{folder, {folder + "/sub/A.td"}, {"/x"}, false}));
  EXPECT_EQ(
      findings(),
      (std::vector<std::string>{
          "plugin-consent: it lies outside of " + folder +
          ", so it is read with your consent only: trust this workspace "
          "in VS Code, or start shapels with --allow-workspace-plugins"}));
  lsp::Settings client;
  client.allowWorkspacePlugins = true;
  workspace.setClient(client);
  EXPECT_TRUE(sources().hasConsent);
  EXPECT_TRUE(findings().empty());
  write("sub/.shapels.json", R"({"ods": false})");
  EXPECT_TRUE(sources().empty());
}

/// Its .td files are those above the opened folder, too, where that is trusted.
TEST_F(WorkspaceTest, AFolderThatIsAPartOfARepository) {
  fs::create_directories(folder + "/.git");
  workspace.setRoots({uri("sub")});
  auto folderOf = [&](const std::string &name) {
    configurationOf(name);
    return workspace.projectOf(uri(name)).folder;
  };
  EXPECT_EQ(folderOf("sub/a.mlir"), folder + "/sub");
  lsp::Settings client;
  client.allowWorkspacePlugins = true;
  workspace.setClient(client);
  EXPECT_EQ(folderOf("sub/a.mlir"), folder);
  fs::create_directories(folder + "/sub/.git");
  EXPECT_EQ(folderOf("sub/a.mlir"), folder + "/sub");
}

TEST_F(WorkspaceTest, DefinitionsHoldForTheSourcesThatTheyAreFrom) {
  auto catalogue = std::make_shared<const Catalogue>();
  configurationOf("sub/a.mlir");
  workspace.setProject(workspace.projectOf(uri("sub/a.mlir")), catalogue);
  EXPECT_EQ(configurationOf("sub/a.mlir").projectOps, catalogue);
  write("sub/.shapels.json", R"({"ods": {"files": ["A.td"]}})");
  EXPECT_EQ(configurationOf("sub/a.mlir").projectOps, nullptr);
  EXPECT_EQ(configurationOf("b.mlir").projectOps, catalogue);
}

TEST_F(WorkspaceTest, NothingChangesUntilAFileDoes) {
  write("mine.irdl", dialect);
  lsp::Settings client;
  client.irdl = {"mine.irdl"};
  workspace.setClient(client);
  Configuration first = configurationOf("a.mlir");
  ASSERT_TRUE(first.dialects);
  EXPECT_EQ(configurationOf("a.mlir"), first);
  write("mine.irdl", std::string("// Another text.\n") + dialect);
  EXPECT_NE(configurationOf("a.mlir"), first);
  EXPECT_EQ(workspace.sourceFiles(),
            std::vector<std::string>{folder + "/mine.irdl"});
}

constexpr const char *library = R"(shape.function_library @lib {
  func @same(%a: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %a : !shape.value_shape -> !shape.shape
    return %0 : !shape.shape
  }
} mapping {
  my.same = @same
}
)";

TEST_F(WorkspaceTest, ShapeFunctionsBesideAFileNeedNoConsent) {
  write("sub/shapes.mlir", library);
  write("sub/.shapels.json", R"({"shapeFunctions":["shapes.mlir"]})");
  Configuration first = configurationOf("sub/a.mlir");
  ASSERT_TRUE(first.dialects);
  EXPECT_EQ(first.dialects->shapeLibraries().size(), 1u);
  EXPECT_TRUE(findings().empty());
  EXPECT_EQ(workspace.sourceFiles(),
            std::vector<std::string>{folder + "/sub/shapes.mlir"});
  EXPECT_EQ(configurationOf("sub/a.mlir"), first);
  write("sub/shapes.mlir", std::string("// Another text.\n") + library);
  EXPECT_NE(configurationOf("sub/a.mlir"), first);
}

TEST_F(WorkspaceTest, ShapeFunctionsElsewhereNeedConsent) {
  write("shapes.mlir", library);
  write("sub/.shapels.json", R"({"shapeFunctions":["../shapes.mlir"]})");
  EXPECT_EQ(configurationOf("sub/a.mlir").dialects, nullptr);
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_TRUE(findings()[0].starts_with("plugin-consent: it lies outside"));
  lsp::Settings client;
  client.allowWorkspacePlugins = true;
  workspace.setClient(client);
  EXPECT_TRUE(configurationOf("sub/a.mlir").dialects);
  EXPECT_TRUE(findings().empty());
}

TEST_F(WorkspaceTest, AFileThatTeachesNoShapesIsAFinding) {
  write("sub/shapes.mlir", "func.func private @f()\n");
  write("sub/.shapels.json",
        R"({"shapeFunctions":["shapes.mlir", "no.mlir"]})");
  configurationOf("sub/a.mlir");
  std::vector<std::string> said = findings();
  ASSERT_EQ(said.size(), 2u);
  EXPECT_TRUE(said[0].ends_with("it has no shape.function_library")) << said[0];
  EXPECT_TRUE(said[1].ends_with("No such file or directory")) << said[1];
}

TEST_F(WorkspaceTest, WhatTheClientNamesAndCannotBeLoadedIsAMessage) {
  lsp::Settings client;
  client.plugins = {"no.so"};
  workspace.setClient(client);
  configurationOf("a.mlir");
  EXPECT_EQ(workspace.takeMessages(),
            std::vector<std::string>{"cannot load the dialect plugin '" +
                                     folder +
                                     "/no.so': No such file or directory"});
  EXPECT_TRUE(workspace.takeMessages().empty());
}
