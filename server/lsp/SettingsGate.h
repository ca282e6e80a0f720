//===- SettingsGate.h - What waits for a document's settings ----*- C++ -*-===//
//
// Settings are read from files, which takes as long as the file system does.
// What a client says about a document meanwhile is kept here, so that it comes
// behind the settings as it does in the client's order. On the I/O thread.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_SETTINGSGATE_H
#define SHAPELS_LSP_SETTINGSGATE_H

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace shapels {

class SettingsGate {
public:
  /// Keeps all tasks from now on until this reading of settings, or a later
  /// one, is over. Readings are numbered from 1.
  void waitFor(uint64_t reading) { awaited = reading; }
  /// Runs what was kept, in order, unless a later reading is waited for.
  void open(uint64_t reading) {
    if (reading < awaited)
      return;
    awaited = 0;
    for (std::function<void()> &task : std::exchange(kept, {}))
      task();
  }
  /// Runs the task, now or when the gate is opened.
  void pass(std::function<void()> task) {
    if (awaited)
      kept.push_back(std::move(task));
    else
      task();
  }

private:
  uint64_t awaited = 0;
  std::vector<std::function<void()>> kept;
};

} // namespace shapels

#endif // SHAPELS_LSP_SETTINGSGATE_H
