//===- RuleWords.h - Why an op is wrong, in words --------------*- C++ -*-===//
//
// Private to shape/. A rule that meets two numbers cannot tell whose they are:
// where it finds fault it is asked once more, with a symbol for each size of
// its operands, and the sizes that must be equal then name them.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_RULEWORDS_H
#define SHAPELS_SHAPE_RULEWORDS_H

#include "core/shape/ShapeAnalysis.h"

namespace shapels {

/// A result that cannot be what is inferred.
struct ResultFault {
  unsigned result = 0;
  /// Nothing where the ranks differ.
  std::optional<size_t> dim;
  int64_t inferred = 0, declared = 0;
};

class RuleWords {
public:
  /// `learnt` are the sizes that the op makes equal, by its declared types. All
  /// outlive it.
  RuleWords(const ShapeAnalysis::Options &options, OpShapes &view,
            llvm::ArrayRef<Facts::Pair> learnt)
      : options(options), view(view), learnt(learnt) {}

  RuleFault of(const Rejection &rejection);
  /// Of sizes that only together cannot be equal.
  std::optional<RuleFault> ofClash();
  RuleFault of(const ResultFault &fault, std::string_view rule);

private:
  /// Two sizes that must be equal and are other numbers.
  struct Clash {
    DimExpr a, b;
    int64_t sizeOfA = 0, sizeOfB = 0;
  };
  void nameSizes();
  std::optional<Clash> clashAmong(DimExprs &exprs,
                                  llvm::ArrayRef<Facts::Pair> pairs);
  std::optional<Clash> namedClash();
  std::optional<Clash> unbroadcastable();
  DimExpr declared(DimExprs &exprs, DimExpr expr);
  std::optional<unsigned> operandOf(const DimSource &source) const;
  std::string sideText(DimExpr expr, int64_t size) const;
  RuleFault describe(Clash clash, bool isBroadcast = false,
                     const Rejection &rejection = {}) const;
  std::string opName() const { return "'" + view.name().str() + "'"; }

  const ShapeAnalysis::Options &options;
  OpShapes &view;
  llvm::ArrayRef<Facts::Pair> learnt;
  /// With symbols for the operands' sizes; null until it is needed.
  std::unique_ptr<ShapeAnalysis> named;
  ShapeAnalysis::Alone said;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_RULEWORDS_H
