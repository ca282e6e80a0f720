//===- IncludedFiles.h - Which files of a folder are MLIR ------*- C++ -*-===//

#ifndef SHAPELS_CHECK_INCLUDEDFILES_H
#define SHAPELS_CHECK_INCLUDEDFILES_H

#include "server/config/ConfigOptions.h"

#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// `*.mlir`, and what the command line and the `.shapels.json` files of a
/// folder include.
class IncludedFiles {
public:
  /// `patterns` are from the working directory. All outlive it.
  IncludedFiles(const std::vector<std::string> &patterns,
                const ConfigOptions &config);

  /// What holds in an absolute folder, until leave(). But for the first one,
  /// it is in the folder entered last.
  void enter(const std::string &folder);
  void leave() { folders.pop_back(); }
  /// `file` is absolute, and in the folder entered last.
  bool includes(std::string_view file) const;

private:
  struct Pattern {
    /// What its path starts at.
    std::string folder, text;
  };
  using Patterns = std::vector<Pattern>;
  Patterns patternsOf(const std::string &folder) const;

  const ConfigOptions &config;
  Patterns own;
  std::vector<Patterns> folders;
};

} // namespace shapels

#endif // SHAPELS_CHECK_INCLUDEDFILES_H
