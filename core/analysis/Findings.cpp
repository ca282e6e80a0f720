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

DiagnosticCode codeOf(Failure::Kind failure) {
  return failure == Failure::Kind::Crash ? DiagnosticCode::ParserCrash
                                         : DiagnosticCode::ParserTimeout;
}

std::string_view verbOf(Failure::Kind failure) {
  return failure == Failure::Kind::Crash ? " crashes"
                                         : " does not come to an end";
}

/// What is meant where the parser wants an op, and a brace is there or should
/// be.
std::string adviceOnBrace(const Section &section,
                          const SectionDiagnostic &diagnostic) {
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
std::string messageOf(const Section &section,
                      const SectionDiagnostic &diagnostic) {
  if (!diagnostic.failure)
    return diagnostic.message + adviceOnBrace(section, diagnostic);
  bool isParser = diagnostic.isFromParser();
  std::string text = isParser ? "MLIR's parser" : "MLIR's verifier";
  text += verbOf(*diagnostic.failure);
  if (diagnostic.statement == noStatement)
    return text + " on this section; it is tried again when the text changes";
  std::string name(section.slice(section.statement(diagnostic.statement).name));
  text += " on this op" + (name.empty() ? "" : " ('" + name + "')");
  return text + (isParser ? "; it is left out" : "; it is not verified") +
         ", and the rest is checked. It is tried again when it is changed";
}

/// Projects add ops to the dialect: one that is not there need not be wrong.
bool isOfExtendedDialect(const SectionDiagnostic &diagnostic) {
  return diagnostic.isFromParser() &&
         dialectOfUnknownOp(diagnostic.message) == "transform";
}

/// Whether the op has a bare name that it had once.
bool isFormerName(const Section &section, StatementId op) {
  return op != noStatement &&
         !formerlyBare(section.outline().opName(op), section.dialects().ops())
              .empty();
}

SectionDiagnostic fromMlir(const Section &section, SectionDiagnostic diagnostic,
                           const NameNeighbours *neighbours) {
  std::string cause = commonCauseOf(section, diagnostic);
  if (isOfExtendedDialect(diagnostic))
    diagnostic.severity = Severity::Hint;
  diagnostic.message = messageOf(section, diagnostic);
  if (diagnostic.failure)
    diagnostic.code = codeOf(*diagnostic.failure);
  suggestName(section, diagnostic, neighbours);
  // A name that is nearly another one is a slip, however often it is there.
  bool isSlip =
      !diagnostic.meant.empty() && !isFormerName(section, diagnostic.subject);
  if (!isSlip)
    diagnostic.cause = std::move(cause);
  return diagnostic;
}

std::optional<Severity> configured(const SectionDiagnostic &diagnostic,
                                   const Configuration &configuration) {
  const DiagnosticInfo &row = info(diagnostic.code);
  if (auto found = configuration.severity.find(row.id);
      found != configuration.severity.end())
    return found->second;
  return row.severity ? std::optional(diagnostic.severity) : std::nullopt;
}

} // namespace

Diagnostic shapels::unreadFinding(DocumentRange range, Failure::Kind failure) {
  Diagnostic diagnostic;
  diagnostic.code = codeOf(failure);
  diagnostic.severity = Severity::Error;
  diagnostic.range = range;
  diagnostic.message = "the analysis" + std::string(verbOf(failure)) +
                       " on this file, again and again; it is tried again "
                       "when the file is changed";
  return diagnostic;
}

Diagnostic shapels::tooLongFinding(DocumentRange range, uint32_t longest) {
  Diagnostic diagnostic;
  diagnostic.code = DiagnosticCode::OutlineOnly;
  diagnostic.severity = Severity::Information;
  diagnostic.range = range;
  diagnostic.message =
      "a file of more than " + std::to_string(longest >> 20) +
      " MiB is opened by its outline alone: there are symbols and names, and "
      "nothing is checked; `shapels --check` checks all of it";
  return diagnostic;
}

/// Our own rules did not survive the section: they are not asked again.
std::optional<SectionDiagnostic> shapels::uncheckable(const Section &section) {
  if (!section.crashGuard().knowsFailureOf(Step::Check, section.range().size()))
    return std::nullopt;
  auto failures = section.crashGuard().failuresOf(Step::Check, section.text());
  if (failures.empty())
    return std::nullopt;
  SectionDiagnostic finding;
  finding.code = codeOf(failures.front().kind);
  finding.severity = Severity::Error;
  if (StatementId first = section.outline().first(); first != noStatement)
    finding.range = section.statement(first).name;
  finding.message =
      "the analysis" + std::string(verbOf(failures.front().kind)) +
      " on this section; its shapes are checked again when it is changed";
  return finding;
}

/// `dialects` are those of which the rules know ops, in quotes.
static std::string knowledgeOf(const std::string &dialects) {
  return dialects.empty() ? ""
                          : "the shapes of many ops of " + dialects +
                                " are known by their names; for others ";
}

/// Where .td files define ops of the dialects.
static std::string definitionsOf(const DialectCounts &dialects,
                                 const Catalogue &project) {
  std::string text;
  for (const auto &[dialect, count] : dialects) {
    std::vector<std::string_view> ops = project.opsOf(dialect);
    if (ops.empty())
      continue;
    bool isOne = ops.size() == 1;
    std::optional<OpDefinition> first = project.op(ops.front());
    text += "; " + std::to_string(ops.size()) + (isOne ? " op" : " ops") +
            " of '" + dialect + (isOne ? "' is" : "' are") +
            " known by .td files" +
            (first ? " (" + first->place.file + ")" : "");
  }
  return text;
}

std::string shapels::unknownDialectsMessage(const DialectCounts &dialects,
                                            const Catalogue *project) {
  std::string list, known;
  bool areDefined = project != nullptr;
  for (const auto &[dialect, count] : dialects) {
    list += (list.empty() ? "'" : ", '") + dialect + "'";
    areDefined = areDefined && !project->opsOf(dialect).empty();
    if (isBeginningOfOp(dialect + "."))
      known += (known.empty() ? "'" : ", '") + dialect + "'";
  }
  return (dialects.size() == 1
              ? "dialect " + list + " is not built in: its ops are"
              : "dialects " + list + " are not built in: their ops are") +
         (areDefined ? " read and checked by what .td files say, and not by "
                       "verifiers of their own; "
                     : " read by their form, and not verified; ") +
         knowledgeOf(known) +
         "the setting 'ops' can tell how their shapes relate" +
         (project ? definitionsOf(dialects, *project) : "");
}

SectionDiagnostic
shapels::unknownDialectsFinding(SectionRange first,
                                const DialectCounts &dialects) {
  SectionDiagnostic finding;
  finding.code = DiagnosticCode::UnknownDialect;
  finding.severity = defaultSeverity(finding.code);
  finding.range = first;
  finding.message = unknownDialectsMessage(dialects);
  finding.cause = unknownDialectsCause;
  return finding;
}

/// What MLIR says of a block's end or of dominance, whatever the op names.
static bool isAboutBlocks(std::string_view message) {
  return message.starts_with("block with no terminator") ||
         isAboutDominance(message);
}

std::optional<StatementId>
shapels::brokenSymbolOf(const Section &section,
                        const SectionDiagnostic &diagnostic) {
  StatementId statement = diagnostic.statement;
  if (statement == noStatement || !diagnostic.isFromVerifier() ||
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

std::optional<SectionDiagnostic>
shapels::mlirFinding(const Section &section, SectionDiagnostic diagnostic,
                     const NameNeighbours *neighbours) {
  if (brokenSymbolOf(section, diagnostic))
    return std::nullopt;
  return fromMlir(section, std::move(diagnostic), neighbours);
}

std::optional<SectionDiagnostic> shapels::missingBrace(const Section &section,
                                                       StatementId id) {
  if (!section.outline().lacksBrace(id) || !section.ir().operationOf(id))
    return std::nullopt;
  SectionDiagnostic finding;
  finding.code = DiagnosticCode::MlirParse;
  finding.severity = Severity::Error;
  for (const RegionText &region : section.outline().regions(id))
    if (!region.isOpened)
      finding.range = {region.inside.begin, region.inside.begin};
  finding.message = "expected '{' to begin a region: '" +
                    std::string(section.outline().opName(id)) +
                    "' lacks its '{'";
  finding.statement = id;
  return finding;
}

SectionDiagnostic shapels::missingEndFinding(const Section &section,
                                             const UnclosedRegion &end) {
  SectionDiagnostic finding;
  finding.code = DiagnosticCode::MlirParse;
  finding.severity = Severity::Error;
  finding.message = "expected '}' to end a region: '" +
                    std::string(section.outline().opName(end.op)) +
                    "' lacks its '}'";
  bool isSaidOfOp = end.behind != noStatement || end.last == noStatement;
  SectionOffset place = placeOf(section, end);
  finding.range =
      isSaidOfOp ? section.statement(end.op).name : SectionRange{place, place};
  if (end.behind != noStatement)
    finding.related.push_back({section.statement(end.behind).name,
                               "by its indentation, this is behind it"});
  finding.statement = end.op;
  return finding;
}

bool shapels::setSeverity(SectionDiagnostic &finding,
                          const Configuration &configuration) {
  std::optional<Severity> severity = configured(finding, configuration);
  finding.severity = severity.value_or(Severity::Hint);
  return severity.has_value();
}
