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

CheckPlan shapels::planCheck(std::span<const InputFile> inputs,
                             const ConfigOptions &options) {
  CheckPlan plan;
  std::map<std::string, size_t> known;
  std::map<std::string, std::string> fileOfFolder;
  for (const InputFile &input : inputs) {
    std::string path = options.file;
    if (path.empty() && options.findsFiles) {
      std::string folder = llvm::sys::path::parent_path(input.path).str();
      auto [own, isNewFolder] = fileOfFolder.try_emplace(folder);
      if (isNewFolder)
        own->second = findConfigFile(input.path);
      path = own->second;
    }
    auto [found, isNew] = known.try_emplace(path, plan.groups.size());
    if (isNew)
      plan.groups.push_back(makeGroup(path, options));
    const CheckGroup &group = plan.groups[found->second];
    if (input.isFound && group.file && group.file->excludes(input.path))
      continue;
    plan.inputs.push_back(input);
    plan.groupOf.push_back(found->second);
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
  for (Diagnostic &diagnostic : findingsIn(*group.file, group.consent, failures,
                                           group.config.configuration))
    if (isReported(diagnostic, showHints))
      result.diagnostics.push_back(std::move(diagnostic));
  return result.diagnostics.empty() ? std::nullopt : std::optional(result);
}
