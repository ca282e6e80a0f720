//===- ExpectationMatcher.cpp ---------------------------------------------===//

#include "core/analysis/ExpectationMatcher.h"

#include <algorithm>
#include <array>
#include <set>

using namespace shapels;

/// What a finding of that severity is called in `expected-...`; hints are not
/// for expectations.
static std::optional<ExpectedKind> expectedKind(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return ExpectedKind::Error;
  case Severity::Warning:
    return ExpectedKind::Warning;
  case Severity::Information:
    return ExpectedKind::Remark;
  case Severity::Hint:
    return std::nullopt;
  }
  return std::nullopt;
}

static std::string wordFor(ExpectedKind kind) {
  switch (kind) {
  case ExpectedKind::Error:
    return "error";
  case ExpectedKind::Warning:
    return "warning";
  case ExpectedKind::Remark:
    return "remark";
  case ExpectedKind::Note:
    return "note";
  }
  return "error";
}

/// Our own notes may be expected; MLIR's must be.
static bool isFromMlir(const SectionDiagnostic &diagnostic) {
  return diagnostic.code == DiagnosticCode::MlirParse ||
         diagnostic.code == DiagnosticCode::MlirVerify;
}

ExpectationMatcher::ExpectationMatcher(
    const Section &section, const std::vector<Expectation> &expectations)
    : section(section), expectations(expectations), isMet(expectations.size()) {
}

uint32_t ExpectationMatcher::lineOf(SectionOffset offset) const {
  return section.lineOf(offset);
}

/// As in MLIR, one expectation may be met several times.
bool ExpectationMatcher::meet(ExpectedKind kind, std::string_view message,
                              uint32_t line) {
  for (size_t i = 0; i < expectations.size(); ++i) {
    const Expectation &expectation = expectations[i];
    if (expectation.kind == kind && expectation.line.value_or(line) == line &&
        expectation.matches(message))
      return isMet[i] = true;
  }
  return false;
}

bool ExpectationMatcher::wants(const SectionDiagnostic &finding) {
  std::optional<ExpectedKind> kind = expectedKind(finding.severity);
  if (expectations.empty() || !kind)
    return false;
  uint32_t anchor = lineOf(finding.reportedAt());
  return meet(*kind, finding.message, lineOf(finding.range.begin)) ||
         meet(*kind, finding.message, anchor) ||
         (!finding.replacedMessage.empty() &&
          meet(*kind, finding.replacedMessage, anchor));
}

bool ExpectationMatcher::expects(const SectionDiagnostic &finding) {
  std::optional<ExpectedKind> kind = expectedKind(finding.severity);
  if (!kind || expectations.empty())
    return false;
  std::array lines = {lineOf(finding.range.begin),
                      lineOf(finding.reportedAt())};
  // Kinds are in the order of their severity; notes are of others.
  return wants(finding) ||
         std::ranges::any_of(expectations, [&](const Expectation &expected) {
           return expected.kind <= *kind &&
                  expected.kind != ExpectedKind::Note && expected.line &&
                  std::ranges::count(lines, *expected.line);
         });
}

/// The op at the top of the section, or of its module, that the finding is in.
StatementId
ExpectationMatcher::functionOf(const SectionDiagnostic &finding) const {
  StatementId id = section.outline().statementAt(finding.reportedAt());
  auto parentOf = [&](StatementId of) { return section.statement(of).parent; };
  while (
      id != noStatement && parentOf(id) != noStatement &&
      !section.slice(section.statement(parentOf(id)).name).ends_with("module"))
    id = parentOf(id);
  return id;
}

std::vector<SectionNote>
ExpectationMatcher::mismatches(const std::vector<SectionDiagnostic> &findings) {
  // mlir-opt stops at a section's first syntax error and at a function's first
  // wrong op: what it does not see its test suites do not expect.
  std::set<StatementId> stopped;
  bool isStopped = false;
  for (const SectionDiagnostic &finding : findings)
    if (finding.severity == Severity::Error && wants(finding)) {
      stopped.insert(functionOf(finding));
      isStopped |= finding.code == DiagnosticCode::MlirParse;
    }
  std::vector<SectionNote> result;
  for (const SectionDiagnostic &diagnostic : findings) {
    std::optional<ExpectedKind> kind = expectedKind(diagnostic.severity);
    bool isUnwanted = kind && !wants(diagnostic);
    if (isUnwanted && isFromMlir(diagnostic) &&
        (isStopped || stopped.contains(functionOf(diagnostic))))
      continue;
    if (isUnwanted)
      result.push_back({diagnostic.range, "unexpected " + wordFor(*kind) +
                                              ": " + diagnostic.message});
    for (const SectionNote &note : diagnostic.related) {
      bool isWanted =
          meet(ExpectedKind::Note, note.message, lineOf(note.range.begin));
      if (!isWanted && isFromMlir(diagnostic))
        result.push_back({note.range, "unexpected note: " + note.message});
    }
  }
  for (size_t i = 0; i < expectations.size(); ++i)
    if (!isMet[i])
      result.push_back({expectations[i].range,
                        "expected " + wordFor(expectations[i].kind) + " \"" +
                            expectations[i].substring + "\" was not produced"});
  std::ranges::stable_sort(
      result, {}, [](const SectionNote &note) { return note.range.begin; });
  return result;
}
