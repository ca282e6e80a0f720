//===- InputOptions.h - Which files --check looks at -----------*- C++ -*-===//

#ifndef SHAPELS_CHECK_INPUTOPTIONS_H
#define SHAPELS_CHECK_INPUTOPTIONS_H

#include <string>
#include <vector>

namespace shapels {

/// Number `index` of `count`, from 1; without a count, all.
struct Shard {
  unsigned index = 0, count = 0;
};

struct InputOptions {
  /// Files, folders and `-` for standard input, as the user wrote them.
  std::vector<std::string> paths;
  /// The name that findings in standard input are reported under.
  std::string stdinFilename = "<stdin>";
  /// A file, or `-`, with more paths, one a line; empty: none. Those that are
  /// not there are passed over.
  std::string filesFrom;
  /// Patterns of paths from the working directory.
  std::vector<std::string> exclude;
  /// And of files that are looked for in folders, beside `*.mlir`.
  std::vector<std::string> include;
  /// What is excluded is so where it is named, too.
  bool excludesNamed = false;
  /// Folders are without what a .gitignore leaves out.
  bool honoursGitignore = true;
  /// Only files that differ from this revision of git; empty: all.
  std::string changedSince;
  /// One of several parts of the files, which have each one once.
  Shard shard;
};

} // namespace shapels

#endif // SHAPELS_CHECK_INPUTOPTIONS_H
