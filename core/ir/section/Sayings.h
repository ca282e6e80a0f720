//===- Sayings.h - What is said of the statements of a unit ----*- C++ -*-===//

#ifndef SHAPELS_IR_SAYINGS_H
#define SHAPELS_IR_SAYINGS_H

#include "core/ir/section/AnchoredDiagnostic.h"
#include "core/ir/section/Needs.h"

#include <map>

namespace shapels {

/// Diagnostics that move with their statements, by the statement that the
/// parser or the verifier was at.
class Sayings {
public:
  void add(AnchoredDiagnostic diagnostic);
  void forget(StatementId subject, IrDiagnostic::Stage stage);
  void forget(StatementId subject);

  bool empty() const { return bySubject.empty(); }
  /// Null where nothing is said of it.
  const std::vector<AnchoredDiagnostic> *of(StatementId subject) const;
  /// Of which other statements something is said with a place in this one.
  std::vector<StatementId> pointingAt(StatementId id) const;
  /// By subject.
  const std::map<StatementId, std::vector<AnchoredDiagnostic>> &all() const {
    return bySubject;
  }

  /// The subjects of which other things may be said since this was asked last.
  std::set<StatementId> takeChanged() { return std::exchange(changed, {}); }

private:
  void notePlaces(StatementId subject);

  std::map<StatementId, std::vector<AnchoredDiagnostic>> bySubject;
  /// The subjects by the statements that what is said of them has places in.
  Needs<StatementId> places;
  std::set<StatementId> changed;
};

} // namespace shapels

#endif // SHAPELS_IR_SAYINGS_H
