//===- CheckedFile.h - What was found in one file --------------*- C++ -*-===//
//
// Plain values: a report is made from these alone, without a Document.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_CHECK_CHECKEDFILE_H
#define SHAPELS_CHECK_CHECKEDFILE_H

#include "core/analysis/Document.h"
#include "core/analysis/ShapesOf.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace shapels {

/// What quick fixes made of a file.
struct FixedText {
  std::string before, after;
  size_t fixes = 0;
};

struct CheckedFile {
  /// As the user knows it: relative if it was given so.
  std::string path;
  /// The positions of everything below lie in it. Empty if nothing was found.
  TextBuffer text;
  /// In the order of the text.
  std::vector<Diagnostic> diagnostics;
  /// Of --verify-diagnostics, which reports no diagnostics.
  std::vector<ExpectationMismatch> mismatches;
  /// Of --print-inferred, with which `diagnostics` are what was given up.
  std::vector<InferredValue> inferred;
  /// By section, as --shape-function or --symbolic-sources has it; likewise.
  std::vector<std::string> derived;
  /// Of --fix and --diff, with which `diagnostics` are those that are left.
  std::optional<FixedText> fixed;
  /// Why the file could not be checked; empty if it was.
  std::string failure;

  bool isChecked() const { return failure.empty(); }
};

/// The failure of a file that was not looked at any more.
inline constexpr const char *interrupted = "interrupted";

/// Hints and information are reported on request.
inline bool isReported(const Diagnostic &diagnostic, bool showHints) {
  return showHints || diagnostic.severity <= Severity::Warning;
}

struct FindingCounts {
  size_t errors = 0, warnings = 0;
  /// Information and hints.
  size_t hints = 0;
  /// Expectations of --verify-diagnostics that were not met.
  size_t mismatches = 0;
  size_t checkedFiles = 0, filesWithFindings = 0;
  /// Paths that led to nothing, too.
  size_t failedFiles = 0;
};

FindingCounts countFindings(std::span<const CheckedFile> files);

/// "3 errors, 1 warning in 12 files (34 checked)"
std::string summaryLine(const FindingCounts &counts, bool verifyDiagnostics);

} // namespace shapels

#endif // SHAPELS_CHECK_CHECKEDFILE_H
