//===- FindingList.cpp ----------------------------------------------------===//

#include "core/analysis/FindingList.h"

#include <tuple>

using namespace shapels;

bool FindingList::ByPlace::operator()(const SectionDiagnostic *a,
                                      const SectionDiagnostic *b) const {
  SectionRange first = a->rangeIn(*outline);
  SectionRange second = b->rangeIn(*outline);
  if (first != second)
    return std::pair(first.begin, first.end) <
           std::pair(second.begin, second.end);
  return std::tie(a->severity, a->message) < std::tie(b->severity, b->message);
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

void FindingList::add(StatementId subject, SectionDiagnostic finding) {
  finding.serial = ++serials;
  auto owned = std::make_unique<SectionDiagnostic>(std::move(finding));
  auto place = inOrder.insert(owned.get());
  bySubject[subject].push_back({std::move(owned), place});
}

bool FindingList::isSame(SectionDiagnostic &a, SectionDiagnostic &b) const {
  if (a.message != b.message)
    return false;
  a.resolve(outline);
  b.resolve(outline);
  using Content = DiagnosticIn<SectionText>;
  return static_cast<const Content &>(a) == static_cast<const Content &>(b);
}
