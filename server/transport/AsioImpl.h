//===- AsioImpl.h - What the files that see Asio share ----------*- C++ -*-===//

#ifndef SHAPELS_TRANSPORT_ASIOIMPL_H
#define SHAPELS_TRANSPORT_ASIOIMPL_H

#include "server/transport/AsioLoop.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <deque>
#include <functional>
#include <mutex>

namespace shapels {

struct AsioLoop::Impl : Executor {
  explicit Impl(unsigned poolThreads)
      : pool(poolThreads), slowPool(poolThreads ? 1 : 0) {}

  // As the executor of the I/O thread.

  void post(std::function<void()> task) override;
  void runTasks();

  boost::asio::io_context context{1};
  boost::asio::steady_timer deadline{context};
  boost::asio::thread_pool pool;

  /// One thread of low priority.
  struct Background : Executor {
    explicit Background(Impl &impl) : impl(impl) {}
    void post(std::function<void()> task) override;
    Impl &impl;
  };
  boost::asio::thread_pool slowPool;
  Background background{*this};

  /// Tasks for the I/O thread in the order in which they were posted. Asio
  /// itself would run what its own thread posts behind what other threads
  /// posted later.
  std::mutex mutex;
  std::deque<std::function<void()>> tasks;
};

} // namespace shapels

#endif // SHAPELS_TRANSPORT_ASIOIMPL_H
