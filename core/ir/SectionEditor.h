//===- SectionEditor.h - Live IR after an edit -----------------*- C++ -*-===//
//
// Private to ir/. Parses the statements that changed, each alone in the scope
// of the live values around it, and lets the new ops take the places of the old
// ones. Who uses a value of another type, or one that is gone, is parsed again
// as well; all others stay. Verifies what was parsed, and what reads it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTIONEDITOR_H
#define SHAPELS_IR_SECTIONEDITOR_H

#include "shapels/ir/AliasParser.h"
#include "shapels/ir/BareNames.h"
#include "shapels/ir/IrRecorder.h"
#include "shapels/ir/OpaqueFilter.h"
#include "shapels/ir/Placeholders.h"
#include "shapels/ir/ScopeParser.h"
#include "shapels/ir/StatementBuilder.h"
#include "shapels/ir/UnitVerifier.h"

#include "llvm/ADT/SetVector.h"

#include <set>

namespace shapels {

class SectionEditor : public ParserBase {
public:
  using ParserBase::ParserBase;

  ~SectionEditor();

  /// False where a change is not of this kind: then the IR is of no use any
  /// more, and has to be made from the whole text.
  bool edit(const StatementChanges &changes, IrWork &work);
  /// Asks the verifier again, as what ops refer to changed. False as above.
  bool verifyAgain(llvm::ArrayRef<mlir::Operation *> ops, IrWork &work);

private:
  /// A value that was there under a name.
  struct OldValue {
    Spelling name;
    llvm::SmallVector<mlir::Value, 1> group;
  };

  // EditedOpaque.cpp
  llvm::SmallVector<mlir::Value> toldBy(mlir::Operation *op) const;
  void queueThoseBehind(StatementId statement,
                        llvm::ArrayRef<mlir::Value> before,
                        mlir::Operation *now, size_t retypedBefore);
  void queueUntold(mlir::Value value, StatementId behind, bool isRetyped);
  void queueToAttach(StatementId statement);
  void queueWaiting(StatementId definition);
  void queueWaitingFor(mlir::Operation *op);
  void detach(mlir::Value value);
  void attach(StatementId statement, mlir::Operation *op);
  void attachOthers();
  bool isTiedToOthers(StatementId opaque) const;
  void verifyDefinitions(mlir::Operation *op);
  void noteOperands(mlir::Operation *op);
  void forgetOpaque(StatementId statement);
  bool attachAgain(StatementId statement, mlir::Operation *op);
  void keepType(mlir::Value before, mlir::Value now);
  void settleTypes();
  void askUsers(mlir::Value value);

  void forget(StatementId statement);
  bool hasItsBodies(StatementId statement, mlir::Operation *marker) const;
  bool isPointedAtFromOutside(StatementId removed, StatementId item) const;
  bool retireRemoved(llvm::ArrayRef<StatementId> removed);
  bool retireOp(StatementId statement);
  bool isGoneWithin(mlir::Operation *op) const;
  mlir::Operation *parseLeaf(StatementId statement,
                             const StatementPlace &place);
  void putInPlace(StatementId statement, mlir::Operation *now,
                  mlir::Operation *before, mlir::Block &block,
                  mlir::Block::iterator place);
  bool parseAgain(StatementId statement);

  // EditedItems.cpp
  bool isShortOp(StatementId statement) const;
  StatementId itemOf(StatementId statement) const;
  llvm::SmallVector<mlir::Value> valuesFromOutside(mlir::Operation *op) const;
  llvm::SmallVector<mlir::Value> valuesToldBy(mlir::Operation *op) const;
  bool isAllOf(StatementId item, mlir::Operation *before) const;
  void forgetNested(StatementId statement);
  void forgetItem(StatementId item, mlir::Operation *before);
  void noteParsed(StatementId item);
  mlir::Operation *buildItem(StatementId item, const StatementPlace &place);
  bool attachItem(StatementId item);
  mlir::Block::iterator takeOut(StatementId statement, mlir::Operation *before,
                                mlir::Block::iterator place);
  bool usesLaterGroup(StatementId statement) const;
  bool mayParseAlone(StatementId statement) const;
  std::optional<mlir::Block::iterator> placeOf(StatementId statement,
                                               mlir::Block *&block) const;
  mlir::Operation *standing(StatementId statement) const;
  std::vector<OldValue> oldValues(StatementId statement) const;
  bool parses(StatementId statement) const;
  bool mayBeToldByBroken(const OldValue &old, StatementId id) const;
  bool replaceValues(StatementId statement, std::vector<OldValue> &old);
  bool isAsBefore(StatementId statement, const OldValue &old) const;
  bool standInFor(StatementId statement, const OldValue &old);
  void announceNames(StatementId statement);
  std::optional<NameId> nameIn(StatementId statement, Spelling name) const;
  bool verifyUsers(mlir::Value value);
  void queue(StatementId statement);
  bool definesOthers(StatementId opaque) const;
  void queueUsers(mlir::Value value);
  void queueUser(StatementId statement);
  void queueThosePointingAt(StatementId statement, StatementId item);
  bool keepSayings(StatementId subject);
  void retire(mlir::Operation *op);

  // EditedBroken.cpp
  void noteNames(StatementId statement);
  void queueBereaved();
  bool isSaidOutside(StatementId broken) const;
  void queueUnended(const StatementChanges &changes);
  bool isFaulted(StatementId statement) const;
  bool isSilent(StatementId around) const;
  bool mayUseLater() const;
  bool isAnyReadOtherwise() const;
  bool findReadOtherwise() const;
  bool isBereaved(StatementId broken, Spelling name) const;
  bool refersTo(StatementId user, Spelling name, StatementId statement) const;
  bool isUsedByBroken(Spelling name, StatementId statement) const;
  llvm::SmallVector<mlir::Value> opinionsOf(mlir::Operation *op) const;
  bool tellsAll(mlir::Operation *op, llvm::ArrayRef<mlir::Value> values) const;
  void queueBrokenUsers(StatementId statement, llvm::ArrayRef<OldValue> old);
  bool isUseInHeader(NameId name) const;
  bool isDefinedIn(StatementId around, Spelling name) const;
  bool isDefinedElsewhere(NameId definition) const;
  bool hadName(StatementId statement, Spelling name) const;
  bool mayRedefine(NameId definition) const;
  void retireLoose();
  void retireGuesses();
  void retireGuess(mlir::Value value);

  // EditedHeader.cpp, EditedBodies.cpp
  struct Argument {
    mlir::BlockArgument value;
    UnitIR::Name name;
    /// Whether it is what the name is known as.
    bool isNamed;
    /// Of an opaque op; null if it has no other type.
    mlir::Type written;

    mlir::Type ownType() const { return written ? written : value.getType(); }
    bool isSame(const Argument &other) const {
      return name.spelling == other.name.spelling &&
             ownType() == other.ownType();
    }
  };
  /// The inside of a region that the text has.
  struct Body {
    uint32_t number;
    /// noStatement if it is empty.
    StatementId first;
    mlir::Block *entry;
    std::vector<Argument> arguments;
  };
  using Bodies = std::vector<Body>;
  static bool isSymbol(mlir::Operation *op);
  bool isUnit(StatementId statement) const;
  bool isReadable(mlir::Operation *op) const;
  bool mayEditHeader(StatementId statement) const;
  std::optional<Bodies> bodiesOf(StatementId statement,
                                 mlir::Operation *before) const;
  bool speaksOfBodies(StatementId statement) const;
  bool mayTakeFromOpaque() const;
  bool editHeader(StatementId statement);
  bool takeBodies(StatementId statement, mlir::Operation *before,
                  mlir::Operation *op, const Bodies &bodies);
  bool takeBody(StatementId statement, const Body &body, mlir::Region &dummy,
                llvm::ArrayRef<Argument> arguments);
  std::vector<Argument> argumentsOf(mlir::Block &block) const;
  UnitIR::Name nameInFirstRegion(mlir::BlockArgument value) const;
  void forgetArguments(mlir::Block &block);
  void takeArguments(const Body &body, llvm::ArrayRef<Argument> wanted);
  void retireArgument(mlir::BlockArgument argument);
  bool hidesNames(StatementId statement, const Bodies &bodies) const;
  bool leaveBodies(StatementId statement, mlir::Operation *before,
                   mlir::Operation *marker, const Bodies &bodies);
  bool leaveArgument(StatementId statement, const Argument &argument);
  void noteHeader(StatementId statement, mlir::Operation *op, bool isBroken);
  bool verifyBodies(StatementId statement, mlir::Operation *op);
  size_t countNested(StatementId statement, size_t enough) const;
  void forgetVerdict(mlir::Operation *op);

  // EditedBlocks.cpp
  std::optional<mlir::Block::iterator>
  placeFor(StatementId statement, mlir::Operation *op, mlir::Operation *before,
           mlir::Block &block, mlir::Block::iterator place) const;
  void askAround(mlir::Block &block);
  void noteEnd(mlir::Operation *before, mlir::Operation *now,
               mlir::Block &block, mlir::Block::iterator place);
  static bool mayGo(mlir::Operation *op);
  void queueEnd(mlir::Block &block);
  void queueEnds(mlir::Operation *parent);
  void forgetEnd(mlir::Block &block);
  void forgetEnds(mlir::Operation *parent);
  void noteSuccessors(mlir::Operation *before, mlir::Operation *now,
                      mlir::Block &block);
  void noteFlow(mlir::Operation *op);
  bool isOutOfOrder(StatementId subject) const;
  void queueUndominated();
  void queueBlocks();

  // EditedLabels.cpp
  std::vector<OldValue> oldValuesOf(const std::vector<Argument> &arguments,
                                    StatementId label) const;
  bool mayEditLabel(StatementId label) const;
  llvm::SmallVector<StatementId> beside(Spelling name, StatementId label) const;
  void queueBehind(llvm::ArrayRef<StatementId> labels, StatementId label);
  void queueNaming(Spelling name, StatementId parent);
  bool leadsTo(StatementId user, StatementId label) const;
  void queuePredecessors(mlir::Block &block, StatementId label);
  void noteBlocks(mlir::Operation *op);
  mlir::Block *splitAt(StatementId label);
  bool editFirstLabel(StatementId label, mlir::Block &block);
  bool editLabel(StatementId label);
  bool replaceLabel(StatementId label, mlir::Block &block);
  bool retireLabel(StatementId label);

  bool isShort() const;
  bool editStatements(const StatementChanges &changes);
  bool finish();
  bool updateParents();
  bool verifyThosePointingAt(StatementId statement);
  bool verifyAgain();
  bool isRight(mlir::Operation *op) const;
  bool isContent(mlir::Operation *op);
  bool verifyParents();
  void noteChanged(mlir::Value value, IrWork &work) const;
  void noteChanged(IrWork &work) const;

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

} // namespace shapels

#endif // SHAPELS_IR_SECTIONEDITOR_H
