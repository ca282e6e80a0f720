//===- Workspace.h - Which settings hold for which document -----*- C++ -*-===//
//
// For the server. Reads the small files that configure documents, and loads
// dialect plugins: for one thread at a time, and none that others wait for.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_CONFIG_WORKSPACE_H
#define SHAPELS_CONFIG_WORKSPACE_H

#include "core/base/CrashGuard.h"
#include "server/config/ConfigFiles.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace shapels {

class Workspace {
public:
  Workspace(ConfigOptions commandLine, CrashGuard &crashGuard)
      : commandLine(std::move(commandLine)), crashGuard(crashGuard) {}

  /// As URIs. Consent of the client is for what lies in them.
  void setRoots(const std::vector<std::string> &uris);
  /// What the client says: when it starts, and since then.
  void setClient(const lsp::Settings &settings);
  /// What .td files define holds for the documents that they are about.
  void setProject(const ProjectSources &sources,
                  std::shared_ptr<const Catalogue> definitions);

  /// What holds for an open document now, by what is on disk. Equal to what it
  /// was before unless something has changed.
  Configuration configurationOf(const std::string &documentUri);
  /// The .td files that are about it, as its configuration was read: those of
  /// its root, or else of the repository that it is in.
  ProjectSources projectOf(const std::string &documentUri) const;
  void close(const std::string &documentUri) { users.erase(documentUri); }

  /// What is to be said in the `.shapels.json` files of open documents.
  struct Report {
    std::string uri;
    TextBuffer text;
    std::vector<Diagnostic> diagnostics;
  };
  std::vector<Report> reports();
  /// What went wrong and is no file's fault, since this was last asked.
  std::vector<std::string> takeMessages();
  /// The plugins and IRDL files of open documents, and the settings files that
  /// have names of their own, as absolute paths.
  std::vector<std::string> sourceFiles() const;
  /// A plugin was built anew; only another process can load it.
  bool isOutdated() const { return hasOldPlugin; }
  /// There are plugins, which only the plugin program can load.
  bool wantsPluginProgram() const { return wantsProgram; }

private:
  struct LoadedDialects {
    std::shared_ptr<const Dialects> dialects;
    std::vector<DialectFailure> failures;
  };
  /// What was read for a document.
  struct Entry {
    std::vector<ConfigFile> files;
    /// Of each of these.
    std::vector<std::vector<Diagnostic>> findings;
    DialectSources sources;
  };

  std::string configPathOf(const std::string &documentUri) const;
  std::string projectFolderOf(const std::string &documentUri) const;
  bool isTrusted(const std::string &path) const;
  const LoadedDialects &load(const DialectSources &sources);
  void notePlugins(const DialectSources &sources);
  void say(const std::vector<std::string> &messages);

  const ConfigOptions commandLine;
  CrashGuard &crashGuard;
  std::vector<std::string> roots;
  lsp::Settings client;
  std::map<ProjectSources, std::shared_ptr<const Catalogue>> projects;
  /// By the path of the nearest `.shapels.json`; empty for documents without.
  std::map<std::string, Entry> entries;
  /// The file that an open document goes by.
  std::map<std::string, std::string> users;
  /// By the paths and states of their files.
  std::map<std::string, LoadedDialects> loaded;
  std::map<std::string, std::string> loadedPlugins;
  bool hasOldPlugin = false, wantsProgram = false;
  std::vector<std::string> messages;
};

} // namespace shapels

#endif // SHAPELS_CONFIG_WORKSPACE_H
