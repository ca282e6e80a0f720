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

#include "shapels/shape/BlockOrder.h"
#include "shapels/shape/CallGraph.h"
#include "shapels/shape/Conflicts.h"
#include "shapels/shape/Facts.h"
#include "shapels/shape/KnownShapes.h"
#include "shapels/shape/OpFamilies.h"
#include "shapels/shape/OpShapes.h"
#include "shapels/shape/OpSketch.h"
#include "shapels/shape/ProgramOrder.h"
#include "shapels/shape/RegionFlows.h"
#include "shapels/shape/RuleCheck.h"
#include "shapels/shape/Rules.h"
#include "shapels/shape/ShapeNest.h"
#include "shapels/shape/ShapeOptions.h"
#include "shapels/shape/Summaries.h"
#include "shapels/shape/TypeShape.h"
#include "shapels/shape/ValueShapes.h"

#include "mlir/IR/Value.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <functional>
#include <set>

namespace shapels {

class ShapeAnalysis {
public:
  using Trust = ShapeOptions::Trust;
  using Options = ShapeOptions;

  explicit ShapeAnalysis(Options options)
      : options(std::move(options)), facts(pool), conflicts(pool),
        calls(this->options.textOf) {
    if (this->options.names)
      pool.shareNames(this->options.names);
  }

  /// What somebody says of sizes of a function's arguments.
  void learnGiven(mlir::Operation *function,
                  llvm::ArrayRef<Facts::Pair> pairs) {
    facts.setGiven(function, pairs);
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
  Alone inferAlone(mlir::Operation *op, Given given); // LocalShapes.cpp

  /// What is wrong with an op by its constraints and its rule, as
  /// Trust::Declared sees it (RuleCheck.cpp). Leaves no trace.
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
    return facts.pairsOf(function);
  }
  /// Between which numbers it is there, by what types and ops state; without
  /// what the expression says itself.
  DimRange range(mlir::Value at, DimExpr size);
  /// Those of the value's sizes, with what its own type states; none where
  /// nothing is known.
  llvm::SmallVector<DimRange> ranges(mlir::Value value);
  /// The size as a type writes it.
  Dim dimOf(DimExpr expr);

  /// Why the op, which must be looked at already, cannot hold together with
  /// others; null if it can. Holds until change() is called.
  const Conflict *conflictOf(mlir::Operation *op) const {
    return conflicts.find(op);
  }
  /// What the op implies where it executes, with what its results' types
  /// declare; null where that is nothing.
  const SizeFacts *factsOf(mlir::Operation *op) const {
    return conflicts.factsOf(op);
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
  const Summary *summaryAt(mlir::Operation *call); // ShapeCalls.cpp
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
    return again.getArrayRef();
  }
  /// Whether most of what is kept is of what was there once.
  bool isWorn() const;

  //===--- What rules are given -------------------------------------------===//

  DimExprs &exprs() { return pool; }
  /// What consumers of the value go by.
  Shape shapeOf(mlir::Value value);
  std::optional<Elements> elementsOf(mlir::Value value);
  DimExpr elementOf(mlir::Value value, size_t index);
  /// The size of a value, by its name.
  DimExpr sizeOf(mlir::Value value, unsigned dim);
  DimExpr exprOf(Dim dim);
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

private:
  // After edits (ShapeUpdate.cpp).
  struct ByPlace {
    bool operator()(const Place &a, const Place &b) const;
    const ShapeAnalysis *analysis;
  };
  /// Ops, and blocks whose arguments are looked at again.
  using Queue = std::set<Place, ByPlace>;
  /// What is inferred again for the sake of an op.
  struct Unit {
    Place place;
    /// The blocks that lead back, all of them, if it is that.
    BlockOrder::Component *cycle = nullptr;
    /// The op in whose rounds it is, if it is looked at in each of them.
    mlir::Operation *inRounds = nullptr;
    /// What hands on to those behind it what is known then.
    llvm::SmallVector<mlir::Operation *> around;
  };
  /// Values, with what was known of them.
  using Before = llvm::SmallVector<std::pair<mlir::Value, const ValueShape *>>;
  void settle(mlir::Value value) { settle(value.getParentBlock()); }
  void runScopes(mlir::Operation *scope, mlir::Operation *root);
  void runScope(mlir::Operation *scope, mlir::Operation *root);
  void runChanged();
  void runQueue();
  void runAgain(mlir::Operation *op, Queue &queue);
  void runAgain(mlir::Block *block, Queue &queue);
  void runCycle(BlockOrder::Component &cycle, Queue &queue);
  void runWhole(mlir::Operation *op);
  Unit unitOf(mlir::Operation *op, mlir::Operation *scope);
  void enqueue(mlir::Operation *op, Queue &queue);
  void enqueue(mlir::Operation *op, mlir::Operation *scope, Queue &queue);
  void enqueueSuccessors(mlir::Operation *op, Queue &queue);
  void note(mlir::ValueRange values, Before &before) const;
  void enqueueUsers(const Before &before, Queue &queue);
  bool isBefore(const Place &a, const Place &b) const;
  bool isInWhole(const Place &place) const;
  void forgetNested(mlir::Operation *op);
  void forgetOps(mlir::Operation *op);
  static mlir::Operation *scopeOf(mlir::Block *block);
  static bool areInOneScope(mlir::Value a, mlir::Value b);
  bool isSeen(mlir::Value value) const;
  bool isInCycle(mlir::Block *block) const;
  bool isOutside(mlir::Value value) const;
  bool isOtherScope(mlir::Operation *op) const;
  size_t kept() const { return pool.size() + shapes.size(); }

  // What an op nests (ShapeNests.cpp).
  std::optional<RegionFlows> flowsOf(mlir::Operation *op) const;
  void keepNest(mlir::Operation *op, const RegionFlows *flows, Rounds rounds);
  KnownShapes::Map nestedShapes(mlir::Operation *op) const;
  BlockOrder &newOrder(mlir::Region &region);
  BlockOrder *orderOf(mlir::Block *block) const;
  static bool isPlain(mlir::Operation *op);
  bool isApart(mlir::Operation *op);
  bool isKeptInRounds(mlir::Operation *op) const;
  bool areSteady(Nest &nest);
  bool isEnteredAsBefore(mlir::Region &region, const Round &round) const;
  void runChildren(mlir::Region &region);
  bool resume(mlir::Operation *op);
  BlockOrder::Component *openCycle(mlir::Operation *op) const;
  unsigned loopsAround(mlir::Operation *op, bool withItself = false) const;

  // Control flow (ShapeFlow.cpp).
  void runRegion(mlir::Region &region);
  void runBlocks(mlir::Region &region);
  void runComponent(BlockOrder::Component &component, const BlockOrder &order);
  void runBlock(mlir::Block &block);
  void runOp(mlir::Operation *op);
  bool runRegions(mlir::Operation *op, const RegionFlows &flows, Rounds &rounds,
                  bool isReplay);
  bool runFlows(mlir::Operation *op, const RegionFlows &flows, Rounds &rounds,
                bool isReplay);
  bool runRound(mlir::Region &region, Round &round, bool isReplay);
  void runNested(mlir::Region &region);
  bool flowAll(const RegionFlows::Flows &flows, unsigned regions);
  void forgetFed(mlir::Operation *op,
                 const llvm::SmallDenseSet<mlir::Value> &fed);
  void bindCarried(mlir::Operation *op, const RegionFlows &flows,
                   const llvm::SmallDenseSet<mlir::Value> &fed, bool isGivenUp);
  bool flowBack(const BlockOrder::Component &component,
                const BlockOrder &order);
  bool flowInto(mlir::Block &block, const BlockOrder &order,
                bool isForward = false);
  bool setSeen(mlir::Value value, ValueShape &&shape);
  bool flow(mlir::Value from, mlir::Value to);
  ValueShape merge(const ValueShape &a, const ValueShape &b, mlir::Value at);
  Shape merge(const Shape &a, const Shape &b, mlir::Value at);
  void bindGiven(mlir::BlockArgument argument);
  void bindUnknown(mlir::Value value);
  void bindSlice(mlir::Value whole, mlir::Value part);
  void bindGathered(mlir::Value part, mlir::Value whole,
                    const RegionFlows::Flows &slices);
  void bindAllGathered(mlir::Operation *op, const RegionFlows &flows);
  void bindArguments(mlir::Region &region, bool areGiven);

  // Rules (ShapeAnalysis.cpp).
  struct OpKind {
    std::optional<OpFamily> declared;
    ShapeRule rule = nullptr;
    bool isBroadcastable = false, hasBroadcastTrait = false, keepsShape = false,
         isConstant = false, mayCall = false;
    bool isKnown() const {
      return declared || rule || hasBroadcastTrait || keepsShape;
    }
  };
  OpKind newKind(mlir::OperationName name) const;
  const OpKind &kindOf(mlir::Operation *op);
  void infer(mlir::Operation *op);
  void applyRules(OpShapes &view, const OpKind &kind);
  void inferByInterface(OpShapes &view);
  bool goesByDeclared(mlir::Operation *op);
  Shape declared(mlir::Value value);
  std::optional<Elements> namedElements(mlir::Value value, const Shape &shape);
  std::optional<Elements> constantIn(mlir::Value value); // RuleCheck.cpp
  const ValueShape *lookup(mlir::Value value) const;
  void set(mlir::Value value, ValueShape &&shape) {
    known.set(value, shapes.intern(std::move(shape)));
  }

  // What ops imply (ShapeFacts.cpp).
  struct Learnt : SizeFacts {
    /// What the user calls sizes. Names may be wrong: no op is, for their sake.
    llvm::SmallVector<Pair, 1> names;
  };
  void setDeclared(mlir::Value result);
  llvm::SmallVector<SizeFacts::Pair, 1> declaredSizes(OpShapes &view);
  void noteFacts(mlir::Operation *op,
                 llvm::ArrayRef<SizeFacts::Pair> declared = {});
  void judgeOps();

  // Calls (ShapeCalls.cpp).
  static mlir::Operation *callerOf(mlir::Operation *call);
  llvm::SmallVector<DimExpr> givenTo(mlir::Operation *function);
  Summary summarize(mlir::Operation *function);
  void applySummary(OpShapes &view, const Summary &summary);
  mlir::Operation *reasonFor(mlir::Operation *function, DimExpr size,
                             DimExpr other);
  void settleCallees();
  bool followCalls();

  // Ops that do not parse (ShapeSketch.cpp).
  OpKind kindOf(const OpSketch &sketch, mlir::MLIRContext *context) const;
  ValueShape inferSketch(const OpSketch &sketch, unsigned number,
                         mlir::Type type);
  void inferPlaceholder(mlir::Operation *op);

  Options options;
  DimExprs pool;
  ValueShapes shapes;
  Facts facts;
  Conflicts conflicts;
  CallGraph calls;
  KnownShapes known;
  /// By name.
  llvm::DenseMap<const void *, OpKind> kinds;
  /// What the op being looked at implies.
  Learnt learnt;
  /// Of one that is looked at alone: which sizes broadcast with each other.
  llvm::SmallVector<Facts::Pair> met;
  /// Loops that the op being looked at is in.
  unsigned loopDepth = 0;
  /// Whether what flows brings integers along.
  bool carriesElements = true;

  /// Isolated ops that were looked at with all they nest, outermost ones; null
  /// for all that is in none. With what was kept for that.
  llvm::DenseMap<mlir::Operation *, size_t> scopes;
  mlir::Operation *scopeBeingRun = nullptr;
  /// Of ops in these: to be inferred again.
  llvm::DenseSet<mlir::Operation *> changed;
  /// What stands for values by a sketch: what their operands are, no user
  /// tells.
  llvm::DenseSet<mlir::Operation *> sketched;
  /// What is kept of ops with regions, and those in which control goes
  /// elsewhere than it did; and by the ops that end their blocks, ops around.
  llvm::DenseMap<mlir::Operation *, Nest> nests;
  llvm::DenseSet<mlir::Operation *> stale;
  llvm::DenseMap<const void *, mlir::Operation *> ends;
  /// Of ops that are looked at in rounds: what they nest that is to be inferred
  /// again, in each.
  llvm::DenseMap<mlir::Operation *, llvm::SmallPtrSet<mlir::Operation *, 2>>
      inRounds;
  /// To be inferred again with all that they nest.
  llvm::DenseSet<mlir::Operation *> whole;
  llvm::DenseSet<BlockOrder::Component *> cycles;
  /// Branches that may pass on something else.
  llvm::DenseSet<mlir::Operation *> passing;
  BlockOrder::Component *cycleBeingRun = nullptr;
  /// What is inferred again now: it does not see what comes behind it.
  Place beingRun;
  llvm::SetVector<mlir::Operation *> again;
  /// Of functions that somebody calls.
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Summary>> summaries;
  /// Calls of functions that were not looked at when these were, and wrong ones
  /// of functions that may say it otherwise now.
  llvm::SetVector<mlir::Operation *> awaiting, explained;
  /// In which something was inferred again.
  llvm::SetVector<mlir::Operation *> touchedScopes;
  /// Whether single ops are looked at and nothing else.
  bool isAlone = false;
  /// Null unless an op is checked: whose integers were read for that.
  llvm::SmallVectorImpl<mlir::Operation *> *constants = nullptr;
  /// The last block asked about, if it is up to date.
  mlir::Block *settled = nullptr;
  /// Expressions and shapes that were made for the scopes.
  size_t used = 0;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPEANALYSIS_H
