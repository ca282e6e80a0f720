//===- Readers.h - Who reads while a document is analysed -------*- C++ -*-===//
//
// The analysis of a large text takes long and leaves its statements as they
// are. So what needs these only is answered by other threads meanwhile. This is
// the only place where two threads meet in one document.
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

  /// The document's strand: from now on the statements of that generation of
  /// the text may be read.
  void open(uint64_t generation);
  /// The strand: no longer. Runs what waits, and waits for what runs.
  void close();

  /// Any thread. False where the task has to take its turn on the strand.
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

/// Lets others read while it lives.
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
