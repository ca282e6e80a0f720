//===- StreamServer.cpp - The server and its threads ----------------------===//

#include "server/app/StreamServer.h"

#include "server/app/MakeReady.h"
#include "server/app/SteadyClock.h"
#include "server/record/Recorder.h"

#include <algorithm>
#include <optional>
#include <thread>

using namespace shapels;

/// More than processors on small machines: a few documents that take long must
/// not keep the others waiting.
static unsigned poolThreads() {
  return std::clamp(std::thread::hardware_concurrency(), 4u, 8u);
}

bool shapels::meetClient(const ServeOptions &options, AsioLoop &loop,
                         LogSink &log, StreamHandler onClient) {
  if (!options.record.empty()) {
    static const SteadyClock clock;
    auto recorder =
        Recorder::make(options.record, options.isRedacted, clock, log);
    if (!recorder)
      return false;
    onClient = [recorder, onClient](std::shared_ptr<ByteStream> stream) {
      onClient(recorded(std::move(stream), recorder));
    };
  }
  if (!options.listen.empty())
    return listenTcp(loop, options.listen, log, std::move(onClient));
  if (!options.socket.empty())
    return listenLocal(loop, options.socket, log, std::move(onClient));
  onClient(openStdio(loop, log));
  return true;
}

StreamServer::StreamServer(const ServeOptions &options,
                           const ConfigOptions &config, CrashGuard &crashGuard,
                           std::function<void()> renew, unsigned process)
    : log(options.log), crashGuard(crashGuard), loop(poolThreads()),
      server({.io = loop.io(),
              .background = loop.background(),
              .makeStrand = [this] { return loop.makeStrand(); },
              .log = log,
              .write = [this](std::string body) { stream->write(frame(body)); },
              .onExit = [this](int code) { leave(code); },
              .crashGuard = crashGuard,
              .renew = std::move(renew),
              .after =
                  [this](std::chrono::milliseconds time,
                         std::function<void()> task) {
                    loop.after(time, std::move(task));
                  },
              .readProject =
                  [this](ProjectSources sources, auto progress, auto done) {
                    readProject(std::move(sources), std::move(progress),
                                std::move(done));
                  },
              .process = process},
             config) {}

bool StreamServer::connect(const ServeOptions &options) {
  return meetClient(
      options, loop, log,
      [this](std::shared_ptr<ByteStream> client) { start(std::move(client)); });
}

void StreamServer::makeReadyAfter(std::chrono::milliseconds time) {
  loop.after(time, [this] {
    if (!hasInput)
      loop.background().post(makeReady);
  });
}

int StreamServer::run() {
  loop.run();
  return exitCode;
}

/// Hands complete messages on. False once the stream cannot be followed.
bool StreamServer::receiveAll() {
  // All documents wait for this thread.
  GuardedScope scope(crashGuard, {Step::Query, "", {}});
  while (std::optional<Frame> frame = reader.next()) {
    switch (frame->kind) {
    case Frame::Kind::Message:
      server.receive(std::move(frame->text));
      break;
    case Frame::Kind::Skipped:
      server.log(LogLevel::Error, "input: " + frame->text);
      if (frame->mayChangeText)
        server.loseTexts("");
      break;
    case Frame::Kind::Broken:
      server.log(LogLevel::Error, "input: " + frame->text);
      return false;
    }
  }
  return true;
}

void StreamServer::start(std::shared_ptr<ByteStream> client) {
  stream = std::move(client);
  stream->start(
      [this](std::string_view bytes) {
        hasInput = true;
        reader.feed(bytes);
        if (!receiveAll())
          endOfInput();
      },
      [this] {
        reader.finish();
        receiveAll();
        endOfInput();
      });
}

/// That an opened folder is a part of more, which may have other .td files; of
/// one that is trusted these are read. Empty if not.
static std::string partOfRepository(const ProjectSources &sources) {
  std::string around = repositoryOf(sources.folder + "/");
  bool isPart = !sources.empty() && !around.empty() &&
                around != sources.folder && sources.files.empty();
  return isPart ? sources.folder + " is a part of the repository " + around +
                      ", whose other .td files are read where you trust the "
                      "workspace (--allow-workspace-plugins)"
                : "";
}

/// One at a time.
void StreamServer::readProject(ProjectSources sources, ProjectProgress progress,
                               std::function<void(ProjectCatalogue)> done) {
  projectReader->post([this, sources = std::move(sources),
                       progress = std::move(progress), done = std::move(done)] {
    ProjectCatalogue project =
        readProjectOps(sources, &leaving,
                       [&](size_t count, size_t all, const std::string &file) {
                         loop.io().post([progress, count, all, file] {
                           progress(count, all, file);
                         });
                       });
    if (std::string part = partOfRepository(sources); !part.empty())
      project.messages.push_back(std::move(part));
    loop.io().post([done, project = std::move(project)] { done(project); });
  });
}

void StreamServer::endOfInput() {
  loop.exitAfter(patience, server.exitCode());
  server.endOfInput();
}

void StreamServer::leave(int code) {
  leaving.raise();
  exitCode = code;
  loop.exitAfter(patience, code);
  stream->flush([this] { loop.stop(); });
}
