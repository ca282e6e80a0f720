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
#include "server/config/ChildLines.h"

#include <compare>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace shapels {

/// Which .td files are about a document. Paths are absolute.
struct ProjectSources {
  /// Empty if none are.
  std::string folder;
  /// Of the setting `ods`: files that are read instead of those that would be
  /// found, and folders in which included files are looked for first.
  std::vector<std::string> files, includes;
  /// Whether what these and builds of the project name is read outside of the
  /// folder, too.
  bool hasConsent = false;

  bool empty() const { return folder.empty(); }
  friend auto operator<=>(const ProjectSources &,
                          const ProjectSources &) = default;
};

struct ProjectCatalogue {
  /// Null if there are no such files, or none could be read.
  std::shared_ptr<const Catalogue> catalogue;
  /// Where that lies; empty if it is null.
  std::string file;
  /// For the log: what could not be read, and why.
  std::vector<std::string> messages;
};

/// Told before each file that is read, with how many are done and how many
/// there are.
using ProjectProgress =
    std::function<void(size_t done, size_t all, const std::string &file)>;

/// Takes up to a minute where nothing is cached; any thread. Ends soon after
/// `stop`, which may be null, is raised.
ProjectCatalogue readProjectOps(const ProjectSources &sources,
                                const StopSignal *stop = nullptr,
                                const ProjectProgress &progress = {});

/// Null if there is no such file, or if it is no catalogue.
std::shared_ptr<const Catalogue> openCatalogue(const std::string &file);

/// The folder of a file, or the first one above it, that has a `.git`; empty if
/// there is none.
std::string repositoryOf(const std::string &file);

} // namespace shapels

#endif // SHAPELS_CONFIG_PROJECTOPS_H
