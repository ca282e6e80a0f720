//===- ListOps.h - What is known of a project's ops ------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_LISTOPS_H
#define SHAPELS_CHECK_LISTOPS_H

#include "server/config/ConfigOptions.h"

#include <string>

namespace shapels {

struct ListOptions {
  /// As the user wrote it; empty: the repository around the working directory.
  std::string folder;
  /// The op that is wanted; empty if all are.
  std::string op;
  bool isJson = false;
};

/// Prints what the .td files of a folder define, and what of them could not be
/// read; of one op, its documentation. Returns the exit code.
int listOps(const ListOptions &options, const ConfigOptions &config);

} // namespace shapels

#endif // SHAPELS_CHECK_LISTOPS_H
