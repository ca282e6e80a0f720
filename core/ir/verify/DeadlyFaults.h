//===- DeadlyFaults.h - What MLIR's verifiers do not survive ---*- C++ -*-===//
//
// Private to ir/ and to who says what is wrong instead. A fault that is known
// to crash the verifier of MLIR 22, and that is told without asking it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_VERIFY_DEADLYFAULTS_H
#define SHAPELS_IR_VERIFY_DEADLYFAULTS_H

namespace mlir {
class Operation;
} // namespace mlir

namespace shapels {

/// Whether `op` is wrong, and its verifier must not look at it.
bool hasDeadlyFault(mlir::Operation *op);
/// Whether it must not be asked about the symbols that it names.
bool hasDeadlyUse(mlir::Operation *op);

} // namespace shapels

#endif // SHAPELS_IR_VERIFY_DEADLYFAULTS_H
