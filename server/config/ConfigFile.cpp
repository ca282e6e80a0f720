//===- ConfigFile.cpp - A workspace's .shapels.json -----------------------===//

#include "server/config/ConfigFile.h"

#include "core/text/UserFile.h"
#include "server/config/ExcludePattern.h"
#include "server/protocol/PositionedJson.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace shapels;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr llvm::StringRef fileName = ".shapels.json";

std::string shapels::absolutePath(std::string_view name,
                                  std::string_view folder) {
  llvm::SmallString<256> result(name);
  if (folder.empty())
    fs::make_absolute(result);
  else
    path::make_absolute(folder, result);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

std::string shapels::findConfigFile(std::string_view file) {
  std::string from = absolutePath(file);
  for (llvm::StringRef folder = path::parent_path(from); !folder.empty();
       folder = path::parent_path(folder)) {
    llvm::SmallString<256> candidate(folder);
    path::append(candidate, fileName);
    if (fs::exists(candidate))
      return std::string(candidate);
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static Diagnostic finding(DiagnosticCode code, DocumentRange range,
                          std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.severity = info(code).severity.value_or(Severity::Hint);
  diagnostic.range = range;
  diagnostic.message = std::move(message);
  return diagnostic;
}

namespace {

/// Fills in what follows from the text of a file.
class Reader {
public:
  Reader(ConfigFile &file, const lsp::PositionedJson &json)
      : file(file), json(json) {}

  void read() {
    file.settings = lsp::decodeFileSettings(json.value);
    for (const lsp::Complaint &complaint : file.settings.complaints)
      add(complaint);
    file.plugins = readPaths({"plugins"});
    file.irdl = readPaths({"irdl"});
    file.pluginsRange = place({"plugins"}, /*isAboutKey=*/false);
    file.irdlRange = place({"irdl"}, /*isAboutKey=*/false);
    file.odsFiles = readPaths({"ods", "files"});
    file.odsIncludes = readPaths({"ods", "includes"});
  }

private:
  DocumentRange place(const lsp::JsonPath &path, bool isAboutKey) const {
    auto found = json.places.find(path);
    if (found == json.places.end())
      return {};
    return isAboutKey ? found->second.key : found->second.value;
  }

  void add(const lsp::Complaint &complaint) {
    file.mistakes.push_back(finding(DiagnosticCode::InvalidConfig,
                                    place(complaint.path, complaint.isAboutKey),
                                    complaint.message));
  }

  std::vector<ConfigFile::NamedPath> readPaths(lsp::JsonPath keys) const {
    const nlohmann::json *value = &json.value;
    for (const std::string &key : keys) {
      if (!value->is_object() || !value->contains(key))
        return {};
      value = &(*value)[key];
    }
    std::vector<ConfigFile::NamedPath> paths;
    std::string folder = path::parent_path(file.path).str();
    keys.emplace_back();
    for (size_t i = 0; value->is_array() && i < value->size(); ++i) {
      keys.back() = std::to_string(i);
      if (const auto &element = (*value)[i]; element.is_string())
        paths.push_back({absolutePath(element.get<std::string>(), folder),
                         place(keys, /*isAboutKey=*/false)});
    }
    return paths;
  }

  ConfigFile &file;
  const lsp::PositionedJson &json;
};

} // namespace

ConfigFile shapels::readConfigFile(std::string path) {
  ConfigFile file;
  file.path = std::move(path);
  auto [text, failure] = readUserFile(file.path, largestSmallFile);
  if (!failure.empty()) {
    file.mistakes.push_back(
        finding(DiagnosticCode::InvalidConfig, {},
                "cannot read '" + file.path + "': " + failure));
    return file;
  }
  lsp::PositionedJson json = lsp::parsePositioned(text);
  if (json.error)
    file.mistakes.push_back(finding(
        DiagnosticCode::InvalidConfig, json.error->range,
        "not JSON, so nothing in this file is used: " + json.error->message));
  else
    Reader(file, json).read();
  std::stable_sort(file.mistakes.begin(), file.mistakes.end(),
                   [](const Diagnostic &lhs, const Diagnostic &rhs) {
                     return lhs.range.begin < rhs.range.begin;
                   });
  file.text = TextBuffer(std::move(text));
  return file;
}

//===----------------------------------------------------------------------===//
// What is left out
//===----------------------------------------------------------------------===//

bool ConfigFile::excludes(std::string_view name) const {
  std::string absolute = absolutePath(name);
  llvm::StringRef relative = absolute;
  llvm::StringRef folder = path::parent_path(path);
  if (!relative.consume_front(folder))
    return false;
  relative = relative.ltrim('/');
  return llvm::any_of(settings.exclude, [&](const std::string &pattern) {
    return isExcluded(pattern, relative);
  });
}

//===----------------------------------------------------------------------===//
// What holds
//===----------------------------------------------------------------------===//

static void add(std::vector<std::string> &paths, const std::string &path) {
  if (!llvm::is_contained(paths, path))
    paths.push_back(path);
}

CombinedConfig shapels::combine(const lsp::Settings &client,
                                const ConfigFile *file, bool consent,
                                const lsp::Settings &commandLine) {
  CombinedConfig result;
  auto addLayer = [&](const lsp::Settings &settings) {
    result.configuration = lsp::apply(settings, result.configuration);
  };
  addLayer(client);
  if (file)
    addLayer(file->settings);
  addLayer(commandLine);
  for (const lsp::Settings *settings : {&client, &commandLine}) {
    for (const std::string &path : settings->plugins)
      add(result.sources.plugins, path);
    for (const std::string &path : settings->irdl)
      add(result.sources.irdl, path);
  }
  if (!file || !consent)
    return result;
  for (const ConfigFile::NamedPath &named : file->plugins)
    add(result.sources.plugins, named.path);
  for (const ConfigFile::NamedPath &named : file->irdl)
    add(result.sources.irdl, named.path);
  return result;
}

static void add(std::vector<std::string> &paths,
                std::span<const ConfigFile::NamedPath> named) {
  for (const ConfigFile::NamedPath &each : named)
    add(paths, each.path);
}

ProjectSources shapels::projectSources(std::string folder,
                                       const ConfigFile *file, bool consent) {
  if (!file || !file->settings.ods)
    return {std::move(folder), {}, {}, consent && !folder.empty()};
  if (file->settings.ods->isOff)
    return {};
  if (folder.empty())
    folder = path::parent_path(file->path).str();
  ProjectSources sources{std::move(folder), {}, {}, consent};
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
  const ConfigFile::NamedPath *named = findNamed(file.plugins, path);
  return named ? named : findNamed(file.irdl, path);
}

/// `what` says why.
static std::string onlyWithConsent(std::string what, const char *isDone) {
  return std::move(what) + ", so " + isDone +
         " with your consent only: trust this workspace in VS Code, or start "
         "shapels with --allow-workspace-plugins";
}

/// Says which of the .td files and folders are not read without consent.
static void addOutside(std::span<const ConfigFile::NamedPath> paths,
                       const ProjectSources &project,
                       std::vector<Diagnostic> &findings) {
  if (project.empty() || project.hasConsent)
    return;
  for (const ConfigFile::NamedPath &named : paths)
    if (!llvm::StringRef(named.path + "/").starts_with(project.folder + "/"))
      findings.push_back(
          finding(DiagnosticCode::PluginConsent, named.range,
                  onlyWithConsent("it lies outside of " + project.folder,
                                  "it is read")));
}

std::vector<Diagnostic>
shapels::findingsIn(const ConfigFile &file, bool consent,
                    std::span<const DialectFailure> failures,
                    const Configuration &configuration,
                    const ProjectSources &project) {
  std::vector<Diagnostic> findings = file.mistakes;
  if (!consent && !file.plugins.empty())
    findings.push_back(
        finding(DiagnosticCode::PluginConsent, file.pluginsRange,
                onlyWithConsent("dialect plugins run code on your machine",
                                "they are loaded")));
  if (!consent && !file.irdl.empty())
    findings.push_back(
        finding(DiagnosticCode::PluginConsent, file.irdlRange,
                onlyWithConsent("IRDL files change what MLIR accepts",
                                "they are loaded")));
  addOutside(file.odsFiles, project, findings);
  addOutside(file.odsIncludes, project, findings);
  for (const DialectFailure &failure : failures)
    if (const ConfigFile::NamedPath *named = findNamed(file, failure.file))
      findings.push_back(finding(DiagnosticCode::PluginNotLoaded, named->range,
                                 failure.message));
  llvm::erase_if(findings, [&](Diagnostic &diagnostic) {
    auto found = configuration.severity.find(info(diagnostic.code).id);
    if (found == configuration.severity.end())
      return false;
    diagnostic.severity = found->second.value_or(diagnostic.severity);
    return !found->second;
  });
  return findings;
}

std::vector<std::string>
shapels::failuresElsewhere(const ConfigFile *file,
                           std::span<const DialectFailure> failures) {
  std::vector<std::string> messages;
  for (const DialectFailure &failure : failures)
    if (!file || !findNamed(*file, failure.file))
      messages.push_back(failure.message);
  return messages;
}
