//===- OdsSourcesTest.cpp - Where .td files are looked for ---------------===//

#include "ProjectFolder.h"

#include "server/tablegen/BuildFiles.h"

#include <gmock/gmock.h>

using namespace shapels;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

namespace {

class Sources : public test::ProjectFolder {
protected:
  Sources() {
    write("Ops.td", "include \"my/Base.td\"\ndef A : My_Op<\"a\">;\n");
  }
  std::string outside(const std::string &name) const {
    return (all / name).string();
  }
};

} // namespace

TEST_F(Sources, OutsideOfTheProjectAreReadOnlyIfTheyAreAllowed) {
  writeBase("../other");
  sources.includes = {outside("other")};
  ProjectOps ops = read();
  EXPECT_THAT(names(ops), IsEmpty());
  EXPECT_THAT(ops.messages, ElementsAre(HasSubstr("Ops.td:1:")));
  sources.allowed = sources.includes;
  ops = read();
  EXPECT_THAT(names(ops), ElementsAre("my.a"));
  EXPECT_THAT(ops.messages, IsEmpty());
  EXPECT_THAT(ops.elsewhere,
              testing::Contains(outside("other") + "/my/Base.td"));
}

TEST_F(Sources, ThatTheUserNamesAreReadInsteadOfOthers) {
  writeBase();
  write("One.td", "include \"my/Base.td\"\ndef O : My_Op<\"one\">;\n");
  write("../other/Two.td", "include \"my/Base.td\"\ndef T : My_Op<\"two\">;\n");
  sources.files = {sources.folder + "/One.td", outside("other/Two.td")};
  sources.allowed = {outside("other/Two.td")};
  EXPECT_THAT(names(read()), UnorderedElementsAre("my.one", "my.two"));
}

TEST_F(Sources, ThatAreLinksOutOfTheProjectAreNotRead) {
  writeBase();
  write("../other/Two.td", "include \"my/Base.td\"\ndef T : My_Op<\"two\">;\n");
  std::filesystem::create_symlink(outside("other/Two.td"), folder / "Two.td");
  ProjectOps ops = read();
  EXPECT_THAT(names(ops), ElementsAre("my.a"));
  EXPECT_THAT(ops.messages, IsEmpty());
}

TEST_F(Sources, AreTakenFromABuildFirst) {
  // The nearest one is not what is built with.
  writeBase("include");
  write("build/CMakeCache.txt", "");
  write("build/gen/my/Base.td", R"(
include "mlir/IR/OpBase.td"
def My_Dialect : Dialect { let name = "built"; let cppNamespace = "::my"; }
class My_Op<string name> : Op<My_Dialect, name>;
)");
  write("build/tablegen_compile_commands.yml",
        "--- !FileInfo:\n  filepath: \"" + sources.folder +
            "/Ops.td\"\n  includes: \"" + sources.folder + ";" +
            sources.folder + "/build/gen\"\n");
  EXPECT_THAT(names(read()), ElementsAre("built.a"));
  // What a build says may be out of date.
  write("build/gen/my/Base.td", "no TableGen");
  ProjectOps ops = read();
  EXPECT_THAT(names(ops), ElementsAre("my.a"));
  EXPECT_FALSE(ops.isPartial);
}

TEST_F(Sources, OfABuildsMlirAreTakenIfTheUserConsents) {
  write("include/my/Base.td", R"(
include "mlir/IR/OpBase.td"
include "mlir/IR/Newer.td"
def My_Dialect : Dialect { let name = "my"; let cppNamespace = "::my"; }
class My_Op<string name> : Op<My_Dialect, name>;
)");
  write("../mlir/include/mlir/IR/Newer.td", "class Newer;\n");
  write("build/CMakeCache.txt",
        "//The MLIR\nMLIR_DIR:PATH=" + outside("mlir/lib/cmake/mlir") + "\n");
  ProjectOps ops = read();
  EXPECT_THAT(names(ops), IsEmpty());
  EXPECT_THAT(ops.messages, testing::Contains(HasSubstr("with your consent")));
  sources.trustsBuilds = true;
  ops = read();
  EXPECT_THAT(names(ops), ElementsAre("my.a"));
  EXPECT_THAT(ops.messages, IsEmpty());
}

TEST_F(Sources, HaveAKeyThatChangesWithABuild) {
  writeBase();
  std::string before = find().key;
  write("build/CMakeCache.txt", "MLIR_DIR:PATH=/mlir\n");
  std::string built = find().key;
  EXPECT_NE(before, built);
  write("build/CMakeCache.txt", "OTHER:PATH=/x\nMLIR_DIR:PATH=/mlir\n");
  EXPECT_EQ(find().key, built);
}

TEST(BuildFiles, TellTheIncludesOfEachFile) {
  auto found = includesOfFiles("--- !FileInfo:\n  filepath: \"/a/A.td\"\n"
                               "  includes: \"/a;/b;/a/include\"\n"
                               "--- !FileInfo:\n  filepath: \"/a/B.td\"\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_THAT(found["/a/A.td"], ElementsAre("/a", "/b", "/a/include"));
  EXPECT_THAT(found["/a/B.td"], IsEmpty());
  EXPECT_THAT(includesOfFiles("includes: \"/a\"\nnothing"), IsEmpty());
}
