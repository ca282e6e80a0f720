//===- Paths.h - From command line arguments to input files ----*- C++ -*-===//

#ifndef SHAPELS_CHECK_PATHS_H
#define SHAPELS_CHECK_PATHS_H

#include "server/check/InputOptions.h"
#include "server/config/ConfigOptions.h"

#include <string>
#include <vector>

namespace shapels {

struct InputFile {
  /// What to open, and how to call it in reports.
  std::string path;
  bool isStdin = false;
  /// Why `path` leads to no file; empty if it may.
  std::string failure;
  /// It was found in a folder, and not named itself.
  bool isFound = false;
};

/// A file stands for itself whatever its ending; a folder for the `*.mlir`
/// files below it and what is included, but hidden files and folders, and
/// folders behind symbolic links, are skipped, and so is what the options and
/// git leave out. `-` is standard input. Sorted by path; no file twice, however
/// it was reached. What of the options cannot be followed is an input with a
/// failure.
std::vector<InputFile> collectInputs(const InputOptions &options,
                                     const ConfigOptions &config = {});

/// The file's text, or nothing and a `failure`.
std::string readInput(const InputFile &input, std::string &failure);

} // namespace shapels

#endif // SHAPELS_CHECK_PATHS_H
