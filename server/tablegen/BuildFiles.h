//===- BuildFiles.h - Where builds take .td files from ---------*- C++ -*-===//
//
// Private to tablegen/. CMake leaves in a build's folder what MLIR the project
// is built with, and MLIR's CMake modules the include folders of each .td file.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TABLEGEN_BUILDFILES_H
#define SHAPELS_TABLEGEN_BUILDFILES_H

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// What a `tablegen_compile_commands.yml` says: a file's include folders.
std::map<std::string, std::vector<std::string>>
includesOfFiles(std::string_view compileCommands);

/// The value of `MLIR_DIR` in a CMakeCache.txt; empty if it has none.
std::string mlirDirIn(std::string_view cache);

/// Where the MLIR that has its CMake files in `mlirDir` may have its .td files:
/// one that is installed, or one that was built in its repository.
std::vector<std::string> mlirIncludes(const std::string &mlirDir);

} // namespace shapels

#endif // SHAPELS_TABLEGEN_BUILDFILES_H
