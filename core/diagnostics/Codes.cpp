//===- Codes.cpp - The table of diagnostic codes --------------------------===//

#include "core/diagnostics/Codes.h"

#include <algorithm>

using namespace shapels;

/// The severities of the table.
namespace {
constexpr std::optional<Severity> Error = Severity::Error,
                                  Warning = Severity::Warning,
                                  Information = Severity::Information,
                                  Hint = Severity::Hint, Off = std::nullopt;
} // namespace

static constexpr DiagnosticInfo table[] = {
#define CODE(name, id, severity, meaning)                                      \
  {DiagnosticCode::name, id, severity, meaning},
#include "core/diagnostics/Codes.def"
};

std::span<const DiagnosticInfo> shapels::diagnosticTable() { return table; }

const DiagnosticInfo &shapels::info(DiagnosticCode code) {
  return table[static_cast<size_t>(code)];
}

const DiagnosticInfo *shapels::findDiagnosticInfo(std::string_view id) {
  auto found = std::ranges::find_if(
      table, [&](const DiagnosticInfo &row) { return row.id == id; });
  return found == std::end(table) ? nullptr : &*found;
}

std::vector<std::string_view> shapels::diagnosticIds() {
  std::vector<std::string_view> ids;
  for (const DiagnosticInfo &row : table)
    ids.push_back(row.id);
  return ids;
}

Severity shapels::defaultSeverity(DiagnosticCode code) {
  return info(code).severity.value_or(Severity::Hint);
}

std::string_view shapels::severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Information:
    return "information";
  case Severity::Hint:
    return "hint";
  }
  return "error";
}
