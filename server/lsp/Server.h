//===- Server.h - One client's session --------------------------*- C++ -*-===//
//
// Which documents are open, by which settings, and when which method may be
// called. Lives on the I/O thread; what takes time is queued on the document's
// strand. Knows neither sockets nor JSON, which the handlers decode.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_SERVER_H
#define SHAPELS_LSP_SERVER_H

#include "core/base/CrashGuard.h"
#include "core/base/Runtime.h"
#include "server/config/Settings.h"
#include "server/lsp/ConfigFindings.h"
#include "server/lsp/DocumentSession.h"
#include "server/lsp/Handlers.h"
#include "server/lsp/ProjectDefinitions.h"
#include "server/lsp/WorkspaceRequests.h"
#include "server/lsp/WorkspaceSettings.h"
#include "server/protocol/Protocol.h"
#include "server/transport/Dispatcher.h"

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// What the server needs from the process; all of it outlives the server.
struct ServerRuntime {
  Executor &io;
  /// For work that no answer waits for; runs one task at a time.
  Executor &background;
  std::function<std::unique_ptr<Executor>()> makeStrand;
  /// The process's log. The client gets a copy of what matters to it.
  LogSink &log;
  /// Takes the bodies of messages; called on the I/O thread.
  Dispatcher::WriteMessage write;
  /// Called once, when nothing more will be written.
  std::function<void(int exitCode)> onExit;
  /// Told what is being analysed.
  CrashGuard &crashGuard = CrashGuard::none();
  /// Has another process take over, with the same documents; returns where that
  /// would help nothing. May be empty.
  std::function<void()> renew = {};
  /// Calls back on the I/O thread after a time; may be empty.
  WorkspaceSettings::After after = {};
  /// Reads what .td files define; may be empty.
  ProjectDefinitions::Read readProject = {};
  /// How many documents keep their analysis, which takes about twenty times the
  /// size of the text; all others are analysed again when they are used.
  size_t mostLive = 16;
  /// Counts the processes that have served this client.
  unsigned process = 0;
};

class Server : public LogSink {
public:
  Server(ServerRuntime runtime, const ConfigOptions &commandLine);

  /// One message from the client.
  void receive(std::string body) {
    if (!hasLeft)
      dispatcher.receive(std::move(body));
  }
  /// These bytes of the client's, or some that are not known, were meant to
  /// change texts and cannot be read: no answer is given from those texts until
  /// they come as wholes.
  void loseTexts(std::string_view bytes);
  /// The client closed its stream. Requests are still answered, as it may go on
  /// reading.
  void endOfInput();
  /// The exit code of the process: 0 after `shutdown` and `exit`.
  int exitCode() const {
    return state == State::ShutDown && exitRequested ? 0 : 1;
  }
  /// To the process's log, and to the client's. Any thread.
  void log(LogLevel level, std::string_view message) override;

  // Of handlers: lifecycle.

  /// The client's first request is answered.
  void initialize(const lsp::InitializeParams &params,
                  const lsp::Settings &settings);
  void initialized();
  /// Calls back on the I/O thread when all earlier requests are answered.
  void shutDown(std::function<void()> whenDone);
  void exit();
  /// `id` is the request's as JSON text.
  void cancel(std::string_view id) { dispatcher.cancel(id); }
  void setTrace(lsp::Trace level);

  // Of handlers: documents and settings.

  void open(lsp::DidOpenParams params);
  void change(lsp::DidChangeParams params);
  void close(const std::string &uri);
  /// The document, which counts as used now. If it is not open, answers an
  /// error and returns null.
  std::shared_ptr<DocumentSession> useOrRefuse(const std::string &uri,
                                               ReplyOnce &reply);
  /// The present settings on which answers depend.
  const QueryContext &queryContext() const { return context; }
  WorkspaceRequests &workspaceRequests() { return requests; }
  /// These outweigh what the client set when it started.
  void setClientSettings(const lsp::Settings &settings);
  /// Brings documents in line with the settings and with what is on disk.
  void reconfigure(bool areHintsOther = false);
  /// A .td file changed on disk.
  void rereadProjects() { projects.refresh(); }

private:
  enum class State { Uninitialized, Running, ShutDown };

  void bind();
  std::optional<lsp::ResponseError> gate(std::string_view method) const;
  void answer(Query query, DocumentSession::Needs needs, ReplyOnce reply);

  // Documents.
  void openLong(lsp::Opening opening, std::string body);
  void changeLong(const lsp::Opening &opening, std::string body);
  std::shared_ptr<DocumentSession> newSession(const std::string &uri);
  std::shared_ptr<DocumentSession> find(const std::string &uri) const;
  std::shared_ptr<DocumentSession> use(const std::string &uri);
  void sayLost(const std::string &uri);
  void keepRetired(const std::shared_ptr<DocumentSession> &session);
  WorkspaceSettings::Sessions openSessions() const;

  // Settings.
  void useSettings(const lsp::Settings &settings);
  void refresh(bool areFindingsOther, bool areHintsOther);
  void settle(WorkspaceSettings::Sessions documents,
              bool areHintsOther = false);
  void apply(const WorkspaceSettings::Reading &settings, bool areHintsOther);
  void reportConfiguration(const WorkspaceSettings::Reading &settings);
  void watchFile(std::string folder, std::string pattern);

  void afterAllStrands(std::function<void()> then);
  void leave();

  ServerRuntime runtime;
  Dispatcher dispatcher;
  DocumentSession::Environment environment;
  QueryContext context;
  WorkspaceSettings workspace;
  ProjectDefinitions projects;
  WorkspaceRequests requests;
  /// The client's initializationOptions; later settings override them.
  lsp::Settings initial;
  ConfigFindings configFindings;
  /// What the client watches, and what it was told.
  std::set<std::string> watched, told;
  std::map<std::string, std::shared_ptr<DocumentSession>, std::less<>> sessions;
  /// The documents that keep their analysis, by last use; the latest is last.
  std::deque<std::string> recent;
  /// Sessions of closed documents, which may still have requests to answer.
  std::vector<std::weak_ptr<DocumentSession>> retired;

  State state = State::Uninitialized;
  bool isDrained = false;
  bool exitRequested = false;
  bool hasLeft = false;
  /// Read by every thread that logs.
  std::atomic<bool> clientTakesLog = false;
};

} // namespace shapels

#endif // SHAPELS_LSP_SERVER_H
