//===- Settings.cpp - What users set --------------------------------------===//

#include "server/config/Settings.h"
#include "core/analysis/Nearest.h"
#include "core/diagnostics/CodePatterns.h"
#include "core/text/Glob.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

using namespace shapels;
using namespace shapels::lsp;
using nlohmann::json;

namespace {

/// A word that a setting may have, and what it stands for.
template <typename T>
using Choice = std::pair<std::string_view, T>;

constexpr std::array<Choice<BroadcastRules>, 2> broadcastRules = {{
    {"spec", BroadcastRules::Spec},
    {"mlir", BroadcastRules::Mlir},
}};

constexpr std::array<Choice<DynamicDims>, 2> dynamicDims = {{
    {"numpy", DynamicDims::Numpy},
    {"strict", DynamicDims::Strict},
}};

constexpr std::array<Choice<InlayHintMode>, 3> inlayHints = {{
    {"off", InlayHintMode::Off},
    {"default", InlayHintMode::Default},
    {"all", InlayHintMode::All},
}};

constexpr std::array<Choice<std::optional<Severity>>, 5> severities = {{
    {"error", Severity::Error},
    {"warning", Severity::Warning},
    {"information", Severity::Information},
    {"hint", Severity::Hint},
    {"off", std::nullopt},
}};

std::string quoted(std::string_view word) {
  return '"' + std::string(word) + '"';
}

std::string joined(std::span<const std::string> words,
                   std::string_view separator) {
  std::string result;
  for (const std::string &word : words)
    result += (result.empty() ? "" : std::string(separator)) + word;
  return result;
}

std::string listed(std::span<const std::string_view> words) {
  std::vector<std::string> all;
  for (std::string_view word : words)
    all.push_back(quoted(word));
  return joined(all, ", ");
}

std::string suggestion(std::string_view word,
                       llvm::ArrayRef<std::string_view> words) {
  return didYouMean(nearest(word, words), "\"");
}

/// Not the whole of a long value.
std::string shown(const json &value) {
  if (value.is_structured())
    return value.is_array() ? "a list" : "an object";
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

/// Reads one object of settings, key by key.
class SettingsReader {
public:
  explicit SettingsReader(Settings &settings) : settings(settings) {}

  void readCommon(const json &section);
  void readClient(const json &section);
  void readFile(const json &section);

private:
  using Path = std::vector<std::string>;

  void complain(Path path, const json &value, std::string_view allowed);
  void complainOfKey(Path path, std::string message);
  void readFlag(std::string_view key, const json *value,
                std::optional<bool> &result);
  template <typename T>
  const T *readChoice(Path path, const json &value,
                      std::span<const Choice<T>> choices);
  void readList(Path path, const json *value, std::string_view elements,
                std::vector<std::string> &result);
  void readSeverities(const json &value);
  void readOps(const json &value);
  void readOds(const json &value);

  Settings &settings;
};

/// The member `key`, or null; JSON's null stands for a member left out.
const json *member(const json &object, std::string_view key) {
  if (!object.is_object())
    return nullptr;
  auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

} // namespace

void SettingsReader::complain(Path path, const json &value,
                              std::string_view allowed) {
  std::string message = "'" + joined(path, ".") + "' is " + shown(value) +
                        ", but must be " + std::string(allowed);
  settings.complaints.push_back({std::move(path), false, std::move(message)});
}

void SettingsReader::complainOfKey(Path path, std::string message) {
  message = "'" + joined(path, ".") + "' " + message;
  settings.complaints.push_back({std::move(path), true, std::move(message)});
}

void SettingsReader::readFlag(std::string_view key, const json *value,
                              std::optional<bool> &result) {
  if (!value)
    return;
  if (value->is_boolean())
    result = value->get<bool>();
  else
    complain({std::string(key)}, *value, "true or false");
}

template <typename T>
const T *SettingsReader::readChoice(Path path, const json &value,
                                    std::span<const Choice<T>> choices) {
  std::vector<std::string_view> words;
  for (const Choice<T> &choice : choices) {
    if (value.is_string() &&
        value.get_ref<const std::string &>() == choice.first)
      return &choice.second;
    words.push_back(choice.first);
  }
  complain(std::move(path), value, "one of " + listed(words));
  return nullptr;
}

void SettingsReader::readList(Path path, const json *value,
                              std::string_view elements,
                              std::vector<std::string> &result) {
  if (!value)
    return;
  if (!value->is_array())
    return complain(std::move(path), *value,
                    "a list of " + std::string(elements));
  for (size_t i = 0; i < value->size(); ++i) {
    const json &element = (*value)[i];
    if (element.is_string() &&
        !element.get_ref<const std::string &>().empty()) {
      result.push_back(element.get<std::string>());
      continue;
    }
    Path own = path;
    own.push_back(std::to_string(i));
    complain(std::move(own), element, "one of the " + std::string(elements));
  }
}

void SettingsReader::readOds(const json &value) {
  OdsSettings ods;
  ods.isOff = value.is_boolean() && !value.get<bool>();
  if (!value.is_object() && !value.is_boolean())
    return complain({"ods"}, value,
                    "false, or an object with \"files\" and \"includes\"");
  constexpr std::string_view keys[] = {"files", "includes"};
  if (value.is_object())
    for (const auto &[key, member] : value.items())
      if (std::ranges::find(keys, key) == std::end(keys))
        complainOfKey({"ods", key}, "is no key of 'ods'" +
                                        suggestion(key, keys) +
                                        "; the keys are " + listed(keys));
  readList({"ods", "files"}, member(value, "files"), "paths of .td files",
           ods.files);
  readList({"ods", "includes"}, member(value, "includes"), "paths of folders",
           ods.includes);
  settings.ods = std::move(ods);
}

void SettingsReader::readSeverities(const json &value) {
  if (!value.is_object())
    return complain({"severity"}, value, "an object of code and severity");
  std::vector<std::string_view> ids = diagnosticIds();
  // A name outweighs a pattern, and a longer pattern a shorter one.
  std::multimap<size_t, std::string> inOrder;
  for (const auto &[id, word] : value.items())
    inOrder.emplace(isGlob(id) ? id.size() : std::string::npos, id);
  for (const auto &[weight, id] : inOrder) {
    Path path = {"severity", id};
    std::vector<DiagnosticCode> codes = codesCalled(id);
    if (codes.empty())
      complainOfKey(path, "names no code" + suggestion(id, ids) +
                              "; the codes are " + listed(ids));
    else if (const auto *severity = readChoice<std::optional<Severity>>(
                 path, value[id], severities))
      for (DiagnosticCode code : codes)
        settings.severity[std::string(info(code).id)] = *severity;
  }
}

void SettingsReader::readOps(const json &value) {
  if (!value.is_object())
    return complain({"ops"}, value, "an object of op name and family");
  for (const auto &[name, word] : value.items()) {
    Path path = {"ops", name};
    if (name.find_first_of(".*") == name.npos)
      complainOfKey(path, "is no full name of an op, such as \"my.add\" or "
                          "\"my.*\"");
    else if (const OpFamily *family =
                 readChoice<OpFamily>(path, word, familyNames()))
      settings.ops.declare(name, *family);
  }
}

/// What clients and files set alike.
void SettingsReader::readCommon(const json &section) {
  if (const json *value = member(section, "broadcastRules"))
    if (const BroadcastRules *rules = readChoice<BroadcastRules>(
            {"broadcastRules"}, *value, broadcastRules))
      settings.broadcastRules = *rules;
  if (const json *value = member(section, "dynamicDims"))
    if (const DynamicDims *dims =
            readChoice<DynamicDims>({"dynamicDims"}, *value, dynamicDims))
      settings.dynamicDims = *dims;
  if (const json *value = member(section, "severity"))
    readSeverities(*value);
  if (const json *value = member(section, "ops"))
    readOps(*value);
  readList({"plugins"}, member(section, "plugins"), "paths of dialect plugins",
           settings.plugins);
  readList({"irdl"}, member(section, "irdl"), "paths of IRDL files",
           settings.irdl);
  readList({"shapeFunctions"}, member(section, "shapeFunctions"),
           "paths of .mlir files", settings.shapeFunctions);
}

void SettingsReader::readClient(const json &section) {
  readCommon(section);
  readFlag("showExpected", member(section, "showExpected"),
           settings.showExpected);
  readFlag("allowWorkspacePlugins", member(section, "allowWorkspacePlugins"),
           settings.allowWorkspacePlugins);
  readFlag("hover.genericForm", member(section, "hover.genericForm"),
           settings.hoverGenericForm);
  readFlag("workspaceDiagnostics", member(section, "workspaceDiagnostics"),
           settings.workspaceDiagnostics);
  readFlag("hover.full", member(section, "hover.full"), settings.hoverFull);
  readFlag("codeLens", member(section, "codeLens"), settings.codeLens);
  if (const json *value = member(section, "inlayHints"))
    if (const InlayHintMode *mode =
            readChoice<InlayHintMode>({"inlayHints"}, *value, inlayHints))
      settings.inlayHints = *mode;
  if (const json *hover = member(section, "hover")) {
    if (hover->is_object()) {
      readFlag("hover.genericForm", member(*hover, "genericForm"),
               settings.hoverGenericForm);
      readFlag("hover.full", member(*hover, "full"), settings.hoverFull);
    } else {
      complain({"hover"}, *hover, "an object");
    }
  }
}

void SettingsReader::readFile(const json &section) {
  if (!section.is_object()) {
    settings.complaints.push_back(
        {{}, false, "the file must be an object: { \"KEY\": VALUE, ... }"});
    return;
  }
  std::vector<std::string_view> keys = fileKeys();
  for (const auto &[key, value] : section.items())
    if (std::ranges::find(keys, key) == keys.end())
      complainOfKey({key}, "is no key of a .shapels.json" +
                               suggestion(key, keys) + "; the keys are " +
                               listed(keys));
  readCommon(section);
  readFlag("root", member(section, "root"), settings.root);
  // The paths themselves are for ConfigFile.
  std::vector<std::string> extended;
  if (const json *value = member(section, "extends"))
    if (!value->is_string() || value->get_ref<const std::string &>().empty())
      readList({"extends"}, value, "paths of settings files", extended);
  readList({"exclude"}, member(section, "exclude"), "patterns of paths",
           settings.exclude);
  readList({"include"}, member(section, "include"), "patterns of files",
           settings.include);
  if (const json *value = member(section, "ods"))
    readOds(*value);
}

Settings lsp::decodeSettings(const json &value) {
  Settings result;
  const json *section = member(value, "shapels");
  SettingsReader(result).readClient(section ? *section : value);
  return result;
}

Settings lsp::decodeFileSettings(const json &value) {
  Settings result;
  SettingsReader(result).readFile(value);
  return result;
}

std::vector<std::string_view> lsp::fileKeys() {
  return {"broadcastRules", "dynamicDims", "exclude",  "extends",
          "include",        "irdl",        "ods",      "ops",
          "plugins",        "root",        "severity", "shapeFunctions",
          "$schema"};
}

Settings lsp::overlay(Settings base, const Settings &other) {
  auto take = [](auto &to, const auto &from) { to = from ? from : to; };
  auto append = [](auto &to, const auto &from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  take(base.broadcastRules, other.broadcastRules);
  take(base.dynamicDims, other.dynamicDims);
  take(base.showExpected, other.showExpected);
  take(base.hoverGenericForm, other.hoverGenericForm);
  take(base.hoverFull, other.hoverFull);
  take(base.inlayHints, other.inlayHints);
  take(base.codeLens, other.codeLens);
  take(base.workspaceDiagnostics, other.workspaceDiagnostics);
  take(base.allowWorkspacePlugins, other.allowWorkspacePlugins);
  for (const auto &[id, severity] : other.severity)
    base.severity[id] = severity;
  base.ops.add(other.ops);
  append(base.plugins, other.plugins);
  append(base.irdl, other.irdl);
  append(base.shapeFunctions, other.shapeFunctions);
  append(base.exclude, other.exclude);
  append(base.include, other.include);
  take(base.ods, other.ods);
  base.complaints = other.complaints;
  return base;
}

Configuration lsp::apply(const Settings &settings, Configuration base) {
  base.broadcastRules = settings.broadcastRules.value_or(base.broadcastRules);
  base.dynamicDims = settings.dynamicDims.value_or(base.dynamicDims);
  base.showExpected = settings.showExpected.value_or(base.showExpected);
  for (const auto &[id, severity] : settings.severity)
    base.severity[id] = severity;
  base.ops.add(settings.ops);
  return base;
}
