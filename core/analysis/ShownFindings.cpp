//===- ShownFindings.cpp --------------------------------------------------===//

#include "shapels/analysis/ShownFindings.h"

#include <algorithm>
#include <array>

using namespace shapels;

static const Diagnostic &diagnosticOf(const ShownItem &item) {
  return item.entry->finding.resolved().diagnostic;
}

/// Moves a diagnostic of the same words to where `finding` is in the document.
static void place(Diagnostic &shown, const Diagnostic &finding,
                  ByteOffset start) {
  shown.range = finding.range.shifted(start.value);
  for (size_t i = 0; i < shown.related.size(); ++i)
    shown.related[i].range = finding.related[i].range.shifted(start.value);
  for (size_t i = 0; i < shown.alsoUnderlined.size(); ++i)
    shown.alsoUnderlined[i] = finding.alsoUnderlined[i].shifted(start.value);
}

/// Takes out the least severe ones, from the back, until `most` are left.
/// Returns the most severe of these, and of those the first.
static std::optional<ShownItem> limit(std::vector<ShownItem> &items,
                                      size_t most) {
  std::array<size_t, 4> left{};
  for (const ShownItem &item : items)
    ++left.at(static_cast<size_t>(diagnosticOf(item).severity) - 1);
  for (size_t &count : left)
    most -= count = std::min(count, most);
  std::optional<ShownItem> first;
  std::erase_if(items, [&](const ShownItem &item) {
    Severity severity = diagnosticOf(item).severity;
    size_t &count = left.at(static_cast<size_t>(severity) - 1);
    if (count > 0)
      return --count, false;
    if (!first || severity < diagnosticOf(*first).severity)
      first = item;
    return true;
  });
  return first;
}

void ShownFindings::update(std::vector<ShownItem> items, size_t most) {
  size_t count = items.size();
  std::optional<ShownItem> left;
  if (count > most)
    left = limit(items, most);
  replace(items);
  if (!left)
    return;
  left->entry->finding.resolve(left->section->outline());
  Diagnostic last;
  last.code = DiagnosticCode::TooManyDiagnostics;
  last.severity = defaultSeverity(last.code);
  last.range = diagnosticOf(*left).range.shifted(left->section->start().value);
  last.message = std::to_string(count - most) + " more findings are not shown";
  shown.push_back(std::move(last));
}

/// Those at the front and at the back that were shown before stay.
void ShownFindings::replace(std::span<const ShownItem> items) {
  shown.resize(serials.size());
  size_t least = std::min(items.size(), serials.size()), front = 0, back = 0;
  while (front < least && items[front].entry->serial == serials[front])
    ++front;
  while (front + back < least &&
         items.rbegin()[back].entry->serial == serials.rbegin()[back])
    ++back;
  std::vector<Diagnostic> fresh;
  std::vector<uint64_t> freshSerials;
  for (const ShownItem &item :
       items.subspan(front, items.size() - front - back)) {
    fresh.push_back(diagnosticOf(item));
    freshSerials.push_back(item.entry->serial);
  }
  auto put = [&](auto &list, auto &middle) {
    auto begin = list.begin() + static_cast<ptrdiff_t>(front);
    auto end = list.end() - static_cast<ptrdiff_t>(back);
    auto both = std::min(end - begin, std::ssize(middle));
    std::move(middle.begin(), middle.begin() + both, begin);
    auto at = list.erase(begin + both, end);
    list.insert(at, std::make_move_iterator(middle.begin() + both),
                std::make_move_iterator(middle.end()));
  };
  put(shown, fresh);
  put(serials, freshSerials);
  for (size_t i = 0; i < items.size(); ++i) {
    const auto &[entry, section] = items[i];
    entry->finding.resolve(section->outline());
    place(shown[i], diagnosticOf(items[i]), section->start());
  }
}

void ShownFindings::showOnly(Diagnostic diagnostic) {
  serials.clear();
  shown = {std::move(diagnostic)};
}

Diagnostic *ShownFindings::find(DiagnosticCode code) {
  auto found = std::ranges::find(shown, code, &Diagnostic::code);
  return found == shown.end() ? nullptr : &*found;
}
