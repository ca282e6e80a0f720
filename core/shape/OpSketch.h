//===- OpSketch.h - What the text of a broken op still says ----*- C++ -*-===//
//
// While an op is typed it does not parse most of the time. Its rule goes by
// what is there: what is not is unknown.
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
  /// Null where nothing is known of one, and for those that may follow.
  llvm::SmallVector<mlir::Value> operands;
  /// What is written, if anything is.
  llvm::SmallVector<TypeShape> results;
  /// From the name up to the first region.
  std::string_view text;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_OPSKETCH_H
