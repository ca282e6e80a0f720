//===- ConfigOptions.h - What the command line configures -------*- C++ -*-===//

#ifndef SHAPELS_CONFIG_CONFIGOPTIONS_H
#define SHAPELS_CONFIG_CONFIGOPTIONS_H

#include "server/config/Settings.h"

#include <string>

namespace shapels {

/// For both modes.
struct ConfigOptions {
  /// Outweighs every other setting. Its paths are absolute.
  lsp::Settings settings;
  /// The user trusts each `.shapels.json` that is found to name code.
  bool allowWorkspacePlugins = false;
  /// Look for a `.shapels.json` beside each file and upwards.
  bool findsFiles = true;
  /// Instead of those that would be found; an absolute path.
  std::string file;
};

} // namespace shapels

#endif // SHAPELS_CONFIG_CONFIGOPTIONS_H
