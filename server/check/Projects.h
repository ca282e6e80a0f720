//===- Projects.h - The .td files that checked files go by -----*- C++ -*-===//

#ifndef SHAPELS_CHECK_PROJECTS_H
#define SHAPELS_CHECK_PROJECTS_H

#include "server/config/ProjectOps.h"

#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace shapels {

/// What the .td files of projects define. Each is read once, when a file has
/// ops that may be its own: to others it makes no difference. Several threads
/// may ask.
class CheckProjects {
public:
  /// `all` outlives it.
  explicit CheckProjects(std::span<const ProjectSources> all)
      : sources(all), read(all.size()) {}

  /// The file of its catalogue, or an empty name where there is none; nothing
  /// as long as nobody has asked for it.
  std::optional<std::string> known(size_t project) const;
  /// The same, and reads the project if nobody has.
  std::string catalogueOf(size_t project);
  /// A line for each project of which something cannot be read.
  std::vector<std::string> notes() const;

private:
  const std::span<const ProjectSources> sources;
  mutable std::mutex mutex;
  std::vector<std::optional<ProjectCatalogue>> read;
};

} // namespace shapels

#endif // SHAPELS_CHECK_PROJECTS_H
