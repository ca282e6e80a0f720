//===- MissingBracket.h - Where a `>` belongs -------------------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_MISSINGBRACKET_H
#define SHAPELS_FEATURES_MISSINGBRACKET_H

#include "core/analysis/Document.h"

namespace shapels {

/// Where to insert the `>` that MLIR expected at `expected`: behind the last
/// token before that; in `tensor<2xf32, i32)`, where MLIR takes the second type
/// for a part of the first one, before the comma.
DocumentOffset missingBracket(const Document &document,
                              DocumentOffset expected);

} // namespace shapels

#endif // SHAPELS_FEATURES_MISSINGBRACKET_H
