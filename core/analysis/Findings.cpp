//===- Findings.cpp - Everything there is to say of a section -------------===//

#include "core/analysis/Comments.h"
#include "core/analysis/Finding.h"
#include "core/analysis/OtherVersions.h"
#include "core/analysis/Suggestions.h"
#include "core/ir/context/Dialects.h"
#include "core/ir/parse/DroppedMessages.h"
#include "core/shape/Rules.h"

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

/// What is meant where the parser wants an op, and a brace is there or should
/// be.
std::string adviceOnBrace(const Section &section,
                          const IrDiagnostic &diagnostic) {
  if (diagnostic.message != "expected operation name in quotes")
    return "";
  std::string_view text;
  if (diagnostic.subject != noStatement)
    text = section.slice(section.outline().range(diagnostic.subject));
  if (text == "}")
    return ": this '}' closes nothing";
  char next = section.span().firstFrom(diagnostic.range.begin);
  if (text.starts_with("{") || next == '{')
    return ": no op takes a region here";
  return next == ')' ? ": a '}' is missing here" : "";
}

/// What MLIR would say if it lived.
std::string messageOf(const Section &section, const IrDiagnostic &diagnostic) {
  if (!diagnostic.harm)
    return diagnostic.message + adviceOnBrace(section, diagnostic);
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

/// Projects add ops to the dialect: one that is not there need not be wrong.
bool isOfExtendedDialect(const IrDiagnostic &diagnostic) {
  return diagnostic.stage == IrDiagnostic::Stage::Parse &&
         dialectOfUnknownOp(diagnostic.message) == "transform";
}

/// Whether the op has a bare name that it had once.
bool isFormerName(const Section &section, StatementId op) {
  return op != noStatement &&
         !formerlyBare(section.outline().opName(op), section.dialects().ops())
              .empty();
}

Finding fromMlir(const Section &section, const IrDiagnostic &diagnostic) {
  Finding finding;
  finding.diagnostic.code = codeOf(diagnostic);
  finding.diagnostic.severity =
      isOfExtendedDialect(diagnostic) ? Severity::Hint : severityOf(diagnostic);
  finding.diagnostic.range = diagnostic.range;
  finding.diagnostic.message = messageOf(section, diagnostic);
  suggestName(section, finding.diagnostic);
  for (const IrNote &note : diagnostic.notes)
    finding.diagnostic.related.push_back({note.range, note.message});
  finding.anchor = diagnostic.range.begin;
  finding.statement = diagnostic.statement;
  // A name that is nearly another one is a slip, however often it is there.
  bool isSlip = !finding.diagnostic.meant.empty() &&
                !isFormerName(section, diagnostic.subject);
  if (!isSlip)
    finding.cause = commonCauseOf(section, diagnostic);
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

/// Our own rules did not survive the section: they are not asked again.
std::optional<Finding> shapels::uncheckable(const Section &section) {
  if (!section.watch().knowsHarmOf(Step::Check, section.range().size()))
    return std::nullopt;
  auto harms = section.watch().harmsOf(Step::Check, section.text());
  if (harms.empty())
    return std::nullopt;
  Finding finding;
  finding.diagnostic.code = codeOf(harms.front().kind);
  finding.diagnostic.severity = Severity::Error;
  if (StatementId first = section.outline().first(); first != noStatement)
    finding.diagnostic.range = section.statement(first).name;
  finding.diagnostic.message =
      "the analysis" + std::string(verbOf(harms.front().kind)) +
      " on this section; its shapes are checked again when it is changed";
  finding.anchor = finding.diagnostic.range.begin;
  return finding;
}

/// Of which dialects the rules know ops.
static std::string knowledgeOf(const std::string &dialects) {
  return dialects.empty() ? "what they"
                          : "the shapes of many ops of " + dialects +
                                " are known by their names; what others";
}

Finding shapels::unknownDialectsFinding(ByteRange first,
                                        const DialectCounts &dialects) {
  std::string list, known;
  for (const auto &[dialect, count] : dialects) {
    list += (list.empty() ? "'" : ", '") + dialect + "'";
    if (isBeginningOfOp(dialect + "."))
      known += (known.empty() ? "'" : ", '") + dialect + "'";
  }
  Finding finding;
  finding.diagnostic.code = DiagnosticCode::UnknownDialect;
  finding.diagnostic.severity = defaultSeverity(DiagnosticCode::UnknownDialect);
  finding.diagnostic.range = first;
  finding.diagnostic.message =
      (dialects.size() == 1
           ? "dialect " + list + " is not built in: its ops are"
           : "dialects " + list + " are not built in: their ops are") +
      " read by their form, and not verified; " + knowledgeOf(known) +
      " do with shapes, the setting 'ops' can say";
  finding.anchor = first.begin;
  finding.cause = unknownDialectsCause;
  return finding;
}

Severity shapels::defaultSeverity(DiagnosticCode code) {
  return info(code).severity.value_or(Severity::Hint);
}

/// What MLIR says of a block's end or of dominance, whatever the op names.
static bool isAboutBlocks(std::string_view message) {
  return message.starts_with("block with no terminator") ||
         isAboutDominance(message);
}

std::optional<StatementId>
shapels::brokenSymbolOf(const Section &section,
                        const IrDiagnostic &diagnostic) {
  StatementId statement = diagnostic.statement;
  if (statement == noStatement ||
      diagnostic.stage != IrDiagnostic::Stage::Verify ||
      isAboutBlocks(diagnostic.message))
    return std::nullopt;
  for (const NameOccurrence &name : section.outline().names(statement)) {
    if (name.kind != NameKind::Symbol)
      continue;
    std::optional<NameId> definition = section.outline().definitionOf(name.id);
    if (definition && !section.ir().operationOf(definition->statement))
      return definition->statement;
  }
  return std::nullopt;
}

std::optional<Finding> shapels::mlirFinding(const Section &section,
                                            const IrDiagnostic &diagnostic) {
  if (brokenSymbolOf(section, diagnostic))
    return std::nullopt;
  return fromMlir(section, diagnostic);
}

std::optional<Finding> shapels::missingBrace(const Section &section,
                                             StatementId id) {
  if (!section.outline().lacksBrace(id) || !section.ir().operationOf(id))
    return std::nullopt;
  Finding finding;
  finding.diagnostic.code = DiagnosticCode::MlirParse;
  finding.diagnostic.severity = Severity::Error;
  for (const RegionText &region : section.outline().regions(id))
    if (!region.isOpened)
      finding.anchor = region.inside.begin;
  finding.diagnostic.range = {finding.anchor, finding.anchor};
  finding.diagnostic.message = "expected '{' to begin a region: '" +
                               std::string(section.outline().opName(id)) +
                               "' lacks its '{'";
  finding.statement = id;
  return finding;
}

Finding shapels::missingEndFinding(const Section &section,
                                   const MissingEnd &end) {
  Finding finding;
  finding.diagnostic.code = DiagnosticCode::MlirParse;
  finding.diagnostic.severity = Severity::Error;
  finding.diagnostic.message = "expected '}' to end a region: '" +
                               std::string(section.outline().opName(end.op)) +
                               "' lacks its '}'";
  bool isSaidOfOp = end.behind != noStatement || end.last == noStatement;
  ByteOffset place = placeOf(section, end);
  finding.diagnostic.range =
      isSaidOfOp ? section.statement(end.op).name : ByteRange{place, place};
  if (end.behind != noStatement)
    finding.diagnostic.related.push_back(
        {section.statement(end.behind).name,
         "by its indentation, this is behind it"});
  finding.anchor = finding.diagnostic.range.begin;
  finding.statement = end.op;
  return finding;
}

bool shapels::isKept(Finding &finding, const Section &section,
                     const Configuration &configuration,
                     const Pragmas &pragmas) {
  std::optional<Severity> severity =
      configured(finding.diagnostic, configuration);
  finding.diagnostic.severity = severity.value_or(Severity::Hint);
  return severity && !pragmas.ignores(finding, section);
}
