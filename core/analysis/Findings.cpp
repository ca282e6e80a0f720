//===- Findings.cpp - Everything there is to say of a section -------------===//

#include "shapels/analysis/Comments.h"
#include "shapels/analysis/Finding.h"
#include "shapels/ir/Dialects.h"

#include <algorithm>
#include <set>

using namespace shapels;

namespace {

Severity severityOf(const IrDiagnostic &diagnostic) {
  switch (diagnostic.level) {
  case IrDiagnostic::Level::Error:
    return Severity::Error;
  case IrDiagnostic::Level::Warning:
    return Severity::Warning;
  case IrDiagnostic::Level::Remark:
    return Severity::Information;
  }
  return Severity::Error;
}

Finding fromMlir(const IrDiagnostic &diagnostic) {
  Finding finding;
  finding.diagnostic.code = diagnostic.stage == IrDiagnostic::Stage::Parse
                                ? DiagnosticCode::MlirParse
                                : DiagnosticCode::MlirVerify;
  finding.diagnostic.severity = severityOf(diagnostic);
  finding.diagnostic.range = diagnostic.range;
  finding.diagnostic.message = diagnostic.message;
  for (const IrNote &note : diagnostic.notes)
    finding.diagnostic.related.push_back({note.range, note.message});
  finding.anchor = diagnostic.range.begin;
  finding.statement = diagnostic.statement;
  return finding;
}

/// An unknown dialect is not the user's mistake; unknownDialects() tells.
bool isAboutUnknownDialect(const IrDiagnostic &diagnostic) {
  static constexpr std::string_view start = "Dialect `";
  std::string_view message = diagnostic.message;
  if (diagnostic.stage != IrDiagnostic::Stage::Parse ||
      !message.starts_with(start))
    return false;
  message.remove_prefix(start.size());
  std::string_view dialect = message.substr(0, message.find('\''));
  // A bare op name that belongs to no dialect has an empty one.
  return !dialect.empty() && !Dialects::upstream().isRegistered(dialect);
}

/// Whether the op refers to a symbol that is in the text, but was not parsed.
bool restsOnBrokenSymbol(const Section &section, StatementId statement) {
  if (statement == noStatement)
    return false;
  for (const NameOccurrence *name : section.outline().namesOf(statement)) {
    const NameOccurrence *definition =
        name->kind == NameKind::Symbol ? section.definitionOf(*name) : nullptr;
    if (definition && !section.ir().operationOf(definition->statement))
      return true;
  }
  return false;
}

/// Whether one of ours explains the same fault of the same op better.
bool isReplaced(const IrDiagnostic &diagnostic,
                const std::vector<Finding> &ours) {
  return std::any_of(ours.begin(), ours.end(), [&](const Finding &finding) {
    return finding.statement == diagnostic.statement &&
           finding.diagnostic.replacedMessage == diagnostic.message;
  });
}

/// The first use of a dialect that is not built in, naming all of them.
std::optional<Finding> unknownDialects(const Section &section,
                                       const Configuration &configuration) {
  std::set<std::string_view> dialects;
  ByteRange first;
  for (const Statement &statement : section.outline().statements) {
    std::string_view name = section.slice(statement.name);
    std::string_view dialect = dialectOf(name);
    if (statement.kind != StatementKind::Operation || dialect.empty() ||
        Dialects::upstream().isRegistered(dialect) ||
        configuration.broadcastableOps.contains(name))
      continue;
    if (dialects.empty())
      first = statement.name;
    dialects.insert(dialect);
  }
  if (dialects.empty())
    return std::nullopt;
  std::string list;
  for (std::string_view dialect : dialects)
    list += (list.empty() ? "'" : ", '") + std::string(dialect) + "'";
  Finding finding;
  finding.diagnostic.code = DiagnosticCode::UnknownDialect;
  finding.diagnostic.severity = defaultSeverity(DiagnosticCode::UnknownDialect);
  finding.diagnostic.range = first;
  finding.diagnostic.message =
      (dialects.size() == 1
           ? "dialect " + list + " is not built in: its ops are"
           : "dialects " + list + " are not built in: their ops are") +
      " not verified, and MLIR reads them only in the generic form";
  finding.anchor = first.begin;
  return finding;
}

std::optional<Severity> configured(const Diagnostic &diagnostic,
                                   const Configuration &configuration) {
  const DiagnosticInfo &row = info(diagnostic.code);
  if (auto found = configuration.severity.find(row.id);
      found != configuration.severity.end())
    return found->second;
  return row.severity ? std::optional(diagnostic.severity) : std::nullopt;
}

} // namespace

Severity shapels::defaultSeverity(DiagnosticCode code) {
  return info(code).severity.value_or(Severity::Hint);
}

std::vector<Finding> shapels::findingsOf(const Section &section,
                                         const Configuration &configuration) {
  std::vector<Finding> findings = checkBroadcasts(section, configuration);
  std::vector<Finding> ours = findings;
  for (const IrDiagnostic &diagnostic : section.ir().diagnostics()) {
    bool isVerifier = diagnostic.stage == IrDiagnostic::Stage::Verify;
    if (isAboutUnknownDialect(diagnostic) || isReplaced(diagnostic, ours) ||
        (isVerifier && restsOnBrokenSymbol(section, diagnostic.statement)))
      continue;
    findings.push_back(fromMlir(diagnostic));
  }
  if (configuration.severity.contains("refinable-result"))
    for (Finding &finding : findRefinableResults(section, configuration))
      findings.push_back(std::move(finding));
  if (std::optional<Finding> hint = unknownDialects(section, configuration))
    findings.push_back(std::move(*hint));
  return findings;
}

std::vector<Finding> shapels::keptFindings(const Section &section,
                                           const Configuration &configuration) {
  std::vector<Finding> findings = findingsOf(section, configuration);
  Pragmas pragmas = pragmasOf(section);
  std::move(pragmas.findings.begin(), pragmas.findings.end(),
            std::back_inserter(findings));
  std::erase_if(findings, [&](Finding &finding) {
    std::optional<Severity> severity =
        configured(finding.diagnostic, configuration);
    finding.diagnostic.severity = severity.value_or(Severity::Hint);
    return !severity || pragmas.ignores(finding, section);
  });
  auto key = [](const Finding &finding) {
    const Diagnostic &diagnostic = finding.diagnostic;
    return std::tuple(diagnostic.range.begin, diagnostic.range.end,
                      diagnostic.severity,
                      std::string_view(diagnostic.message));
  };
  std::stable_sort(findings.begin(), findings.end(),
                   [&](auto &a, auto &b) { return key(a) < key(b); });
  auto isSame = [](const Finding &a, const Finding &b) {
    return a.diagnostic == b.diagnostic;
  };
  findings.erase(std::unique(findings.begin(), findings.end(), isSame),
                 findings.end());
  return findings;
}
