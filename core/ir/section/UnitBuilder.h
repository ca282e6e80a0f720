//===- UnitBuilder.h - A section by its units ------------------*- C++ -*-===//
//
// Private to ir/. Opens a section unit by unit, and brings those up to date
// that an edit changed: by their statements where SectionEditor can, else anew.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTION_UNITBUILDER_H
#define SHAPELS_IR_SECTION_UNITBUILDER_H

#include "core/ir/parse/ParserState.h"

#include "llvm/ADT/SetVector.h"

#include <set>

namespace shapels {

class UnitBuilder {
public:
  explicit UnitBuilder(const SectionSource &source)
      : source(source), outline(source.outline), shared(source.shared) {}

  /// False where the section has to be opened as one; nothing is of use then.
  bool open();
  /// Of a section that is open by units. False where it takes to open it anew.
  bool update(const StatementChanges &changes, IrWork &work);

private:
  /// By unit.
  using Edits = std::map<StatementId, StatementChanges>;
  using Roots = llvm::ArrayRef<StatementId>;

  // UnitBuilder.cpp
  bool areAtTop() const;
  bool isWhatWasRejected(StatementId root, const ParserState &whole) const;
  bool openAlone(Roots roots, ParserState &whole);
  bool finish(Roots roots, const ParserState *whole = nullptr);
  void noteEmitted(StatementId root);

  // EditedUnits.cpp
  void noteBeside(StatementId id, Edits &edits) const;
  bool sort(const StatementChanges &changes, Edits &edits);
  void updateUnit(StatementId root, const StatementChanges &edit);
  void drop(StatementId root);
  void rebuild(StatementId root);
  void place(StatementId root, mlir::Block &parsed);
  std::map<StatementId, std::set<StatementId>> namingChanged();
  bool verifyOtherUsers();
  bool rebuildPointing();

  // EditedAliases.cpp
  void forgetAlias(llvm::StringRef name, StatementId id);
  void retireAlias(StatementId id);
  bool defineAliases(const StatementChanges &changes);
  bool namesChangedAlias(StatementId id) const;
  bool queueAliasUsers(Edits &edits);

  /// While all of it is opened: an update is finished in any case.
  bool mayStop() const { return isOpening && source.crashGuard.isSuperseded(); }

  SectionSource source;
  bool isOpening = false;
  /// Whether a unit's text is several ops to MLIR: then it is for the parser of
  /// the whole to say.
  bool isMisread = false;
  const Outline &outline;
  SectionIR::Contents &shared;
  IrWork work;
  llvm::SetVector<StatementId> rebuilt;
  /// Units that were edited, are parsed anew or are gone.
  std::set<StatementId> changed;
  /// Aliases that mean something else now.
  llvm::DenseSet<Spelling> changedAliases;
};

} // namespace shapels

#endif // SHAPELS_IR_SECTION_UNITBUILDER_H
