//===- OpInference.h - What one op says of its results ----------*- C++ -*-===//
//
// Private to shape/. Made for one call; see ShapeState.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_OPINFERENCE_H
#define SHAPELS_SHAPE_OPINFERENCE_H

#include "core/shape/ShapeState.h"

namespace shapels {

class OpInference {
public:
  explicit OpInference(ShapeState &state) : state(state) {}

  /// What is known of its results by now, and what it implies, instead of what
  /// was known before.
  void infer(mlir::Operation *op);
  /// Says to the view what the op's rule says; nothing where it has none.
  void applyRules(OpShapes &view, const OpKind &kind);
  OpKind newKind(mlir::OperationName name) const;
  /// What a user teaches of ops of that name, unless their family is declared.
  const ShapeFunction *functionFor(const OpKind &kind,
                                   llvm::StringRef name) const;
  const OpKind &kindOf(mlir::Operation *op);
  std::optional<Elements> constantIn(mlir::Value value);

private:
  bool inferAlike(mlir::Operation *op, const OpMemo::Look &look);
  void inferAnew(mlir::Operation *op, const OpKind &kind,
                 std::optional<OpMemo::Look> look);
  using Pairs = llvm::SmallVector<SizeFacts::Pair, 1>;

  void inferByInterface(OpShapes &view);
  bool goesByDeclared(mlir::Operation *op);
  Pairs declaredSizes(mlir::Operation *op, const OpShapes::Said &said);
  void noteFacts(mlir::Operation *op,
                 llvm::ArrayRef<SizeFacts::Pair> declared = {});

  ShapeState &state;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_OPINFERENCE_H
