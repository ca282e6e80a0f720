//===- ShownFindings.cpp --------------------------------------------------===//

#include "shapels/analysis/ShownFindings.h"

#include <algorithm>
#include <array>

using namespace shapels;

static const Diagnostic &diagnosticOf(const FindingList::Entry *entry) {
  return entry->finding.resolved().diagnostic;
}

/// Others of the code are about one op.
static bool isAboutDialects(const Diagnostic &diagnostic) {
  return diagnostic.code == DiagnosticCode::UnknownDialect &&
         diagnostic.meant.empty();
}

static bool isHint(const FindingList::Entry *entry) {
  return isAboutDialects(diagnosticOf(entry));
}

/// From the most severe one.
static size_t indexOf(Severity severity) {
  return static_cast<size_t>(severity) - 1;
}

//===----------------------------------------------------------------------===//
// What there is to show
//===----------------------------------------------------------------------===//

ShownFindings::Counts ShownFindings::countsOf(const Entries &entries) {
  Counts result;
  for (const FindingList::Entry *entry : entries)
    ++(isHint(entry) ? result.hints : result.others)
          .at(indexOf(diagnosticOf(entry).severity));
  return result;
}

void ShownFindings::addCounts(const Counts &some, size_t times) {
  for (size_t i = 0; i < some.others.size(); ++i) {
    counts.others[i] += times * some.others[i];
    counts.hints[i] += times * some.hints[i];
  }
}

void ShownFindings::put(const Section &section, Entries entries) {
  forget(section);
  if (entries.empty())
    return;
  for (FindingList::Entry *entry : entries)
    entry->finding.resolve(section.outline());
  Counts own = countsOf(entries);
  addCounts(own, 1);
  sections[&section] = {std::move(entries), own};
}

/// The entries may be gone.
void ShownFindings::forget(const Section &section) {
  auto known = sections.find(&section);
  if (known == sections.end())
    return;
  addCounts(known->second.counts, size_t(0) - 1);
  sections.erase(known);
}

void ShownFindings::clear() {
  sections.clear();
  counts = {};
}

//===----------------------------------------------------------------------===//
// What is shown of it
//===----------------------------------------------------------------------===//

/// Takes no longer than it takes to find as many as are shown.
ShownFindings::Chosen ShownFindings::choose(size_t most) const {
  Chosen chosen;
  BySeverity left{};
  size_t taken = 0, firstShort = left.size();
  for (size_t i = 0; i < left.size(); ++i) {
    size_t all = counts.others[i] + (counts.hints[i] != 0);
    left[i] = std::min(all, most - taken);
    taken += left[i];
    chosen.leftOut += all - left[i];
    if (left[i] < all && firstShort == left.size())
      firstShort = i;
  }
  bool hasHint = false;
  auto isDone = [&] {
    return chosen.items.size() == taken &&
           chosen.firstLeftOut.has_value() == (chosen.leftOut != 0);
  };
  for (const auto &[section, own] : sections)
    for (FindingList::Entry *entry : own.inOrder) {
      if (isDone())
        return chosen;
      if (isHint(entry) && std::exchange(hasHint, true))
        continue;
      size_t severity = indexOf(diagnosticOf(entry).severity);
      if (left[severity] != 0) {
        --left[severity];
        chosen.items.push_back({entry, section});
      } else if (severity == firstShort && !chosen.firstLeftOut) {
        chosen.firstLeftOut = {entry, section};
      }
    }
  return chosen;
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

void ShownFindings::update(size_t most) {
  Chosen chosen = choose(most);
  replace(chosen.items);
  if (!chosen.firstLeftOut)
    return;
  const auto &[entry, section] = *chosen.firstLeftOut;
  Diagnostic last;
  last.code = DiagnosticCode::TooManyDiagnostics;
  last.severity = defaultSeverity(last.code);
  last.range = diagnosticOf(entry).range.shifted(section->start().value);
  last.message =
      std::to_string(chosen.leftOut) + " more findings are not shown";
  shown.push_back(std::move(last));
}

/// Those at the front and at the back that were shown before stay.
void ShownFindings::replace(std::span<const Item> items) {
  shown.resize(serials.size());
  size_t least = std::min(items.size(), serials.size()), front = 0, back = 0;
  while (front < least && items[front].entry->serial == serials[front])
    ++front;
  while (front + back < least &&
         items.rbegin()[back].entry->serial == serials.rbegin()[back])
    ++back;
  std::vector<Diagnostic> fresh;
  std::vector<uint64_t> freshSerials;
  for (const Item &item : items.subspan(front, items.size() - front - back)) {
    fresh.push_back(diagnosticOf(item.entry));
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
    place(shown[i], diagnosticOf(entry), section->start());
  }
}

void ShownFindings::showOnly(Diagnostic diagnostic) {
  serials.clear();
  shown = {std::move(diagnostic)};
}

Diagnostic *ShownFindings::hint() {
  if (counts.hints == BySeverity{})
    return nullptr;
  auto found = std::ranges::find_if(shown, isAboutDialects);
  return found == shown.end() ? nullptr : &*found;
}
