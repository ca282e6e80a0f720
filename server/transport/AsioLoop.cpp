//===- AsioLoop.cpp - The event loop and its threads ----------------------===//

#include "server/transport/AsioImpl.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/strand.hpp>

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>
#include <utility>

using namespace shapels;
namespace asio = boost::asio;

namespace {

class Strand : public Executor {
public:
  explicit Strand(asio::thread_pool &pool)
      : strand(asio::make_strand(pool.get_executor())) {}

  void post(std::function<void()> task) override {
    asio::post(strand, std::move(task));
  }

private:
  asio::strand<asio::thread_pool::executor_type> strand;
};

} // namespace

AsioLoop::AsioLoop(unsigned poolThreads)
    : impl(std::make_unique<Impl>(poolThreads)) {}

AsioLoop::~AsioLoop() { joinPool(); }

void AsioLoop::joinPool() {
  impl->pool.stop();
  impl->slowPool.stop();
  impl->pool.join();
  impl->slowPool.join();
}

/// Linux gives each thread a priority of its own.
static void giveWay() {
  thread_local int done =
      ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 10);
  (void)done;
}

void AsioLoop::Impl::Background::post(std::function<void()> task) {
  asio::post(impl.slowPool, [task = std::move(task)] {
    giveWay();
    task();
  });
}

void AsioLoop::Impl::post(std::function<void()> task) {
  std::lock_guard lock(mutex);
  tasks.push_back(std::move(task));
  if (tasks.size() == 1)
    asio::post(context, [this] { runTasks(); });
}

/// Runs what is there, and lets Asio have its turn before what comes then.
void AsioLoop::Impl::runTasks() {
  std::deque<std::function<void()>> ready;
  {
    std::lock_guard lock(mutex);
    ready.swap(tasks);
  }
  for (std::function<void()> &task : ready)
    task();
}

Executor &AsioLoop::io() { return *impl; }

Executor &AsioLoop::background() { return impl->background; }

std::unique_ptr<Executor> AsioLoop::makeStrand() {
  return std::make_unique<Strand>(impl->pool);
}

void AsioLoop::run(std::chrono::microseconds wakeful) {
  using Clock = std::chrono::steady_clock;
  auto work = asio::make_work_guard(impl->context);
  while (impl->context.run_one() > 0)
    for (auto last = Clock::now();
         wakeful.count() > 0 && Clock::now() - last < wakeful;
         std::this_thread::yield())
      if (impl->context.poll() > 0)
        last = Clock::now();
}

void AsioLoop::stop() { impl->context.stop(); }

void AsioLoop::exitAfter(std::chrono::seconds time, int exitCode) {
  impl->deadline.expires_after(time);
  impl->deadline.async_wait([exitCode](boost::system::error_code error) {
    if (!error)
      std::_Exit(exitCode);
  });
}

void AsioLoop::after(std::chrono::milliseconds time,
                     std::function<void()> task) {
  auto timer = std::make_shared<asio::steady_timer>(impl->context, time);
  timer->async_wait(
      [timer, task = std::move(task)](boost::system::error_code error) {
        if (!error)
          task();
      });
}
