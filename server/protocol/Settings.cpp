//===- Settings.cpp - The client's settings -------------------------------===//

#include "shapels/protocol/Settings.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
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

constexpr std::array<Choice<std::optional<Severity>>, 5> severities = {{
    {"error", Severity::Error},
    {"warning", Severity::Warning},
    {"information", Severity::Information},
    {"hint", Severity::Hint},
    {"off", std::nullopt},
}};

constexpr std::array<Choice<bool>, 1> opKinds = {{{"broadcastable", true}}};

std::string quoted(std::string_view word) {
  return '"' + std::string(word) + '"';
}

template <typename T>
std::string listed(std::span<const Choice<T>> choices) {
  std::string result;
  for (const Choice<T> &choice : choices)
    result += (result.empty() ? "" : ", ") + quoted(choice.first);
  return result;
}

/// Not the whole of a long value.
std::string shown(const json &value) {
  if (value.is_structured())
    return value.is_array() ? "a list" : "an object";
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

class SettingsReader {
public:
  explicit SettingsReader(Settings &settings) : settings(settings) {}

  void read(const json &section);

private:
  void complain(std::string_view key, const json &value,
                std::string_view allowed) {
    settings.complaints.push_back("shapels: the setting '" + std::string(key) +
                                  "' is " + shown(value) + ", but must be " +
                                  std::string(allowed));
  }

  void readFlag(std::string_view key, const json *value,
                std::optional<bool> &result);
  template <typename T>
  const T *readChoice(std::string_view key, const json &value,
                      std::span<const Choice<T>> choices);
  void readSeverities(const json &value);
  void readOps(const json &value);

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

void SettingsReader::readFlag(std::string_view key, const json *value,
                              std::optional<bool> &result) {
  if (!value)
    return;
  if (value->is_boolean())
    result = value->get<bool>();
  else
    complain(key, *value, "true or false");
}

template <typename T>
const T *SettingsReader::readChoice(std::string_view key, const json &value,
                                    std::span<const Choice<T>> choices) {
  for (const Choice<T> &choice : choices)
    if (value.is_string() &&
        value.get_ref<const std::string &>() == choice.first)
      return &choice.second;
  complain(key, value, (choices.size() > 1 ? "one of " : "") + listed(choices));
  return nullptr;
}

void SettingsReader::readSeverities(const json &value) {
  if (!value.is_object())
    return complain("severity", value, "an object of code and severity");
  for (const auto &[id, word] : value.items()) {
    std::string key = "severity." + id;
    if (!findDiagnosticInfo(id)) {
      std::string ids;
      for (const DiagnosticInfo &row : diagnosticTable())
        ids += (ids.empty() ? "" : ", ") + quoted(row.id);
      settings.complaints.push_back("shapels: the setting '" + key +
                                    "' names no code; the codes are " + ids);
      continue;
    }
    if (const auto *severity =
            readChoice<std::optional<Severity>>(key, word, severities))
      settings.severity[id] = *severity;
  }
}

void SettingsReader::readOps(const json &value) {
  if (!value.is_object())
    return complain("ops", value, "an object of op name and kind");
  for (const auto &[name, kind] : value.items())
    if (readChoice<bool>("ops." + name, kind, opKinds))
      settings.broadcastableOps.insert(name);
}

void SettingsReader::read(const json &section) {
  if (const json *value = member(section, "broadcastRules"))
    if (const BroadcastRules *rules = readChoice<BroadcastRules>(
            "broadcastRules", *value, broadcastRules))
      settings.broadcastRules = *rules;
  if (const json *value = member(section, "severity"))
    readSeverities(*value);
  readFlag("showExpected", member(section, "showExpected"),
           settings.showExpected);
  readFlag("hover.genericForm", member(section, "hover.genericForm"),
           settings.hoverGenericForm);
  if (const json *hover = member(section, "hover")) {
    if (hover->is_object())
      readFlag("hover.genericForm", member(*hover, "genericForm"),
               settings.hoverGenericForm);
    else
      complain("hover", *hover, "an object");
  }
  if (const json *value = member(section, "ops"))
    readOps(*value);
}

Settings lsp::decodeSettings(const json &value) {
  Settings result;
  const json *section = member(value, "shapels");
  SettingsReader(result).read(section ? *section : value);
  return result;
}

Configuration lsp::apply(const Settings &settings, Configuration base) {
  base.broadcastRules = settings.broadcastRules.value_or(base.broadcastRules);
  base.showExpected = settings.showExpected.value_or(base.showExpected);
  for (const auto &[id, severity] : settings.severity)
    base.severity[id] = severity;
  base.broadcastableOps.insert(settings.broadcastableOps.begin(),
                               settings.broadcastableOps.end());
  return base;
}
