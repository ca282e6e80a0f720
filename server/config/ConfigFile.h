//===- ConfigFile.h - A workspace's .shapels.json ---------------*- C++ -*-===//

#ifndef SHAPELS_CONFIG_CONFIGFILE_H
#define SHAPELS_CONFIG_CONFIGFILE_H

#include "core/diagnostics/Diagnostic.h"
#include "core/text/TextBuffer.h"
#include "server/config/Settings.h"

#include <string>
#include <string_view>
#include <vector>

namespace shapels {

inline constexpr const char *configFileName = ".shapels.json";

/// A `.shapels.json` as it is on disk. What is wrong with it is said in it and
/// spoils nothing else.
struct ConfigFile {
  /// A path that stands in it, made absolute, and where it stands.
  struct NamedPath {
    std::string path;
    DocumentRange range;
  };

  /// Absolute.
  std::string path;
  TextBuffer text;
  lsp::Settings settings;
  std::vector<NamedPath> extended, plugins, irdl, shapeFunctions, odsFiles,
      odsIncludes;
  /// Where the lists of plugins and IRDL files are.
  DocumentRange pluginsRange, irdlRange;
  /// Of its own text alone, in its order.
  std::vector<Diagnostic> mistakes;
  /// The user trusts it to name code.
  bool hasConsent = false;

  /// Whether `--check` leaves this file out when it looks into a folder.
  bool excludes(std::string_view file) const;
};

/// The absolute path of a file that need not exist; relative ones start at
/// `folder`, or else at the working directory.
std::string absolutePath(std::string_view path, std::string_view folder = "");

/// The nearest `.shapels.json` in the folder of `file` or above it; empty if
/// there is none.
std::string findConfigFile(std::string_view file);

/// Never fails: a file that cannot be read has that as its mistake.
ConfigFile readConfigFile(std::string path);

/// A finding in a settings file, with the severity of its code.
Diagnostic configFinding(DiagnosticCode code, DocumentRange range,
                         std::string message);

} // namespace shapels

#endif // SHAPELS_CONFIG_CONFIGFILE_H
