//===- Describer.h - Values of a section, in words -------------*- C++ -*-===//
//
// Private to analysis/. Keeps what it inferred, so one describer serves many
// values of a section that does not change meanwhile.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_DESCRIBER_H
#define SHAPELS_ANALYSIS_DESCRIBER_H

#include "shapels/analysis/ValueInfo.h"
#include "shapels/shape/Inference.h"

namespace shapels {

class Describer {
public:
  Describer(const Section &section, const Configuration &configuration);

  ValueInfo describe(mlir::Value value);
  /// With what only asking MLIR's interfaces about this one op can tell: where
  /// each dimension comes from.
  ValueInfo explain(mlir::Value value);

private:
  void addInference(mlir::OpResult result, ValueInfo &info);
  void addShape(mlir::OpResult result, std::string_view rule,
                const std::vector<Dim> &dims, ValueInfo &info);
  void addReasons(mlir::OpResult result, ValueInfo &info);
  std::string because(mlir::Operation *op, const InferredShape &shape,
                      size_t dim);
  void addStretched(mlir::Value operand, size_t fromRight, Dim size,
                    std::string &text);

  const Section &section;
  Inference inference;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_DESCRIBER_H
