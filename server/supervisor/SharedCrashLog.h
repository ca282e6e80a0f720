//===- SharedCrashLog.h - What survives a worker ----------------*- C++ -*-===//
//
// Memory that a worker shares with its supervisor. The worker's threads note
// which text they hand to MLIR; a thread that crashes leaves a report; the
// supervisor keeps the texts that did harm here, and the next worker reads
// them. Each worker has a slot for its notes, as the one before may not have
// ended yet. Atomics only: nothing here refers to the memory of one process.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SUPERVISOR_SHAREDCRASHLOG_H
#define SHAPELS_SUPERVISOR_SHAREDCRASHLOG_H

#include "core/base/CrashGuard.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace shapels {

/// Hash and size of a text, by which all processes know it.
struct TextKey {
  uint64_t hash = 0;
  uint32_t size = 0;
  /// Safe to call in a signal handler.
  static TextKey of(std::string_view text);
  friend bool operator==(const TextKey &, const TextKey &) = default;
};

/// The notes of one thread, which alone writes them.
struct CrashLogSlot {
  std::atomic<Step> step;
  std::atomic<uint32_t> size;
  /// The hash of the document's name; kept while inner steps begin and end.
  std::atomic<uint64_t> document;
  /// When the step began, by the monotonic clock in nanoseconds.
  std::atomic<int64_t> since;
  /// The same of the update or the request that it belongs to.
  std::atomic<int64_t> wholeSince;
  std::atomic<int32_t> thread;
  /// Step::Load: the plugin or IRDL file.
  TextKey loaded;

  // The report of a crash; `reported` is written last.
  std::atomic<bool> reported;
  Step culpritStep;
  Failure failure;
  TextKey culprit;
};

/// What a thread was doing when it crashed.
struct CrashReport {
  uint64_t document = 0;
  Step step = Step::None;
  TextKey text;
  Failure failure;
};

/// One that has something in hand.
struct BusyThread {
  int32_t thread = 0;
  uint64_t document = 0;
  int64_t since = 0, wholeSince = 0;
  uint32_t size = 0;
};

/// The notes of one worker.
struct WorkerSlot {
  static constexpr size_t slotCount = 64;

  std::array<CrashLogSlot, slotCount> slots;
  /// One bit for each slot.
  std::atomic<uint64_t> taken;
  static_assert(slotCount == 64);
  /// The worker's process id; 0 until its first note.
  std::atomic<int32_t> process;

  /// A slot for the calling thread, or null if all are taken.
  CrashLogSlot *takeSlot();
  /// Returns the slot of a thread that ends and does nothing.
  void leaveSlot(const CrashLogSlot &slot);
};

class SharedCrashLog {
public:
  static constexpr size_t failureCapacity = 2048;

  /// In memory that forked processes share; nullptr if there is none. Another
  /// program maps it by `descriptor`, which the caller has to close.
  static SharedCrashLog *make(int *descriptor = nullptr);
  static SharedCrashLog *map(int descriptor);
  static void release(SharedCrashLog *crashLog);

  // The supervisor's side, about the present worker.

  /// The reports of threads that crashed, in no order.
  std::vector<CrashReport> reports() const;
  /// The plugins and IRDL files that were being loaded.
  std::vector<TextKey> loading() const;
  /// The hashes of the documents that threads were working on.
  std::vector<uint64_t> activeDocuments() const;
  bool isIdle() const;
  std::vector<BusyThread> busy() const;
  int32_t process() const { return present().process; }
  /// From now on another worker is the present one. What did harm stays; there
  /// is room for more then.
  void turnToNext();

  // Either side.

  /// Notes that the text does harm in that step. Does nothing if that is known,
  /// or if the crash log is full.
  void blocklist(Step step, TextKey text, Failure failure);
  bool knowsFailure() const { return rowCount.load(std::memory_order_acquire); }
  bool knowsFailureOf(Step step, size_t size) const;
  std::vector<Failure> failuresOf(Step step, std::string_view text) const;
  /// Forgets all known harm.
  void forgetFailures();
  /// A worker wants plugins, which only those of another program can load.
  std::atomic<bool> wantsPlugins;

  // The worker's side.

  /// The worker's own slot. To be called once the worker is the present one.
  WorkerSlot &workerSlot() { return workerSlots[turn % workerSlotCount]; }

private:
  const WorkerSlot &present() const {
    return workerSlots[turn % workerSlotCount];
  }
  struct Row {
    TextKey text;
    Step step;
    Failure failure;
    std::atomic<bool> isReady;
  };

  static constexpr uint32_t workerSlotCount = 4;
  std::array<WorkerSlot, workerSlotCount> workerSlots;
  std::atomic<uint32_t> turn;
  std::array<Row, failureCapacity> rows;
  std::atomic<uint32_t> rowCount;
};

} // namespace shapels

#endif // SHAPELS_SUPERVISOR_SHAREDCRASHLOG_H
