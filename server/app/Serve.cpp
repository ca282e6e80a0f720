//===- Serve.cpp - The language server mode -------------------------------===//

#include "shapels/app/ServeOptions.h"

#include "shapels/app/Server.h"
#include "shapels/transport/AsioLoop.h"
#include "shapels/transport/Framing.h"
#include "shapels/transport/InlineExecutor.h"
#include "shapels/transport/StderrLog.h"
#include "shapels/transport/Streams.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <optional>
#include <thread>

using namespace shapels;

namespace {

/// How long an analysis may go on after the client has left.
constexpr std::chrono::seconds patience{10};

/// Hands complete messages on. False once the stream cannot be followed.
bool receiveAll(MessageReader &reader, Server &server) {
  while (std::optional<Frame> frame = reader.next()) {
    switch (frame->kind) {
    case Frame::Kind::Message:
      server.receive(frame->text);
      break;
    case Frame::Kind::Skipped:
      server.log(LogLevel::Error, "input: " + frame->text);
      break;
    case Frame::Kind::Broken:
      server.log(LogLevel::Error, "input: " + frame->text);
      return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Editors: Asio
//===----------------------------------------------------------------------===//

unsigned poolThreads() {
  return std::clamp(std::thread::hardware_concurrency(), 2u, 8u);
}

/// One client over one stream.
class StreamServer {
public:
  StreamServer(const ServeOptions &options, const Configuration &configuration)
      : log(options.log), loop(poolThreads()),
        server({loop.io(), [this] { return loop.makeStrand(); }, log,
                [this](std::string body) { stream->write(frame(body)); },
                [this](int code) { leave(code); }},
               configuration) {}
  /// The pool's tasks refer to the server.
  ~StreamServer() { loop.joinPool(); }

  bool connect(const ServeOptions &options) {
    auto onClient = [this](std::shared_ptr<ByteStream> client) {
      start(std::move(client));
    };
    if (!options.listen.empty())
      return listenTcp(loop, options.listen, log, onClient);
    if (!options.socket.empty())
      return listenLocal(loop, options.socket, log, onClient);
    start(openStdio(loop));
    return true;
  }

  int run() {
    loop.run();
    return exitCode;
  }

private:
  void start(std::shared_ptr<ByteStream> client) {
    stream = std::move(client);
    stream->start(
        [this](std::string_view bytes) {
          reader.feed(bytes);
          if (!receiveAll(reader, server))
            endOfInput();
        },
        [this] {
          reader.finish();
          receiveAll(reader, server);
          endOfInput();
        });
  }

  void endOfInput() {
    loop.exitAfter(patience, server.exitCode());
    server.endOfInput();
  }

  void leave(int code) {
    exitCode = code;
    loop.exitAfter(patience, code);
    stream->flush([this] { loop.stop(); });
  }

  StderrLog log;
  AsioLoop loop;
  std::shared_ptr<ByteStream> stream;
  ContentLengthReader reader;
  Server server;
  int exitCode = 1;
};

//===----------------------------------------------------------------------===//
// Tests: one message after the other
//===----------------------------------------------------------------------===//

int serveLitTest(const ServeOptions &options,
                 const Configuration &configuration) {
  StderrLog log(options.log);
  InlineExecutor io;
  std::optional<int> exitCode;
  Server server({io, [] { return std::make_unique<InlineExecutor>(); }, log,
                 [](std::string body) {
                   std::string bytes = frame(lsp::prettyPrinted(body));
                   std::fwrite(bytes.data(), 1, bytes.size(), stdout);
                   std::fflush(stdout);
                 },
                 [&](int code) { exitCode = code; }},
                configuration);
  DelimitedReader reader;
  std::array<char, 1 << 16> chunk;
  while (size_t size = std::fread(chunk.data(), 1, chunk.size(), stdin))
    reader.feed(std::string_view(chunk.data(), size));
  reader.finish();
  while (std::optional<Frame> frame = exitCode ? std::nullopt : reader.next())
    server.receive(frame->text);
  server.endOfInput();
  return *exitCode;
}

} // namespace

int shapels::serve(const ServeOptions &options,
                   const Configuration &configuration) {
  std::signal(SIGPIPE, SIG_IGN);
  if (options.litTest)
    return serveLitTest(options, configuration);
  StreamServer server(options, configuration);
  return server.connect(options) ? server.run() : 1;
}
