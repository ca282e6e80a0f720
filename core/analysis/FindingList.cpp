//===- FindingList.cpp ----------------------------------------------------===//

#include "core/analysis/FindingList.h"

#include <tuple>

using namespace shapels;

bool FindingList::ByPlace::operator()(const Entry *a, const Entry *b) const {
  ByteRange first = a->finding.range(*outline);
  ByteRange second = b->finding.range(*outline);
  if (first != second)
    return std::pair(first.begin, first.end) <
           std::pair(second.begin, second.end);
  const Diagnostic &one = a->finding.resolved().diagnostic;
  const Diagnostic &other = b->finding.resolved().diagnostic;
  return std::tie(one.severity, one.message) <
         std::tie(other.severity, other.message);
}

void FindingList::clear() {
  inOrder.clear();
  bySubject.clear();
}

void FindingList::remove(StatementId subject) {
  auto found = bySubject.find(subject);
  if (found == bySubject.end())
    return;
  for (Owned &owned : found->second)
    inOrder.erase(owned.place);
  bySubject.erase(found);
}

void FindingList::add(StatementId subject, AnchoredFinding finding) {
  auto entry = std::make_unique<Entry>(Entry{std::move(finding), ++serials});
  auto place = inOrder.insert(entry.get());
  bySubject[subject].push_back({std::move(entry), place});
}

bool FindingList::isSame(Entry &a, Entry &b) const {
  if (a.finding.resolved().diagnostic.message !=
      b.finding.resolved().diagnostic.message)
    return false;
  a.finding.resolve(outline);
  b.finding.resolve(outline);
  return a.finding.resolved().diagnostic == b.finding.resolved().diagnostic;
}
