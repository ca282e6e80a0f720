//===- OpSketch.h - What the text of a broken op still says ----*- C++ -*-===//
//
// An op that is being typed mostly does not parse. Its rule runs on what its
// text has; the rest is unknown.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_OPSKETCH_H
#define SHAPELS_SHAPE_OPSKETCH_H

#include "core/shape/TypeShape.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

#include <string>
#include <string_view>

namespace shapels {

struct OpSketch {
  std::string name;
  /// Null for an operand of which nothing is known, and for those that may
  /// still follow.
  llvm::SmallVector<mlir::Value> operands;
  /// The result types that the text has, if any.
  llvm::SmallVector<TypeShape> results;
  /// The op's text from its name up to its first region.
  std::string_view text;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_OPSKETCH_H
