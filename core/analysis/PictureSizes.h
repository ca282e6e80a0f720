//===- PictureSizes.h - Sizes of a picture, and their symbols --*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_PICTURESIZES_H
#define SHAPELS_ANALYSIS_PICTURESIZES_H

#include "core/analysis/Picture.h"
#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"
#include "core/analysis/SizeOrigins.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace shapels {

/// Describes the values of one function, in the order of the text.
class PictureSizes {
public:
  PictureSizes(const Section &section, SectionShapes &shapes,
               std::vector<PictureSymbol> &symbols)
      : section(section), shapes(shapes), symbols(symbols), writer(section),
        origins(section, shapes, writer) {}

  /// `node` is the one that defines it.
  PictureValue describe(mlir::Value value, uint32_t node);
  /// Symbols that are of other values come from the nodes of those: `nodeOf`
  /// gives them, or nothing for a value that is not in the function.
  void place(llvm::function_ref<std::optional<uint32_t>(mlir::Value)> nodeOf);

private:
  PictureSize sizeOf(DimExpr expr, uint32_t node);
  void describeShape(mlir::Value value, PictureValue &done);
  std::string lossOf(mlir::Value value, const PictureValue &done);
  bool isKnownBefore(mlir::Value value);

  const Section &section;
  SectionShapes &shapes;
  std::vector<PictureSymbol> &symbols;
  LinkedTextWriter writer;
  SizeOrigins origins;
  /// Their numbers in `symbols`, and the other way round.
  llvm::DenseMap<const DimNode *, uint32_t> numbers;
  std::vector<DimExpr> leaves;
  /// Texts that many values share are made once.
  llvm::DenseMap<const DimNode *, PictureSize> sizes;
  llvm::DenseMap<mlir::Type, std::string> types;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_PICTURESIZES_H
