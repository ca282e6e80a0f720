//===- CodePatterns.h - Codes by name or pattern ---------------*- C++ -*-===//

#ifndef SHAPELS_DIAGNOSTICS_CODEPATTERNS_H
#define SHAPELS_DIAGNOSTICS_CODEPATTERNS_H

#include "core/diagnostics/Codes.h"

namespace shapels {

/// The codes that a user means: that of the name, or those that a pattern with
/// `*`, such as `linalg-*`, describes. None if there is none.
std::vector<DiagnosticCode> codesCalled(std::string_view nameOrPattern);

} // namespace shapels

#endif // SHAPELS_DIAGNOSTICS_CODEPATTERNS_H
