//===- WorkspaceRequests.h - What is asked of all files ---------*- C++ -*-===//
//
// Answered by the background thread, from the files on disk; the handlers call
// on the I/O thread.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_WORKSPACEREQUESTS_H
#define SHAPELS_LSP_WORKSPACEREQUESTS_H

#include "core/analysis/Configuration.h"
#include "core/base/CrashGuard.h"
#include "core/base/Runtime.h"
#include "server/lsp/WorkDoneProgress.h"
#include "server/lsp/WorkspaceIndex.h"
#include "server/protocol/Protocol.h"
#include "server/transport/Dispatcher.h"
#include "server/transport/Reply.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shapels {

class WorkspaceRequests {
public:
  /// What it needs of the server; all of it outlives this.
  struct Environment {
    Executor &io, &background;
    Dispatcher &dispatcher;
    CrashGuard &crashGuard;
    /// On the I/O thread.
    std::function<bool(const std::string &uri)> isOpen;
    /// Calls back on any thread with what holds for a file.
    std::function<void(std::string uri, std::function<void(Configuration)>)>
        readConfiguration;
    std::function<void()> watchFiles;
  };
  explicit WorkspaceRequests(Environment environment)
      : environment(std::move(environment)) {}

  void start(const lsp::ClientCapabilities &client,
             const std::vector<std::string> &roots);
  /// A file has changed on disk.
  void noteChange() { index.noteChange(); }

  void findSymbols(std::string query, ReplyOnce reply);

  /// Which findings a client has of which file, by URI.
  using Known = std::map<std::string, std::string>;
  /// `partialToken`, as JSON text, is what parts of the answer are sent under;
  /// all is in the answer if it is empty. Open documents are asked about
  /// themselves.
  void pullFindings(Known known, std::string partialToken, ReplyOnce reply);

  /// The text of a `.mlirbc` file. Its URI may have a scheme of the client's.
  void readBytecode(const std::string &uri, ReplyOnce reply);

private:
  struct Pull;
  /// The findings of a file, with what they follow from.
  struct Findings {
    FileState state;
    Configuration configuration;
    std::string id;
    std::string list;
  };

  void prepare();
  std::string answerSymbols(std::string_view query) const;
  void showProgress(size_t done, size_t all);
  void listFiles(std::shared_ptr<Pull> pull);
  void leaveOutOpen(std::shared_ptr<Pull> pull);
  void pullNext(std::shared_ptr<Pull> pull);
  void pullFile(Pull &pull, const Configuration &configuration);
  const Findings &findingsOf(const std::string &path, const std::string &uri,
                             const Configuration &configuration);
  void send(Pull &pull);

  Environment environment;
  lsp::ClientCapabilities client;
  bool isWatching = false;
  // The background thread.
  WorkspaceIndex index;
  std::map<std::string, Findings> findings;
  uint64_t results = 0;
  WorkDoneProgress progress{environment.dispatcher, "index"};
};

} // namespace shapels

#endif // SHAPELS_LSP_WORKSPACEREQUESTS_H
