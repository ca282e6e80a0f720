//===- UnifiedDiff.cpp ----------------------------------------------------===//
//
// Source: E. W. Myers, "An O(ND) difference algorithm and its variations",
// Algorithmica 1 (1986).
//
//===----------------------------------------------------------------------===//

#include "server/check/UnifiedDiff.h"

#include <algorithm>
#include <vector>

using namespace shapels;

namespace {

using Lines = std::vector<std::string_view>;

/// Lines `[before, beforeEnd)` are replaced by `[after, afterEnd)`.
struct Change {
  size_t before, beforeEnd, after, afterEnd;
};

/// The most lines that differ before all between is taken to.
constexpr ptrdiff_t mostEdits = 2000;
constexpr size_t contextLines = 3;

/// Each with its line break, if it has one.
Lines linesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// Finds a shortest way from one text to the other.
class Differ {
public:
  Differ(const Lines &before, const Lines &after)
      : before(before), after(after) {}

  std::vector<Change> run();

private:
  ptrdiff_t step(ptrdiff_t diagonal, ptrdiff_t edits);
  bool search();
  void walkBack();
  void prepend(size_t x, size_t y, size_t toX, size_t toY);
  ptrdiff_t &at(ptrdiff_t diagonal) {
    return reached[static_cast<size_t>(diagonal + mostEdits + 1)];
  }

  const Lines &before, &after;
  /// How many lines of `before` each diagonal reaches; and that for each number
  /// of edits.
  std::vector<ptrdiff_t> reached;
  std::vector<std::vector<ptrdiff_t>> history;
  /// From the last one.
  std::vector<Change> changes;
};

} // namespace

/// From the better neighbour over one edit, and along what is equal.
ptrdiff_t Differ::step(ptrdiff_t diagonal, ptrdiff_t edits) {
  bool isInsertion = diagonal == -edits ||
                     (diagonal != edits && at(diagonal - 1) < at(diagonal + 1));
  ptrdiff_t x = isInsertion ? at(diagonal + 1) : at(diagonal - 1) + 1;
  while (x < std::ssize(before) && x - diagonal < std::ssize(after) &&
         before[static_cast<size_t>(x)] ==
             after[static_cast<size_t>(x - diagonal)])
    ++x;
  return at(diagonal) = x;
}

/// False if there are too many edits.
bool Differ::search() {
  reached.assign(2 * mostEdits + 3, 0);
  for (ptrdiff_t edits = 0; edits <= mostEdits; ++edits) {
    history.emplace_back(reached.begin() + mostEdits + 1 - edits - 1,
                         reached.begin() + mostEdits + 1 + edits + 2);
    for (ptrdiff_t diagonal = -edits; diagonal <= edits; diagonal += 2)
      if (ptrdiff_t x = step(diagonal, edits);
          x >= std::ssize(before) && x - diagonal >= std::ssize(after))
        return true;
  }
  return false;
}

/// Changes that touch are one.
void Differ::prepend(size_t x, size_t y, size_t toX, size_t toY) {
  if (!changes.empty() && changes.back().before == toX &&
      changes.back().after == toY) {
    changes.back().before = x;
    changes.back().after = y;
  } else {
    changes.push_back({x, toX, y, toY});
  }
}

void Differ::walkBack() {
  ptrdiff_t x = std::ssize(before), y = std::ssize(after);
  for (ptrdiff_t edits = std::ssize(history) - 1; edits > 0; --edits) {
    // What was reached with one edit less, from diagonal -edits-1 on.
    const std::vector<ptrdiff_t> &last = history[static_cast<size_t>(edits)];
    auto known = [&](ptrdiff_t diagonal) {
      return last[static_cast<size_t>(diagonal + edits + 1)];
    };
    ptrdiff_t diagonal = x - y;
    bool isInsertion =
        diagonal == -edits ||
        (diagonal != edits && known(diagonal - 1) < known(diagonal + 1));
    ptrdiff_t from = isInsertion ? known(diagonal + 1) : known(diagonal - 1);
    ptrdiff_t fromY = from - (isInsertion ? diagonal + 1 : diagonal - 1);
    prepend(static_cast<size_t>(from), static_cast<size_t>(fromY),
            static_cast<size_t>(from + !isInsertion),
            static_cast<size_t>(fromY + isInsertion));
    x = from;
    y = fromY;
  }
}

std::vector<Change> Differ::run() {
  if (search())
    walkBack();
  else
    changes = {{0, before.size(), 0, after.size()}};
  std::ranges::reverse(changes);
  return std::move(changes);
}

static void addLine(char mark, std::string_view line, std::string &text) {
  text.append(1, mark).append(line);
  if (!line.ends_with('\n'))
    text += "\n\\ No newline at end of file\n";
}

/// `5,3`, counted from one; of no lines, the one before.
static std::string placeOf(size_t begin, size_t end) {
  size_t count = end - begin;
  return std::to_string(count == 0 ? begin : begin + 1) +
         (count == 1 ? "" : "," + std::to_string(count));
}

/// Changes whose contexts touch, from `first` on: one after the last of them.
static size_t endOfHunk(const std::vector<Change> &changes, size_t first) {
  size_t last = first + 1;
  while (last < changes.size() &&
         changes[last].before - changes[last - 1].beforeEnd <= 2 * contextLines)
    ++last;
  return last;
}

static void addHunk(const Lines &before, const Lines &after,
                    const Change *first, const Change *last,
                    std::string &text) {
  const Change &end = last[-1];
  size_t lead = std::min(contextLines, first->before);
  size_t behind = std::min(contextLines, before.size() - end.beforeEnd);
  text += "@@ -" + placeOf(first->before - lead, end.beforeEnd + behind) +
          " +" + placeOf(first->after - lead, end.afterEnd + behind) + " @@\n";
  size_t at = first->before - lead;
  for (const Change *change = first; change != last; ++change) {
    for (; at < change->before; ++at)
      addLine(' ', before[at], text);
    for (; at < change->beforeEnd; ++at)
      addLine('-', before[at], text);
    for (size_t i = change->after; i < change->afterEnd; ++i)
      addLine('+', after[i], text);
  }
  for (; at < end.beforeEnd + behind; ++at)
    addLine(' ', before[at], text);
}

std::string shapels::unifiedDiff(std::string_view path, std::string_view before,
                                 std::string_view after) {
  if (before == after)
    return "";
  Lines old = linesOf(before), fresh = linesOf(after);
  std::vector<Change> changes = Differ(old, fresh).run();
  // As git does; absolute paths stay.
  bool isAbsolute = path.starts_with('/');
  std::string name(path);
  std::string text = (isAbsolute ? "--- " : "--- a/") + name +
                     (isAbsolute ? "\n+++ " : "\n+++ b/") + name + "\n";
  for (size_t first = 0; first < changes.size();) {
    size_t end = endOfHunk(changes, first);
    addHunk(old, fresh, &changes[first], &changes[first] + (end - first), text);
    first = end;
  }
  return text;
}
