//===- ShapeAnalysis.h - Symbolic shapes, forwards -------------*- C++ -*-===//
//
// Infers shapes and the integers in small tensors through the ops of a
// function, from its arguments, constants and (by Trust) declared types, with
// one rule for each op (Rules.h). Follows edits of the IR: after change() it
// infers the changed ops and those that depend on them again when it is asked
// next. The answers depend on the IR as it is, not on its history. Touched by
// the document's thread only.
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

  /// States that sizes of a function's arguments are equal, as a user's comment
  /// does.
  void learnGiven(mlir::Operation *function,
                  llvm::ArrayRef<Facts::Pair> pairs) {
    state.facts.setGiven(function, pairs);
  }

  /// What the op's rule implies if only `Given` is known of its operands: the
  /// shapes of its results, and the sizes that must be equal or broadcast.
  /// Valid as long as this analysis, which must be used for nothing else.
  using Given = std::vector<std::pair<mlir::Value, ValueShape>>;
  struct Alone {
    llvm::SmallVector<const ValueShape *, 1> results;
    llvm::SmallVector<Facts::Pair> equal;
    /// Sizes that broadcast with each other.
    llvm::SmallVector<Facts::Pair> broadcast;
  };
  Alone inferAlone(mlir::Operation *op, Given given);

  /// Checks an op by its constraints and its rule against the declared types
  /// (Trust::Declared). Changes nothing.
  RuleVerdict check(mlir::Operation *op);

  //===--- What features ask ----------------------------------------------===//

  /// What is known of a result or a block argument, and by which rule; null
  /// where nothing is. Valid until change() is called.
  const ValueShape *find(mlir::Value value);
  /// The same, where sizes that are known to be equal in the value's function
  /// are the same expression.
  Shape symbolic(mlir::Value value);
  /// The same for a result of an op that does not parse, as far as its text
  /// tells.
  Shape symbolic(const OpSketch &sketch, unsigned result);
  /// Its sizes as a type would state them; nothing where the rank is unknown.
  std::optional<std::vector<Dim>> sizes(mlir::Value value);
  /// The integers in it, with canonical expressions; nothing where they are not
  /// tracked.
  std::optional<Elements> elements(mlir::Value value);
  /// The expression that stands for all sizes that are known to be equal to
  /// `size` in the function of `at`.
  DimExpr canonical(mlir::Value at, DimExpr size);
  /// All equalities that ops and users state in the function.
  std::vector<Facts::Pair> equalities(mlir::Operation *function) const {
    return state.facts.pairsOf(function);
  }
  /// The range of `size` in the function of `at` by types and ops; what the
  /// expression itself implies is left out.
  DimRange range(mlir::Value at, DimExpr size);
  /// The ranges of the value's sizes, with those that its own type states;
  /// empty where nothing is known.
  llvm::SmallVector<DimRange> ranges(mlir::Value value);
  /// The size as a type writes it.
  static Dim dimOf(DimExpr size) { return shapels::dimOf(size); }

  /// The ops that an op, which must be inferred, contradicts; null if it
  /// contradicts none. Valid until change() is called.
  const Conflict *conflictOf(mlir::Operation *op) const {
    return state.conflicts.find(op);
  }
  /// The facts that hold where the op executes, with those that the types of
  /// its results declare; null if there are none.
  const SizeFacts *factsOf(mlir::Operation *op) const {
    return state.conflicts.factsOf(op);
  }
  /// A few ops from which it follows that `size` is `number` in the function of
  /// `at`; none where it does not follow from ops, or only from many.
  std::vector<mlir::Operation *> reasonsFor(mlir::Value at, DimExpr size,
                                            int64_t number);
  /// Infers again what changed among all that was ever inferred.
  void update();
  /// The same, and infers everything in the block's function.
  void settle(mlir::Block *block);
  /// Whether that would infer nothing; else it infers all of scopeOf().
  bool isSettled(mlir::Block *block) const;
  /// Such as a function; null for the section.
  static mlir::Operation *scopeOf(mlir::Block *block);
  /// The ops for which conflictOf() may have changed since the last call.
  std::vector<mlir::Operation *> takeJudged();

  /// The summary of the function that the op calls; null where that is not
  /// known. Valid until change() is called.
  const Summary *summaryAt(mlir::Operation *call);
  /// The same of a function, which is inferred for it.
  const Summary *summaryOf(mlir::Operation *function);
  /// The size or integer of a call, which must be inferred, that its function
  /// cannot take; nothing if there is none, or the op is no call.
  std::optional<CallFault> callFault(mlir::Operation *call);
  /// Whether ops of that name may call.
  static bool mayCall(mlir::OperationName name) {
    return CallGraph::mayCall(name);
  }

  //===--- What an edit did -----------------------------------------------===//

  /// To be called after each change of the IR, with the ops and addresses of
  /// IrWork: `changed` are inferred again; `erased` are addresses of ops and
  /// values that are gone, which new ones may have by now.
  void change(llvm::ArrayRef<mlir::Operation *> changed,
              llvm::ArrayRef<const void *> erased);
  /// The ops that were inferred again after the last change, in order; those of
  /// new functions are not among them.
  llvm::ArrayRef<mlir::Operation *> inferredAgain() const {
    return state.work.again.getArrayRef();
  }
  /// Whether most of the memory belongs to values that are gone, so that making
  /// the analysis anew pays.
  bool isMostlyGarbage() const;

  //===--- Expressions ----------------------------------------------------===//

  DimExprs &exprs() { return state.pool; }
  DimExpr exprOf(Dim dim) { return state.exprOf(dim); }
  /// The symbol for a size of a value.
  DimExpr sizeOf(mlir::Value value, unsigned dim) {
    return state.sizeOf(value, dim);
  }
  /// The integers in the value, as rules of its users get them.
  std::optional<Elements> elementsOf(mlir::Value value) {
    return state.elementsOf(value);
  }

private:
  ShapeState state;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPEANALYSIS_H
