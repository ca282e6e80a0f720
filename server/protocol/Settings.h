//===- Settings.h - The client's settings -----------------------*- C++ -*-===//
//
// initializationOptions and workspace/didChangeConfiguration, decoded. Clients
// send settings by hand-written configuration, so that a wrong value spoils
// nothing but itself: it becomes a complaint for the user to read.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_SETTINGS_H
#define SHAPELS_PROTOCOL_SETTINGS_H

#include "shapels/analysis/Configuration.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace shapels::lsp {

/// What the client sets; what it leaves out stays as it is.
struct Settings {
  std::optional<BroadcastRules> broadcastRules;
  std::map<std::string, std::optional<Severity>, std::less<>> severity;
  std::optional<bool> showExpected;
  std::optional<bool> hoverGenericForm;
  std::set<std::string, std::less<>> broadcastableOps;
  /// One per wrong value: its key, the value, and what is allowed.
  std::vector<std::string> complaints;
};

/// Reads `value.shapels` if there is such a member, else `value` itself.
/// Unknown keys are other programs' settings, or the client's own.
Settings decodeSettings(const nlohmann::json &value);

/// `base` with what the settings override.
Configuration apply(const Settings &settings, Configuration base);

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_SETTINGS_H
