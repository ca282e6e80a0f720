//===- CodePatterns.cpp ---------------------------------------------------===//

#include "core/diagnostics/CodePatterns.h"

#include "core/text/Glob.h"

using namespace shapels;

std::vector<DiagnosticCode>
shapels::codesCalled(std::string_view nameOrPattern) {
  std::vector<DiagnosticCode> codes;
  for (const DiagnosticInfo &row : diagnosticTable())
    if (matchesGlob(nameOrPattern, row.id))
      codes.push_back(row.code);
  return codes;
}
