//===- ConfigFiles.h - The .shapels.json files of a place -------*- C++ -*-===//
//
// A `.shapels.json` adds to those in the folders above it, up to one that says
// `root`, and to those that it `extends`.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_CONFIG_CONFIGFILES_H
#define SHAPELS_CONFIG_CONFIGFILES_H

#include "core/ir/context/Dialects.h"
#include "server/config/ConfigFile.h"
#include "server/config/ConfigOptions.h"
#include "server/config/ProjectOps.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <span>

namespace shapels {

/// From the weakest to the strongest. The last is that of a place, or there is
/// none.
using ConfigFiles = std::span<const ConfigFile>;

/// The path of the strongest one for `file`; empty if there is none.
std::string configPathOf(const std::string &file, const ConfigOptions &options);

/// That at `path` and all that it adds to, each once; of an empty path, none.
/// What the command line names adds to no others but those that it extends. One
/// that cannot be read is a mistake where it is named. Those that `isTrusted`
/// have consent.
std::vector<ConfigFile>
readConfigFiles(const std::string &path, const ConfigOptions &options,
                llvm::function_ref<bool(const std::string &)> isTrusted);
/// The same where the command line trusts all or none.
std::vector<ConfigFile> readConfigFiles(const std::string &path,
                                        const ConfigOptions &options);

/// Whether `--check` leaves this file out when it looks into a folder.
bool exclude(ConfigFiles files, std::string_view file);

/// The settings that hold where `files` do, and their dialects. From weakest to
/// strongest: the defaults, the client, the files, the command line. Of a file
/// without consent nothing is loaded.
struct CombinedConfig {
  Configuration configuration;
  DialectSources sources;
};
CombinedConfig combine(const lsp::Settings &client, ConfigFiles files,
                       const lsp::Settings &commandLine);

/// Which .td files are read of a project in that folder; of an empty one, where
/// a file says something of them: the strongest that does counts. With consent,
/// its own or else `hasConsent`, more than the folder itself.
ProjectSources projectSources(std::string folder, ConfigFiles files,
                              bool hasConsent);

/// What is to be said in each of `files`: its mistakes, what lacks consent, and
/// what of it could not be loaded; with the severities that hold where it does.
/// `project` is what they make of the folder that they are about.
std::vector<std::vector<Diagnostic>>
findingsIn(ConfigFiles files, std::span<const DialectFailure> failures,
           const lsp::Settings &client, const lsp::Settings &commandLine,
           const ProjectSources &project = {});

/// Those failures whose file no `.shapels.json` names.
std::vector<std::string>
failuresElsewhere(ConfigFiles files, std::span<const DialectFailure> failures);

} // namespace shapels

#endif // SHAPELS_CONFIG_CONFIGFILES_H
