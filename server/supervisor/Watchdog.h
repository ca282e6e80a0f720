//===- Watchdog.h - Who takes too long --------------------------*- C++ -*-===//
//
// How long a worker's threads have had their tasks in hand, by the crash log.
// The time that a thread waits for a processor is not counted: on a machine
// that has much to do, a text is no more to blame than on one that has not.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SUPERVISOR_WATCHDOG_H
#define SHAPELS_SUPERVISOR_WATCHDOG_H

#include "server/supervisor/SharedCrashLog.h"

#include <functional>
#include <map>

namespace shapels {

/// How long the thread of a process has waited for a processor so far; nothing
/// where the system does not tell.
std::chrono::nanoseconds waitedForProcessor(int32_t process, int32_t thread);

class Watchdog {
public:
  using Time = std::chrono::steady_clock::time_point;
  using Waited = std::function<std::chrono::nanoseconds(int32_t, int32_t)>;

  Watchdog(const SharedCrashLog &crashLog, std::chrono::milliseconds bound,
           Waited waited = waitedForProcessor)
      : crashLog(crashLog), bound(bound), waited(std::move(waited)) {}

  struct Busy {
    int32_t thread = 0;
    uint64_t document = 0;
    /// For the task that is in hand now, and for all that belongs to one
    /// update of its document or to one request.
    std::chrono::nanoseconds task{0}, whole{0};
    uint32_t size = 0;
    /// For a processor, since the thread began.
    std::chrono::nanoseconds waited{0};
  };
  /// To be asked every now and then: what a thread waits before it is first
  /// seen with a task is counted.
  std::vector<Busy> busy(Time now);

  /// Those that have had one text in hand for longer than the bound, and a bit
  /// more for every byte of it.
  std::vector<Busy> stuck(Time now);
  /// Whether the whole has taken so long that it is given up, whatever is in
  /// hand now.
  bool isGivenUp(const Busy &thread) const;

private:
  /// Since when, and what the thread had waited then.
  struct Start {
    int64_t since = 0;
    std::chrono::nanoseconds waited{0};
  };
  static std::chrono::nanoseconds counted(Start &start, int64_t since, Time now,
                                          std::chrono::nanoseconds waited);

  const SharedCrashLog &crashLog;
  const std::chrono::milliseconds bound;
  const Waited waited;
  /// By thread.
  std::map<int32_t, std::pair<Start, Start>> starts;
};

} // namespace shapels

#endif // SHAPELS_SUPERVISOR_WATCHDOG_H
