//===- EditBase.h - What all parts of an edit see ---------------*- C++ -*-===//
//
// Private to ir/. What an edit has done and has to do, and what its parts
// share: these are views of one EditState, are made where they are called, and
// keep nothing.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_FUNCTION_EDITBASE_H
#define SHAPELS_IR_FUNCTION_EDITBASE_H

#include "core/ir/parse/ParserBase.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <set>

namespace shapels {

/// A value that was there under a name; of a group all.
struct OldValue {
  Spelling name;
  llvm::SmallVector<mlir::Value, 1> group;
};

/// An argument of a live block.
struct NamedArgument {
  mlir::BlockArgument value;
  UnitIR::Name name;
  /// Whether it is what the name is known as.
  bool isNamed;
  /// Of an unregistered op; null if it has no other type.
  mlir::Type written;

  mlir::Type ownType() const { return written ? written : value.getType(); }
  bool isSame(const NamedArgument &other) const {
    return name.spelling == other.name.spelling && ownType() == other.ownType();
  }
};

/// The inside of a region that the text has.
struct LiveBody {
  uint32_t number;
  /// noStatement if it is empty.
  StatementId first;
  mlir::Block *entry;
  std::vector<NamedArgument> arguments;
};
using LiveBodies = std::vector<LiveBody>;

/// On the stack of SectionEditor; what edits the live IR refers to it. What was
/// taken out of the IR is destroyed with it, at the latest: where the edit was
/// declined, others still use that.
struct EditState {
  EditState() = default;
  EditState(const EditState &) = delete;
  EditState &operator=(const EditState &) = delete;
  ~EditState();

  /// While statements that are gone are taken out: all of them.
  llvm::DenseSet<StatementId> gone;
  /// Those that are new or written otherwise.
  llvm::DenseSet<StatementId> changed;
  /// To be parsed, in the order of the text.
  std::set<std::pair<uint32_t, StatementId>> queued;
  std::vector<StatementId> parsed;
  llvm::SmallSetVector<mlir::Operation *, 8> toVerify;
  llvm::SmallSetVector<mlir::Operation *, 4> parents;
  std::vector<mlir::Operation *> retired;
  /// They and their values, by their addresses.
  std::vector<const void *> erased;
  /// What the verifier did not like before.
  llvm::DenseSet<mlir::Operation *> wasWrong;
  /// Placeholders that were taken out with the markers before them.
  std::vector<mlir::Operation *> loose;
  /// What is around those that the parser found fault with.
  std::set<StatementId> faulted;
  /// Opaque statements that may have other operands now.
  std::set<std::pair<uint32_t, StatementId>> toAttach;
  std::vector<mlir::Operation *> attached;
  /// What lost a user that it is taken for.
  llvm::SmallSetVector<mlir::Value, 4> lessUsed;
  /// What statements that changed or are gone defined, or may have.
  std::set<std::pair<Spelling, StatementId>> formerNames;
  /// Arguments that nobody is to use any more.
  std::vector<mlir::BlockArgument> unused;
  /// Of `toVerify`, those that are verified with all that they nest.
  llvm::SmallPtrSet<mlir::Operation *, 2> withBodies;
  /// Values that may have another type now that their users are others.
  llvm::SmallSetVector<mlir::Value, 8> unsettled;
  /// Where something was taken out, or came in.
  llvm::SmallPtrSet<mlir::Block *, 4> touched;
  /// Whether blocks lead to fewer others.
  bool isLessLinked = false;
  /// One or more of each region in which blocks lead to others than before.
  llvm::SmallPtrSet<mlir::Block *, 2> rerouted;
  /// Ops whose blocks are others, or have other arguments.
  llvm::SmallSetVector<mlir::Operation *, 2> restructured;
  std::vector<mlir::Block *> retiredBlocks;
  /// Of labels that changed and that regions begin with: those that were read.
  llvm::DenseSet<StatementId> readLabels;
};

class EditBase : public ParserBase {
public:
  EditBase(ParserState &state, EditState &edit)
      : ParserBase(state), edit(edit) {}

  void queue(StatementId statement);
  void noteParsed(StatementId item);
  void queueUnended(const StatementChanges &changes);

protected:
  mlir::Operation *standing(StatementId statement) const;
  bool isUnit(StatementId statement) const;
  static bool isSymbol(mlir::Operation *op);
  bool isReadable(mlir::Operation *op) const;
  bool keepEmitted(StatementId subject);
  bool isTiedToOthers(StatementId unregistered) const;
  bool isFaulted(StatementId statement) const;
  bool isOutOfOrder(StatementId subject) const;
  bool isShortOp(StatementId statement) const;
  size_t countNested(StatementId statement, size_t enough) const;
  StatementId itemOf(StatementId statement) const;

  // Statements to be parsed again, ops of unknown dialects that are to get
  // their operands, and ops to be verified.
  void queueUsers(mlir::Value value);
  void queueToAttach(StatementId statement);
  void queueWaiting(StatementId definition);
  void queueWaitingFor(mlir::Operation *op);
  bool verifyUsers(mlir::Value value);
  void verifyDefinitions(mlir::Operation *op);
  bool verifyThosePointingAt(StatementId statement);

  EditState &edit;

private:
  void queueUser(StatementId statement);
  void queueThosePointingAt(StatementId statement, StatementId item);
  bool definesOthers(StatementId unregistered) const;
  bool isSaidOutside(StatementId broken) const;
};

} // namespace shapels

#endif // SHAPELS_IR_FUNCTION_EDITBASE_H
