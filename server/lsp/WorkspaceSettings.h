//===- WorkspaceSettings.h - Settings, read on a strand ---------*- C++ -*-===//
//
// Brings open documents in line with their settings. To know these takes files
// to be read and plugins to be loaded, which may last: it is done on a strand
// of its own, in the order of the calls. What is asked of a document meanwhile
// waits, so that it sees the settings that the client has named before; but not
// for long, and not again until the file system has answered. Lives on the I/O
// thread.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_WORKSPACESETTINGS_H
#define SHAPELS_LSP_WORKSPACESETTINGS_H

#include "core/base/Runtime.h"
#include "server/config/Workspace.h"
#include "server/lsp/DocumentSession.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace shapels {

class WorkspaceSettings {
public:
  /// Calls back on the I/O thread after a time; may be empty.
  using After =
      std::function<void(std::chrono::milliseconds, std::function<void()>)>;
  using Sessions = std::vector<std::shared_ptr<DocumentSession>>;

  WorkspaceSettings(Executor &io, std::unique_ptr<Executor> strand, After after,
                    LogSink &log, const ConfigOptions &commandLine,
                    CrashGuard &crashGuard)
      : io(io), strand(std::move(strand)), after(std::move(after)), log(log),
        commandLine(commandLine), workspace(commandLine, crashGuard) {}

  void setRoots(std::vector<std::string> uris);
  void setClient(lsp::Settings settings);
  void setProject(ProjectSources sources,
                  std::shared_ptr<const Catalogue> definitions);
  void close(std::string uri);

  /// What was found on disk.
  struct Reading {
    /// For each session, its configuration and the .td files that are about it.
    std::vector<std::pair<Configuration, ProjectSources>> documents;
    std::vector<Workspace::Report> reports;
    std::vector<std::string> messages, sourceFiles;
    /// As Workspace tells it.
    bool isOutdated = false, wantsPluginProgram = false;
    /// Documents that had another configuration before.
    Sessions changed;
  };
  using Done = std::function<void(const Reading &)>;
  /// Reads what holds for the documents now, begins those that are new, and
  /// configures the others. `done` is called then.
  void settle(Sessions documents, Done done);
  /// What is asked of the documents waits no longer.
  void stopWaiting(const Sessions &documents);

  /// Reads what holds for a file that is not open. Any thread; `done` is called
  /// on the strand.
  void readUnopened(std::string uri, std::function<void(Configuration)> done);

private:
  Reading read(const Sessions &documents);
  void finish(uint64_t number, const Sessions &documents, Reading &reading);
  void goOn(uint64_t number, const Sessions &documents);

  Executor &io;
  const std::unique_ptr<Executor> strand;
  const After after;
  LogSink &log;
  const ConfigOptions commandLine;
  lsp::Settings client;
  /// The numbers of the latest reading; of the last that is over; and of the
  /// last that was not waited for to its end.
  uint64_t latest = 0, last = 0, late = 0;
  // Strand only.
  Workspace workspace;
};

} // namespace shapels

#endif // SHAPELS_LSP_WORKSPACESETTINGS_H
