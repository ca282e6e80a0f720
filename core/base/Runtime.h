//===- Runtime.h - Clock, executor, cancellation, log ----------*- C++ -*-===//
//
// What the core needs from the process it runs in, as interfaces only: time
// and threads are parameters, so that no test sleeps.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_BASE_RUNTIME_H
#define SHAPELS_BASE_RUNTIME_H

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string_view>

namespace shapels {

/// Runs tasks one after the other, in the order they were posted. One
/// document is touched on one executor only, so nothing behind it locks.
class Executor {
public:
  virtual ~Executor() = default;
  /// Callable from every thread.
  virtual void post(std::function<void()> task) = 0;
};

/// Monotonic time. Callable from every thread.
class Clock {
public:
  virtual ~Clock() = default;
  virtual std::chrono::steady_clock::time_point now() const = 0;
};

/// Tells a computation that its result is no longer wanted; the computation
/// polls it. Copies share one flag, also between threads.
class CancelFlag {
public:
  void cancel() { flag->store(true, std::memory_order_relaxed); }
  bool isCancelled() const { return flag->load(std::memory_order_relaxed); }

private:
  std::shared_ptr<std::atomic<bool>> flag =
      std::make_shared<std::atomic<bool>>(false);
};

enum class LogLevel { Error, Warning, Info, Debug };

/// Takes the process's own messages; never findings about the user's IR.
/// Callable from every thread.
class LogSink {
public:
  virtual ~LogSink() = default;
  virtual void log(LogLevel level, std::string_view message) = 0;
};

} // namespace shapels

#endif // SHAPELS_BASE_RUNTIME_H
