//===- ProjectFolder.h - A project with .td files --------------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_TABLEGEN_PROJECTFOLDER_H
#define SHAPELS_TESTS_UNIT_TABLEGEN_PROJECTFOLDER_H

#include "server/tablegen/ProjectReader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace shapels::test {

/// On disk, for one test.
class ProjectFolder : public testing::Test {
protected:
  ProjectFolder() {
    namespace fs = std::filesystem;
    const auto *test = testing::UnitTest::GetInstance()->current_test_info();
    all = fs::canonical(testing::TempDir()) /
          (std::string("shapels-ods-") + test->name());
    fs::remove_all(all);
    folder = all / "project";
    fs::create_directories(folder);
    sources.folder = folder.string();
    sources.mlirFolder = fs::canonical(SHAPELS_MLIR_INCLUDES);
  }
  ~ProjectFolder() override { std::filesystem::remove_all(all); }

  /// `../` leads out of the project.
  void write(const std::string &name, const std::string &text) const {
    std::filesystem::path path = (folder / name).lexically_normal();
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  /// A dialect with its base class, in FOLDER/my/Base.td.
  void writeBase(const std::string &where = "include") const {
    write(where + "/my/Base.td", R"(
include "mlir/IR/OpBase.td"
def My_Dialect : Dialect { let name = "my"; let cppNamespace = "::my"; }
class My_Op<string name> : Op<My_Dialect, name> { let arguments = (ins AnyType:$x); }
)");
  }
  OdsProject find() const { return findOds(sources); }
  ProjectOps read(ProjectBounds bounds = {},
                  const Catalogue *before = nullptr) const {
    return readProject(sources, find(), before, bounds);
  }
  static std::vector<std::string> names(const ProjectOps &ops) {
    std::vector<std::string> names;
    for (const OpDefinition &op : ops.contents.ops)
      names.push_back(op.name);
    return names;
  }
  std::vector<std::string> roots() const {
    std::vector<std::string> names;
    for (const OdsProject::File &root : find().roots)
      names.push_back(std::filesystem::relative(root.path, folder).string());
    return names;
  }

  std::filesystem::path all, folder;
  OdsSources sources;
};

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_TABLEGEN_PROJECTFOLDER_H
