//===- Readers.cpp - Who reads while a document is analysed ---------------===//

#include "server/lsp/Readers.h"

#include <utility>

using namespace shapels;

void Readers::open(uint64_t generation) {
  std::lock_guard lock(mutex);
  readable = generation;
}

/// Does not wait for other threads to begin: they may all be waiting here.
void Readers::close() {
  std::unique_lock lock(mutex);
  readable.reset();
  while (runOne(lock))
    ;
  hasRun.wait(lock, [this] { return running == 0; });
}

bool Readers::post(uint64_t generation, std::function<void()> task) {
  {
    std::lock_guard lock(mutex);
    if (readable != generation)
      return false;
    tasks.push_back(std::move(task));
  }
  others->post([self = shared_from_this()] {
    std::unique_lock lock(self->mutex);
    self->runOne(lock);
  });
  return true;
}

/// False if none waits.
bool Readers::runOne(std::unique_lock<std::mutex> &lock) {
  if (tasks.empty())
    return false;
  std::function<void()> task = std::move(tasks.front());
  tasks.pop_front();
  ++running;
  lock.unlock();
  task();
  task = nullptr;
  lock.lock();
  --running;
  hasRun.notify_all();
  return true;
}
