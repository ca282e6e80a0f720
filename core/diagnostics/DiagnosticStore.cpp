//===- DiagnosticStore.cpp ------------------------------------------------===//

#include "core/diagnostics/DiagnosticStore.h"

using namespace shapels;

bool DiagnosticStore::add(const Outline &outline, StatementId subject,
                          SectionDiagnostic diagnostic, StatementId whole) {
  if (!diagnostic.follow(outline, whole))
    return false;
  notePlaces(subject, diagnostic);
  Parts &own = parts.change();
  own.changed.insert(subject);
  own.bySubject[subject].push_back(std::move(diagnostic));
  return true;
}

void DiagnosticStore::notePlaces(StatementId subject,
                                 const SectionDiagnostic &diagnostic) {
  for (const Anchor &place : diagnostic.anchors())
    if (place.statement() != subject)
      parts.change().places.add(place.statement(), subject);
}

void DiagnosticStore::forget(StatementId subject, DiagnosticCode code) {
  if (empty())
    return;
  auto &[bySubject, places, changed] = parts.change();
  auto found = bySubject.find(subject);
  if (found == bySubject.end())
    return;
  size_t gone =
      std::erase_if(found->second, [&](const SectionDiagnostic &diagnostic) {
        return diagnostic.code == code;
      });
  if (gone == 0)
    return;
  changed.insert(subject);
  places.forget(subject);
  for (const SectionDiagnostic &diagnostic : found->second)
    notePlaces(subject, diagnostic);
  if (found->second.empty())
    bySubject.erase(found);
}

void DiagnosticStore::forget(StatementId subject) {
  if (empty())
    return;
  auto &[bySubject, places, changed] = parts.change();
  if (bySubject.erase(subject) == 0)
    return;
  changed.insert(subject);
  places.forget(subject);
}

void DiagnosticStore::clear() {
  if (empty())
    return;
  auto &[bySubject, places, changed] = parts.change();
  for (const auto &[subject, diagnostics] : bySubject)
    changed.insert(subject);
  bySubject.clear();
  places = {};
}

std::set<StatementId> DiagnosticStore::takeChanged() {
  if (parts->changed.empty())
    return {};
  std::set<StatementId> taken = std::exchange(parts.change().changed, {});
  if (empty())
    parts.clear();
  return taken;
}

const std::vector<SectionDiagnostic> *
DiagnosticStore::of(StatementId subject) const {
  auto found = all().find(subject);
  return found == all().end() ? nullptr : &found->second;
}
