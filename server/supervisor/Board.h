//===- Board.h - What survives a worker ------------------------*- C++ -*-===//
//
// A piece of memory that a worker shares with its supervisor. The worker's
// threads note what they have in hand; a thread that crashes leaves a report;
// the supervisor keeps what did harm here, and the next worker reads it. Each
// worker in turn has a desk for its notes: the one before may not be gone yet.
// Atomics only: nothing in it refers to memory of a process.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SUPERVISOR_BOARD_H
#define SHAPELS_SUPERVISOR_BOARD_H

#include "core/base/Watch.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace shapels {

/// Stands for a text wherever it is.
struct TextKey {
  uint64_t hash = 0;
  uint32_t size = 0;
  /// Safe to call in a signal handler.
  static TextKey of(std::string_view text);
  friend bool operator==(const TextKey &, const TextKey &) = default;
};

/// A thread's line on the board. Written by that thread alone.
struct BoardSlot {
  std::atomic<Step> step;
  std::atomic<uint32_t> size;
  /// The key of the document's name; it stays while inner steps come and go.
  std::atomic<uint64_t> document;
  /// Of the monotonic clock, in nanoseconds.
  std::atomic<int64_t> since;
  std::atomic<int32_t> thread;
  /// Step::Load: what is loaded.
  TextKey loaded;

  // What a crash leaves; `reported` is written last.
  std::atomic<bool> reported;
  Step guiltyStep;
  Harm harm;
  TextKey guilty;
};

/// A thread's last words.
struct CrashReport {
  uint64_t document = 0;
  Step step = Step::None;
  TextKey text;
  Harm harm;
};

struct StuckThread {
  int32_t thread = 0;
  uint64_t document = 0;
};

/// What one worker notes.
struct Desk {
  static constexpr size_t slotCount = 64;

  std::array<BoardSlot, slotCount> slots;
  /// A bit for each of them.
  std::atomic<uint64_t> taken;
  static_assert(slotCount == 64);
  /// 0 until it notes anything.
  std::atomic<int32_t> process;

  /// A line for the calling thread, or null if all are taken.
  BoardSlot *takeSlot();
  /// The thread ends, with nothing in hand.
  void leaveSlot(const BoardSlot &slot);
};

class Board {
public:
  static constexpr size_t harmCapacity = 2048;

  /// In memory that forked processes share; nullptr if there is none.
  static Board *make();
  static void release(Board *board);

  // The supervisor's side, about the present worker.

  /// Who crashed, in no order.
  std::vector<CrashReport> reports() const;
  /// The plugins and IRDL files that were being loaded.
  std::vector<TextKey> loading() const;
  /// The documents that were in hand.
  std::vector<uint64_t> activeDocuments() const;
  bool isIdle() const;
  /// Threads that have one text in hand for longer than `bound`, and a bit
  /// more for every byte of it.
  std::vector<StuckThread> stuck(std::chrono::steady_clock::time_point now,
                                 std::chrono::milliseconds bound) const;
  int32_t process() const { return present().process; }
  /// From now on another worker is the present one. What did harm stays; there
  /// is room for more then.
  void turnToNext();

  // Either side.

  /// Does nothing if it is known, or if the board is full.
  void condemn(Step step, TextKey text, Harm harm);
  bool knowsHarm() const { return rowCount.load(std::memory_order_acquire); }
  bool knowsHarmOf(Step step, size_t size) const;
  std::vector<Harm> harmsOf(Step step, std::string_view text) const;
  /// Forgets what was known.
  void forgetHarms();

  // The worker's side.

  /// Asked for once the worker is the present one.
  Desk &desk() { return desks[turn % deskCount]; }

private:
  const Desk &present() const { return desks[turn % deskCount]; }
  struct Row {
    TextKey text;
    Step step;
    Harm harm;
    std::atomic<bool> isReady;
  };

  static constexpr uint32_t deskCount = 4;
  std::array<Desk, deskCount> desks;
  std::atomic<uint32_t> turn;
  std::array<Row, harmCapacity> rows;
  std::atomic<uint32_t> rowCount;
};

} // namespace shapels

#endif // SHAPELS_SUPERVISOR_BOARD_H
