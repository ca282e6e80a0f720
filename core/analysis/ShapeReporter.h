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

/// Replaces `$0` and `$r0` (see Requirement.h) by the names that the text has
/// for operands and results.
std::string withNames(const Section &section, mlir::Operation *op,
                      llvm::StringRef text);

/// Makes the finding for an op whose shapes a rule rejects: message, range,
/// underlines and notes. Made for one op.
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
  void addSource(mlir::Operation *source, SectionDiagnostic &diagnostic) const;
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
