//===- Supervisor.h - Outlive the worker -----------------------*- C++ -*-===//
//
// Passes messages between the client and a worker, and keeps enough of them to
// bring another worker to the same state when the worker dies, so that the
// client does not notice. One thread; knows neither processes nor sockets.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SUPERVISOR_SUPERVISOR_H
#define SHAPELS_SUPERVISOR_SUPERVISOR_H

#include "core/base/Runtime.h"
#include "server/supervisor/Requests.h"
#include "server/supervisor/Session.h"
#include "server/supervisor/SharedCrashLog.h"
#include "server/supervisor/Watchdog.h"
#include "server/transport/Framing.h"

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace shapels {

/// A running worker. The process calls Supervisor::fromWorker with its
/// messages, and Supervisor::workerEnded when it ends.
class WorkerLink {
public:
  virtual ~WorkerLink() = default;
  virtual void send(std::string body) = 0;
  /// Bytes of the client's stream, which make up messages.
  virtual void pass(std::string bytes) = 0;
  /// Nothing more will be sent: the worker ends when it has answered.
  virtual void endInput() = 0;
  /// Makes the thread of the worker report the text that it is stuck in, and
  /// ends the worker.
  virtual void interrupt(int32_t thread) = 0;
  virtual void kill() = 0;
};

/// What a supervisor needs from its process; all of it outlives it.
struct SupervisorRuntime {
  std::function<void(std::string body)> toClient;
  /// Returns null if no worker can be started.
  std::function<std::unique_ptr<WorkerLink>()> startWorker;
  std::function<void(std::chrono::milliseconds, std::function<void()>)> after;
  SharedCrashLog &crashLog;
  const Clock &clock;
  LogSink &log;
  std::function<void(int exitCode)> onExit;
  /// Whether a process is there; may be empty.
  std::function<bool(int64_t process)> isAlive = {};
};

class Supervisor {
public:
  Supervisor(SupervisorRuntime runtime, std::chrono::milliseconds hangBound)
      : runtime(std::move(runtime)), hangBound(hangBound),
        watchdog(this->runtime.crashLog, hangBound) {}

  /// Starts the first worker.
  void start();
  /// Bytes from the client, in pieces of any size. They are passed on as they
  /// come, so that a long message does not wait for its end. Returns false once
  /// the stream cannot be followed any more.
  bool fromClient(std::string_view bytes);
  /// The body of a message from the worker.
  void fromWorker(std::string body);
  /// The client closed its stream, but may go on reading.
  void clientEnded();
  /// The worker is gone, for whatever reason.
  void workerEnded();
  /// The exit code of the process.
  int exitCode() const { return isShutDown && exitRequested ? 0 : 1; }

private:
  using Time = std::chrono::steady_clock::time_point;

  /// What is to be over soon after it was asked for.
  struct Deadline {
    std::function<bool()> isDone;
    /// Whose threads may be in the way; empty for all.
    std::string uri;
    std::function<void()> end;
    /// Whether the client does nothing before it is done.
    std::function<bool()> isAwaited;
    Time begun;
    /// For a processor, by thread.
    std::map<int32_t, std::chrono::nanoseconds> waitedBefore;
  };

  void note(std::string body);
  void answerWithoutWorker(const lsp::ClientMessage &message);
  bool isRepeated(std::string_view body);
  void settleLater();

  // When a worker dies.
  bool hasLeft() const;
  void endProgress();
  void learn();
  void learnFrom(const CrashReport &report);
  void countDeath(const std::string &uri);
  void countTimeout(const std::string &uri);
  void learnFromSilence();
  void giveUp(const std::string &uri, Failure::Kind kind);
  void fail(const Requests::Failure &failure) const;
  void restart();
  void refreshDiagnostics();
  std::chrono::milliseconds delay();
  void leave();

  // What ends in time, whatever the worker does.
  void endInTime(const lsp::ClientMessage &message);
  void endUnless(std::function<bool()> isDone, std::string uri,
                 std::function<void()> end, std::function<bool()> isAwaited);
  void lookAt(const Deadline &deadline);
  void endWorker();
  void shutDownNow();
  void watchClient(int64_t process);

  // The watchdog.
  void watch();
  void tick();

  SupervisorRuntime runtime;
  const std::chrono::milliseconds hangBound;
  Watchdog watchdog;
  std::unique_ptr<WorkerLink> worker;
  ContentLengthReader reader;
  Session session;
  Requests requests;

  /// When workers died recently: in all, and by document.
  std::deque<Time> deaths;
  std::map<std::string, std::deque<Time>> deathsOf;
  /// By document: the version at which workers died without a report while they
  /// worked on it, and how often.
  std::map<std::string, std::pair<uint64_t, unsigned>> silentDeaths;
  /// By the hash of a plugin or IRDL file: how often workers died without a
  /// report while they loaded it.
  std::map<uint64_t, unsigned> silentLoads;
  std::set<std::string> killers;
  /// Texts of a document that did not come to an end, since which edit.
  std::map<std::string, std::pair<uint64_t, unsigned>> timeouts;
  /// The documents that the worker was working on when it had to be killed.
  std::set<std::string> stuckIn;

  /// By URI, the hash of the findings that the client has.
  std::map<std::string, uint64_t, std::less<>> published;
  std::set<std::string> shownMessages;
  /// What the worker has begun to show, by tokens.
  std::set<std::string> progresses;
  uint64_t restarts = 0;

  bool isSettling = false;
  bool isWatching = false;
  unsigned idleTicks = 0;
  bool isInterrupted = false;
  bool isEndedByUs = false;
  /// When the worker, or the client, said something last.
  Time lastNews;

  bool isShutDown = false;
  /// The worker did not shut down in time; what it says is not passed on.
  bool isSilenced = false;
  bool exitRequested = false;
  bool isInputEnded = false;
  bool isDone = false;
};

} // namespace shapels

#endif // SHAPELS_SUPERVISOR_SUPERVISOR_H
