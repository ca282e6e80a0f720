//===- ProjectOps.h - What a project's .td files define --------*- C++ -*-===//
//
// Asks shapels-read-ods, a program beside this one, which reads them in
// processes with bounds and keeps what it made in the user's cache folder. What
// cannot be read is a message and nothing more.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_CONFIG_PROJECTOPS_H
#define SHAPELS_CONFIG_PROJECTOPS_H

#include "core/ods/Catalogue.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace shapels {

struct ProjectCatalogue {
  /// Null if there are no such files, or none could be read.
  std::shared_ptr<const Catalogue> catalogue;
  /// For the log: what could not be read, and why.
  std::vector<std::string> messages;
};

/// Takes up to a minute where nothing is cached; any thread. Ends soon after
/// `isCancelled` is set.
ProjectCatalogue readProjectOps(const std::string &folder,
                                const std::atomic<bool> &isCancelled);

/// The folder of a file, or the first one above it, that has a `.git`; empty if
/// there is none.
std::string repositoryOf(const std::string &file);

} // namespace shapels

#endif // SHAPELS_CONFIG_PROJECTOPS_H
