//===- Inference.h - The shape of a value, from its operands ---*- C++ -*-===//

#ifndef SHAPELS_SHAPE_INFERENCE_H
#define SHAPELS_SHAPE_INFERENCE_H

#include "shapels/shape/Broadcast.h"
#include "shapels/shape/OpFamilies.h"

#include "mlir/IR/Value.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace shapels {

/// A dimension and the operand that it comes from, where a single one gave it.
using InferredDim = BroadcastDim;

/// What a rule says of one result.
struct InferredShape {
  /// In the user's words: `Broadcastable`, `same shape as the operands`.
  std::string_view rule;
  std::vector<InferredDim> dims;
};

/// Forward inference over live IR, on demand: it looks only at what a value is
/// computed from, and remembers. For one state of the IR; touched by the
/// document's thread.
class Inference {
public:
  using Predicate = std::function<bool(mlir::Operation *)>;
  using Families = std::function<std::optional<OpFamily>(mlir::Operation *)>;

  /// `isBroadcastable`: ops to treat so; `declared`: what the user says of ops;
  /// `isSound`: ops whose verifier has nothing to say, so that MLIR's
  /// interfaces may be asked.
  Inference(BroadcastRules rules, Predicate isBroadcastable, Families declared,
            Predicate isSound)
      : rules(rules), isBroadcastable(std::move(isBroadcastable)),
        declared(std::move(declared)), isSound(std::move(isSound)) {}

  /// The most that is known: declared and inferred together.
  TypeShape shapeOf(mlir::Value value);
  /// What the operands say of a result, by the first rule that knows the op.
  std::optional<InferredShape> infer(mlir::OpResult result);
  /// Whether the op and what its operands come from verified, so that MLIR's
  /// interfaces may be asked.
  bool mayAskMlir(mlir::Operation *op) const;

private:
  void computeSlice(mlir::Operation *op);
  void compute(mlir::Operation *op);
  std::vector<std::optional<InferredShape>> applyRules(mlir::Operation *op);
  std::vector<std::optional<InferredShape>>
  inferByInterface(mlir::Operation *op);
  std::vector<std::optional<InferredShape>>
  inferShaped(mlir::Operation *op, mlir::InferShapedTypeOpInterface shaped);
  std::optional<InferredShape> inferSameShape(mlir::Operation *op);
  std::vector<TypeShape> operandShapes(mlir::Operation *op);

  BroadcastRules rules;
  Predicate isBroadcastable;
  Families declared;
  Predicate isSound;
  llvm::DenseMap<mlir::Value, TypeShape> known;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_INFERENCE_H
