//===- PlainTypes.h - Types that MLIR knows without help -------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_EMIT_PLAINTYPES_H
#define SHAPELS_SHAPE_EMIT_PLAINTYPES_H

#include "mlir/IR/Types.h"

namespace shapels {

/// Whether nothing in it belongs to a dialect that is not built in.
bool isPlain(mlir::Type type);

/// The type itself where it is plain; else what has the same sizes: a tensor,
/// `i64` for `!torch.int`, `none` for what has no shape.
mlir::Type plainType(mlir::Type type);

} // namespace shapels

#endif // SHAPELS_SHAPE_EMIT_PLAINTYPES_H
