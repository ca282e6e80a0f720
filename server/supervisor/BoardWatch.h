//===- BoardWatch.h - A worker's threads at the board ----------*- C++ -*-===//

#ifndef SHAPELS_SUPERVISOR_BOARDWATCH_H
#define SHAPELS_SUPERVISOR_BOARDWATCH_H

#include "server/supervisor/Board.h"

namespace shapels {

/// Notes on the board what the process's threads have in hand. One per
/// process. From the time it is made a crash ends the process quietly, with a
/// report on the board: of a text in MLIR's parser how far that had read, for
/// which the outermost frame is searched for pointers into the text.
class BoardWatch : public Watch {
public:
  /// `stream`, if there is one, is what the other side sees the end of the
  /// process by: a crash ends it at once, as memory takes its time to go.
  explicit BoardWatch(Board &board, int stream = -1);

  /// What a supervisor sends to the thread that is stuck: it reports and ends
  /// the process.
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
