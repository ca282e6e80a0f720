//===- InlineExecutor.h - Tasks run by whoever posts them -------*- C++ -*-===//

#ifndef SHAPELS_TRANSPORT_INLINEEXECUTOR_H
#define SHAPELS_TRANSPORT_INLINEEXECUTOR_H

#include "core/base/Runtime.h"

#include <deque>
#include <utility>

namespace shapels {

/// No thread of its own: post() returns when the task has run, unless it was
/// called from a task, which then comes first. One thread only.
class InlineExecutor : public Executor {
public:
  void post(std::function<void()> task) override {
    tasks.push_back(std::move(task));
    if (std::exchange(isRunning, true))
      return;
    while (!tasks.empty()) {
      std::function<void()> next = std::move(tasks.front());
      tasks.pop_front();
      next();
    }
    isRunning = false;
  }

private:
  std::deque<std::function<void()>> tasks;
  bool isRunning = false;
};

} // namespace shapels

#endif // SHAPELS_TRANSPORT_INLINEEXECUTOR_H
