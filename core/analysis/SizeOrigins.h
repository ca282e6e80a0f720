//===- SizeOrigins.h - Where a size comes from -----------------*- C++ -*-===//
//
// Private to analysis/. From op to op, back to what the size is given by.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SIZEORIGINS_H
#define SHAPELS_ANALYSIS_SIZEORIGINS_H

#include "core/analysis/Configuration.h"
#include "core/analysis/LinkedText.h"
#include "core/analysis/SectionShapes.h"
#include "core/shape/LocalShapes.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace shapels {

/// A size by its own name.
inline DimSource sizeSource(mlir::Value value, size_t dim) {
  return {DimSource::Kind::Size, false, value.getAsOpaquePointer(),
          uint32_t(dim)};
}

/// Null for what is not of a value.
inline mlir::Value valueOf(const DimSource &source) {
  if (source.kind == DimSource::Kind::Nothing ||
      source.kind == DimSource::Kind::Named)
    return {};
  return mlir::Value::getFromOpaquePointer(source.value);
}

class SizeOrigins {
public:
  SizeOrigins(const Section &section, SectionShapes &shapes,
              LinkedTextWriter &writer);

  /// The most that is known of a value's sizes, from arguments or by declared
  /// types; nothing where the rank is not known.
  std::optional<std::vector<Dim>> sizes(mlir::Value value);
  /// And of what its type states together.
  TypeShape typeShapeOf(mlir::Value value);
  /// Of a result: `4 from %rhs; %lhs has 1 and is broadcast`, then from where
  /// %rhs has it. With marks for names; empty where no rule of ours tells.
  std::string explain(mlir::Value value, unsigned dim);
  /// `where it is lost`: why a `?` of this value is no more than that; empty
  /// where it is more.
  std::string loss(mlir::Value value, unsigned dim);

private:
  /// One step back.
  struct Step {
    /// Behind the size.
    std::string words;
    /// Where to go on, if it is a size or an integer of one value.
    std::optional<DimSource> next = std::nullopt;
    /// `14 + 1 - 3 = `, before the size.
    std::string formula = {};
  };
  std::optional<Step> stepFrom(const DimSource &source);
  std::optional<Step> flowStep(const DimSource &source,
                               llvm::ArrayRef<mlir::Value> values);
  DimExpr exprOf(const DimSource &source);
  DimExpr inferred(const DimSource &source);
  llvm::SmallVector<mlir::Value, 2> sourcesOf(mlir::Value value);
  Step stepOf(const LocalShapes::Local &local, mlir::Operation *op);
  std::string wordsOf(const DimSource &source);
  std::optional<int64_t> numberOf(const DimSource &source);
  std::string formulaOf(DimExpr expr);
  LocalShapes::Local localOf(const DimSource &source);
  DimExpr betterKnown(mlir::Operation *op, DimExpr expr);
  ValueShape knownOf(mlir::Value operand);

  // All steps (SizeChains.cpp).
  struct Chain {
    std::vector<DimSource> links;
    /// What follows the last one.
    std::string end;
    /// Links are left out before that one.
    std::optional<size_t> gap;
  };
  Chain chainFrom(DimSource source);
  std::optional<DimSource> quickStep(const DimSource &source);
  void cutShort(Chain &chain);
  std::string endOf(const DimSource &last, const std::optional<Step> &step);
  std::string textOf(const Chain &chain);
  bool isNamedAlike(const DimSource &a, const DimSource &b) const;

  // Of a broadcast (BroadcastOrigins.cpp).
  std::optional<Step> broadcastStep(mlir::Value result, unsigned dim);
  std::vector<mlir::Value> broadcastOperands(mlir::Operation *op);
  std::string stretched(mlir::Value operand, size_t fromRight, Dim size);
  std::string openSizes(llvm::ArrayRef<mlir::Value> operands, size_t fromRight);
  bool isStrict() const;
  TypeShape shapeBefore(mlir::Value operand);

  const Section &section;
  SectionShapes &shapes;
  LinkedTextWriter &writer;
  LocalShapes locals;
  llvm::DenseMap<mlir::Value, TypeShape> typeShapes;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SIZEORIGINS_H
