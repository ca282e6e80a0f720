//===- DiagnosticStore.h - Diagnostics by their statements -----*- C++ -*-===//

#ifndef SHAPELS_DIAGNOSTICS_DIAGNOSTICSTORE_H
#define SHAPELS_DIAGNOSTICS_DIAGNOSTICSTORE_H

#include "core/base/Rare.h"
#include "core/diagnostics/Diagnostic.h"
#include "core/syntax/ReverseIndex.h"

#include <map>
#include <set>

namespace shapels {

/// Diagnostics that follow their statements, by the statement that they belong
/// to, which is forgotten and asked again as one. Touched by one thread at a
/// time.
class DiagnosticStore {
public:
  /// Returns false, and adds nothing, where the diagnostic cannot follow its
  /// statements (SectionDiagnostic::follow).
  bool add(const Outline &outline, StatementId subject,
           SectionDiagnostic diagnostic, StatementId whole = noStatement);
  void forget(StatementId subject, DiagnosticCode code);
  void forget(StatementId subject);
  void clear();

  bool empty() const { return parts->bySubject.empty(); }
  /// Null where there is no diagnostic of the statement.
  const std::vector<SectionDiagnostic> *of(StatementId subject) const;
  /// The other statements of which a diagnostic has a place in this one.
  std::vector<StatementId> pointingAt(StatementId id) const {
    return parts->places.usersOf(id);
  }
  const std::map<StatementId, std::vector<SectionDiagnostic>> &all() const {
    return parts->bySubject;
  }

  /// The statements whose diagnostics have changed since the last call.
  std::set<StatementId> takeChanged();

private:
  void notePlaces(StatementId subject, const SectionDiagnostic &diagnostic);

  struct Parts {
    std::map<StatementId, std::vector<SectionDiagnostic>> bySubject;
    /// The subjects by the other statements that their diagnostics point at.
    ReverseIndex<StatementId> places;
    std::set<StatementId> changed;
  };
  /// Of most units nothing is said.
  Rare<Parts> parts;
};

} // namespace shapels

#endif // SHAPELS_DIAGNOSTICS_DIAGNOSTICSTORE_H
