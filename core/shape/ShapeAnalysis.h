//===- ShapeAnalysis.h - Symbolic shapes, forwards -------------*- C++ -*-===//
//
// Carries shapes and small integer tensors from what is given through the ops
// of a function, by one rule per op (Rules.h). It is kept with the IR: told
// what an edit changed, it infers those ops and what depends on them again,
// when it is asked the next time. What it says follows from the IR as it is,
// never from how it became so. Touched by the document's thread.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SHAPEANALYSIS_H
#define SHAPELS_SHAPE_SHAPEANALYSIS_H

#include "core/shape/OpSketch.h"
#include "core/shape/RuleCheck.h"
#include "core/shape/ShapeState.h"

namespace shapels {

class ShapeAnalysis {
public:
  using Trust = ShapeOptions::Trust;
  using Options = ShapeOptions;

  explicit ShapeAnalysis(Options options) : state(std::move(options)) {}

  /// What somebody says of sizes of a function's arguments.
  void learnGiven(mlir::Operation *function,
                  llvm::ArrayRef<Facts::Pair> pairs) {
    state.facts.setGiven(function, pairs);
  }

  /// What an op says where that is all that is known of its operands; of its
  /// results, and which sizes must be equal. It holds as long as this does,
  /// which is to be used for nothing else.
  using Given = std::vector<std::pair<mlir::Value, ValueShape>>;
  struct Alone {
    llvm::SmallVector<const ValueShape *, 1> results;
    llvm::SmallVector<Facts::Pair> equal;
    /// Which broadcast with each other.
    llvm::SmallVector<Facts::Pair> broadcast;
  };
  Alone inferAlone(mlir::Operation *op, Given given);

  /// What is wrong with an op by its constraints and its rule, as
  /// Trust::Declared sees it. Leaves no trace.
  RuleVerdict check(mlir::Operation *op);

  //===--- What features ask ----------------------------------------------===//

  /// What its op says of a result; what is said of a block argument. Null where
  /// nobody says anything. Holds until change() is called.
  const ValueShape *find(mlir::Value value);
  /// The same, where sizes that are known to be equal in the value's function
  /// are the same expression.
  Shape symbolic(mlir::Value value);
  /// The same of a result of an op that does not parse, as far as its text
  /// tells.
  Shape symbolic(const OpSketch &sketch, unsigned result);
  /// The sizes in it as a type writes them; nothing where it has no rank.
  std::optional<std::vector<Dim>> sizes(mlir::Value value);
  /// The integers in it, likewise; nothing where they are not tracked.
  std::optional<Elements> elements(mlir::Value value);
  /// What the size is called in the value's function, where it may be known to
  /// be equal to others.
  DimExpr canonical(mlir::Value at, DimExpr size);
  /// All equalities that ops and users state in the function.
  std::vector<Facts::Pair> equalities(mlir::Operation *function) const {
    return state.facts.pairsOf(function);
  }
  /// Between which numbers it is there, by what types and ops state; without
  /// what the expression says itself.
  DimRange range(mlir::Value at, DimExpr size);
  /// Those of the value's sizes, with what its own type states; none where
  /// nothing is known.
  llvm::SmallVector<DimRange> ranges(mlir::Value value);
  /// The size as a type writes it.
  static Dim dimOf(DimExpr size) { return shapels::dimOf(size); }

  /// Why the op, which must be looked at already, cannot hold together with
  /// others; null if it can. Holds until change() is called.
  const Conflict *conflictOf(mlir::Operation *op) const {
    return state.conflicts.find(op);
  }
  /// What the op implies where it executes, with what its results' types
  /// declare; null where that is nothing.
  const SizeFacts *factsOf(mlir::Operation *op) const {
    return state.conflicts.factsOf(op);
  }
  /// Few ops by which the size of the value, which is an expression, is that
  /// number; none where that does not follow from ops, or from many.
  std::vector<mlir::Operation *> reasonsFor(mlir::Value at, DimExpr size,
                                            int64_t number);
  /// Brings what was looked at up to date.
  void update();
  /// And all that is in the block's function.
  void settle(mlir::Block *block);
  /// Of which ops that may say something else since this was asked last.
  std::vector<mlir::Operation *> takeJudged();

  /// What the function that the op calls does; null where that is not known.
  /// Holds until change() is called.
  const Summary *summaryAt(mlir::Operation *call);
  /// Which number the call gives that function that it cannot take, if it is
  /// one; of an op that was looked at.
  std::optional<CallFault> callFault(mlir::Operation *call);
  /// Whether ops of that name may call.
  static bool mayCall(mlir::OperationName name) {
    return CallGraph::mayCall(name);
  }

  //===--- What an edit did -----------------------------------------------===//

  /// As IrWork has them: ops that are to be inferred again, and addresses that
  /// are nobody's or somebody else's now.
  void change(llvm::ArrayRef<mlir::Operation *> changed,
              llvm::ArrayRef<const void *> erased);
  /// Which ops were inferred again when it was asked the last time after a
  /// change, in order; functions that are new not counted.
  llvm::ArrayRef<mlir::Operation *> inferredAgain() const {
    return state.work.again.getArrayRef();
  }
  /// Whether most of what is kept is of what was there once.
  bool isWorn() const;

  //===--- Expressions ----------------------------------------------------===//

  DimExprs &exprs() { return state.pool; }
  DimExpr exprOf(Dim dim) { return state.exprOf(dim); }
  /// The size of a value, by its name.
  DimExpr sizeOf(mlir::Value value, unsigned dim) {
    return state.sizeOf(value, dim);
  }
  /// The integers that consumers of the value go by.
  std::optional<Elements> elementsOf(mlir::Value value) {
    return state.elementsOf(value);
  }

private:
  ShapeState state;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPEANALYSIS_H
