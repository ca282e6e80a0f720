//===- Discovery.h - The .td files of a project ----------------*- C++ -*-===//
//
// Finds, by the `include` lines alone, which .td files of a folder define ops,
// which of them include the others, and where each looks for what it includes.
// Source of the rules: 28 public repositories, of which 18 are found whole.
// Opens regular files of the folder only, each of a bounded size.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TABLEGEN_DISCOVERY_H
#define SHAPELS_TABLEGEN_DISCOVERY_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace shapels {

/// All paths are absolute.
struct OdsProject {
  struct File {
    std::string path;
    /// The folders in which what it includes is looked for, in this order.
    std::vector<std::string> includes;
  };
  /// Files that define ops, or include some that do, and that none includes.
  std::vector<File> roots;
  /// Of a file, those it includes that lead to ops: they are tried by
  /// themselves where the file cannot be read to its end.
  std::map<std::string, std::vector<File>> included;
  /// What is included and is nowhere.
  std::vector<std::string> missing;
  /// Stands for the contents of all files that were looked at.
  std::string key;
  /// Whether a bound ended the search, and which.
  std::string bound;
};

struct OdsBounds {
  /// Files and folders that are looked at, .td files that are read, bytes.
  size_t mostEntries = 400'000, mostFiles = 5'000;
  uint64_t mostBytesOfFile = 4 << 20, mostBytes = 128 << 20;
};

/// `mlirFolder` has MLIR's own .td files. `includes` are folders that the user
/// names, which come before those that are found.
OdsProject findOds(const std::string &folder, const std::string &mlirFolder,
                   const std::vector<std::string> &includes = {},
                   const OdsBounds &bounds = {});

} // namespace shapels

#endif // SHAPELS_TABLEGEN_DISCOVERY_H
