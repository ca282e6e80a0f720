//===- Plan.cpp - Which settings each file is checked by ------------------===//

#include "server/check/Plan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace shapels;

static CheckGroup makeGroup(const std::string &configPath,
                            const ConfigOptions &options) {
  CheckGroup group;
  group.files = readConfigFiles(configPath, options);
  group.config = combine({}, group.files, options.settings);
  return group;
}

namespace {

/// What holds for the files of one folder.
struct FolderPlace {
  std::string configFile, repository;
};

} // namespace

static FolderPlace placeOf(const std::string &file,
                           const ConfigOptions &options) {
  return {configPathOf(file, options), repositoryOf(absolutePath(file))};
}

CheckPlan shapels::planCheck(std::span<const InputFile> inputs,
                             const ConfigOptions &options, bool excludesNamed) {
  CheckPlan plan;
  std::map<std::string, size_t> groups;
  std::map<ProjectSources, size_t> projects;
  std::map<std::string, FolderPlace> places;
  for (const InputFile &input : inputs) {
    std::string folder = llvm::sys::path::parent_path(input.path).str();
    auto [place, isNewFolder] = places.try_emplace(folder);
    if (isNewFolder)
      place->second = placeOf(input.path, options);
    const auto &[config, repository] = place->second;
    auto [found, isNew] = groups.try_emplace(config, plan.groups.size());
    if (isNew)
      plan.groups.push_back(makeGroup(config, options));
    CheckGroup &group = plan.groups[found->second];
    bool mayExclude = input.isFound || excludesNamed;
    if (mayExclude && exclude(group.files, input.path))
      continue;
    ProjectSources sources =
        projectSources(repository, group.files, options.allowWorkspacePlugins);
    if (isNew)
      group.project = sources;
    auto [project, isNewProject] =
        projects.try_emplace(sources, plan.projects.size());
    if (isNewProject)
      plan.projects.push_back(std::move(sources));
    plan.inputs.push_back(input);
    plan.groupOf.push_back(found->second);
    plan.projectOf.push_back(project->second);
  }
  return plan;
}

/// As a user in the working directory would call it.
static std::string shownPath(const std::string &absolute) {
  llvm::SmallString<256> folder;
  llvm::sys::fs::current_path(folder);
  folder += '/';
  llvm::StringRef path = absolute;
  path.consume_front(folder);
  return path.str();
}

std::vector<CheckedFile>
shapels::checkedConfigs(const CheckGroup &group,
                        std::span<const DialectFailure> failures,
                        const ConfigOptions &options, bool showHints) {
  auto findings =
      findingsIn(group.files, failures, {}, options.settings, group.project);
  std::vector<CheckedFile> results;
  for (size_t i = 0; i < findings.size(); ++i) {
    CheckedFile result;
    result.path = shownPath(group.files[i].path);
    result.text = group.files[i].text;
    for (Diagnostic &diagnostic : findings[i])
      if (isReported(diagnostic, showHints))
        result.diagnostics.push_back(std::move(diagnostic));
    if (!result.diagnostics.empty())
      results.push_back(std::move(result));
  }
  return results;
}
