//===- Codes.h - The table of diagnostic codes -----------------*- C++ -*-===//
//
// Codes.def makes the enumeration and the table here, and by tests/codes.py the
// rows of docs/findings.md and the schema of the settings. Constant data: any
// thread may read it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_DIAGNOSTICS_CODES_H
#define SHAPELS_DIAGNOSTICS_CODES_H

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// The numbers are LSP's.
enum class Severity { Error = 1, Warning = 2, Information = 3, Hint = 4 };

/// Every diagnostic has one of these; diagnosticTable() says what it means.
enum class DiagnosticCode {
#define CODE(name, id, severity, meaning) name,
#include "core/diagnostics/Codes.def"
};

/// One row of the table of codes.
struct DiagnosticInfo {
  DiagnosticCode code;
  /// Kebab-case; what users write in settings and comments.
  std::string_view id;
  /// Nothing: off unless configured.
  std::optional<Severity> severity;
  /// One line.
  std::string_view meaning;
};

/// One row per code, in the order of the enumeration.
std::span<const DiagnosticInfo> diagnosticTable();
const DiagnosticInfo &info(DiagnosticCode code);
/// The ids, in the same order.
std::vector<std::string_view> diagnosticIds();
/// The row with that id, or null.
const DiagnosticInfo *findDiagnosticInfo(std::string_view id);
/// The severity that a code has before configuration; off codes are hints.
Severity defaultSeverity(DiagnosticCode code);

/// "error", "warning", "information" or "hint".
std::string_view severityName(Severity severity);

} // namespace shapels

#endif // SHAPELS_DIAGNOSTICS_CODES_H
