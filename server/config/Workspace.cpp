//===- Workspace.cpp - Which settings hold for which document -------------===//

#include "server/config/Workspace.h"
#include "server/config/PluginProgram.h"

#include "core/text/UserFile.h"
#include "server/protocol/Uri.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <iterator>
#include <set>

using namespace shapels;
namespace fs = llvm::sys::fs;

void Workspace::setRoots(const std::vector<std::string> &uris) {
  roots.clear();
  for (const std::string &uri : uris)
    if (std::optional<std::string> path = lsp::filePath(uri))
      roots.push_back(absolutePath(*path));
}

/// Relative paths in the client's settings start at the first root.
void Workspace::setClient(const lsp::Settings &settings) {
  client = settings;
  std::string_view folder = roots.empty() ? "" : std::string_view(roots[0]);
  for (std::vector<std::string> *paths :
       {&client.plugins, &client.irdl, &client.shapeFunctions})
    for (std::string &path : *paths)
      path = absolutePath(path, folder);
}

void Workspace::setProject(const ProjectSources &sources,
                           std::shared_ptr<const Catalogue> definitions) {
  projects[sources] = std::move(definitions);
}

std::string Workspace::projectFolderOf(const std::string &documentUri) const {
  std::optional<std::string> path = lsp::filePath(documentUri);
  std::string found;
  for (const std::string &root : roots)
    if ((!path || path->starts_with(root + "/")) && root.size() > found.size())
      found = root;
  return found.empty() && path ? repositoryOf(*path) : found;
}

ProjectSources Workspace::projectOf(const std::string &documentUri) const {
  std::string folder = projectFolderOf(documentUri), path = folder;
  ConfigFiles files;
  if (auto user = users.find(documentUri); user != users.end()) {
    files = entries.at(user->second).files;
    if (!user->second.empty())
      path = user->second;
  }
  bool hasConsent = isTrusted(path);
  // Whoever opens a part of a repository and trusts it means all of it.
  if (isTrusted(folder))
    if (std::string around = repositoryOf(folder + "/"); !around.empty())
      folder = std::move(around);
  return projectSources(std::move(folder), files, hasConsent);
}

std::string Workspace::configPathOf(const std::string &documentUri) const {
  std::optional<std::string> path = lsp::filePath(documentUri);
  // A text without a file belongs to the workspace all the same.
  if (!path && !roots.empty())
    path = roots.front() + "/untitled";
  return path || !commandLine.file.empty()
             ? shapels::configPathOf(path.value_or(""), commandLine)
             : "";
}

bool Workspace::isTrusted(const std::string &path) const {
  if (commandLine.allowWorkspacePlugins)
    return true;
  return client.allowWorkspacePlugins.value_or(false) &&
         std::any_of(roots.begin(), roots.end(), [&](const std::string &root) {
           return path == root || path.starts_with(root + "/");
         });
}

Configuration Workspace::configurationOf(const std::string &documentUri) {
  std::string path = configPathOf(documentUri);
  users[documentUri] = path;
  Entry &entry = entries[path];
  entry.files = readConfigFiles(
      path, commandLine, [this](const auto &file) { return isTrusted(file); });
  CombinedConfig config = combine(client, entry.files, commandLine.settings);
  ProjectSources sources = projectOf(documentUri);
  if (auto project = projects.find(sources); project != projects.end())
    config.configuration.projectOps = project->second;
  entry.sources = config.sources;
  std::vector<DialectFailure> failures;
  if (!config.sources.empty()) {
    const LoadedDialects &dialects = load(config.sources);
    config.configuration.dialects = dialects.dialects;
    failures = dialects.failures;
  }
  entry.findings =
      findingsIn(entry.files, failures, client, commandLine.settings, sources);
  say(failuresElsewhere(entry.files, failures));
  return config.configuration;
}

//===----------------------------------------------------------------------===//
// Dialects
//===----------------------------------------------------------------------===//

/// Changes whenever the plugin is built anew.
static std::string stateOf(const std::string &path) {
  fs::file_status status;
  fs::status(path, status);
  auto time = status.getLastModificationTime().time_since_epoch().count();
  return std::to_string(status.getUniqueID().getFile()) + " " +
         std::to_string(status.getSize()) + " " + std::to_string(time);
}

static std::string keyOf(const DialectSources &sources) {
  std::string key;
  for (const std::string &path : sources.plugins)
    key += path + "\n" + stateOf(path) + "\n";
  for (const auto *paths : {&sources.irdl, &sources.shapeFunctions}) {
    key += "\n";
    for (const std::string &path : *paths)
      key += path + "\n" + readUserFile(path, largestSmallFile).bytes + "\n";
  }
  return key;
}

const Workspace::LoadedDialects &
Workspace::load(const DialectSources &sources) {
  auto [found, isNew] = loaded.try_emplace(keyOf(sources));
  if (isNew) {
    std::erase_if(loaded, [&](const auto &other) {
      return other.second.dialects.use_count() == 1;
    });
    notePlugins(sources);
    found->second.dialects =
        Dialects::load(sources, found->second.failures, crashGuard);
  }
  return found->second;
}

/// The system does not load a library again that it has loaded once.
void Workspace::notePlugins(const DialectSources &sources) {
  wantsProgram |= !sources.plugins.empty() && !pluginProgram().empty();
  for (const std::string &path : sources.plugins) {
    std::string state = stateOf(path);
    auto [found, isNew] = loadedPlugins.try_emplace(path, state);
    hasOldPlugin |= !isNew && found->second != state && fs::exists(path);
  }
}

//===----------------------------------------------------------------------===//
// What there is to say
//===----------------------------------------------------------------------===//

void Workspace::say(const std::vector<std::string> &more) {
  messages.insert(messages.end(), more.begin(), more.end());
}

std::vector<std::string> Workspace::takeMessages() {
  return std::exchange(messages, {});
}

std::vector<Workspace::Report> Workspace::reports() {
  std::set<std::string> used;
  for (const auto &[uri, path] : users)
    used.insert(path);
  std::erase_if(entries,
                [&](const auto &entry) { return !used.contains(entry.first); });
  // What a file adds to is the same for all that do.
  std::map<std::string, Report> byPath;
  for (const auto &[path, entry] : entries)
    for (size_t i = 0; i < entry.files.size(); ++i) {
      const ConfigFile &file = entry.files[i];
      byPath[file.path] = {lsp::fileUri(file.path), file.text,
                           entry.findings[i]};
    }
  std::vector<Report> result;
  for (auto &[path, report] : byPath)
    result.push_back(std::move(report));
  return result;
}

std::vector<std::string> Workspace::sourceFiles() const {
  std::set<std::string> files;
  for (const auto &[path, entry] : entries) {
    files.insert(entry.sources.plugins.begin(), entry.sources.plugins.end());
    files.insert(entry.sources.irdl.begin(), entry.sources.irdl.end());
    for (const ConfigFile &file : entry.files)
      for (const ConfigFile::NamedPath &named : file.extended)
        files.insert(named.path);
    files.insert(entry.sources.shapeFunctions.begin(),
                 entry.sources.shapeFunctions.end());
  }
  return {files.begin(), files.end()};
}
