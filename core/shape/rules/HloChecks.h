//===- HloChecks.h - What single ops of stablehlo require ------*- C++ -*-===//
//
// Where no kind of constraint says it. Each rejects the op where it is not met.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_RULES_HLOCHECKS_H
#define SHAPELS_SHAPE_RULES_HLOCHECKS_H

#include "core/shape/OpShapes.h"

namespace shapels::rules {

/// Whether each input stands before its initial value, as in the custom form
/// `(%a init: %x), (%b init: %y)`.
bool hasInitsBetween(OpShapes &op);
/// Inputs, as many as there are results, have one shape; so have the updates
/// of a scatter.
void checkInputs(OpShapes &op);
/// What a reducer's region yields and takes fits its initial values, and what
/// it reduces: an input, or a window.
void checkReducer(OpShapes &op);
/// As many updates' dimensions as the indices and the windows have, and none
/// larger than what it updates.
void checkScatter(OpShapes &op);
/// A real transform's last dimensions are its lengths; of an inverse one the
/// last has half of them and one.
void checkFft(OpShapes &op);
/// The matrices of both sides have one dimension in common.
void checkTriangularSolve(OpShapes &op);
/// Groups have as many members as there are parts.
void checkGroupSize(OpShapes &op);
/// The last operand has a root for each operand before it.
void checkDynamicRoot(OpShapes &op);
/// The same bits: the smaller element has one more dimension.
void checkBitcast(OpShapes &op);
/// Layouts are permutations of the dimensions.
void checkLayouts(OpShapes &op);
/// Parts of results that are parts of operands have their sizes.
void checkAliases(OpShapes &op);
/// The padding has two columns, and a row for each spatial dimension.
void checkPaddingOperand(OpShapes &op);

} // namespace shapels::rules

#endif // SHAPELS_SHAPE_RULES_HLOCHECKS_H
