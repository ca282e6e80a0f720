//===- SupervisorDeadlines.cpp - What takes too long ----------------------===//

#include "server/supervisor/Supervisor.h"

#include "server/protocol/Encode.h"

#include <algorithm>
#include <utility>

using namespace shapels;
using namespace std::chrono_literals;

/// An interrupted worker has that long to report.
static constexpr auto grace = 200ms;
/// So long a worker may go on with what nobody waits for.
static constexpr auto patience = 700ms, lookAgain = 100ms;
/// Whatever the worker is at then.
static constexpr auto longestPatience = 10s;
/// How often it is looked whether the client is still there.
static constexpr auto clientCheck = 3s;

//===----------------------------------------------------------------------===//
// What ends in time
//===----------------------------------------------------------------------===//

/// Waits for what the worker has in hand no longer than a user would: its state
/// is known here. A client that goes on without the answer to `shutdown`, as
/// one whose messages come from a file, waits for the answers before.
void Supervisor::endInTime(const lsp::ClientMessage &message) {
  if (message.id && message.method == "shutdown")
    endUnless([this] { return isShutDown; }, "", [this] { shutDownNow(); },
              [this] { return !exitRequested && !isInputEnded; });
  if (!message.id && message.method == "exit")
    endUnless([this] { return isDone; }, "",
              [this] {
                worker->kill();
                leave();
              },
              [this] { return !requests.contains("shutdown"); });
  if (std::string uri = message.documentUri();
      message.method == "textDocument/didClose" && !uri.empty())
    endUnless([this, uri] { return session.isOpen(uri); }, uri,
              [this] { endWorker(); }, [] { return false; });
  if (message.method == "initialize")
    if (std::optional<int64_t> process = session.clientProcess();
        process && runtime.isAlive && runtime.isAlive(*process))
      watchClient(*process);
}

/// Calls `end` if that is not done in time, as threads have a document, or that
/// one, in hand: by the clock where a client waits, else by the time in which
/// they ran.
void Supervisor::endUnless(std::function<bool()> isDone, std::string uri,
                           std::function<void()> end,
                           std::function<bool()> isAwaited) {
  Deadline deadline{std::move(isDone),    std::move(uri),      std::move(end),
                    std::move(isAwaited), runtime.clock.now(),
                    /*waitedBefore=*/{}};
  for (const Watchdog::Busy &thread : watchdog.busy(deadline.begun))
    deadline.waitedBefore[thread.thread] = thread.waited;
  runtime.after(patience,
                [this, deadline = std::move(deadline)] { lookAt(deadline); });
}

void Supervisor::lookAt(const Deadline &deadline) {
  if (deadline.isDone() || !worker)
    return;
  Time now = runtime.clock.now();
  bool isLate = now - deadline.begun >=
                (deadline.isAwaited() ? patience : longestPatience);
  bool isAnyBusy = false;
  for (const Watchdog::Busy &thread : watchdog.busy(now)) {
    if (!deadline.uri.empty() &&
        thread.document != TextKey::of(deadline.uri).hash)
      continue;
    isAnyBusy = true;
    auto before = deadline.waitedBefore.find(thread.thread);
    isLate |= (before == deadline.waitedBefore.end()
                   ? thread.whole
                   : now - deadline.begun - (thread.waited - before->second)) >=
              patience;
  }
  if (isLate)
    return deadline.end();
  if (isAnyBusy || deadline.uri.empty())
    runtime.after(lookAgain, [this, deadline] { lookAt(deadline); });
}

/// Another goes on, and no document is to blame.
void Supervisor::endWorker() {
  isEndedByUs = true;
  worker->kill();
}

/// Instead of a worker that has something in hand.
void Supervisor::shutDownNow() {
  for (const Requests::Pending &request : requests.all())
    if (request.method == "shutdown")
      runtime.toClient(lsp::encodeResult(request.id, "null"));
    else
      fail({request.id,
            {lsp::ErrorCode::ServerCancelled, "the server is shut down"}});
  requests.clear();
  isShutDown = isSilenced = true;
  worker->kill();
}

/// A client that is gone without a word may have left its pipes to others.
void Supervisor::watchClient(int64_t process) {
  runtime.after(clientCheck, [this, process] {
    if (isDone)
      return;
    if (runtime.isAlive(process))
      return watchClient(process);
    runtime.log.log(LogLevel::Warning, "the client's process " +
                                           std::to_string(process) +
                                           " is gone");
    if (worker)
      worker->kill();
    leave();
  });
}

//===----------------------------------------------------------------------===//
// The watchdog
//===----------------------------------------------------------------------===//

/// Looks at the worker now and then, as long as it has something to do.
void Supervisor::watch() {
  idleTicks = 0;
  if (!std::exchange(isWatching, true))
    runtime.after(hangBound / 4, [this] { tick(); });
}

void Supervisor::tick() {
  isWatching = false;
  if (!worker || isDone)
    return;
  std::vector<Watchdog::Busy> stuck = watchdog.stuck(runtime.clock.now());
  bool isGivenUp = std::ranges::any_of(
      stuck, [this](const auto &thread) { return watchdog.isGivenUp(thread); });
  if (!stuck.empty() && (isInterrupted || isGivenUp)) {
    for (const Watchdog::Busy &thread : stuck)
      stuckIn.insert(session.uriOf(thread.document));
    return worker->kill();
  }
  if (!stuck.empty()) {
    isInterrupted = isWatching = true;
    worker->interrupt(stuck.front().thread);
    return runtime.after(grace, [this] { tick(); });
  }
  // It was stopped, or one of its threads waits for nothing.
  bool isSilent = runtime.crashLog.isIdle() && !requests.empty() &&
                  runtime.clock.now() - lastNews > 2 * hangBound;
  if (isSilent)
    return endWorker();
  bool isIdle = runtime.crashLog.isIdle() && requests.empty();
  idleTicks = isIdle ? idleTicks + 1 : 0;
  // Between two tasks of a queue it may look idle once.
  if (idleTicks >= 2)
    return;
  isWatching = true;
  runtime.after(hangBound / 4, [this] { tick(); });
}
