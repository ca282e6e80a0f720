//===- ShownFindings.cpp --------------------------------------------------===//

#include "core/analysis/ShownFindings.h"
#include "core/analysis/OtherVersions.h"

#include <algorithm>
#include <set>
#include <unordered_map>

using namespace shapels;

/// Others of the code are about one op.
template <typename Text>
static bool isAboutDialects(const DiagnosticIn<Text> &diagnostic) {
  return diagnostic.code == DiagnosticCode::UnknownDialect &&
         diagnostic.meant.empty();
}

/// Whether the first one stands for so many.
static bool areOne(std::string_view cause, size_t count) {
  return cause == unknownDialectsCause || count > mostOfOneCause;
}

/// Drops entries that no choice shows, so that choosing walks no further than
/// it shows: of each cause at most `mostOfOneCause` are shown one by one.
static void dropUnshown(std::vector<SectionDiagnostic *> &entries) {
  std::unordered_map<std::string_view, size_t> seen;
  std::erase_if(entries, [&](const SectionDiagnostic *entry) {
    const std::string &cause = entry->cause;
    return !cause.empty() && ++seen[cause] > mostOfOneCause;
  });
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
  for (const SectionDiagnostic *entry : entries) {
    Severity severity = entry->severity;
    if (entry->cause.empty())
      ++result.single.at(indexOf(severity));
    else
      ++result.causes.try_emplace(entry->cause, 0, severity)
            .first->second.count;
  }
  return result;
}

void ShownFindings::addCounts(const Counts &some, size_t times) {
  for (size_t i = 0; i < toShow.size(); ++i)
    toShow[i] += times * some.single[i];
  for (const auto &[cause, own] : some.causes) {
    auto all = causes.try_emplace(cause, 0, own.severity).first;
    size_t before = all->second.count, now = before + times * own.count;
    size_t &shownOfIt = toShow[indexOf(own.severity)];
    shownOfIt -= areOne(cause, before) ? before != 0 : before;
    shownOfIt += areOne(cause, now) ? now != 0 : now;
    if ((all->second.count = now) == 0)
      causes.erase(all);
  }
}

/// 0 where it is told for itself.
size_t ShownFindings::standsFor(const SectionDiagnostic *entry) const {
  auto known = causes.find(entry->cause);
  return known != causes.end() && areOne(known->first, known->second.count)
             ? known->second.count
             : 0;
}

void ShownFindings::put(const Section &section, Entries entries) {
  forget(section);
  if (entries.empty())
    return;
  for (SectionDiagnostic *entry : entries)
    entry->resolve(section.outline());
  Counts own = countsOf(entries);
  addCounts(own, 1);
  dropUnshown(entries);
  sections[&section] = {std::move(entries), own};
}

void ShownFindings::keepOwn(const Section &section) {
  if (auto known = sections.find(&section); known != sections.end())
    for (SectionDiagnostic *&entry : known->second.inOrder)
      entry = &own.emplace_back(*entry);
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
  toShow = {};
  causes.clear();
  own.clear();
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
    left[i] = std::min(toShow[i], most - taken);
    taken += left[i];
    chosen.leftOut += toShow[i] - left[i];
    if (left[i] < toShow[i] && firstShort == left.size())
      firstShort = i;
  }
  std::set<std::string_view> told;
  auto isDone = [&] {
    return chosen.items.size() == taken &&
           chosen.firstLeftOut.has_value() == (chosen.leftOut != 0);
  };
  for (const auto &[section, own] : sections)
    for (SectionDiagnostic *entry : own.inOrder) {
      if (isDone())
        return chosen;
      size_t all = standsFor(entry);
      if (all != 0 && !told.insert(entry->cause).second)
        continue;
      size_t severity = indexOf(entry->severity);
      if (left[severity] != 0) {
        --left[severity];
        chosen.items.push_back({entry, section, all});
      } else if (severity == firstShort && !chosen.firstLeftOut) {
        chosen.firstLeftOut = {entry, section, all};
      }
    }
  return chosen;
}

void ShownFindings::update(size_t most) {
  Chosen chosen = choose(most);
  replace(chosen.items);
  if (!chosen.firstLeftOut)
    return;
  const Item &first = *chosen.firstLeftOut;
  Diagnostic last;
  last.code = DiagnosticCode::TooManyDiagnostics;
  last.severity = defaultSeverity(last.code);
  last.range = first.section->span().inDocument(first.entry->range);
  last.message = chosen.leftOut == 1 ? "one more finding is not shown"
                                     : std::to_string(chosen.leftOut) +
                                           " more findings are not shown";
  shown.push_back(std::move(last));
}

/// What is said of the others of its cause is part of it.
Diagnostic ShownFindings::shownAs(const Item &item) {
  Diagnostic diagnostic = inDocument(*item.entry, item.section->span());
  if (item.standsFor > 1 && !isAboutDialects(diagnostic))
    diagnostic.message += othersOfCause(item.entry->cause, item.standsFor - 1);
  return diagnostic;
}

/// Those at the front and at the back that were shown before stay.
void ShownFindings::replace(std::span<const Item> items) {
  shown.resize(serials.size());
  size_t least = std::min(items.size(), serials.size()), front = 0, back = 0;
  auto serialOf = [](const Item &item) {
    return Serial(item.entry->serial, item.standsFor);
  };
  while (front < least && serialOf(items[front]) == serials[front])
    ++front;
  while (front + back < least &&
         serialOf(items.rbegin()[back]) == serials.rbegin()[back])
    ++back;
  std::vector<Diagnostic> fresh;
  std::vector<Serial> freshSerials;
  for (const Item &item : items.subspan(front, items.size() - front - back)) {
    fresh.push_back(shownAs(item));
    freshSerials.push_back(serialOf(item));
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
    const Item &item = items[i];
    moveTo(shown[i], *item.entry, item.section->span());
  }
}

void ShownFindings::showOnly(Diagnostic diagnostic) {
  serials.clear();
  shown = {std::move(diagnostic)};
}

Diagnostic *ShownFindings::hint() {
  if (!causes.contains(unknownDialectsCause))
    return nullptr;
  auto found = std::ranges::find_if(shown, isAboutDialects<DocumentText>);
  return found == shown.end() ? nullptr : &*found;
}
