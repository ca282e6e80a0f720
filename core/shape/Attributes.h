//===- Attributes.h - Integers in attributes, of any op --------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_ATTRIBUTES_H
#define SHAPELS_SHAPE_ATTRIBUTES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace shapels {

using Integers = llvm::SmallVector<int64_t, 4>;

std::optional<int64_t> integerIn(mlir::Attribute attribute);
/// Of an array or an elements attribute, in order; of a single integer too.
/// Nothing where there are more than Elements::most.
std::optional<Integers> integersIn(mlir::Attribute attribute);

/// As integersIn(), of floats.
std::optional<llvm::SmallVector<double>> floatsIn(mlir::Attribute attribute);

/// The integers that follow `key = ` in a text, in brackets or alone, nested
/// brackets flattened: `lhs_contracting_dimensions = [1]`.
std::optional<Integers> integersInText(llvm::StringRef text,
                                       llvm::StringRef key);
/// The second list of `key = [0] x [1]`.
std::optional<Integers> secondIntegersInText(llvm::StringRef text,
                                             llvm::StringRef key);
/// Row by row, of the first `dense<...>` in a text.
std::optional<llvm::SmallVector<double>> denseInText(llvm::StringRef text);
/// What follows `key = ` in a text, up to the comma or bracket that ends it, or
/// within its quotes;
/// empty if it is not there.
llvm::StringRef valueInText(llvm::StringRef text, llvm::StringRef key);

/// An attribute as MLIR prints it.
std::string attributeText(mlir::Attribute attribute);

} // namespace shapels

#endif // SHAPELS_SHAPE_ATTRIBUTES_H
