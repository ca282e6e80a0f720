//===- ShapeAnalysis.h - Symbolic shapes, forwards -------------*- C++ -*-===//
//
// Carries shapes and small integer tensors from what is given through the ops
// of a function, by one rule per op (Rules.h). For one state of the IR; touched
// by the document's thread.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SHAPEANALYSIS_H
#define SHAPELS_SHAPE_SHAPEANALYSIS_H

#include "shapels/shape/Equalities.h"
#include "shapels/shape/OpFamilies.h"
#include "shapels/shape/OpShapes.h"
#include "shapels/shape/RuleCheck.h"
#include "shapels/shape/TypeShape.h"

#include "mlir/IR/Value.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>

namespace shapels {

class ShapeAnalysis {
public:
  /// What an op is told of its operands.
  enum class Trust {
    /// Their declared types.
    Declared,
    /// What follows from arguments and constants; what result types declare on
    /// the way is ignored.
    Arguments,
  };
  struct Options {
    Trust trust = Trust::Arguments;
    /// A `?` never broadcasts, as PyTorch has it.
    bool isStrict = false;
    /// What the user says of an op, which outweighs the rest.
    std::function<std::optional<OpFamily>(mlir::Operation *)> familyOf;
    /// Ops to treat as Broadcastable.
    std::function<bool(mlir::Operation *)> isBroadcastable;
    /// Ops whose verifier has nothing to say: only these may be asked by
    /// MLIR's interfaces.
    std::function<bool(mlir::Operation *)> isSound;
    /// The text of an op whose attributes nobody parsed, without its regions.
    std::function<std::string_view(mlir::Operation *)> textOf;
  };

  explicit ShapeAnalysis(Options options)
      : options(std::move(options)), equalities(pool) {}

  /// What somebody says of sizes of arguments, before anything is analysed.
  void learnGiven(DimExpr a, DimExpr b) { equalities.unite(a, b); }

  /// Of one op alone: what is to be known of an operand, and what follows.
  void assume(mlir::Value value, ValueShape shape) {
    known[value] = std::move(shape);
  }
  void inferAlone(mlir::Operation *op) { infer(op); }

  /// Looks at an op that stands for itself, a function or a module, and at
  /// everything in it.
  void analyze(mlir::Operation *root);

  /// What the op's rule, which is known, has against it by what Trust::Declared
  /// goes by (RuleCheck.cpp). Leaves no trace.
  std::vector<RuleFault> check(mlir::Operation *op);

  /// What its op says of a result; what is said of a block argument. Null
  /// where nobody looked at it.
  const ValueShape *find(mlir::Value value) const;
  /// The representative of the sizes that are known to be equal.
  DimExpr canonical(DimExpr expr) { return equalities.canonical(expr); }
  Shape canonical(Shape shape);
  Elements canonical(Elements elements);
  /// The size as a type writes it.
  Dim dimOf(DimExpr expr);

  // What rules are given.
  DimExprs &exprs() { return pool; }
  /// What consumers of the value go by.
  Shape shapeOf(mlir::Value value);
  std::optional<Elements> elementsOf(mlir::Value value);
  /// The size of a value, by its name.
  DimExpr sizeOf(mlir::Value value, unsigned dim);
  DimExpr exprOf(Dim dim);
  void learn(mlir::Operation *op, DimExpr a, DimExpr b);
  std::string_view textOf(mlir::Operation *op) const {
    return options.textOf ? options.textOf(op) : std::string_view();
  }
  bool isStrict() const { return options.isStrict; }

private:
  // Control flow (ShapeFlow.cpp).
  void runRegion(mlir::Region &region);
  void runBlocks(mlir::Region &region);
  void runBlock(mlir::Block &block);
  void runOp(mlir::Operation *op);
  void runBranching(mlir::RegionBranchOpInterface op);
  bool runLoopOf(mlir::Operation *op);
  bool flowFrom(mlir::RegionBranchOpInterface op);
  bool flowFrom(mlir::RegionBranchTerminatorOpInterface terminator);
  bool flowInto(mlir::Block &block);
  bool flow(mlir::Value from, mlir::Value to);
  ValueShape merge(const ValueShape &a, const ValueShape &b, mlir::Value at);
  Shape merge(const Shape &a, const Shape &b, mlir::Value at);
  void bindGiven(mlir::BlockArgument argument);
  void bindUnknown(mlir::Value value);
  void bindArguments(mlir::Region &region, bool areGiven);

  // Rules (ShapeAnalysis.cpp).
  void infer(mlir::Operation *op);
  void applyRules(OpShapes &view);
  void inferByInterface(OpShapes &view);
  bool goesByDeclared(mlir::Operation *op);
  Shape declared(mlir::Value value);
  bool isGiven(mlir::Value value) const;

  Options options;
  DimExprs pool;
  Equalities equalities;
  llvm::DenseMap<mlir::Value, ValueShape> known;
  /// Loops that the op being looked at is in.
  unsigned loopDepth = 0;
  /// Whether what flows brings integers along.
  bool carriesElements = true;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPEANALYSIS_H
