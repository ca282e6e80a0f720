//===- CheckedFile.cpp ----------------------------------------------------===//

#include "server/check/CheckedFile.h"

using namespace shapels;

static void count(const Diagnostic &diagnostic, FindingCounts &counts) {
  switch (diagnostic.severity) {
  case Severity::Error:
    ++counts.errors;
    return;
  case Severity::Warning:
    ++counts.warnings;
    return;
  case Severity::Information:
  case Severity::Hint:
    ++counts.hints;
    return;
  }
}

FindingCounts shapels::countFindings(std::span<const CheckedFile> files) {
  FindingCounts counts;
  for (const CheckedFile &file : files) {
    file.isChecked() ? ++counts.checkedFiles : ++counts.failedFiles;
    if (!file.diagnostics.empty() || !file.mismatches.empty())
      ++counts.filesWithFindings;
    counts.mismatches += file.mismatches.size();
    for (const Diagnostic &diagnostic : file.diagnostics)
      count(diagnostic, counts);
  }
  return counts;
}

/// "1 error", "2 errors"
static std::string quantity(size_t number, std::string_view singular) {
  std::string text = std::to_string(number) + " " + std::string(singular);
  return number == 1 ? text : text + "s";
}

/// Empty if there is nothing to report.
static std::string findingsText(const FindingCounts &counts) {
  std::string text;
  auto add = [&](size_t number, std::string_view singular) {
    if (number)
      text += (text.empty() ? "" : ", ") + quantity(number, singular);
  };
  add(counts.errors, "error");
  add(counts.warnings, "warning");
  add(counts.hints, "hint");
  add(counts.mismatches, "unmet expectation");
  return text;
}

std::string shapels::summaryLine(const FindingCounts &counts,
                                 bool verifyDiagnostics) {
  std::string text = findingsText(counts);
  if (counts.checkedFiles == 0)
    text = "nothing checked";
  else if (text.empty())
    text = (verifyDiagnostics ? "all expectations met (" : "no problems (") +
           quantity(counts.checkedFiles, "file") + " checked)";
  else
    text += " in " + quantity(counts.filesWithFindings, "file") + " (" +
            std::to_string(counts.checkedFiles) + " checked)";
  if (counts.failedFiles)
    text += ", " + std::to_string(counts.failedFiles) + " not checked";
  return text;
}
