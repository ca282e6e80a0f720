//===- Section.h - One `// -----` section, analysed ------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_SECTION_H
#define SHAPELS_ANALYSIS_SECTION_H

#include "core/analysis/Mentions.h"
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
  /// `buffer` is the document's and outlives it, as does `dialects`, which
  /// `shared` was made by: the context of all sections but those that tell of a
  /// struct otherwise. Nothing but text() and the like is valid before
  /// update().
  Section(const TextBuffer &buffer, DocumentRange range,
          const Dialects &dialects, Context &shared,
          Watch &watch = Watch::none(), SectionOrigin origin = {});
  Section(const Section &) = delete;
  Section &operator=(const Section &) = delete;

  /// `edit`, a range of the section, was replaced by `newSize` bytes.
  void edit(SectionRange edit, uint32_t newSize);
  /// An edit before the section moved it.
  void moveBy(uint32_t bytes) { part = part.shifted(bytes); }
  /// It is where it was, and from now on `*further` behind that, which is 0
  /// yet. Null: it does not move by itself.
  void moveWith(const uint32_t *further);
  /// Brings the statements up to date with the text; edits keep them so.
  void updateStatements();
  /// Brings statements and IR up to date with the text. Nothing if that was
  /// superseded: then there is no IR, and another update has to follow.
  std::optional<SectionUpdate> update();
  /// Whether it is a short one that was updated by its statements.
  bool isToConfirm() const;
  /// Then its IR is made anew from the text: MLIR's parser on the whole has the
  /// last word. Nothing if that was superseded; all is as it was then.
  std::optional<SectionUpdate> confirm();
  /// Instead: does not look into the text.
  void leaveUnread();
  /// Frees all but what tells where it is; nothing else is valid then.
  void giveUp();

  /// Those that start with `// shapels:`, from there to their ends.
  std::vector<SectionRange> comments() const;

  std::string_view text() const { return span().text(); }
  TextSpan span() const { return {buffer, range()}; }
  std::string_view slice(SectionRange range) const {
    return span().slice(range);
  }
  DocumentOffset start() const { return range().begin; }
  DocumentRange range() const { return moved ? part.shifted(*moved) : part; }
  /// Counted from the section's first one.
  uint32_t lineOf(SectionOffset offset) const {
    return buffer.lineOf(span().inDocument(offset)).value -
           buffer.lineOf(start()).value;
  }

  const Outline &outline() const { return *statements; }
  Statement statement(StatementId id) const {
    return statements->statement(id);
  }
  /// Behind the statement's name, and behind its closing quote.
  SectionOffset behindName(StatementId id) const;
  /// The occurrence that defines `name`; itself for a definition.
  std::optional<NameOccurrence> definitionOf(const NameOccurrence &name) const;
  /// Every occurrence that means the same as `name`, in order.
  std::vector<NameOccurrence> occurrencesOf(const NameOccurrence &name) const;

  const SectionIR &ir() const { return *live; }
  const Dialects &dialects() const { return known; }
  mlir::MLIRContext &context() const { return *current().mlir; }
  Watch &watch() const { return guard; }
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
  std::vector<SectionRange> ownText(StatementId id) const;
  void chooseContext();
  bool changesStructs(const StatementChanges &changes);
  bool updateLive(SectionUpdate &done);
  bool openLive(SectionUpdate &done);
  bool readWhole(SectionUpdate &done);

  const TextBuffer &buffer;
  /// As it was put, and how far it is behind that; null if it is there.
  DocumentRange part;
  const uint32_t *moved = nullptr;
  const Dialects &known;
  Context &shared;
  /// Instead, where that one was told otherwise of a struct.
  std::unique_ptr<Context> own;
  Watch &guard;
  SectionOrigin origin;
  std::optional<Outline> statements;
  Mentions mentions;
  bool isOutlined = false;
  std::unique_ptr<SectionIR> live;
  /// Of the statements, since the IR was brought up to date: what is gone,
  /// what is to be parsed, what of that is new, and what an edit was in.
  std::set<StatementId> removed, dirty, fresh, touched, beside;
  bool isEdited = false, hasMention = false;
  /// Whether the IR was made from the text as a whole.
  bool isMadeWhole = false;
  /// So many are nested elsewhere that the section is parsed anew.
  bool hasMoved = false;
  /// Whether the text gives two bodies to one struct, or one with an alias.
  bool hasStructConflict = false, hasStructAlias = false;
  /// Of updates that were superseded: see SectionUpdate::garbage.
  uint64_t garbage = 0;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTION_H
