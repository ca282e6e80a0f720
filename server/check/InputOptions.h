//===- InputOptions.h - Which files --check looks at -----------*- C++ -*-===//

#ifndef SHAPELS_CHECK_INPUTOPTIONS_H
#define SHAPELS_CHECK_INPUTOPTIONS_H

#include <string>
#include <vector>

namespace shapels {

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
  /// What is excluded is so where it is named, too.
  bool excludesNamed = false;
  /// Folders are without what a .gitignore leaves out.
  bool honoursGitignore = true;
  /// Only files that differ from this revision of git; empty: all.
  std::string changedSince;
};

} // namespace shapels

#endif // SHAPELS_CHECK_INPUTOPTIONS_H
