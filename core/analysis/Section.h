//===- Section.h - One `// -----` section, analysed ------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_SECTION_H
#define SHAPELS_ANALYSIS_SECTION_H

#include "core/analysis/PragmaIndex.h"
#include "core/analysis/SectionLibraries.h"
#include "core/analysis/SectionUpdate.h"
#include "core/ir/context/Context.h"
#include "core/ir/section/SectionIR.h"
#include "core/syntax/Outline.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mlir {
class Value;
} // namespace mlir

namespace shapels {

class Dialects;

/// A part of the document's text with all that follows from it alone. Offsets
/// count from the section's start; start() tells where that is in the document.
class Section {
public:
  /// All arguments outlive it; `shared`, which was made by `dialects`, is the
  /// context of all sections but those that define a named struct differently.
  /// Before update() only the text may be asked for.
  Section(const TextBuffer &buffer, DocumentRange range,
          const Dialects &dialects, Context &shared,
          CrashGuard &crashGuard = CrashGuard::none(),
          SectionOrigin origin = {});
  Section(const Section &) = delete;
  Section &operator=(const Section &) = delete;

  /// The buffer has changed: `newSize` bytes stand in place of the range
  /// `edit`.
  void edit(SectionRange edit, uint32_t newSize);
  /// An edit before the section moved it.
  void moveBy(uint32_t bytes) { part = part.shifted(bytes); }
  /// From now on the section is `*further` bytes behind its present place;
  /// `*further` is 0 now. Null: it moves by moveBy() only.
  void moveWith(const uint32_t *further);
  /// Brings the statements up to date with the text; edits keep them so.
  void updateStatements();
  /// Brings statements and IR up to date with the text. Nothing if that was
  /// superseded: then there is no IR, and another update has to follow.
  std::optional<SectionUpdate> update();
  /// Instead of update(): the section has no ops until the next one.
  void leaveUnread();
  /// Frees the IR, which ir() or update() makes again: nobody may have kept
  /// anything of it. Does nothing where that is not to be read.
  void rest() const;
  /// From now on the section is added to `awake` whenever its IR is made; null:
  /// to none.
  void noteWaking(std::vector<const Section *> *awake) { this->awake = awake; }
  /// Whether rest() was called, and somebody asked for the IR while a newer
  /// edit waited: it need not be whole.
  bool isHalfAwake() const { return live && isPartial; }
  /// Frees statements and IR; afterwards only range() and the text are valid.
  void giveUp();

  /// The comments that start with `// shapels:`, from there to the line's end.
  std::vector<SectionRange> comments() const;

  std::string_view text() const { return span().text(); }
  TextSpan span() const { return {buffer, range()}; }
  std::string_view slice(SectionRange range) const {
    return span().slice(range);
  }
  DocumentOffset start() const { return range().begin; }
  DocumentRange range() const { return moved ? part.shifted(*moved) : part; }
  /// The number of a line; the section's first one is 0.
  uint32_t lineOf(SectionOffset offset) const {
    return buffer.lineOf(span().inDocument(offset)).value -
           buffer.lineOf(start()).value;
  }

  const Outline &outline() const { return *statements; }
  Statement statement(StatementId id) const {
    return statements->statement(id);
  }
  /// The offset behind the statement's name and its closing quote.
  SectionOffset behindName(StatementId id) const;
  /// The occurrence that defines `name`; itself for a definition.
  std::optional<NameOccurrence> definitionOf(const NameOccurrence &name) const;
  /// Every occurrence that means the same as `name`, in order.
  std::vector<NameOccurrence> occurrencesOf(const NameOccurrence &name) const;

  const SectionIR &ir() const { return live ? *live : wake(); }
  /// The shapes that users teach, in the section and in files of the settings.
  const SectionLibraries &libraries() const { return taught; }
  const Dialects &dialects() const { return known; }
  mlir::MLIRContext &context() const { return *current().mlir; }
  CrashGuard &crashGuard() const { return guard; }
  /// The value that an occurrence stands for; null where it was not parsed.
  mlir::Value valueOf(const NameOccurrence &name) const;
  /// Where `op` names each of its operands; the op's name where it does not.
  std::vector<SectionRange> operandRanges(mlir::Operation *op) const;
  /// Where the value is defined: its name, or the op that has it.
  SectionRange definitionOf(mlir::Value value) const;
  /// `%0#1`, as the text names the value; `<value>` where it does not.
  std::string nameOf(mlir::Value value) const;
  SectionRange rangeOf(mlir::Operation *op) const;

private:
  Context &current() const { return own ? *own : shared; }
  StatementChanges takeChanges();
  void chooseContext();
  bool changesStructs(const StatementChanges &changes);
  bool updateLive(SectionUpdate &done);
  bool openLive(SectionUpdate &done);
  const SectionIR &wake() const;

  const TextBuffer &buffer;
  /// Its range, but for `*moved` bytes, if that is not null: see moveWith().
  DocumentRange part;
  const uint32_t *moved = nullptr;
  const Dialects &known;
  Context &shared;
  /// Its own context, if it defines a named struct in another way than
  /// `shared`.
  std::unique_ptr<Context> own;
  CrashGuard &guard;
  SectionOrigin origin;
  std::optional<Outline> statements;
  PragmaIndex mentions;
  bool isOutlined = false;
  /// Null before the first update and after rest().
  mutable std::unique_ptr<SectionIR> live;
  mutable bool isPartial = false;
  bool isUnread = false;
  std::vector<const Section *> *awake = nullptr;
  SectionLibraries taught;
  /// The statements since the last update of the IR that are gone, that have to
  /// be parsed, that are new among these, that an edit was in, and that are
  /// beside an edit.
  std::set<StatementId> removed, dirty, fresh, touched, beside;
  bool hasEdits = false, hasMention = false;
  /// Whether runs of statements are nested elsewhere, so that the section has
  /// to be parsed anew.
  bool hasMoved = false;
  /// Whether the text has two bodies for one struct; and whether it names the
  /// body of one by an alias.
  bool hasStructConflict = false, hasStructAlias = false;
  /// Of updates that were superseded, and of IR that was freed: see
  /// SectionUpdate::garbage.
  mutable uint64_t garbage = 0;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTION_H
