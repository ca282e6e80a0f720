//===- Plan.h - Which settings each file is checked by ----------*- C++ -*-===//

#ifndef SHAPELS_CHECK_PLAN_H
#define SHAPELS_CHECK_PLAN_H

#include "server/check/CheckedFile.h"
#include "server/check/Paths.h"
#include "server/config/ConfigFiles.h"

#include <vector>

namespace shapels {

/// Files with the same settings.
struct CheckGroup {
  CombinedConfig config;
  /// The `.shapels.json` files.
  std::vector<ConfigFile> files;
  /// The .td files that its first file goes by.
  ProjectSources project;
};

struct CheckPlan {
  /// What is checked, in order, and the group of each.
  std::vector<InputFile> inputs;
  std::vector<size_t> groupOf;
  std::vector<CheckGroup> groups;
  /// And the .td files that each goes by.
  std::vector<size_t> projectOf;
  std::vector<ProjectSources> projects;
};

/// Finds the `.shapels.json` of each input, and leaves out what it excludes of
/// folders. A file that was named is checked whatever is excluded, unless
/// `excludesNamed`.
CheckPlan planCheck(std::span<const InputFile> inputs,
                    const ConfigOptions &options, bool excludesNamed = false);

/// Those of the group's `.shapels.json` files that there is something to say
/// of.
std::vector<CheckedFile>
checkedConfigs(const CheckGroup &group,
               std::span<const DialectFailure> failures,
               const ConfigOptions &options, bool showHints);

} // namespace shapels

#endif // SHAPELS_CHECK_PLAN_H
