//===- Supervise.cpp - The language server in two processes ---------------===//

#include "server/app/Supervise.h"

#include "core/ir/context/Dialects.h"
#include "server/app/SteadyClock.h"
#include "server/app/StreamServer.h"
#include "server/config/PluginProgram.h"
#include "server/supervisor/CrashLogGuard.h"
#include "server/supervisor/Supervisor.h"
#include "server/supervisor/Zygote.h"

#include "llvm/Support/Program.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>

using namespace shapels;

/// A worker needs no longer for a keystroke in 10,000 ops.
static constexpr std::chrono::microseconds wakeful{2000};
/// When a worker has begun, the next one is started ahead, and makes ready if
/// nothing has come for it.
static constexpr std::chrono::milliseconds untilNext{100}, untilReady{20};
/// For threads of a worker that has said all to end what they are at.
static constexpr std::chrono::milliseconds timeForThreads{300};

namespace {

class ProcessLink : public WorkerLink {
public:
  ProcessLink(std::shared_ptr<ByteStream> stream, SharedCrashLog &crashLog)
      : stream(std::move(stream)), crashLog(crashLog) {}

  void send(std::string body) override { stream->write(frame(body)); }
  void pass(std::string bytes) override { stream->write(std::move(bytes)); }
  void endInput() override { stream->endOutput(); }
  void interrupt(int32_t thread) override {
    if (int32_t process = crashLog.process(); process > 0)
      ::syscall(SYS_tgkill, process, thread, CrashLogGuard::stuckSignal());
  }
  void kill() override {
    if (int32_t process = crashLog.process(); process > 0)
      ::kill(process, SIGKILL);
  }

private:
  std::shared_ptr<ByteStream> stream;
  SharedCrashLog &crashLog;
};

/// The process that the client speaks to.
class SupervisedServer {
public:
  SupervisedServer(const ServeOptions &options, Zygote &zygote,
                   SharedCrashLog &crashLog)
      : options(options), zygote(zygote), crashLog(crashLog), log(options.log),
        loop(/*poolThreads=*/0),
        supervisor({[this](std::string body) { toClient(std::move(body)); },
                    [this] { return startWorker(); },
                    [this](std::chrono::milliseconds time,
                           std::function<void()> task) {
                      loop.after(time, std::move(task));
                    },
                    crashLog, clock, log, [this](int code) { leave(code); },
                    [](int64_t process) {
                      return process > 0 &&
                             (::kill(static_cast<pid_t>(process), 0) == 0 ||
                              errno != ESRCH);
                    }},
                   options.hangBound) {}

  int run() {
    supervisor.start();
    bool isMet =
        meetClient(options, loop, log, [this](std::shared_ptr<ByteStream> who) {
          start(std::move(who));
        });
    if (isMet)
      loop.run(wakeful);
    return exitCode;
  }

private:
  void toClient(std::string body) {
    if (client)
      client->write(frame(body));
  }

  void start(std::shared_ptr<ByteStream> who) {
    client = std::move(who);
    client->start(
        [this](std::string_view bytes) {
          if (!supervisor.fromClient(bytes))
            endOfInput();
        },
        [this] { endOfInput(); });
  }

  void endOfInput() {
    // The worker has its own patience, which ends earlier.
    loop.exitAfter(2 * patience, supervisor.exitCode());
    supervisor.clientEnded();
  }

  std::unique_ptr<WorkerLink> startWorker() {
    // It is made anew as the program that can load them.
    if (crashLog.wantsPlugins && !std::exchange(hasPlugins, true))
      zygote.end();
    int socket = zygote.startWorker(workers++);
    if (socket < 0)
      return nullptr;
    loop.after(untilNext, [this] { zygote.prepareWorker(workers++); });
    std::shared_ptr<ByteStream> stream = openSocket(loop, socket);
    auto messages = std::make_shared<ContentLengthReader>();
    stream->start(
        [this, messages](std::string_view bytes) {
          messages->feed(bytes);
          while (std::optional<Frame> frame = messages->next())
            if (frame->kind == Frame::Kind::Message)
              supervisor.fromWorker(std::move(frame->text));
        },
        [this] { supervisor.workerEnded(); });
    return std::make_unique<ProcessLink>(std::move(stream), crashLog);
  }

  void leave(int code) {
    exitCode = code;
    if (!client)
      return loop.stop();
    loop.exitAfter(patience, code);
    client->flush([this] { loop.stop(); });
  }

  const ServeOptions &options;
  Zygote &zygote;
  SharedCrashLog &crashLog;
  SteadyClock clock;
  StderrLog log;
  AsioLoop loop;
  std::shared_ptr<ByteStream> client;
  Supervisor supervisor;
  unsigned workers = 0;
  bool hasPlugins = false;
  int exitCode = 1;
};

/// The supervisor starts another worker, and tells it everything again. Returns
/// if that would not be one that can load plugins either.
void handOver(SharedCrashLog &crashLog) {
  if (isMlirBuiltIn() && crashLog.wantsPlugins.exchange(true))
    return;
  ::_exit(0);
}

/// The process that may die.
int serveWorker(int socket, unsigned index, const ServeOptions &options,
                const ConfigOptions &config, SharedCrashLog &crashLog) {
  CrashLogGuard crashGuard(crashLog, socket);
  StreamServer server(
      options, config, crashGuard, [&] { handOver(crashLog); }, index);
  server.connect(socket);
  server.makeReadyAfter(untilReady);
  int code = server.run();
  // Threads that a file system holds up are not waited for.
  std::thread([code] {
    std::this_thread::sleep_for(timeForThreads);
    ::_exit(code);
  }).detach();
  return code;
}

Zygote::Work workOn(SharedCrashLog &crashLog, const ServeOptions &options,
                    const ConfigOptions &config) {
  return [&](int socket, unsigned index) {
    return serveWorker(socket, index, options, config, crashLog);
  };
}

/// In the zygote.
void load(const SharedCrashLog &crashLog, const ServeOptions &options) {
  if (crashLog.wantsPlugins) {
    // It does not run where MLIR's library is not installed.
    std::signal(SIGCHLD, SIG_DFL);
    std::string program = pluginProgram();
    std::vector<std::string> arguments = options.arguments;
    arguments.emplace_back("--zygote");
    if (llvm::sys::ExecuteAndWait(program, {program, "--version"}) == 0)
      runPluginProgram(arguments);
    std::signal(SIGCHLD, SIG_IGN);
  }
  Dialects::upstream();
}

} // namespace

void shapels::serveZygote(const ServeOptions &options,
                          const ConfigOptions &config) {
  SharedCrashLog *crashLog = SharedCrashLog::map(Zygote::sharedNumber);
  if (crashLog)
    Zygote::serve([] { Dialects::upstream(); },
                  workOn(*crashLog, options, config), options.memoryPercent);
  std::exit(1);
}

int shapels::supervise(const ServeOptions &options,
                       const ConfigOptions &config) {
  int shared = -1;
  std::unique_ptr<SharedCrashLog, void (*)(SharedCrashLog *)> crashLog(
      SharedCrashLog::make(&shared), SharedCrashLog::release);
  if (!crashLog) {
    StderrLog(options.log).log(LogLevel::Error, "no memory to share");
    return 1;
  }
  Zygote zygote([&] { load(*crashLog, options); },
                workOn(*crashLog, options, config), options.memoryPercent,
                shared);
  return SupervisedServer(options, zygote, *crashLog).run();
}
