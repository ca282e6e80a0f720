//===- Rules.h - The table of shape rules ----------------------*- C++ -*-===//
//
// One rule per op or family of ops, by name. To add an op of a known family,
// add its name to the family's line in rules/<dialect>.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_RULES_H
#define SHAPELS_SHAPE_RULES_H

#include "core/shape/OpFamilies.h"
#include "core/shape/OpShapes.h"

#include <span>

namespace shapels {

using ShapeRule = void (*)(OpShapes &op);

struct RuleRow {
  /// Names without the dialect, separated by blanks.
  llvm::StringRef ops;
  ShapeRule rule;
  /// The family of the ops, where the rule does not imply it: `elementwise` is
  /// SameShape, `broadcast` is Broadcastable.
  OpFamily family = OpFamily::None;
};

/// The rows of one dialect, or of several that spell their ops alike.
struct RuleTable {
  llvm::StringRef dialects;
  llvm::ArrayRef<RuleRow> rows;
  /// Whether an op that does not meet what its rule requires is wrong. False
  /// for `shape.cstr_eq` and the like, which may fail when they execute.
  bool isJudged = true;
};

/// What the tables have for the name of an op.
struct KnownOp {
  /// Null where no table has the name.
  ShapeRule rule = nullptr;
  OpFamily family = OpFamily::None;
  bool isJudged = true;
};

const KnownOp &findOp(llvm::StringRef opName);
inline ShapeRule findRule(llvm::StringRef opName) {
  return findOp(opName).rule;
}

/// Whether no table has the name, but one has a longer name that begins with
/// it.
bool isBeginningOfOp(llvm::StringRef name);

/// The names of all ops that have a rule.
std::vector<llvm::StringRef> opsWithRules();

RuleTable arithRules();
RuleTable indexRules();
RuleTable tosaRules();
RuleTable tosaShapeRules();
RuleTable tensorRules();
RuleTable memrefRules();
RuleTable gpuRules();
RuleTable bufferizationRules();
RuleTable shapeRules();
RuleTable vectorRules();
RuleTable affineRules();
RuleTable controlFlowRules();
RuleTable callRules();
RuleTable builtinRules();
RuleTable globalRules();
RuleTable quantRules();
RuleTable shardyRules();
RuleTable tfExecutorRules();
RuleTable sparseRules();
RuleTable hloRules();
RuleTable hloBroadcastRules();
RuleTable hloProductRules();
RuleTable hloWindowRules();
RuleTable hloCollectiveRules();
RuleTable hloIntegerRules();
RuleTable chloRules();
RuleTable onnxRules();
RuleTable onnxProductRules();
RuleTable onnxIntegerRules();
RuleTable onnxRecurrentRules();
RuleTable onnxResizeRules();
RuleTable torchRules();
RuleTable tfRules();
RuleTable tfWindowRules();
RuleTable tfIndexRules();
RuleTable ireeRules();
RuleTable ireeCodegenRules();
RuleTable ttirRules();
RuleTable ttirWindowRules();
RuleTable ttirHeadRules();
RuleTable ttnnRules();
RuleTable torchLayoutRules();
RuleTable torchWindowRules();
RuleTable torchSymbolRules();
RuleTable torchConversionRules();
RuleTable onnxSequenceRules();
RuleTable onnxIndexRules();
RuleTable onnxQuantizedRules();

} // namespace shapels

#endif // SHAPELS_SHAPE_RULES_H
