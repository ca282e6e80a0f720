//===- UnitVerifier.h - What MLIR's verifiers say ---------------*- C++ -*-===//
//
// Private to ir/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_VERIFY_UNITVERIFIER_H
#define SHAPELS_IR_VERIFY_UNITVERIFIER_H

#include "core/ir/parse/ParserBase.h"
#include "core/ir/verify/Verify.h"

namespace shapels {

/// What MLIR's verifiers say of a unit, or of a section as one.
class UnitVerifier : public ParserBase {
public:
  using ParserBase::ParserBase;
  using IsWhole = llvm::function_ref<bool(mlir::Operation *)>;

  void verify();
  void verifyUnit(StatementId root);
  /// For one of several threads: whether a unit that was parsed as a whole is
  /// right by itself. Then what verifyUnit() finds out is known, but for
  /// noteSymbols().
  bool isUnitRight(StatementId root);
  /// Does `work` for each number below `count`, in any order; false where one
  /// is not done.
  using OnThreads = llvm::function_ref<bool(
      size_t count, llvm::function_ref<bool(size_t)> work)>;
  /// The same of one long unit, the ops in which several threads verify.
  bool isUnitRight(StatementId root, OnThreads onThreads);
  void verifyContainer();
  void verifyOps(llvm::ArrayRef<mlir::Operation *> ops, IsWhole isWhole);
  bool verifyRegionsOf(mlir::Operation *op);
  void verifySymbolUses(llvm::ArrayRef<mlir::Operation *> users);
  /// Tells what others see of it.
  void noteSymbols(StatementId root);

private:
  void collectVerdict(std::optional<ByteRange> whole,
                      llvm::function_ref<void(TextOf, OnSpared)> check);
  std::string_view textOf(mlir::Operation *op, std::optional<ByteRange> whole,
                          std::string_view all) const;
  void noteSymbolUsers(mlir::Operation *unit);
  void verifyTree(mlir::Operation *op, ByteRange whole);
  static void collectSymbolUsers(mlir::Operation *op,
                                 llvm::SmallVectorImpl<mlir::Operation *> &);
};

} // namespace shapels

#endif // SHAPELS_IR_VERIFY_UNITVERIFIER_H
