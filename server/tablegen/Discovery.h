//===- Discovery.h - The .td files of a project ----------------*- C++ -*-===//
//
// Finds, by the `include` lines alone, which .td files of a folder define ops,
// which of them include the others, and where each looks for what it includes:
// first where a build of the project says, then where such files are. Source of
// the rules: 28 public repositories, of which 18 are found whole. Opens regular
// files of the folder only, each of a bounded size.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TABLEGEN_DISCOVERY_H
#define SHAPELS_TABLEGEN_DISCOVERY_H

#include "server/tablegen/OdsSources.h"

#include <cstdint>
#include <map>

namespace shapels {

/// All paths are absolute.
struct OdsProject {
  struct File {
    std::string path;
    /// The folders in which what it includes is looked for, in this order.
    std::vector<std::string> includes;
    /// The same without what a build says; empty if none says anything.
    std::vector<std::string> otherwise;
    /// Of itself and what it leads to, the files that define ops.
    std::vector<std::string> defining = {};
  };
  /// Files that define ops, or include some that do, and that none includes.
  std::vector<File> roots;
  /// Of a file, those it includes that lead to ops: they are tried by
  /// themselves where the file cannot be read to its end.
  std::map<std::string, std::vector<File>> included;
  /// What is included and is nowhere.
  std::vector<std::string> missing;
  /// Folders outside that builds name and that may be read; and whether there
  /// are some that may not.
  std::vector<std::string> trusted;
  bool hasUntrusted = false;
  /// Stands for the folder and the contents of all files that were looked at.
  std::string key;
  /// Whether a bound ended the search, and which.
  std::string bound;
};

struct OdsBounds {
  /// Files and folders that are looked at, .td files that are read, bytes.
  size_t mostEntries = 400'000, mostFiles = 5'000;
  uint64_t mostBytesOfFile = 4 << 20, mostBytes = 128 << 20;
};

OdsProject findOds(const OdsSources &sources, const OdsBounds &bounds = {});

} // namespace shapels

#endif // SHAPELS_TABLEGEN_DISCOVERY_H
