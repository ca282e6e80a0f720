//===- Watchdog.cpp -------------------------------------------------------===//

#include "server/supervisor/Watchdog.h"

#include <algorithm>
#include <fstream>
#include <string>

using namespace shapels;
using std::chrono::nanoseconds;

/// How much longer a text may take for each of its bytes; MLIR's parser needs
/// some 30 ns.
static constexpr nanoseconds perByte{1000};

/// The same for a whole update or request, which is many tasks: in bounds.
static constexpr int mostBounds = 12;

nanoseconds shapels::waitedForProcessor(int32_t process, int32_t thread) {
  std::ifstream file("/proc/" + std::to_string(process) + "/task/" +
                     std::to_string(thread) + "/schedstat");
  int64_t ran = 0, waited = 0;
  return file >> ran >> waited ? nanoseconds(waited) : nanoseconds(0);
}

/// A task is known by the time when it was begun.
nanoseconds Watchdog::counted(Start &start, int64_t since, Time now,
                              nanoseconds waited) {
  if (start.since != since)
    start = {since, waited};
  return now - Time(nanoseconds(since)) - (waited - start.waited);
}

std::vector<Watchdog::Busy> Watchdog::busy(Time now) {
  std::vector<Busy> result;
  int32_t process = crashLog.process();
  std::map<int32_t, std::pair<Start, Start>> seen;
  for (const BusyThread &thread : crashLog.busy()) {
    nanoseconds own = waited(process, thread.thread);
    auto &[task, whole] = seen[thread.thread] = starts[thread.thread];
    result.push_back(
        {thread.thread, thread.document, counted(task, thread.since, now, own),
         counted(whole, thread.wholeSince, now, own), thread.size, own});
  }
  starts = std::move(seen);
  return result;
}

std::vector<Watchdog::Busy> Watchdog::stuck(Time now) {
  std::vector<Busy> result = busy(now);
  std::erase_if(result, [this](const Busy &thread) {
    return thread.task <= bound + thread.size * perByte && !isGivenUp(thread);
  });
  return result;
}

bool Watchdog::isGivenUp(const Busy &thread) const {
  return thread.whole > mostBounds * bound + thread.size * perByte;
}
