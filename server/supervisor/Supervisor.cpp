//===- Supervisor.cpp - Outlive the worker --------------------------------===//

#include "server/supervisor/Supervisor.h"

#include "server/protocol/Encode.h"

#include <algorithm>
#include <utility>

using namespace shapels;
using namespace std::chrono_literals;

/// Of deaths longer ago nothing is concluded.
static constexpr auto memorySpan = 10s;
/// Without a report it is the system that kills, but perhaps for a reason.
static constexpr unsigned mostSilentDeaths = 3, mostSilentLoads = 2;
/// Beyond that, restarts are put off, longer each time.
static constexpr size_t promptRestarts = 32;
static constexpr std::chrono::milliseconds firstDelay = 100ms,
                                           longestDelay = 5s;
/// How long an edit may wait to be applied to our copy of the text.
static constexpr auto settleTime = 200ms;
/// So many texts of a document may come to no end before it is given up.
static constexpr unsigned mostTimeoutsOfDocument = 12;

//===----------------------------------------------------------------------===//
// Passing on
//===----------------------------------------------------------------------===//

void Supervisor::start() {
  lastNews = runtime.clock.now();
  worker = runtime.startWorker();
  if (!worker)
    runtime.log.log(LogLevel::Error, "cannot start a worker process");
}

/// A keystroke is on its way before anything is thought about it. What is wrong
/// with the stream the worker says.
bool Supervisor::fromClient(std::string_view bytes) {
  if (worker)
    worker->pass(std::string(bytes));
  reader.feed(bytes);
  while (std::optional<Frame> frame = reader.next()) {
    if (frame->kind == Frame::Kind::Message)
      note(std::move(frame->text));
    if (frame->mayChangeText)
      session.loseTexts("");
    if (frame->kind == Frame::Kind::Broken)
      return false;
  }
  return true;
}

void Supervisor::note(std::string body) {
  if (body.size() >= lsp::longMessage)
    if (std::optional<lsp::Opening> opening = lsp::peekOpening(body)) {
      session.noteOpening(std::move(*opening), std::move(body));
      return watch();
    }
  lsp::ClientMessage message(body);
  session.note(message, body);
  if (message.id && !message.method.empty()) {
    std::string uri = message.documentUri();
    session.noteUse(uri);
    uint64_t edits = session.editsOf(uri);
    requests.add({*message.id, message.method, body, edits ? uri : "", edits});
  }
  exitRequested |= !message.id && message.method == "exit";
  lastNews = runtime.clock.now();
  endInTime(message);
  if (!worker)
    answerWithoutWorker(message);
  settleLater();
  watch();
}

/// Edits are applied in a pause.
void Supervisor::settleLater() {
  if (session.isSettled() || std::exchange(isSettling, true))
    return;
  runtime.after(settleTime, [this] {
    isSettling = false;
    session.settle();
  });
}

/// It was shut down and died then, or the next one is yet to come.
void Supervisor::answerWithoutWorker(const lsp::ClientMessage &message) {
  if (message.method == "$/cancelRequest" && message.params.is_object()) {
    auto id = message.params.find("id");
    if (id != message.params.end() && !requests.remove(id->dump()).empty())
      fail({id->dump(),
            {lsp::ErrorCode::RequestCancelled, "the request was cancelled"}});
  }
  if (isShutDown && message.id) {
    requests.remove(*message.id);
    fail({*message.id,
          {lsp::ErrorCode::InvalidRequest, "the server is shut down"}});
  }
  if (hasLeft())
    leave();
}

void Supervisor::fromWorker(std::string body) {
  lastNews = runtime.clock.now();
  if (isSilenced)
    return;
  if (std::string_view id = lsp::responseId(body); !id.empty()) {
    if (id == Session::replayId)
      return;
    isShutDown |= requests.remove(id) == "shutdown";
  } else if (isRepeated(body)) {
    return;
  }
  if (auto [token, isEnd] = lsp::progressMark(body); isEnd)
    progresses.erase(std::string(token));
  else if (!token.empty())
    progresses.emplace(token);
  runtime.toClient(std::move(body));
}

/// A new worker says again what the client was told already.
bool Supervisor::isRepeated(std::string_view body) {
  if (std::string_view uri = lsp::publishedUri(body); !uri.empty()) {
    auto [found, isNew] = published.try_emplace(std::string(uri), 0);
    uint64_t before = std::exchange(found->second, TextKey::of(body).hash);
    return !isNew && restarts && before == found->second;
  }
  if (!lsp::isShowMessage(body) && !lsp::isRegistration(body))
    return false;
  return !shownMessages.emplace(body).second && restarts;
}

void Supervisor::clientEnded() {
  if (std::exchange(isInputEnded, true))
    return;
  if (worker)
    worker->endInput();
  else if (hasLeft())
    leave();
}

//===----------------------------------------------------------------------===//
// When a worker dies
//===----------------------------------------------------------------------===//

/// Whether there is nothing left to start another worker for.
bool Supervisor::hasLeft() const {
  if (exitRequested && !requests.contains("shutdown"))
    return true;
  return isInputEnded && requests.empty() && runtime.crashLog.reports().empty();
}

/// The client would show it for ever.
void Supervisor::endProgress() {
  for (const std::string &token : std::exchange(progresses, {}))
    runtime.toClient(lsp::encodeProgressEnd(token));
}

void Supervisor::workerEnded() {
  worker.reset();
  endProgress();
  if (hasLeft())
    return leave();
  isInterrupted = false;
  if (isShutDown)
    return; // Only `exit` can follow.
  learn();
  auto editsOf = [this](const std::string &uri) {
    return session.editsOf(uri);
  };
  for (const Requests::Failure &failure :
       requests.survive(std::exchange(killers, {}), editsOf))
    fail(failure);
  runtime.crashLog.turnToNext();
  deaths.push_back(runtime.clock.now());
  std::chrono::milliseconds time = delay();
  if (time == 0ms)
    return restart();
  runtime.after(time, [this] { restart(); });
}

/// From what the worker has left in the crash log.
void Supervisor::learn() {
  std::vector<CrashReport> reports = runtime.crashLog.reports();
  for (const CrashReport &report : reports)
    learnFrom(report);
  for (const std::string &uri : std::exchange(stuckIn, {}))
    if (reports.empty())
      giveUp(uri, Failure::Kind::Timeout);
  if (reports.empty() && !isEndedByUs)
    learnFromSilence();
  isEndedByUs = false;
}

void Supervisor::learnFrom(const CrashReport &report) {
  std::string uri = session.uriOf(report.document);
  bool isCrash = report.failure.kind == Failure::Kind::Crash;
  runtime.log.log(LogLevel::Warning,
                  std::string(isCrash ? "a crash" : "no end") +
                      " in the analysis of " + (uri.empty() ? "?" : uri) +
                      "; another worker goes on without the op");
  switch (report.step) {
  case Step::None:
    break;
  case Step::Parse:
  case Step::Verify:
  case Step::Check:
  case Step::Load:
    runtime.crashLog.blocklist(report.step, report.text, report.failure);
    if (!isCrash)
      countTimeout(uri);
    break;
  case Step::Update:
    giveUp(uri, report.failure.kind);
    break;
  case Step::Query:
    killers.insert(uri);
    break;
  }
  countDeath(uri);
}

/// Each costs the bound: a text has so many of them altogether.
void Supervisor::countTimeout(const std::string &uri) {
  auto &[edits, count] = timeouts[uri];
  count = edits == session.editsOf(uri) ? count + 1 : 1;
  edits = session.editsOf(uri);
  if (count >= mostTimeoutsOfDocument)
    giveUp(uri, Failure::Kind::Timeout);
}

static void forget(std::deque<std::chrono::steady_clock::time_point> &times,
                   std::chrono::steady_clock::time_point now) {
  while (!times.empty() && now - times.front() > memorySpan)
    times.pop_front();
}

void Supervisor::countDeath(const std::string &uri) {
  std::deque<Time> &times = deathsOf[uri];
  times.push_back(runtime.clock.now());
  forget(times, runtime.clock.now());
  if (times.size() > mostDeathsOfDocument)
    giveUp(uri, Failure::Kind::Crash);
}

/// Somebody else killed it. That may be the system, as a text made it ask for
/// too much memory: again and again, then.
void Supervisor::learnFromSilence() {
  runtime.log.log(LogLevel::Warning, "the worker was killed; another goes on");
  // A plugin may end the process as well; once may be chance.
  for (TextKey loaded : runtime.crashLog.loading())
    if (++silentLoads[loaded.hash] >= mostSilentLoads)
      runtime.crashLog.blocklist(Step::Load, loaded, {Failure::Kind::Crash});
  for (uint64_t hash : runtime.crashLog.activeDocuments()) {
    std::string uri = session.uriOf(hash);
    if (!session.isOpen(uri))
      continue;
    auto &[edits, count] = silentDeaths[uri];
    count = edits == session.editsOf(uri) ? count + 1 : 1;
    edits = session.editsOf(uri);
    if (count >= mostSilentDeaths)
      giveUp(uri, Failure::Kind::Crash);
  }
}

/// The document's text is not looked into any more; another text is.
void Supervisor::giveUp(const std::string &uri, Failure::Kind kind) {
  if (session.isOpen(uri))
    runtime.crashLog.blocklist(Step::Update, TextKey::of(session.textOf(uri)),
                               {kind});
}

void Supervisor::fail(const Requests::Failure &failure) const {
  runtime.toClient(lsp::encodeError(failure.id, failure.error));
}

std::chrono::milliseconds Supervisor::delay() {
  forget(deaths, runtime.clock.now());
  if (deaths.size() <= promptRestarts)
    return 0ms;
  size_t doublings = std::min<size_t>(deaths.size() - promptRestarts - 1, 6);
  return std::min(firstDelay * (1 << doublings), longestDelay);
}

void Supervisor::restart() {
  ++restarts;
  start();
  if (!worker)
    return leave();
  for (std::string &body : session.replay())
    worker->send(std::move(body));
  for (const Requests::Pending &request : requests.all())
    worker->send(request.body);
  refreshDiagnostics();
  if (exitRequested)
    worker->send(lsp::encodeNotification("exit", "null"));
  worker->pass(reader.unfinished());
  if (isInputEnded)
    worker->endInput();
  watch();
}

/// What the last worker died of may be a finding now, which a client that pulls
/// has no reason to ask for.
void Supervisor::refreshDiagnostics() {
  const lsp::ClientCapabilities &client = session.capabilities();
  if (client.pullsDiagnostics && client.refreshesDiagnostics)
    runtime.toClient(lsp::encodeRequest(
        "workspace/diagnostic/refresh",
        "\"shapels:restart:" + std::to_string(restarts) + '"'));
}

void Supervisor::leave() {
  if (std::exchange(isDone, true))
    return;
  for (const Requests::Pending &request : requests.all())
    fail({request.id,
          {lsp::ErrorCode::ServerCancelled, "the server is leaving"}});
  requests.clear();
  runtime.onExit(exitCode());
}
