//===- ShapeState.h - What is known, and what is being inferred -*- C++ -*-===//
//
// Private to shape/. Owned by a ShapeAnalysis; the classes that infer are made
// for one call on it, on the document's thread. Between two calls all parts are
// in step with each other, and the run is empty.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SHAPESTATE_H
#define SHAPELS_SHAPE_SHAPESTATE_H

#include "core/shape/BlockOrder.h"
#include "core/shape/CallGraph.h"
#include "core/shape/Conflicts.h"
#include "core/shape/Facts.h"
#include "core/shape/KnownShapes.h"
#include "core/shape/OpFamilies.h"
#include "core/shape/OpMemo.h"
#include "core/shape/OpShapes.h"
#include "core/shape/ProgramOrder.h"
#include "core/shape/Rules.h"
#include "core/shape/ShapeNest.h"
#include "core/shape/ShapeOptions.h"
#include "core/shape/Summaries.h"
#include "core/shape/ValueShapes.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace shapels {

/// What is known of ops by their name.
struct OpKind {
  std::optional<OpFamily> declared;
  const ShapeFunction *function = nullptr;
  ShapeRule rule = nullptr;
  bool isBroadcastable = false, hasBroadcastTrait = false, keepsShape = false,
       isConstant = false, mayCall = false;
  bool isKnown() const {
    return declared || function || rule || hasBroadcastTrait || keepsShape;
  }
};

/// What an op implies where it executes.
struct LearntFacts : SizeFacts {
  /// What the user calls sizes. Names may be wrong: no op is, for their sake.
  llvm::SmallVector<Pair, 1> names;
};

/// What an update is to infer again.
struct ShapeWork {
  /// Of ops in scopes that were looked at: to be inferred again.
  llvm::DenseSet<mlir::Operation *> changed;
  /// What stands for values by a sketch: what their operands are, no user
  /// tells.
  llvm::DenseSet<mlir::Operation *> sketched;
  /// Ops with regions in which control goes elsewhere than it did.
  llvm::DenseSet<mlir::Operation *> stale;
  /// Of ops that are looked at in rounds: what they nest that is to be inferred
  /// again, in each.
  llvm::DenseMap<mlir::Operation *, llvm::SmallPtrSet<mlir::Operation *, 2>>
      inRounds;
  /// To be inferred again with all that they nest.
  llvm::DenseSet<mlir::Operation *> whole;
  llvm::DenseSet<BlockOrder::Component *> cycles;
  /// Branches that may pass on something else.
  llvm::DenseSet<mlir::Operation *> passing;
  /// What was inferred again since the last change, in order.
  llvm::SetVector<mlir::Operation *> again;
  /// Scopes in which something was inferred again.
  llvm::SetVector<mlir::Operation *> touchedScopes;
};

class ShapeState {
public:
  explicit ShapeState(ShapeOptions given)
      : options(std::move(given)), facts(pool), conflicts(pool),
        calls(options.textOf) {
    if (options.names)
      pool.shareNames(options.names);
  }

  //===--- Values ---------------------------------------------------------===//

  /// What consumers of the value go by.
  Shape shapeOf(mlir::Value value);
  std::optional<Elements> elementsOf(mlir::Value value);
  DimExpr elementOf(mlir::Value value, size_t index);
  /// The size of a value, by its name.
  DimExpr sizeOf(mlir::Value value, unsigned dim);
  DimExpr exprOf(Dim dim);
  Shape declared(mlir::Value value);
  std::optional<Elements> namedElements(mlir::Value value, const Shape &shape);
  /// Null where nothing is known, or not seen by what is inferred now.
  const ValueShape *lookup(mlir::Value value) const;
  void set(mlir::Value value, ValueShape &&shape) {
    known.set(value, shapes.intern(std::move(shape)));
  }
  void setDeclared(mlir::Value result);
  /// How many expressions and shapes there are.
  size_t kept() const { return pool.size() + shapes.size(); }

  //===--- What the op being looked at implies ----------------------------===//

  void learn(DimExpr a, DimExpr b, bool isName = false);
  void learn(DimExpr size, const DimRange &range);
  void meet(DimExpr a, DimExpr b) {
    if (isAlone && a != b)
      met.emplace_back(a, b);
  }
  /// The size is 1 or `other`.
  void learnChoice(DimExpr size, DimExpr other);
  DimExpr named(mlir::Operation *op, llvm::StringRef name);
  std::string_view textOf(mlir::Operation *op) const;
  std::string aliasValue(llvm::StringRef name) const {
    return options.aliasOf ? options.aliasOf(name) : "";
  }
  bool isStrict() const { return options.isStrict; }

  //===--- Order ----------------------------------------------------------===//

  /// Of the region that the block is in; null where that has one block.
  BlockOrder *orderOf(mlir::Block *block) const;
  bool isBefore(const Place &a, const Place &b) const;

  ShapeOptions options;
  DimExprs pool;
  ValueShapes shapes;
  Facts facts;
  Conflicts conflicts;
  CallGraph calls;
  KnownShapes known;
  OpMemo memo;
  /// By name.
  llvm::DenseMap<const void *, OpKind> kinds;
  /// What is kept of ops with regions; and by the ops that end their blocks,
  /// ops around.
  llvm::DenseMap<mlir::Operation *, Nest> nests;
  llvm::DenseMap<const void *, mlir::Operation *> ends;
  /// Isolated ops that were looked at with all they nest, outermost ones; null
  /// for all that is in none. With what was kept for that.
  llvm::DenseMap<mlir::Operation *, size_t> scopes;
  /// Expressions and shapes that were made for the scopes.
  size_t used = 0;
  /// Values that were looked at without their function (ShapeDemand), and what
  /// was kept for that.
  llvm::DenseSet<const void *> demanded;
  size_t keptOnDemand = 0;
  /// Of functions that somebody calls.
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Summary>> summaries;
  /// Calls of functions that were not looked at when these were, and wrong ones
  /// of functions that may say it otherwise now.
  llvm::SetVector<mlir::Operation *> awaiting, explained;
  ShapeWork work;
  /// The last block asked about, if it is up to date.
  mlir::Block *settled = nullptr;

  // The run: what is looked at now.
  LearntFacts learnt;
  /// Of one that is looked at alone: which sizes broadcast with each other.
  llvm::SmallVector<Facts::Pair> met;
  /// Whether single ops are looked at and nothing else.
  bool isAlone = false;
  /// Null unless an op is checked: whose integers were read for that.
  llvm::SmallVectorImpl<mlir::Operation *> *constants = nullptr;
  /// Null unless ops are looked at without their function: values that were
  /// read and that nobody looked at.
  llvm::SmallVectorImpl<mlir::Value> *missing = nullptr;
  /// Loops that the op being looked at is in.
  unsigned loopDepth = 0;
  /// Whether what flows brings integers along.
  bool carriesElements = true;
  mlir::Operation *scopeBeingRun = nullptr;
  BlockOrder::Component *cycleBeingRun = nullptr;
  /// What is inferred again now: it does not see what comes behind it.
  Place beingRun;

private:
  bool isOutside(mlir::Value value) const;
  bool isSeen(mlir::Value value) const;
  bool isInCycle(mlir::Block *block) const;
};

/// The size as a type writes it.
Dim dimOf(DimExpr size);

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPESTATE_H
