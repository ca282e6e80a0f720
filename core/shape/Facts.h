//===- Facts.h - What ops imply of sizes, by function ----------*- C++ -*-===//
//
// Private to shape/. Each op's equalities and bounds are kept, so that an edit
// takes them back; what follows from all of a function is found when somebody
// asks.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_FACTS_H
#define SHAPELS_SHAPE_FACTS_H

#include "core/shape/DimRange.h"
#include "core/shape/Equalities.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

#include <memory>

namespace shapels {

/// As compare(), but names by their text: their numbers rest on what was said
/// first.
int compareSources(const DimSource &a, const DimSource &b,
                   const DimNames &names);

class Facts {
public:
  using Pair = Equalities::Pair;
  /// What an op says of a size beside what it equals.
  using Limit = std::pair<DimExpr, DimRange>;

  explicit Facts(DimExprs &exprs) : exprs(exprs) {}

  /// What `op` implies in `function`, instead of what it did before.
  void set(mlir::Operation *op, mlir::Operation *function,
           llvm::ArrayRef<Pair> pairs, llvm::ArrayRef<Limit> limits);
  /// What somebody says of sizes in `function`.
  void setGiven(mlir::Operation *function, llvm::ArrayRef<Pair> pairs);
  /// An op, or a function, that is not there any more.
  void forget(const void *op);
  /// All that is said of sizes in the function.
  std::vector<Pair> pairsOf(const mlir::Operation *function) const;
  /// What one op says; and what somebody says of sizes in the function.
  llvm::ArrayRef<Pair> pairsOfOp(const mlir::Operation *op) const;
  llvm::ArrayRef<Pair> givenOf(const mlir::Operation *function) const;
  /// Whether the pairs say that the two are equal.
  bool follows(std::vector<Pair> pairs, DimExpr a, DimExpr b) const;
  /// The first op of the function that bounds exactly that size; null where
  /// none does.
  mlir::Operation *limiting(mlir::Operation *function, DimExpr size);
  /// Of which something else is said than when this was asked the last time.
  std::vector<const void *> takeTouched();
  /// The representative in the function.
  DimExpr canonical(mlir::Operation *function, DimExpr expr);
  /// What is said of exactly that size, by whatever name.
  DimRange limitOf(mlir::Operation *function, DimExpr expr);

private:
  struct OfFunction {
    OfFunction(DimExprs &exprs, uint64_t id) : id(id), closure(exprs) {}
    /// Others may have had its address before.
    uint64_t id;
    /// With the number of ops that say so.
    llvm::DenseMap<std::pair<const DimNode *, const DimNode *>, uint32_t> pairs;
    std::vector<Pair> given;
    std::vector<Pair> allPairs() const;
    Equalities closure;
    bool isStale = false;
    /// By the op that says so.
    llvm::DenseMap<const void *, llvm::SmallVector<Limit, 1>> limits;
    /// By representative; made of them when somebody asks.
    llvm::DenseMap<const DimNode *, DimRange> ranges;
    bool areRangesStale = false;
  };
  struct OfOp {
    const void *function = nullptr;
    uint64_t id = 0;
    llvm::SmallVector<Pair, 1> pairs;
  };

  void retract(const void *op, const OfOp &old);
  bool isKnown(const void *op, const void *function, llvm::ArrayRef<Pair> pairs,
               llvm::ArrayRef<Limit> limits) const;
  void refresh(OfFunction &function);
  OfFunction &functionFor(const void *function);

  DimExprs &exprs;
  llvm::DenseMap<const void *, std::unique_ptr<OfFunction>> functions;
  llvm::DenseMap<const void *, OfOp> ops;
  uint64_t lastId = 0;
  llvm::DenseSet<const void *> touched;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_FACTS_H
