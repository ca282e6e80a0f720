//===- BoardWatch.h - A worker's threads at the board ----------*- C++ -*-===//

#ifndef SHAPELS_SUPERVISOR_BOARDWATCH_H
#define SHAPELS_SUPERVISOR_BOARDWATCH_H

#include "server/supervisor/Board.h"

namespace shapels {

/// Notes on the board what the process's threads do. One per process. From its
/// construction on a crash ends the process without a core file, with a report
/// on the board. If MLIR's parser crashed, the report tells how far it had
/// read: the signal handler searches the parser's stack for pointers into the
/// text.
class BoardWatch : public Watch {
public:
  /// `stream`, if given, is closed at once by a crash, so that the supervisor
  /// notices before the process's memory is freed.
  explicit BoardWatch(Board &board, int stream = -1);

  /// The signal that a supervisor sends to a thread that is stuck, which then
  /// reports and ends the process.
  static int stuckSignal();

  Errand begin(const Errand &errand) override;
  Errand inHand() const override;
  void at(std::string_view part) override;
  bool knowsHarm() const override { return board.knowsHarm(); }
  bool knowsHarmOf(Step step, size_t size) const override {
    return board.knowsHarmOf(step, size);
  }
  std::vector<Harm> harmsOf(Step step, std::string_view text) const override {
    return board.harmsOf(step, text);
  }
  void condemn(Step step, std::string_view text, Harm harm) override {
    board.condemn(step, TextKey::of(text), harm);
  }

private:
  Board &board;
};

} // namespace shapels

#endif // SHAPELS_SUPERVISOR_BOARDWATCH_H
