//===- Describer.h - Inferred shapes in words ------------------*- C++ -*-===//
//
// Private to analysis/. Names, rules and reasons as the user reads them.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_DESCRIBER_H
#define SHAPELS_ANALYSIS_DESCRIBER_H

#include "core/analysis/SizeOrigins.h"
#include "core/analysis/ValueInfo.h"

namespace shapels {

/// Puts what is known of a value into words for hover. Made for one answer;
/// valid until the next edit.
class Describer {
public:
  /// Both outlive it.
  Describer(const Section &section, SectionShapes &shapes)
      : section(section), shapes(shapes), writer(section),
        origins(section, shapes, writer) {}

  /// Without the reasons of its dimensions.
  ValueInfo describe(mlir::Value value);
  /// With the reason of each dimension (DimInfo::because).
  ValueInfo explain(mlir::Value value);

private:
  void addInference(mlir::Value value, ValueInfo &info);
  void addFacts(mlir::Value value, ValueInfo &info);
  void addRanges(mlir::Value value, ValueInfo &info);
  void addSymbolic(mlir::Value value, ValueInfo &info);
  void addShape(mlir::Value value, std::string_view rule,
                const std::vector<Dim> &dims, ValueInfo &info);
  void addReasonsOfMlir(mlir::OpResult result, ValueInfo &info);
  bool mayAskMlir(mlir::Operation *op) const;
  std::string_view ruleOf(mlir::Value value);

  const Section &section;
  SectionShapes &shapes;
  LinkedTextWriter writer;
  SizeOrigins origins;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_DESCRIBER_H
