//===- CrashLogGuard.h - What a worker's threads do ------------*- C++ -*-===//

#ifndef SHAPELS_SUPERVISOR_CRASHLOGGUARD_H
#define SHAPELS_SUPERVISOR_CRASHLOGGUARD_H

#include "server/supervisor/SharedCrashLog.h"

namespace shapels {

/// Notes in the crash log what the process's threads do. One per process. From
/// its construction on a crash ends the process without a core file, with a
/// report in the crash log. If MLIR's parser crashed, the report tells how far
/// it had read: the signal handler searches the parser's stack for pointers
/// into the text.
class CrashLogGuard : public CrashGuard {
public:
  /// `stream`, if given, is closed at once by a crash, so that the supervisor
  /// notices before the process's memory is freed.
  explicit CrashLogGuard(SharedCrashLog &crashLog, int stream = -1);

  /// The signal that a supervisor sends to a thread that is stuck, which then
  /// reports and ends the process.
  static int stuckSignal();

  GuardedTask begin(const GuardedTask &task) override;
  GuardedTask inHand() const override;
  void at(std::string_view part) override;
  bool knowsFailure() const override { return crashLog.knowsFailure(); }
  bool knowsFailureOf(Step step, size_t size) const override {
    return crashLog.knowsFailureOf(step, size);
  }
  std::vector<Failure> failuresOf(Step step,
                                  std::string_view text) const override {
    return crashLog.failuresOf(step, text);
  }
  void blocklist(Step step, std::string_view text, Failure failure) override {
    crashLog.blocklist(step, TextKey::of(text), failure);
  }

private:
  SharedCrashLog &crashLog;
};

} // namespace shapels

#endif // SHAPELS_SUPERVISOR_CRASHLOGGUARD_H
