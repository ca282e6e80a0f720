//===- DimParser.h - Expressions over names, as text -----------*- C++ -*-===//
//
// As affine maps and torch's symbolic integers have them: `2 * s1 + s0
// floordiv 4`.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_DIMPARSER_H
#define SHAPELS_SHAPE_DIMPARSER_H

#include "core/shape/DimExpr.h"

namespace shapels {

/// What a name stands for; null where it stands for nothing.
using NamedDim = llvm::function_ref<DimExpr(llvm::StringRef)>;

/// Null where the text is no such expression.
DimExpr parseDim(llvm::StringRef text, DimExprs &exprs, NamedDim named);

/// The results of the first `affine_map<()[s0, s1] -> (s0, 2 * s1)>` in the
/// text, over what its symbols are; nothing where it is none of as many.
std::optional<llvm::SmallVector<DimExpr>>
parseAffineResults(llvm::StringRef text, DimExprs &exprs,
                   llvm::ArrayRef<DimExpr> symbols);

} // namespace shapels

#endif // SHAPELS_SHAPE_DIMPARSER_H
