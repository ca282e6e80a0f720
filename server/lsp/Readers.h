//===- Readers.h - Who reads while a document is analysed -------*- C++ -*-===//
//
// The analysis of a large text takes long and does not change its statements,
// so other threads answer queries that need statements only meanwhile. This is
// the only place where two threads use one document.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_READERS_H
#define SHAPELS_LSP_READERS_H

#include "core/base/Runtime.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace shapels {

class Readers : public std::enable_shared_from_this<Readers> {
public:
  explicit Readers(std::unique_ptr<Executor> others)
      : others(std::move(others)) {}

  /// Strand: from now on other threads may read the statements of that
  /// generation of the text.
  void open(uint64_t generation);
  /// Strand: ends that. Runs the tasks that wait, and returns when no other
  /// thread reads any more.
  void close();

  /// Any thread. Returns false, and does not take the task, if it has to be
  /// queued on the strand.
  bool post(uint64_t generation, std::function<void()> task);

private:
  bool runOne(std::unique_lock<std::mutex> &lock);

  std::unique_ptr<Executor> others;
  std::mutex mutex;
  std::condition_variable hasRun;
  std::optional<uint64_t> readable;
  std::deque<std::function<void()>> tasks;
  unsigned running = 0;
};

/// Lets other threads read while it lives. On the strand.
class ReadersScope {
public:
  ReadersScope(Readers &readers, uint64_t generation) : readers(readers) {
    readers.open(generation);
  }
  ~ReadersScope() { readers.close(); }
  ReadersScope(const ReadersScope &) = delete;
  ReadersScope &operator=(const ReadersScope &) = delete;

private:
  Readers &readers;
};

} // namespace shapels

#endif // SHAPELS_LSP_READERS_H
