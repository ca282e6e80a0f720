//===- ConfigFiles.cpp - The .shapels.json files of a place ---------------===//

#include "server/config/ConfigFiles.h"

#include "core/text/UserFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace shapels;
namespace path = llvm::sys::path;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Puts each file behind those that it adds to.
class FilesReader {
public:
  explicit FilesReader(llvm::function_ref<bool(const std::string &)> isTrusted)
      : isTrusted(isTrusted) {}

  /// With those in the folders above, from the highest one on, if `isNested`.
  void read(const std::string &path, bool isNested);
  std::vector<ConfigFile> files;

private:
  void add(ConfigFile file);
  void extend(ConfigFile &file, const ConfigFile::NamedPath &named);
  bool isRead(const std::string &path) const {
    return llvm::is_contained(open, path) ||
           llvm::any_of(files,
                        [&](const auto &file) { return file.path == path; });
  }

  llvm::function_ref<bool(const std::string &)> isTrusted;
  /// Those whose bases are being read.
  std::vector<std::string> open;
};

} // namespace

void FilesReader::read(const std::string &path, bool isNested) {
  std::vector<ConfigFile> found;
  for (std::string next = path; !next.empty();) {
    found.push_back(readConfigFile(next));
    bool isLast = !isNested || found.back().settings.root.value_or(false);
    next = isLast ? "" : findConfigFile(path::parent_path(next));
  }
  // None of them may extend one that adds to it.
  for (const ConfigFile &file : found)
    open.push_back(file.path);
  for (ConfigFile &file : llvm::reverse(found))
    add(std::move(file));
}

void FilesReader::add(ConfigFile file) {
  file.hasConsent = isTrusted(file.path);
  open.push_back(file.path);
  for (const ConfigFile::NamedPath &named : file.extended)
    extend(file, named);
  std::erase(open, file.path);
  std::ranges::stable_sort(file.mistakes, {}, [](const Diagnostic &mistake) {
    return mistake.range.begin;
  });
  files.push_back(std::move(file));
}

void FilesReader::extend(ConfigFile &file, const ConfigFile::NamedPath &named) {
  std::string failure = whyNoFile(named.path);
  if (failure.empty() && !isRead(named.path))
    return add(readConfigFile(named.path));
  if (llvm::is_contained(open, named.path))
    failure = "it extends itself";
  if (!failure.empty())
    file.mistakes.push_back(
        configFinding(DiagnosticCode::InvalidConfig, named.range,
                      "cannot extend '" + named.path + "': " + failure));
}

std::vector<ConfigFile> shapels::readConfigFiles(
    const std::string &path, const ConfigOptions &options,
    llvm::function_ref<bool(const std::string &)> isTrusted) {
  FilesReader reader(isTrusted);
  reader.read(path, /*isNested=*/options.file.empty());
  return std::move(reader.files);
}

std::vector<ConfigFile> shapels::readConfigFiles(const std::string &path,
                                                 const ConfigOptions &options) {
  return readConfigFiles(path, options, [&](const std::string &) {
    return options.allowWorkspacePlugins;
  });
}

std::string shapels::configPathOf(const std::string &file,
                                  const ConfigOptions &options) {
  if (!options.file.empty())
    return options.file;
  return options.findsFiles ? findConfigFile(file) : "";
}

bool shapels::exclude(ConfigFiles files, std::string_view name) {
  return llvm::any_of(
      files, [&](const ConfigFile &file) { return file.excludes(name); });
}

//===----------------------------------------------------------------------===//
// What holds
//===----------------------------------------------------------------------===//

static void add(std::vector<std::string> &paths, const std::string &path) {
  if (!llvm::is_contained(paths, path))
    paths.push_back(path);
}

static void add(std::vector<std::string> &paths,
                std::span<const ConfigFile::NamedPath> named) {
  for (const ConfigFile::NamedPath &each : named)
    add(paths, each.path);
}

/// What lies elsewhere is read with consent only.
static bool liesOutside(const ConfigFile::NamedPath &named,
                        llvm::StringRef folder) {
  return !llvm::StringRef(named.path + "/").starts_with(folder.str() + "/");
}

CombinedConfig shapels::combine(const lsp::Settings &client, ConfigFiles files,
                                const lsp::Settings &commandLine) {
  CombinedConfig result;
  auto addLayer = [&](const lsp::Settings &settings) {
    result.configuration = lsp::apply(settings, result.configuration);
  };
  addLayer(client);
  for (const ConfigFile &file : files)
    addLayer(file.settings);
  addLayer(commandLine);
  for (const lsp::Settings *settings : {&client, &commandLine}) {
    for (const std::string &path : settings->plugins)
      add(result.sources.plugins, path);
    for (const std::string &path : settings->irdl)
      add(result.sources.irdl, path);
    for (const std::string &path : settings->shapeFunctions)
      add(result.sources.shapeFunctions, path);
  }
  for (const ConfigFile &file : files) {
    for (const ConfigFile::NamedPath &named : file.shapeFunctions)
      if (file.hasConsent || !liesOutside(named, path::parent_path(file.path)))
        add(result.sources.shapeFunctions, named.path);
    if (file.hasConsent) {
      add(result.sources.plugins, file.plugins);
      add(result.sources.irdl, file.irdl);
    }
  }
  return result;
}

/// The strongest one that says which .td files are read; null if none does.
static const ConfigFile *odsFile(ConfigFiles files) {
  for (const ConfigFile &file : llvm::reverse(files))
    if (file.settings.ods)
      return &file;
  return nullptr;
}

ProjectSources shapels::projectSources(std::string folder, ConfigFiles files,
                                       bool hasConsent) {
  const ConfigFile *file = odsFile(files);
  if (!file)
    return {std::move(folder), {}, {}, hasConsent && !folder.empty()};
  if (file->settings.ods->isOff)
    return {};
  if (folder.empty())
    folder = path::parent_path(file->path).str();
  ProjectSources sources{std::move(folder), {}, {}, file->hasConsent};
  add(sources.files, file->odsFiles);
  add(sources.includes, file->odsIncludes);
  return sources;
}

static const ConfigFile::NamedPath *
findNamed(std::span<const ConfigFile::NamedPath> paths,
          const std::string &path) {
  auto found = llvm::find_if(
      paths, [&](const auto &named) { return named.path == path; });
  return found == paths.end() ? nullptr : &*found;
}

static const ConfigFile::NamedPath *findNamed(const ConfigFile &file,
                                              const std::string &path) {
  for (const auto *paths : {&file.plugins, &file.irdl, &file.shapeFunctions})
    if (const ConfigFile::NamedPath *named = findNamed(*paths, path))
      return named;
  return nullptr;
}

/// `what` says why.
static std::string onlyWithConsent(std::string what, const char *isDone) {
  return std::move(what) + ", so " + isDone +
         " with your consent only: trust this workspace in VS Code, or start "
         "shapels with --allow-workspace-plugins";
}

/// Says which of the files and folders are not read without consent.
static void addOutside(std::span<const ConfigFile::NamedPath> paths,
                       const std::string &folder,
                       std::vector<Diagnostic> &findings) {
  for (const ConfigFile::NamedPath &named : paths)
    if (liesOutside(named, folder))
      findings.push_back(configFinding(
          DiagnosticCode::PluginConsent, named.range,
          onlyWithConsent("it lies outside of " + folder, "it is read")));
}

/// What the configuration switches off is erased.
static void applySeverities(std::vector<Diagnostic> &findings,
                            const Configuration &configuration) {
  llvm::erase_if(findings, [&](Diagnostic &diagnostic) {
    auto found = configuration.severity.find(info(diagnostic.code).id);
    if (found == configuration.severity.end())
      return false;
    diagnostic.severity = found->second.value_or(diagnostic.severity);
    return !found->second;
  });
}

static std::vector<Diagnostic>
findingsIn(const ConfigFile &file, std::span<const DialectFailure> failures,
           const ProjectSources &project) {
  std::vector<Diagnostic> findings = file.mistakes;
  if (!file.hasConsent && !file.plugins.empty())
    findings.push_back(configFinding(
        DiagnosticCode::PluginConsent, file.pluginsRange,
        onlyWithConsent("dialect plugins run code on your machine",
                        "they are loaded")));
  if (!file.hasConsent && !file.irdl.empty())
    findings.push_back(
        configFinding(DiagnosticCode::PluginConsent, file.irdlRange,
                      onlyWithConsent("IRDL files change what MLIR accepts",
                                      "they are loaded")));
  if (!project.empty() && !project.hasConsent) {
    addOutside(file.odsFiles, project.folder, findings);
    addOutside(file.odsIncludes, project.folder, findings);
  }
  if (!file.hasConsent)
    addOutside(file.shapeFunctions, path::parent_path(file.path).str(),
               findings);
  for (const DialectFailure &failure : failures)
    if (const ConfigFile::NamedPath *named = findNamed(file, failure.file))
      findings.push_back(configFinding(DiagnosticCode::PluginNotLoaded,
                                       named->range, failure.message));
  return findings;
}

std::vector<std::vector<Diagnostic>>
shapels::findingsIn(ConfigFiles files, std::span<const DialectFailure> failures,
                    const lsp::Settings &client,
                    const lsp::Settings &commandLine,
                    const ProjectSources &project) {
  std::vector<std::vector<Diagnostic>> result;
  for (size_t i = 0; i < files.size(); ++i) {
    bool isAsked = &files[i] == odsFile(files);
    result.push_back(
        ::findingsIn(files[i], failures, isAsked ? project : ProjectSources{}));
    applySeverities(
        result.back(),
        combine(client, files.first(i + 1), commandLine).configuration);
  }
  return result;
}

std::vector<std::string>
shapels::failuresElsewhere(ConfigFiles files,
                           std::span<const DialectFailure> failures) {
  std::vector<std::string> messages;
  for (const DialectFailure &failure : failures)
    if (llvm::none_of(files, [&](const ConfigFile &file) {
          return findNamed(file, failure.file);
        }))
      messages.push_back(failure.message);
  return messages;
}
