//===- Fakes.h - A process without threads ----------------------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_TRANSPORT_FAKES_H
#define SHAPELS_TESTS_UNIT_TRANSPORT_FAKES_H

#include "core/base/Runtime.h"

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace shapels {

/// Keeps tasks until the test runs them.
class ManualExecutor : public Executor {
public:
  void post(std::function<void()> task) override {
    tasks.push_back(std::move(task));
  }
  size_t size() const { return tasks.size(); }
  void runOne() {
    auto task = std::move(tasks.front());
    tasks.pop_front();
    task();
  }
  void runAll() {
    while (!tasks.empty())
      runOne();
  }

private:
  std::deque<std::function<void()>> tasks;
};

/// Lets the owner of an executor be someone else than the test.
class SharedExecutor : public Executor {
public:
  explicit SharedExecutor(std::shared_ptr<ManualExecutor> target)
      : target(std::move(target)) {}
  void post(std::function<void()> task) override {
    target->post(std::move(task));
  }

private:
  std::shared_ptr<ManualExecutor> target;
};

struct RecordingLog : LogSink {
  void log(LogLevel, std::string_view message) override {
    messages.emplace_back(message);
  }
  std::vector<std::string> messages;
};

} // namespace shapels

#endif // SHAPELS_TESTS_UNIT_TRANSPORT_FAKES_H
