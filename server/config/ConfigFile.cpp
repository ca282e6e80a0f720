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
    path::append(candidate, configFileName);
    if (fs::exists(candidate))
      return std::string(candidate);
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Diagnostic shapels::configFinding(DiagnosticCode code, DocumentRange range,
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
    file.extended = readPaths({"extends"});
    file.plugins = readPaths({"plugins"});
    file.irdl = readPaths({"irdl"});
    file.shapeFunctions = readPaths({"shapeFunctions"});
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
    file.mistakes.push_back(configFinding(
        DiagnosticCode::InvalidConfig,
        place(complaint.path, complaint.isAboutKey), complaint.message));
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
    if (value->is_string() && !value->get_ref<const std::string &>().empty())
      paths.push_back({absolutePath(value->get<std::string>(), folder),
                       place(keys, /*isAboutKey=*/false)});
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
        configFinding(DiagnosticCode::InvalidConfig, {},
                      "cannot read '" + file.path + "': " + failure));
    return file;
  }
  lsp::PositionedJson json = lsp::parsePositioned(text);
  if (json.error)
    file.mistakes.push_back(configFinding(
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
