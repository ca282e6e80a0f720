//===- RefinableResults.cpp - Results that could say more -----------------===//

#include "core/analysis/Describer.h"
#include "core/analysis/Finding.h"

#include "mlir/IR/Operation.h"

using namespace shapels;

std::vector<SectionDiagnostic>
shapels::findRefinableResults(const Section &section,
                              const Configuration &configuration) {
  std::vector<SectionDiagnostic> findings;
  SectionShapes shapes(section, configuration);
  Describer describer(section, shapes);
  section.ir().walk([&](mlir::Operation *op) {
    for (mlir::OpResult result : op->getResults()) {
      ValueInfo value = describer.describe(result);
      if (value.refinedType.empty())
        continue;
      SectionDiagnostic finding;
      finding.code = DiagnosticCode::RefinableResult;
      finding.severity = defaultSeverity(DiagnosticCode::RefinableResult);
      finding.range = section.definitionOf(result);
      finding.message = value.name + " is declared " + value.declaredType +
                        ", but its operands make it " + value.inferredType +
                        " (" + value.rule + ")";
      finding.mlirPlace = section.rangeOf(op).begin;
      finding.statement = section.ir().statementOf(op);
      findings.push_back(std::move(finding));
    }
  });
  return findings;
}
