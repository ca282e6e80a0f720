//===- StreamServer.h - The server and its threads --------------*- C++ -*-===//

#ifndef SHAPELS_APP_STREAMSERVER_H
#define SHAPELS_APP_STREAMSERVER_H

#include "server/app/ServeOptions.h"
#include "server/lsp/Server.h"
#include "server/transport/AsioLoop.h"
#include "server/transport/Framing.h"
#include "server/transport/StderrLog.h"
#include "server/transport/Streams.h"

#include <functional>
#include <memory>

namespace shapels {

/// One client over one stream.
class StreamServer {
public:
  /// `process`: how many have served this client before.
  StreamServer(const ServeOptions &options, const ConfigOptions &config,
               CrashGuard &crashGuard = CrashGuard::none(),
               std::function<void()> renew = {}, unsigned process = 0);
  /// The pool's tasks refer to the server.
  ~StreamServer() {
    leaving.raise();
    loop.joinPool();
  }

  /// Meets the client where the options say. False if that cannot be.
  bool connect(const ServeOptions &options);
  /// The client is at the other end of this socket.
  void connect(int socket) { start(openSocket(loop, socket)); }
  /// If nothing has come by then, does in the background once what the first
  /// document would have to wait for.
  void makeReadyAfter(std::chrono::milliseconds time);
  /// Until the client leaves. Returns the exit code.
  int run();

private:
  void start(std::shared_ptr<ByteStream> client);
  bool receiveAll();
  void endOfInput();
  void leave(int code);
  void readProject(ProjectSources sources, ProjectProgress progress,
                   std::function<void(ProjectCatalogue)> done);

  StderrLog log;
  CrashGuard &crashGuard;
  AsioLoop loop;
  std::unique_ptr<Executor> projectReader = loop.makeStrand();
  /// Ends what the pool waits for.
  StopSignal leaving;
  std::shared_ptr<ByteStream> stream;
  ContentLengthReader reader;
  Server server;
  bool hasInput = false;
  int exitCode = 1;
};

/// Accepts or takes the one client of the process, as the options say.
bool meetClient(const ServeOptions &options, AsioLoop &loop, LogSink &log,
                StreamHandler onClient);

/// How long an analysis may go on after the client has left.
inline constexpr std::chrono::seconds patience{10};

} // namespace shapels

#endif // SHAPELS_APP_STREAMSERVER_H
