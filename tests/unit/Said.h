//===- Said.h - All that is said of a section ------------------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_SAID_H
#define SHAPELS_TESTS_UNIT_SAID_H

#include "core/diagnostics/Diagnostic.h"
#include "core/ir/section/SectionIR.h"

namespace shapels::test {

/// Of statements, and of none.
inline std::vector<SectionDiagnostic> allSaid(const SectionIR &ir,
                                              const Outline &outline) {
  std::vector<SectionDiagnostic> all = ir.diagnostics();
  for (StatementId subject : ir.subjects())
    for (const SectionDiagnostic &said : ir.diagnosticsOf(subject))
      all.push_back(said.resolved(outline));
  return all;
}

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_SAID_H
