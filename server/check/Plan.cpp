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
  group.consent = options.allowWorkspacePlugins;
  if (!configPath.empty())
    group.file = readConfigFile(configPath);
  group.config = combine({}, group.file ? &*group.file : nullptr, group.consent,
                         options.settings);
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
  std::string config = options.file;
  if (config.empty() && options.findsFiles)
    config = findConfigFile(file);
  return {std::move(config), repositoryOf(absolutePath(file))};
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
    const ConfigFile *file = group.file ? &*group.file : nullptr;
    bool mayExclude = input.isFound || excludesNamed;
    if (mayExclude && file && file->excludes(input.path))
      continue;
    ProjectSources sources = projectSources(repository, file, group.consent);
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

std::optional<CheckedFile>
shapels::checkedConfig(const CheckGroup &group,
                       std::span<const DialectFailure> failures,
                       bool showHints) {
  if (!group.file)
    return std::nullopt;
  CheckedFile result;
  result.path = shownPath(group.file->path);
  result.text = group.file->text;
  for (Diagnostic &diagnostic :
       findingsIn(*group.file, group.consent, failures,
                  group.config.configuration, group.project))
    if (isReported(diagnostic, showHints))
      result.diagnostics.push_back(std::move(diagnostic));
  return result.diagnostics.empty() ? std::nullopt : std::optional(result);
}
