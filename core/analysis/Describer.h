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

private:
  void addInference(mlir::OpResult result, ValueInfo &info);
  std::string because(mlir::Operation *op, const InferredShape &shape,
                      size_t dim);
  void addStretched(mlir::Value operand, size_t fromRight, Dim size,
                    std::string &text);

  const Section &section;
  Inference inference;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_DESCRIBER_H
