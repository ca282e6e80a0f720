//===- Rules.h - The table of shape rules ----------------------*- C++ -*-===//
//
// One rule per op or family of ops, by name. To add an op of a known family,
// add its name to the family's line in rules/<dialect>.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_RULES_H
#define SHAPELS_SHAPE_RULES_H

#include "shapels/shape/OpShapes.h"

#include <span>

namespace shapels {

using ShapeRule = void (*)(OpShapes &op);

struct RuleRow {
  /// Without the dialect, separated by blanks.
  llvm::StringRef ops;
  ShapeRule rule;
};

/// The rows of one dialect, or of several that spell their ops alike.
struct RuleTable {
  llvm::StringRef dialects;
  llvm::ArrayRef<RuleRow> rows;
};

/// The rule of an op; null where none is known by its name.
ShapeRule findRule(llvm::StringRef opName);

RuleTable arithRules();
RuleTable indexRules();
RuleTable tosaRules();
RuleTable tosaShapeRules();
RuleTable tensorRules();
RuleTable memrefRules();
RuleTable bufferizationRules();
RuleTable shapeRules();
RuleTable vectorRules();
RuleTable affineRules();
RuleTable controlFlowRules();
RuleTable callRules();
RuleTable globalRules();
RuleTable quantRules();
RuleTable sparseRules();
RuleTable hloRules();
RuleTable hloProductRules();
RuleTable chloRules();
RuleTable onnxRules();
RuleTable onnxProductRules();
RuleTable torchRules();
RuleTable tfRules();
RuleTable ireeRules();

} // namespace shapels

#endif // SHAPELS_SHAPE_RULES_H
