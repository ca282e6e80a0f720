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

#include <unordered_set>

namespace shapels {

class Describer {
public:
  Describer(const Section &section, const Configuration &configuration);

  ValueInfo describe(mlir::Value value);

private:
  bool isSound(mlir::Operation *op) const;
  void addInference(mlir::OpResult result, ValueInfo &info);
  std::string because(mlir::Operation *op, const InferredShape &shape,
                      size_t dim);
  void addStretched(mlir::Value operand, size_t fromRight, Dim size,
                    std::string &text);

  const Section &section;
  Inference inference;
  /// Statements that MLIR's verifier rejects: its interfaces may not be asked.
  std::unordered_set<StatementId> unsound;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_DESCRIBER_H
