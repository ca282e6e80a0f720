//===- Document.cpp -------------------------------------------------------===//

#include "shapels/analysis/Document.h"
#include "shapels/analysis/Comments.h"
#include "shapels/analysis/Finding.h"
#include "shapels/ir/Dialects.h"
#include "shapels/syntax/Sections.h"

#include "mlir/IR/MLIRContext.h"

#include <algorithm>
#include <unordered_map>

using namespace shapels;

//===----------------------------------------------------------------------===//
// From findings to what is shown
//===----------------------------------------------------------------------===//

namespace {

std::optional<Severity> configured(const Diagnostic &diagnostic, const Configuration &configuration) {
  const DiagnosticInfo &row = info(diagnostic.code);
  if (auto found = configuration.severity.find(row.id); found != configuration.severity.end())
    return found->second;
  return row.severity ? std::optional(diagnostic.severity) : std::nullopt;
}

/// All findings of a section that severities and pragmas leave, in order.
std::vector<Finding> keptFindings(const Section &section, const Configuration &configuration) {
  std::vector<Finding> findings = findingsOf(section, configuration);
  Pragmas pragmas = pragmasOf(section);
  std::move(pragmas.findings.begin(), pragmas.findings.end(), std::back_inserter(findings));
  std::erase_if(findings, [&](Finding &finding) {
    std::optional<Severity> severity = configured(finding.diagnostic, configuration);
    finding.diagnostic.severity = severity.value_or(Severity::Hint);
    return !severity || pragmas.ignores(finding, section);
  });
  auto key = [](const Finding &finding) {
    const Diagnostic &diagnostic = finding.diagnostic;
    return std::tuple(diagnostic.range.begin, diagnostic.range.end, diagnostic.severity, std::string_view(diagnostic.message));
  };
  std::stable_sort(findings.begin(), findings.end(), [&](auto &a, auto &b) { return key(a) < key(b); });
  auto isSame = [](const Finding &a, const Finding &b) { return a.diagnostic == b.diagnostic; };
  findings.erase(std::unique(findings.begin(), findings.end(), isSame), findings.end());
  return findings;
}

/// What a finding of that severity is called in `expected-...`.
std::optional<ExpectedKind> expectedKind(Severity severity) {
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

/// Matches the findings of a section with its expectations.
class ExpectationMatcher {
public:
  ExpectationMatcher(const Section &section) : section(section), lines(std::string(section.text())), expectations(expectationsOf(section)), isMet(expectations.size()) {}

  /// Whether some expectation wants the finding.
  bool wants(const Finding &finding) {
    std::optional<ExpectedKind> kind = expectedKind(finding.diagnostic.severity);
    if (expectations.empty() || !kind)
      return false;
    uint32_t line = lineOf(finding.diagnostic.range.begin), anchorLine = lineOf(finding.anchor);
    return meet(*kind, finding.diagnostic.message, line) || meet(*kind, finding.diagnostic.message, anchorLine) ||
           (!finding.diagnostic.replacedMessage.empty() && meet(*kind, finding.diagnostic.replacedMessage, anchorLine));
  }

  bool wantsNote(const RelatedInformation &note) {
    return meet(ExpectedKind::Note, note.message, lineOf(note.range.begin));
  }

  std::vector<const Expectation *> unmet() const {
    std::vector<const Expectation *> result;
    for (size_t i = 0; i < expectations.size(); ++i)
      if (!isMet[i])
        result.push_back(&expectations[i]);
    return result;
  }

private:
  uint32_t lineOf(ByteOffset offset) const { return lines.lineOf(offset).value; }

  /// As in MLIR, one expectation may be met several times.
  bool meet(ExpectedKind kind, std::string_view message, uint32_t line) {
    for (size_t i = 0; i < expectations.size(); ++i) {
      const Expectation &expectation = expectations[i];
      if (expectation.kind == kind && expectation.line.value_or(line) == line && expectation.matches(message))
        return isMet[i] = true;
    }
    return false;
  }

  const Section &section;
  TextBuffer lines;
  std::vector<Expectation> expectations;
  std::vector<bool> isMet;
};

std::string_view expectedName(ExpectedKind kind) {
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

/// Moves a diagnostic from its section to the document.
Diagnostic shifted(Diagnostic diagnostic, ByteOffset start) {
  diagnostic.range = diagnostic.range.shifted(start.value);
  for (RelatedInformation &related : diagnostic.related)
    related.range = related.range.shifted(start.value);
  for (ByteRange &range : diagnostic.alsoUnderlined)
    range = range.shifted(start.value);
  return diagnostic;
}

/// Cuts the list to the limit; one more says how many are left out.
void limit(std::vector<Diagnostic> &diagnostics, unsigned most) {
  if (diagnostics.size() <= most)
    return;
  size_t rest = diagnostics.size() - most;
  Diagnostic last;
  last.code = DiagnosticCode::TooManyDiagnostics;
  last.severity = defaultSeverity(last.code);
  last.range = diagnostics[most].range;
  last.message = std::to_string(rest) + " more findings are not shown";
  diagnostics.resize(most);
  diagnostics.push_back(std::move(last));
}

} // namespace

//===----------------------------------------------------------------------===//
// Document
//===----------------------------------------------------------------------===//

Document::Document(std::string text, Configuration configuration)
    : text(std::move(text)), config(std::move(configuration)), context(Dialects::upstream().makeContext()) {}

Document::~Document() = default;

void Document::setConfiguration(Configuration configuration) {
  stale |= !(configuration == config);
  config = std::move(configuration);
}

void Document::edit(const TextEdit &edit) {
  text.apply(edit);
  stale = true;
}

/// Sections whose text is as before are kept, wherever they stand now.
void Document::updateSections() {
  std::unordered_multimap<std::string_view, std::unique_ptr<Section>> old;
  for (std::unique_ptr<Section> &section : parts) {
    std::string_view key = section->text();
    old.emplace(key, std::move(section));
  }
  parts.clear();
  for (ByteRange range : sectionsOf(text.text())) {
    if (auto found = old.find(text.slice(range)); found != old.end()) {
      parts.push_back(std::move(found->second));
      old.erase(found);
      parts.back()->moveTo(range.begin);
    } else {
      parts.push_back(std::make_unique<Section>(std::string(text.slice(range)), range.begin, *context));
    }
  }
}

void Document::update() {
  if (!stale)
    return;
  updateSections();
  shown.clear();
  for (const std::unique_ptr<Section> &section : parts) {
    ExpectationMatcher matcher(*section);
    for (Finding &finding : keptFindings(*section, config))
      if (config.showExpected || !matcher.wants(finding))
        shown.push_back(shifted(std::move(finding.diagnostic), section->start()));
  }
  limit(shown, config.maxDiagnostics);
  stale = false;
}

std::vector<ExpectationMismatch> Document::verifyExpectations() const {
  std::vector<ExpectationMismatch> mismatches;
  for (const std::unique_ptr<Section> &section : parts) {
    ExpectationMatcher matcher(*section);
    auto add = [&](ByteRange range, std::string message) {
      mismatches.push_back({range.shifted(section->start().value), std::move(message)});
    };
    for (const Finding &finding : keptFindings(*section, config)) {
      std::optional<ExpectedKind> kind = expectedKind(finding.diagnostic.severity);
      if (kind && !matcher.wants(finding))
        add(finding.diagnostic.range, "unexpected " + std::string(expectedName(*kind)) + ": " + finding.diagnostic.message);
      // Our own notes may be expected; MLIR's must be.
      bool isMlirs = finding.diagnostic.code == DiagnosticCode::MlirParse || finding.diagnostic.code == DiagnosticCode::MlirVerify;
      for (const RelatedInformation &note : finding.diagnostic.related)
        if (!matcher.wantsNote(note) && isMlirs)
          add(note.range, "unexpected note: " + note.message);
    }
    for (const Expectation *expectation : matcher.unmet())
      add(expectation->range, "expected " + std::string(expectedName(expectation->kind)) + " \"" + expectation->substring + "\" was not produced");
  }
  return mismatches;
}

const Section &Document::sectionAt(ByteOffset offset) const {
  auto after = std::upper_bound(parts.begin() + 1, parts.end(), offset, [](ByteOffset at, const std::unique_ptr<Section> &section) { return at < section->start(); });
  return **std::prev(after);
}
