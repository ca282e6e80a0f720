//===- OpChecks.h - What one op says of itself -----------------*- C++ -*-===//
//
// What verifies reports to the context's diagnostic handler and returns whether
// the op is right. Nothing changes the IR.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_VERIFY_OPCHECKS_H
#define SHAPELS_IR_VERIFY_OPCHECKS_H

namespace mlir {
class Operation;
} // namespace mlir

namespace shapels {

/// The op's attributes of other dialects.
bool verifyAttributes(mlir::Operation *op);

/// The op's own, but for what reads the regions.
bool verifyInvariants(mlir::Operation *op);

/// What the op itself says of its regions, which are right.
bool verifyRegions(mlir::Operation *op);

/// Whatever else is wrong with a function, its type is all that what it nests
/// reads of it.
bool isFunctionWithType(mlir::Operation *op);

/// Whether a block of it goes on behind a terminator: what follows may be read
/// as more of its operands, and nothing else may have successors.
bool hasEarlyTerminator(mlir::Operation *op);

/// Whether no dialect that is built in has the op, or it is one of ours.
bool isOfNobody(mlir::Operation *op);

/// Whether what an op nests may look at it where it lacks something. What
/// returns to a function reads its type. Of an op that does not parse nothing
/// can be read.
bool canBeReadIncomplete(mlir::Operation *op);

} // namespace shapels

#endif // SHAPELS_IR_VERIFY_OPCHECKS_H
