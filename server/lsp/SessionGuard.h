//===- SessionGuard.h - The watch over one document's analysis --*- C++ -*-===//

#ifndef SHAPELS_LSP_SESSIONGUARD_H
#define SHAPELS_LSP_SESSIONGUARD_H

#include "core/base/CrashGuard.h"

#include <atomic>

namespace shapels {

/// The watch of a document: passes notes on to the process's watch, and knows
/// whether the analysis is still wanted.
class SessionGuard : public CrashGuard {
public:
  explicit SessionGuard(CrashGuard &process) : process(process) {}

  /// Called on the strand before an analysis, which is wanted as long as
  /// `counter` has this value.
  void wantWhile(const std::atomic<uint64_t> &counter, uint64_t value) {
    newest = &counter;
    wanted = value;
  }
  void wantAlways() { newest = nullptr; }

  bool isSuperseded() const override { return newest && *newest != wanted; }
  GuardedTask begin(const GuardedTask &task) override {
    return process.begin(task);
  }
  GuardedTask inHand() const override { return process.inHand(); }
  void at(std::string_view part) override { process.at(part); }
  bool knowsFailure() const override { return process.knowsFailure(); }
  bool knowsFailureOf(Step step, size_t size) const override {
    return process.knowsFailureOf(step, size);
  }
  std::vector<Failure> failuresOf(Step step,
                                  std::string_view text) const override {
    return process.failuresOf(step, text);
  }
  void blocklist(Step step, std::string_view text, Failure failure) override {
    process.blocklist(step, text, failure);
  }

private:
  CrashGuard &process;
  const std::atomic<uint64_t> *newest = nullptr;
  uint64_t wanted = 0;
};

} // namespace shapels

#endif // SHAPELS_LSP_SESSIONGUARD_H
