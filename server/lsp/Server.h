//===- Server.h - One client's session --------------------------*- C++ -*-===//
//
// Which methods there are, when they may be called, and which documents are
// open. Lives on the I/O thread; what takes time is queued on the document's
// strand. Knows neither sockets nor JSON.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_SERVER_H
#define SHAPELS_LSP_SERVER_H

#include "shapels/base/Runtime.h"
#include "shapels/base/Watch.h"
#include "shapels/config/Workspace.h"
#include "shapels/lsp/DocumentSession.h"
#include "shapels/lsp/Queries.h"
#include "shapels/protocol/Protocol.h"
#include "shapels/transport/Dispatcher.h"

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
  /// For what nobody waits for; one after the other.
  Executor &background;
  std::function<std::unique_ptr<Executor>()> makeStrand;
  /// The process's log. The client gets a copy of what matters to it.
  LogSink &log;
  /// Takes the bodies of messages; called on the I/O thread.
  Dispatcher::WriteMessage write;
  /// Called once, when nothing more will be written.
  std::function<void(int exitCode)> onExit;
  /// Told what is being analysed.
  Watch &watch = Watch::none();
  /// Has another process take over, with the same documents; may be empty.
  std::function<void()> renew = {};
  /// Has the I/O thread do something when typing may have come to rest; may be
  /// empty.
  std::function<void(std::function<void()>)> later = {};
  /// So many documents keep their analysis, which takes some twenty times the
  /// text's size; the others are analysed again when they are touched.
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
  /// The client went away. What it has asked is still answered, as someone may
  /// read on.
  void endOfInput();
  /// What the process ends with: 0 after `shutdown` and `exit`.
  int exitCode() const {
    return state == State::ShutDown && exitRequested ? 0 : 1;
  }
  /// To the process's log, and to the client's. Any thread.
  void log(LogLevel level, std::string_view message) override;

private:
  enum class State { Uninitialized, Running, ShutDown };

  void bind();
  template <typename Params, typename Result>
  void request(std::string_view method,
               void (Server::*handler)(const Params &, Reply<Result>));
  template <typename Params>
  void notification(std::string_view method, void (Server::*handler)(Params));
  template <typename Params, typename Result>
  void query(std::string_view method, DocumentSession::Needs needs,
             Result (*answer)(const Document &, const QueryContext &,
                              const Params &),
             std::optional<Result> (*unopened)(const Params &) = nullptr);

  // Lifecycle.
  std::optional<lsp::ResponseError> gate(std::string_view method) const;
  void initialize(const lsp::InitializeParams &params,
                  Reply<lsp::InitializeResult> reply);
  void initialized(lsp::Nothing);
  void shutdown(const lsp::Nothing &, Reply<lsp::Nothing> reply);
  void exit(lsp::Nothing);
  void cancelRequest(lsp::CancelParams params);
  void setTrace(lsp::SetTraceParams params);

  // Documents.
  void didOpen(lsp::DidOpenParams params);
  void didOpenLong(lsp::Opening opening, std::string body);
  std::shared_ptr<DocumentSession> newSession(const std::string &uri);
  void didChange(lsp::DidChangeParams params);
  void didChangeLong(const lsp::Opening &opening, std::string body);
  void didClose(lsp::DocumentParams params);
  void didSave(lsp::DocumentParams) { reconfigure(); }
  void diagnostic(const lsp::DocumentDiagnosticParams &params,
                  Reply<lsp::DocumentDiagnosticReport> reply);
  void inlayHint(const lsp::InlayHintParams &params,
                 Reply<std::vector<lsp::InlayHint>> reply);

  // Settings.
  void didChangeConfiguration(lsp::DidChangeConfigurationParams params);
  void didChangeWatchedFiles(lsp::DidChangeWatchedFilesParams) {
    reconfigure();
  }
  void useSettings(const lsp::Settings &settings);
  void refreshDiagnostics();
  void reconfigure(bool areHintsOther = false);
  void reportConfiguration();
  void publishConfiguration();
  void watchFile(std::string folder, std::string pattern);

  std::shared_ptr<DocumentSession> find(const std::string &uri) const;
  std::shared_ptr<DocumentSession> use(const std::string &uri);
  template <typename Result>
  std::shared_ptr<DocumentSession> useOrRefuse(const std::string &uri,
                                               Reply<Result> &reply);
  void setTraceLevel(lsp::Trace level);
  void keepRetired(const std::shared_ptr<DocumentSession> &session);
  void afterAllStrands(std::function<void()> then);
  void leave();

  ServerRuntime runtime;
  Dispatcher dispatcher;
  DocumentSession::Environment environment;
  QueryContext context;
  Workspace workspace;
  /// The client's initializationOptions.
  lsp::Settings initial;
  /// The findings that the client has of each `.shapels.json`, by URI.
  std::map<std::string, std::string> publishedConfigs;
  /// What the client watches, and what it was told.
  std::set<std::string> watched, told;
  std::map<std::string, std::shared_ptr<DocumentSession>, std::less<>> sessions;
  /// Those that may keep their analysis; the one that was used last is last.
  std::deque<std::string> recent;
  /// Closed, but perhaps not done with what was asked before.
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
