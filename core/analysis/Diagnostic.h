//===- Diagnostic.h - Findings and the table of their codes ----*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_DIAGNOSTIC_H
#define SHAPELS_ANALYSIS_DIAGNOSTIC_H

#include "core/text/Position.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// The numbers are LSP's.
enum class Severity { Error = 1, Warning = 2, Information = 3, Hint = 4 };

/// Every finding has one of these; diagnosticTable() says what it means.
enum class DiagnosticCode {
#define CODE(name, id, severity, meaning) name,
#include "core/analysis/Codes.def"
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
/// The page that documents the code.
std::string documentationUrl(DiagnosticCode code);

/// "error", "warning", "information" or "hint".
std::string_view severityName(Severity severity);

/// A note: another place of the same document that explains a finding.
struct RelatedInformation {
  ByteRange range;
  std::string message;
  friend bool operator==(const RelatedInformation &,
                         const RelatedInformation &) = default;
};

/// A finding about the user's text.
struct Diagnostic {
  DiagnosticCode code = DiagnosticCode::MlirParse;
  Severity severity = Severity::Error;
  /// Where to look first: an operand, an op's name, a token.
  ByteRange range;
  std::string message;
  std::vector<RelatedInformation> related;
  /// Further places of the same fault, underlined on the command line.
  std::vector<ByteRange> alsoUnderlined;
  /// What MLIR says of the same fault, where this finding stands for it;
  /// expectations match it too.
  std::string replacedMessage;
  /// What was probably meant by the word at `range`; empty where nobody knows.
  std::string meant;
  friend bool operator==(const Diagnostic &, const Diagnostic &) = default;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_DIAGNOSTIC_H
