//===- RefinableResults.cpp - Results that could say more -----------------===//

#include "core/analysis/Describer.h"
#include "core/analysis/Finding.h"

#include "mlir/IR/Operation.h"

using namespace shapels;

std::vector<Finding>
shapels::findRefinableResults(const Section &section,
                              const Configuration &configuration) {
  std::vector<Finding> findings;
  SectionShapes shapes(section, configuration);
  Describer describer(section, shapes);
  section.ir().walk([&](mlir::Operation *op) {
    for (mlir::OpResult result : op->getResults()) {
      ValueInfo value = describer.describe(result);
      if (value.refinedType.empty())
        continue;
      Finding finding;
      finding.diagnostic.code = DiagnosticCode::RefinableResult;
      finding.diagnostic.severity =
          defaultSeverity(DiagnosticCode::RefinableResult);
      finding.diagnostic.range = section.definitionOf(result);
      finding.diagnostic.message = value.name + " is declared " +
                                   value.declaredType +
                                   ", but its operands make it " +
                                   value.inferredType + " (" + value.rule + ")";
      finding.anchor = section.rangeOf(op).begin;
      finding.statement = section.ir().statementOf(op);
      findings.push_back(std::move(finding));
    }
  });
  return findings;
}
