//===- SizeExpression.h - How a size is computed ---------------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_SIZEEXPRESSION_H
#define SHAPELS_SHAPE_SIZEEXPRESSION_H

#include "mlir/IR/Value.h"

#include <cstdint>
#include <vector>

namespace shapels {

/// A size in terms of values of the user's IR.
struct SizeExpression {
  enum class Kind {
    Number,
    /// A value that is the size.
    Value,
    /// Dimension `number` of `value`.
    Dim,
    /// Element `number` of `value`, a list of sizes.
    Element,
    // Of `parts`: two, but for Min and Max, which have one or more.
    Sum,
    Product,
    FloorDiv,
    CeilDiv,
    Mod,
    Min,
    Max,
  };

  Kind kind = Kind::Number;
  int64_t number = 0;
  mlir::Value value;
  std::vector<SizeExpression> parts;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SIZEEXPRESSION_H
