//===- Simplify.cpp -------------------------------------------------------===//

#include "core/shape/emit/Simplify.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace shapels;
using namespace mlir;

/// Each makes work for the other once or twice.
static constexpr unsigned mostRounds = 4;

void Simplifier::learnDialects(func::FuncOp function) {
  bool isNew = false;
  function.walk([&](Operation *op) {
    if (Dialect *dialect = op->getDialect())
      isNew |= dialects.insert(dialect);
  });
  if (!isNew && patterns)
    return;
  MLIRContext *context = function.getContext();
  RewritePatternSet all(context);
  for (Dialect *dialect : dialects)
    dialect->getCanonicalizationPatterns(all);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (dialects.contains(&op.getDialect()))
      op.getCanonicalizationPatterns(all, context);
  patterns.emplace(std::move(all));
}

void Simplifier::simplify(func::FuncOp function) {
  learnDialects(function);
  IRRewriter rewriter(function.getContext());
  bool isChanged = true;
  for (unsigned round = 0; isChanged && round < mostRounds; ++round) {
    bool isMerged = false;
    (void)applyPatternsGreedily(function, *patterns, GreedyRewriteConfig(),
                                &isChanged);
    DominanceInfo dominance(function);
    eliminateCommonSubExpressions(rewriter, dominance, function, &isMerged);
    isChanged |= isMerged;
  }
}
