//===- SessionWatch.h - The watch over one document's analysis --*- C++ -*-===//

#ifndef SHAPELS_LSP_SESSIONWATCH_H
#define SHAPELS_LSP_SESSIONWATCH_H

#include "core/base/Watch.h"

#include <atomic>

namespace shapels {

/// The watch of a document: passes notes on to the process's watch, and knows
/// whether the analysis is still wanted.
class SessionWatch : public Watch {
public:
  explicit SessionWatch(Watch &process) : process(process) {}

  /// Called on the strand before an analysis, which is wanted as long as
  /// `counter` has this value.
  void wantWhile(const std::atomic<uint64_t> &counter, uint64_t value) {
    newest = &counter;
    wanted = value;
  }
  void wantAlways() { newest = nullptr; }

  bool isSuperseded() const override { return newest && *newest != wanted; }
  Errand begin(const Errand &errand) override { return process.begin(errand); }
  Errand inHand() const override { return process.inHand(); }
  void at(std::string_view part) override { process.at(part); }
  bool knowsHarm() const override { return process.knowsHarm(); }
  bool knowsHarmOf(Step step, size_t size) const override {
    return process.knowsHarmOf(step, size);
  }
  std::vector<Harm> harmsOf(Step step, std::string_view text) const override {
    return process.harmsOf(step, text);
  }
  void condemn(Step step, std::string_view text, Harm harm) override {
    process.condemn(step, text, harm);
  }

private:
  Watch &process;
  const std::atomic<uint64_t> *newest = nullptr;
  uint64_t wanted = 0;
};

} // namespace shapels

#endif // SHAPELS_LSP_SESSIONWATCH_H
