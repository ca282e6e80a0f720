//===- ProgressLine.h - How far a check is, at a terminal ------*- C++ -*-===//

#ifndef SHAPELS_CHECK_PROGRESSLINE_H
#define SHAPELS_CHECK_PROGRESSLINE_H

#include <chrono>
#include <cstddef>

namespace shapels {

/// A line on standard error that is written over and over. Nothing where that
/// is no terminal.
class ProgressLine {
public:
  ProgressLine();
  ~ProgressLine() { clear(); }

  /// Shows it, but not more often than people can read.
  void show(size_t done, size_t all);
  /// Takes it away, for others to write where it was.
  void clear();

private:
  bool isTerminal, isShown = false;
  std::chrono::steady_clock::time_point shownAt{};
};

} // namespace shapels

#endif // SHAPELS_CHECK_PROGRESSLINE_H
