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

DiagnosticCode codeOf(Harm::Kind harm) {
  return harm == Harm::Kind::Crash ? DiagnosticCode::ParserCrash
                                   : DiagnosticCode::ParserTimeout;
}

DiagnosticCode codeOf(const IrDiagnostic &diagnostic) {
  if (diagnostic.harm)
    return codeOf(*diagnostic.harm);
  return diagnostic.stage == IrDiagnostic::Stage::Parse
             ? DiagnosticCode::MlirParse
             : DiagnosticCode::MlirVerify;
}

std::string_view verbOf(Harm::Kind harm) {
  return harm == Harm::Kind::Crash ? " crashes" : " does not come to an end";
}

/// What MLIR would say if it lived.
std::string messageOf(const Section &section, const IrDiagnostic &diagnostic) {
  if (!diagnostic.harm)
    return diagnostic.message;
  bool isParser = diagnostic.stage == IrDiagnostic::Stage::Parse;
  std::string text = isParser ? "MLIR's parser" : "MLIR's verifier";
  text += verbOf(*diagnostic.harm);
  if (diagnostic.statement == noStatement)
    return text + " on this section; it is tried again when the text changes";
  std::string name(section.slice(section.statement(diagnostic.statement).name));
  text += " on this op" + (name.empty() ? "" : " ('" + name + "')");
  return text + (isParser ? "; it is left out" : "; it is not verified") +
         ", and the rest is checked. It is tried again when it is changed";
}

Finding fromMlir(const Section &section, const IrDiagnostic &diagnostic) {
  Finding finding;
  finding.diagnostic.code = codeOf(diagnostic);
  finding.diagnostic.severity = severityOf(diagnostic);
  finding.diagnostic.range = diagnostic.range;
  finding.diagnostic.message = messageOf(section, diagnostic);
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
  auto isBroken = [&](const NameOccurrence *name) {
    const NameOccurrence *definition =
        name->kind == NameKind::Symbol ? section.definitionOf(*name) : nullptr;
    return definition && !section.ir().operationOf(definition->statement);
  };
  return std::ranges::any_of(section.outline().namesOf(statement), isBroken);
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

/// Our own rules did not survive the section: they are not asked again.
std::optional<Finding> uncheckable(const Section &section) {
  if (!section.watch().knowsHarm())
    return std::nullopt;
  auto harms = section.watch().harmsOf(Step::Check, section.text());
  if (harms.empty())
    return std::nullopt;
  Finding finding;
  finding.diagnostic.code = codeOf(harms.front().kind);
  finding.diagnostic.severity = Severity::Error;
  if (!section.outline().statements.empty())
    finding.diagnostic.range = section.statement(0).name;
  finding.diagnostic.message =
      "the analysis" + std::string(verbOf(harms.front().kind)) +
      " on this section; its shapes are checked again when it is changed";
  finding.anchor = finding.diagnostic.range.begin;
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

Diagnostic shapels::unreadFinding(ByteRange range, Harm::Kind harm) {
  Diagnostic diagnostic;
  diagnostic.code = codeOf(harm);
  diagnostic.severity = Severity::Error;
  diagnostic.range = range;
  diagnostic.message = "the analysis" + std::string(verbOf(harm)) +
                       " on this file, again and again; it is tried again "
                       "when the file is changed";
  return diagnostic;
}

Severity shapels::defaultSeverity(DiagnosticCode code) {
  return info(code).severity.value_or(Severity::Hint);
}

std::vector<Finding> shapels::findingsOf(const Section &section,
                                         const Configuration &configuration) {
  std::optional<Finding> harm = uncheckable(section);
  std::vector<Finding> findings;
  if (harm)
    findings.push_back(*harm);
  else
    findings = checkBroadcasts(section, configuration);
  std::vector<Finding> ours = findings;
  for (const IrDiagnostic &diagnostic : section.ir().diagnostics()) {
    bool isVerifier = diagnostic.stage == IrDiagnostic::Stage::Verify;
    if (isAboutUnknownDialect(diagnostic) || isReplaced(diagnostic, ours) ||
        (isVerifier && restsOnBrokenSymbol(section, diagnostic.statement)))
      continue;
    findings.push_back(fromMlir(section, diagnostic));
  }
  if (!harm && configuration.severity.contains("refinable-result"))
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
