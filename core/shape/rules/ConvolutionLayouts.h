//===- ConvolutionLayouts.h - Dimension numbers of convolutions *- C++ -*-===//

#ifndef SHAPELS_SHAPE_RULES_CONVOLUTIONLAYOUTS_H
#define SHAPELS_SHAPE_RULES_CONVOLUTIONLAYOUTS_H

#include "core/shape/OpShapes.h"

namespace shapels::rules {

/// What each dimension is: `b`, `f`, `i`, `o`, or the number of a window's.
using ConvolutionLayout = llvm::SmallVector<std::string>;

/// Of the input, the kernel and the result: `[b, 0, 1, f]` and so on in
/// `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[...]>`, or spelled out. Empty
/// where they are not understood, or not right, of which the op is told then.
llvm::SmallVector<ConvolutionLayout> convolutionLayouts(OpShapes &op);

} // namespace shapels::rules

#endif // SHAPELS_SHAPE_RULES_CONVOLUTIONLAYOUTS_H
