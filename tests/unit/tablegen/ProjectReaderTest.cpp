//===- ProjectReaderTest.cpp - The .td files of a project ----------------===//

#include "ProjectFolder.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

using namespace shapels;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace fs = std::filesystem;

using Project = test::ProjectFolder;

TEST_F(Project, IsReadFromTheFilesThatNoneIncludes) {
  writeBase();
  write("lib/A.td", "include \"my/Base.td\"\ndef A : My_Op<\"a\">;\n");
  write("lib/B.td", "include \"A.td\"\ndef B : My_Op<\"b\">;\n");
  write("build/CMakeCache.txt", "");
  write("build/C.td", "include \"my/Base.td\"\ndef C : My_Op<\"c\">;\n");
  write(".hidden/D.td", "include \"my/Base.td\"\ndef D : My_Op<\"d\">;\n");
  EXPECT_THAT(roots(), ElementsAre("lib/B.td"));
  ProjectOps ops = read();
  EXPECT_THAT(names(ops), UnorderedElementsAre("my.a", "my.b"));
  EXPECT_THAT(ops.messages, IsEmpty());
  EXPECT_FALSE(ops.isPartial);
  ASSERT_EQ(ops.contents.dialects.size(), 1u);
  for (const OpDefinition &op : ops.contents.ops)
    if (op.name == "my.b") {
      EXPECT_EQ(op.place.file, (folder / "lib/B.td").string());
      EXPECT_EQ(op.place.line, 2u);
    }
}

TEST_F(Project, TakesTheNearestOfFilesOfOneName) {
  for (const char *part : {"one", "two"}) {
    write(std::string(part) + "/include/Base.td",
          "include \"mlir/IR/OpBase.td\"\n"
          "def D : Dialect { let name = \"" +
              std::string(part) +
              "\"; let cppNamespace = \"::d\"; }\n"
              "class D_Op<string n> : Op<D, n>;\n");
    write(std::string(part) + "/lib/Ops.td",
          "include \"Base.td\"\ndef X : D_Op<\"x\">;\n");
  }
  EXPECT_THAT(names(read()), UnorderedElementsAre("one.x", "two.x"));
}

TEST_F(Project, IsReadTheSameWhereverTheReaderStands) {
  writeBase(".");
  write("my/Ops.td", "include \"my/Base.td\"\ndef A : My_Op<\"a\">;\n");
  write("lib/B.td", "include \"my/Ops.td\"\ndef B : My_Op<\"b\">;\n");
  fs::path before = fs::current_path();
  fs::current_path(folder); // TableGen would find include files from here.
  ProjectOps ops = read();
  fs::current_path(before);
  EXPECT_THAT(names(ops), UnorderedElementsAre("my.a", "my.b"));
  for (const OpDefinition &op : ops.contents.ops)
    EXPECT_TRUE(fs::path(op.place.file).is_absolute()) << op.place.file;
}

TEST_F(Project, KeepsWhatStandsBeforeAnErrorAndSaysWhere) {
  writeBase();
  write("Ops.td", "include \"my/Base.td\"\ndef A : My_Op<\"a\">;\n"
                  "def B : No_Such_Op<\"b\">;\n");
  ProjectOps ops = read();
  EXPECT_THAT(names(ops), ElementsAre("my.a"));
  EXPECT_TRUE(ops.isPartial);
  EXPECT_THAT(ops.messages, ElementsAre(HasSubstr("Ops.td:3:")));
}

TEST_F(Project, TellsWhichDefinitionsMayBeOtherOnes) {
  writeBase();
  write("Whole.td", "include \"my/Base.td\"\ndef A : My_Op<\"a\">;\n"
                    "def B : My_Op<\"b\">;\n");
  write("Broken.td", "include \"my/Base.td\"\ndef C : My_Op<\"c\">;\n"
                     "def D : No_Such_Op<\"d\">;\n");
  write("Other.td", "include \"my/Base.td\"\ndef B : My_Op<\"b\"> "
                    "{ let summary = \"another one\"; }\n");
  std::map<std::string, bool> partial;
  for (const OpDefinition &op : read().contents.ops)
    partial[op.name] = op.isPartial;
  EXPECT_EQ(partial, (std::map<std::string, bool>{
                         {"my.a", false}, {"my.b", true}, {"my.c", true}}));
}

TEST_F(Project, LeavesOutARecordAtWhichTableGenDies) {
  writeBase();
  write("Ops.td", "include \"my/Base.td\"\ndef A : My_Op<\"a\">;\n"
                  "def Bad : Op<My_Dialect, \"bad\"> "
                  "{ let arguments = (ins 5:$b); }\n"
                  "def Z_Op : My_Op<\"z\">;\n");
  ProjectOps ops = read();
  EXPECT_THAT(names(ops), UnorderedElementsAre("my.a", "my.z"));
  EXPECT_THAT(ops.messages, ElementsAre(HasSubstr("'Bad'")));
}

TEST_F(Project, EndsWhateverTheFilesHold) {
  writeBase();
  write("Itself.td", "include \"Itself.td\"\ninclude \"my/Base.td\"\n"
                     "def I : My_Op<\"i\">;\n");
  write("Deep.td", "include \"my/Base.td\"\n"
                   "class C<int n> { int x = !if(!eq(n, 0), 0, C<!sub(n, "
                   "1)>.x); }\ndef R : C<100000>;\ndef D : My_Op<\"d\">;\n");
  write("Large.td", "include \"my/Base.td\"\n"
                    "foreach i = 0...100000000 in def X#i { int x = i; }\n"
                    "def L : My_Op<\"l\">;\n");
  write("Good.td", "include \"my/Base.td\"\ndef G : My_Op<\"g\">;\n");
  ProjectBounds bounds;
  bounds.ofRoot = std::chrono::seconds(5);
  bounds.memory = uint64_t(700) << 20;
  ProjectOps ops = read(bounds);
  EXPECT_THAT(names(ops), testing::Contains("my.g"));
  EXPECT_TRUE(ops.isPartial);
}

TEST_F(Project, OpensNoPipeAndNothingElsewhere) {
  writeBase();
  write("Ops.td", "include \"pipe.td\"\ninclude \"my/Base.td\"\n"
                  "def A : My_Op<\"a\">;\n");
  ASSERT_EQ(::mkfifo((folder / "pipe.td").c_str(), 0600), 0);
  write("Other.td", "include \"my/Base.td\"\ninclude \"/etc/passwd\"\n"
                    "def B : My_Op<\"b\">;\n");
  ProjectOps ops = read();
  EXPECT_TRUE(ops.isPartial);
  for (const std::string &message : ops.messages)
    EXPECT_THAT(message, testing::Not(HasSubstr("root:")));
}

TEST_F(Project, HasAKeyThatChangesWithItsFilesOnly) {
  writeBase();
  std::string before = find().key;
  EXPECT_EQ(find().key, before);
  write("other.txt", "text");
  EXPECT_EQ(find().key, before);
  write("include/my/New.td", "// nothing");
  EXPECT_NE(find().key, before);
}

TEST_F(Project, ThatIsCopiedHasDefinitionsOfItsOwn) {
  writeBase();
  write("Ops.td", "include \"my/Base.td\"\ndef A : My_Op<\"a\">;\n");
  std::string before = find().key;
  std::filesystem::copy(folder, all / "copy",
                        std::filesystem::copy_options::recursive);
  sources.folder = (all / "copy").string();
  EXPECT_NE(find().key, before);
  ProjectOps ops = read();
  ASSERT_EQ(ops.contents.ops.size(), 1u);
  EXPECT_EQ(ops.contents.ops[0].place.file, sources.folder + "/Ops.td");
}

TEST_F(Project, HasNoOpsInTheOptionsOfACommandLine) {
  write("Options.td", "include \"llvm/Option/OptParser.td\"\n"
                      "def group : OptionGroup<\"all\">;\n"
                      "def help : Flag<[\"--\"], \"help\">, Group<group>;\n");
  EXPECT_THAT(roots(), IsEmpty());
}

TEST_F(Project, WithoutFilesHasNoOps) {
  fs::create_directories(folder);
  EXPECT_THAT(roots(), IsEmpty());
  EXPECT_THAT(names(read()), IsEmpty());
}

TEST_F(Project, SaysThatABoundIsPassed) {
  writeBase();
  for (char c : {'A', 'B', 'C'})
    write(std::string(1, c) + ".td", "include \"my/Base.td\"\n");
  OdsBounds bounds;
  bounds.mostFiles = 2;
  EXPECT_THAT(findOds(sources, bounds).bound, HasSubstr("only the first 2"));
}

TEST_F(Project, IsNotReadAgainForFilesThatIncludeWhatIsKnown) {
  writeBase();
  write("Ops.td", "include \"my/Base.td\"\ndef A : My_Op<\"a\">;\n");
  write("Patterns.td", "include \"Ops.td\"\n");
  write("MorePatterns.td", "include \"Ops.td\"\n");
  std::vector<std::string> read;
  ProjectOps ops = readProject(
      sources, find(), nullptr, {},
      [&](size_t, size_t, const std::string &path) { read.push_back(path); });
  EXPECT_EQ(read.size(), 1u);
  EXPECT_THAT(names(ops), ElementsAre("my.a"));
}

TEST_F(Project, KeepsWhatWasKnownOfFilesThatCannotBeReadNow) {
  writeBase();
  write("Ops.td", "include \"my/Base.td\"\ndef A : My_Op<\"a\">;\n"
                  "def B : My_Op<\"b\">;\ndef C : My_Op<\"c\">;\n");
  write("Other.td", "include \"my/Base.td\"\ndef O : My_Op<\"o\">;\n");
  std::string bytes = catalogueBytes(read().contents);
  std::optional<Catalogue> before = Catalogue::open(bytes);
  write("Ops.td", "include \"my/Base.td\"\ndef A : My_Op<\"a\">;\n"
                  "def X : \ndef B : My_Op<\"b\">;\n");
  write("Other.td", "include \"my/Base.td\"\n");
  ProjectOps ops = read({}, &*before);
  EXPECT_THAT(names(ops), UnorderedElementsAre("my.a", "my.b"));
  EXPECT_THAT(ops.messages, testing::Contains(HasSubstr("1 ops of files")));
  EXPECT_TRUE(ops.isPartial);
}
