//===- Sayings.cpp --------------------------------------------------------===//

#include "core/ir/section/Sayings.h"

using namespace shapels;

void Sayings::add(AnchoredDiagnostic diagnostic) {
  StatementId subject = diagnostic.subject();
  changed.insert(subject);
  for (const AnchoredRange &range : diagnostic.places())
    if (range.statement() != subject)
      places.add(range.statement(), subject);
  bySubject[subject].push_back(std::move(diagnostic));
}

void Sayings::notePlaces(StatementId subject) {
  places.forget(subject);
  if (const std::vector<AnchoredDiagnostic> *said = of(subject))
    for (const AnchoredDiagnostic &diagnostic : *said)
      for (const AnchoredRange &range : diagnostic.places())
        if (range.statement() != subject)
          places.add(range.statement(), subject);
}

void Sayings::forget(StatementId subject, IrDiagnostic::Stage stage) {
  auto found = bySubject.find(subject);
  if (found == bySubject.end())
    return;
  size_t gone = std::erase_if(found->second, [&](const auto &diagnostic) {
    return diagnostic.stage() == stage;
  });
  if (gone == 0)
    return;
  changed.insert(subject);
  if (found->second.empty())
    bySubject.erase(found);
  notePlaces(subject);
}

void Sayings::forget(StatementId subject) {
  if (bySubject.erase(subject) == 0)
    return;
  changed.insert(subject);
  places.forget(subject);
}

const std::vector<AnchoredDiagnostic> *Sayings::of(StatementId subject) const {
  auto found = bySubject.find(subject);
  return found == bySubject.end() ? nullptr : &found->second;
}

std::vector<StatementId> Sayings::pointingAt(StatementId id) const {
  return places.usersOf(id);
}
