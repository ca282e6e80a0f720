//===- Pool.cpp - Workers that check files --------------------------------===//

#include "server/check/Pool.h"

#include "server/supervisor/CrashLogGuard.h"
#include "server/supervisor/Watchdog.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <map>
#include <thread>
#include <utility>

using namespace shapels;
using namespace std::chrono_literals;

/// A text that kills more workers is not looked into any more; each teaches
/// one statement to leave out. Without a report there is nothing to learn.
static constexpr unsigned mostDeathsOfFile = 24, mostSilentDeathsOfFile = 2,
                          mostTimeoutsOfFile = 12;

/// An interrupted worker has that long to report.
static constexpr auto reportTime = 200ms;

struct CheckPool::Worker {
  Worker() : crashLog(SharedCrashLog::make(), SharedCrashLog::release) {}
  ~Worker() { close(); }

  void close() {
    if (socket >= 0)
      ::close(socket);
    socket = -1;
  }

  std::unique_ptr<SharedCrashLog, void (*)(SharedCrashLog *)> crashLog;
  int socket = -1;
  unsigned silentDeaths = 0;
  /// Of texts in the file that is checked.
  unsigned timeouts = 0;
  bool wasStuck = false;
};

//===----------------------------------------------------------------------===//
// Messages: a size and that many bytes
//===----------------------------------------------------------------------===//

static bool writeAll(int socket, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t written = ::send(socket, bytes, size, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    size -= static_cast<size_t>(written);
  }
  return true;
}

static bool readAll(int socket, char *bytes, size_t size) {
  while (size > 0) {
    ssize_t got = ::read(socket, bytes, size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    bytes += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

static bool writeMessage(int socket, std::string_view message) {
  uint64_t size = message.size();
  return writeAll(socket, reinterpret_cast<const char *>(&size), sizeof size) &&
         writeAll(socket, message.data(), message.size());
}

static bool readMessage(int socket, std::string &message) {
  uint64_t size = 0;
  if (!readAll(socket, reinterpret_cast<char *>(&size), sizeof size))
    return false;
  message.resize(size);
  return readAll(socket, message.data(), size);
}

//===----------------------------------------------------------------------===//
// CheckPool
//===----------------------------------------------------------------------===//

CheckPool::CheckPool(unsigned count, const CheckOptions &options,
                     std::span<const CheckGroup> groups)
    : options(options), groups(groups),
      zygote([] { Dialects::upstream(); },
             [this](int socket, unsigned index) {
               return serve(socket, *workers[index]->crashLog);
             },
             options.memoryPercent) {
  for (unsigned i = 0; i < count; ++i)
    workers.push_back(std::make_unique<Worker>());
  // Forked while there is one thread yet.
  if (count > 0)
    ensureStarted(*workers.front(), 0);
}

CheckPool::~CheckPool() = default;

namespace {

/// In front of the name of a catalogue and a text.
struct Header {
  uint64_t group = 0;
  bool mayWantProject = false;
};

/// What a worker does, and what it has loaded for that.
class TextChecker {
public:
  TextChecker(const CheckOptions &options, std::span<const CheckGroup> groups,
              CrashGuard &crashGuard)
      : options(options), crashGuard(crashGuard), groups(groups),
        loaded(groups.size()) {}

  TextFindings check(const Header &header, std::string text,
                     const std::string &catalogue) {
    size_t group = header.group;
    const DialectSources &sources = groups[group].config.sources;
    Loaded &own = loaded[group];
    if (!sources.empty() && !own.dialects)
      own.dialects = Dialects::load(sources, own.failures, crashGuard);
    Configuration configuration = groups[group].config.configuration;
    configuration.dialects = own.dialects;
    configuration.projectOps = project(catalogue);
    TextFindings findings = checkText(std::move(text), options, configuration,
                                      crashGuard, header.mayWantProject);
    findings.failures = own.failures;
    return findings;
  }

private:
  /// Workers ask about few, and each is a file in memory.
  std::shared_ptr<const Catalogue> project(const std::string &file) {
    if (file.empty())
      return nullptr;
    auto [found, isNew] = projects.try_emplace(file);
    if (isNew)
      found->second = openCatalogue(file);
    return found->second;
  }

  struct Loaded {
    std::shared_ptr<const Dialects> dialects;
    std::vector<DialectFailure> failures;
  };

  const CheckOptions &options;
  CrashGuard &crashGuard;
  std::span<const CheckGroup> groups;
  std::vector<Loaded> loaded;
  std::map<std::string, std::shared_ptr<const Catalogue>> projects;
};

} // namespace

/// In the worker: answers each text with what is found. The analysis
/// has a thread, as its stack is large.
int CheckPool::serve(int socket, SharedCrashLog &crashLog) const {
  CrashLogGuard crashGuard(crashLog);
  std::thread([&] {
    TextChecker checker(options, groups, crashGuard);
    Header header;
    std::string catalogue, text;
    while (readAll(socket, reinterpret_cast<char *>(&header), sizeof header) &&
           readMessage(socket, catalogue) && readMessage(socket, text))
      if (!writeMessage(socket, encode(checker.check(header, std::move(text),
                                                     catalogue))))
        return;
  }).join();
  return 0;
}

bool CheckPool::ensureStarted(Worker &worker, unsigned index) {
  if (worker.socket >= 0)
    return true;
  if (!worker.crashLog)
    return false;
  worker.crashLog->turnToNext();
  std::lock_guard lock(mutex);
  worker.socket = zygote.startWorker(index);
  return worker.socket >= 0;
}

/// Until the worker says something or is gone; ends one that is stuck.
bool CheckPool::waitFor(Worker &worker) const {
  int process = 0;
  bool isInterrupted = false;
  Watchdog watchdog(*worker.crashLog, options.hangBound);
  while (true) {
    auto time = isInterrupted ? reportTime : options.hangBound / 4;
    pollfd ready{worker.socket, POLLIN, 0};
    int events = ::poll(&ready, 1, static_cast<int>(time.count()));
    if (events < 0 && errno == EINTR)
      continue;
    if (events != 0)
      return true;
    auto stuck = watchdog.stuck(std::chrono::steady_clock::now());
    process = worker.crashLog->process();
    if (stuck.empty() || process <= 0)
      continue;
    if (std::exchange(isInterrupted, true) ||
        watchdog.isGivenUp(stuck.front())) {
      worker.wasStuck = true;
      ::kill(process, SIGKILL);
    } else {
      ::syscall(SYS_tgkill, process, stuck.front().thread,
                CrashLogGuard::stuckSignal());
    }
  }
}

std::optional<TextFindings> CheckPool::ask(Worker &worker,
                                           const Task &task) const {
  Header header{task.group, !task.catalogue};
  std::string answer;
  TextFindings findings;
  if (writeAll(worker.socket, reinterpret_cast<const char *>(&header),
               sizeof header) &&
      writeMessage(worker.socket, task.catalogue.value_or("")) &&
      writeMessage(worker.socket, task.text) && waitFor(worker) &&
      readMessage(worker.socket, answer) && decode(answer, findings))
    return findings;
  return std::nullopt;
}

/// From what a dead worker has left in its crash log.
void CheckPool::learn(Worker &worker, std::string_view text, unsigned deaths) {
  Failure::Kind kind = Failure::Kind::Crash;
  std::vector<CrashReport> reports = worker.crashLog->reports();
  bool mustGiveUp = deaths >= mostDeathsOfFile;
  for (const CrashReport &report : reports) {
    kind = report.failure.kind;
    worker.timeouts += kind == Failure::Kind::Timeout;
    mustGiveUp |=
        report.step == Step::Update || worker.timeouts >= mostTimeoutsOfFile;
    worker.crashLog->blocklist(report.step, report.text, report.failure);
  }
  worker.silentDeaths = reports.empty() ? worker.silentDeaths + 1 : 0;
  // One that has reported takes its time to end where it has much memory.
  bool wasStuck = std::exchange(worker.wasStuck, false) && reports.empty();
  if (wasStuck)
    kind = Failure::Kind::Timeout;
  if (mustGiveUp || wasStuck || worker.silentDeaths >= mostSilentDeathsOfFile)
    worker.crashLog->blocklist(Step::Update, TextKey::of(text), {kind});
}

std::optional<TextFindings> CheckPool::check(unsigned index, const Task &task,
                                             std::string &failure) {
  Worker &worker = *workers[index];
  worker.silentDeaths = worker.timeouts = 0;
  for (unsigned deaths = 1; deaths <= mostDeathsOfFile + 2; ++deaths) {
    if (!ensureStarted(worker, index)) {
      failure = "internal error: cannot start a worker process";
      return std::nullopt;
    }
    if (std::optional<TextFindings> findings = ask(worker, task))
      return findings;
    worker.close();
    learn(worker, task.text, deaths);
  }
  failure = "internal error: the analysis crashed";
  return std::nullopt;
}
