//===- AsioLoop.h - The event loop and its threads --------------*- C++ -*-===//
//
// The process's threads: one I/O thread, which is the one that calls run(),
// and a small pool for everything else. With Streams.cpp and Listener.cpp
// the only file that sees Asio.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TRANSPORT_ASIOLOOP_H
#define SHAPELS_TRANSPORT_ASIOLOOP_H

#include "core/base/Runtime.h"

#include <chrono>
#include <functional>
#include <memory>

namespace shapels {

class AsioLoop {
public:
  explicit AsioLoop(unsigned poolThreads);
  ~AsioLoop();

  /// Posts to the I/O thread.
  Executor &io();
  /// Posts to a thread of the lowest priority.
  Executor &background();
  /// A new strand of the pool. Must not outlive the loop.
  std::unique_ptr<Executor> makeStrand();

  /// Serves until stop() is called. After an event it polls for `wakeful`
  /// before it sleeps: waking up takes longer than a keystroke should.
  void run(std::chrono::microseconds wakeful = {});
  void stop();
  /// Waits for the running tasks of the pool; drops the waiting ones.
  void joinPool();
  /// Ends the process after a time, if it has not ended by then: for tasks
  /// that do not come to an end. I/O thread.
  void exitAfter(std::chrono::seconds time, int exitCode);

  /// Calls back after a time. I/O thread.
  void after(std::chrono::milliseconds time, std::function<void()> task);

  /// For Streams.cpp and Listener.cpp.
  struct Impl;
  Impl &implementation() { return *impl; }

private:
  std::unique_ptr<Impl> impl;
};

} // namespace shapels

#endif // SHAPELS_TRANSPORT_ASIOLOOP_H
