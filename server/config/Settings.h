//===- Settings.h - What users set ------------------------------*- C++ -*-===//
//
// initializationOptions, workspace/didChangeConfiguration and `.shapels.json`,
// decoded. All are written by hand, so that a wrong value spoils nothing but
// itself: it becomes a complaint for the user to read.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_CONFIG_SETTINGS_H
#define SHAPELS_CONFIG_SETTINGS_H

#include "core/analysis/Configuration.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels::lsp {

/// A value that cannot be taken.
struct Complaint {
  /// The keys that lead to it.
  std::vector<std::string> path;
  /// Whether it is the last key that is wrong, and not the value.
  bool isAboutKey = false;
  /// Begins with the dotted key in quotes: `'ops.my.add' is 3, but ...`.
  std::string message;
};

/// Which `.td` files are read.
struct OdsSettings {
  bool isOff = false;
  /// As they are written.
  std::vector<std::string> files, includes;
};

/// What is set; what is left out stays as it is.
struct Settings {
  std::optional<BroadcastRules> broadcastRules;
  std::optional<DynamicDims> dynamicDims;
  std::map<std::string, std::optional<Severity>, std::less<>> severity;
  OpFamilies ops;
  /// As they are written.
  std::vector<std::string> plugins, irdl, shapeFunctions;

  // Of clients and of the command line.
  std::optional<bool> showExpected;
  std::optional<bool> hoverGenericForm, hoverFull;
  std::optional<InlayHintMode> inlayHints;
  /// Whether functions have code lenses.
  std::optional<bool> codeLens;
  /// Of files that are not open, too; read when the client starts.
  std::optional<bool> workspaceDiagnostics;
  /// The user trusts the workspace's `.shapels.json` to name code.
  std::optional<bool> allowWorkspacePlugins;

  // Of files.
  /// It adds to none above it.
  std::optional<bool> root;
  /// Globs of what `--check` leaves out of a folder, and of what it looks for
  /// there beside `*.mlir`.
  std::vector<std::string> exclude, include;
  std::optional<OdsSettings> ods;

  std::vector<Complaint> complaints;
};

/// Reads `value.shapels` if there is such a member, else `value` itself.
/// Unknown keys are other programs' settings, or the client's own.
Settings decodeSettings(const nlohmann::json &value);

/// Reads a `.shapels.json`, where an unknown key is a mistake.
Settings decodeFileSettings(const nlohmann::json &value);

/// The keys of a `.shapels.json`.
std::vector<std::string_view> fileKeys();

/// `base` with what `other` sets; of lists, both. Complaints are `other`'s.
Settings overlay(Settings base, const Settings &other);

/// `base` with what the settings override; not their dialects.
Configuration apply(const Settings &settings, Configuration base);

} // namespace shapels::lsp

#endif // SHAPELS_CONFIG_SETTINGS_H
