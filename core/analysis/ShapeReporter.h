//===- ShapeReporter.h - Wrong shapes in words and places ------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SHAPEREPORTER_H
#define SHAPELS_ANALYSIS_SHAPEREPORTER_H

#include "core/analysis/Finding.h"
#include "core/shape/RuleCheck.h"

#include "mlir/IR/Operation.h"

namespace shapels {

/// A text with the user's names for `$0` and `$r0` (Requirement.h).
std::string withNames(const Section &section, mlir::Operation *op,
                      llvm::StringRef text);

class ShapeReporter {
public:
  ShapeReporter(const Section &section, mlir::Operation *op)
      : section(section), op(op) {}

  SectionDiagnostic describe(const ShapeClash &clash,
                             const StatedShapes &shapes);
  SectionDiagnostic describe(const RuleFault &fault);

private:
  SectionDiagnostic finding() const;
  std::optional<SectionRange> rangeOf(const Subject &subject) const;
  void pointAtResult(unsigned number, SectionDiagnostic &diagnostic) const;
  /// Operands by number; results count on from them.
  mlir::Value valueOf(size_t number) const {
    auto index = static_cast<unsigned>(number);
    return index < op->getNumOperands()
               ? op->getOperand(index)
               : mlir::Value(op->getResult(index - op->getNumOperands()));
  }
  std::string opName() const {
    return "'" + op->getName().getStringRef().str() + "'";
  }

  const Section &section;
  mlir::Operation *op;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SHAPEREPORTER_H
