//===- ConfigFile.h - A workspace's .shapels.json ---------------*- C++ -*-===//

#ifndef SHAPELS_CONFIG_CONFIGFILE_H
#define SHAPELS_CONFIG_CONFIGFILE_H

#include "core/diagnostics/Diagnostic.h"
#include "core/ir/context/Dialects.h"
#include "core/text/TextBuffer.h"
#include "server/config/ConfigOptions.h"
#include "server/config/ProjectOps.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

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
  std::vector<NamedPath> plugins, irdl, odsFiles, odsIncludes;
  /// Where the lists of those are.
  DocumentRange pluginsRange, irdlRange;
  /// Of its own text alone, in its order.
  std::vector<Diagnostic> mistakes;

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

/// The settings that hold where `file` (or none) does, and their dialects.
/// From weakest to strongest: the defaults, the client, the file, the command
/// line. Of a file without `consent` nothing is loaded.
struct CombinedConfig {
  Configuration configuration;
  DialectSources sources;
};
CombinedConfig combine(const lsp::Settings &client, const ConfigFile *file,
                       bool consent, const lsp::Settings &commandLine);

/// Which .td files are read of a project in that folder; of an empty one, where
/// `file`, which may be null, says something of them. With `consent` more than
/// the folder itself.
ProjectSources projectSources(std::string folder, const ConfigFile *file,
                              bool consent);

/// What is to be said in `file`: its mistakes, what lacks consent, and what of
/// it could not be loaded; with the severities of `configuration`. `project` is
/// what it makes of the folder that it is about.
std::vector<Diagnostic> findingsIn(const ConfigFile &file, bool consent,
                                   std::span<const DialectFailure> failures,
                                   const Configuration &configuration,
                                   const ProjectSources &project = {});

/// Those failures whose file the `.shapels.json` does not name.
std::vector<std::string>
failuresElsewhere(const ConfigFile *file,
                  std::span<const DialectFailure> failures);

} // namespace shapels

#endif // SHAPELS_CONFIG_CONFIGFILE_H
