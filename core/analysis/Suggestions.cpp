//===- Suggestions.cpp ----------------------------------------------------===//

#include "core/analysis/Suggestions.h"
#include "core/analysis/Nearest.h"
#include "core/analysis/OperationText.h"
#include "core/analysis/OtherVersions.h"
#include "core/ir/context/Dialects.h"
#include "core/shape/Rules.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringExtras.h"

#include <bit>
#include <functional>

using namespace shapels;

bool shapels::isAboutUndeclared(std::string_view message) {
  return message.starts_with("use of undeclared SSA value name");
}

bool shapels::isAboutUnknownOp(std::string_view text) {
  llvm::StringRef message(text);
  return (message.starts_with("custom op '") &&
          message.contains("is unknown")) ||
         message.starts_with("unregistered operation '");
}

/// Whether the value is there where `use` is, as far as the text tells.
static bool isVisibleFrom(const Outline &outline, NameId definition,
                          NameId use) {
  return definition.statement != use.statement &&
         outline.begin(definition.statement) < outline.begin(use.statement) &&
         !(outline.name(definition).isDefinition &&
           outline.nests(definition.statement, use.statement));
}

/// Numbers are as near to each other as any, and so are single letters.
static bool tellsWhatIsMeant(llvm::StringRef name) {
  return name.size() > 2 && !llvm::all_of(name.drop_front(), llvm::isDigit);
}

/// The places of a name's two bits in a filter of that size.
static std::pair<size_t, size_t> bitsOf(std::string_view name, size_t size) {
  size_t hash = std::hash<std::string_view>()(name);
  return {hash & (size - 1), (hash >> 32) & (size - 1)};
}

void NameNeighbours::addDefined(std::string_view name) {
  auto [first, second] = bitsOf(name, defined.size());
  defined[first] = defined[second] = true;
}

bool NameNeighbours::mayBeDefined(std::string_view name) const {
  auto [first, second] = bitsOf(name, defined.size());
  return defined[first] && defined[second];
}

/// Calls `visit` with the name of each value and whether the statement may
/// define it: what the header of an op with regions names, its regions may.
static void
forEachValue(const Outline &outline,
             llvm::function_ref<void(std::string_view, bool)> visit) {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id)) {
    bool hasRegions = !outline.parts().regionsOf(id).empty();
    for (uint32_t i = 0; i < outline.nameCount(id); ++i)
      if (std::string_view name = outline.plainName({id, i});
          name.starts_with('%'))
        visit(name, hasRegions || outline.name({id, i}).isDefinition);
  }
}

NameNeighbours::NameNeighbours(const Outline &outline) {
  size_t count = 0;
  forEachValue(outline, [&](std::string_view name, bool isDefined) {
    count += isDefined;
    for (size_t at = 0; at < name.size(); ++at)
      pairs.set(indexOf(name[at], at + 1 < name.size() ? name[at + 1] : 0));
  });
  defined.resize(std::bit_ceil(8 * count + 1));
  forEachValue(outline, [&](std::string_view name, bool isDefined) {
    if (isDefined)
      addDefined(name);
  });
}

std::optional<NameId> shapels::nearestValue(const Section &section, NameId use,
                                            const NameNeighbours *neighbours) {
  const Outline &outline = section.outline();
  std::string_view name = outline.plainName(use);
  std::optional<NameId> best;
  if (!tellsWhatIsMeant(name))
    return best;
  auto isNearer = [&](NameId other) {
    return !best ||
           outline.begin(best->statement) < outline.begin(other.statement);
  };
  auto mayFollow = [&](char before, char next) {
    return !neighbours || neighbours->mayFollow(before, next);
  };
  forEachEdit(name, mayFollow, [&](std::string_view edited) {
    if (neighbours && !neighbours->mayBeDefined(edited))
      return;
    std::optional<Spelling> known = outline.spelling(edited);
    std::optional<NameId> found =
        known ? outline.valueIn(use.statement, *known) : std::nullopt;
    if (found && isVisibleFrom(outline, *found, use) && isNearer(*found))
      best = found;
  });
  return best;
}

/// `%name; did you mean %other?`
static void suggestValue(const Section &section, SectionDiagnostic &diagnostic,
                         const NameNeighbours *neighbours) {
  const Outline &outline = section.outline();
  std::optional<NameId> use = outline.nameStartingAt(diagnostic.range.begin);
  if (!use || outline.name(*use).kind != NameKind::Value)
    return;
  if (std::optional<NameId> meant = nearestValue(section, *use, neighbours))
    diagnostic.meant = outline.plainName(*meant);
  diagnostic.message.append(" ").append(outline.plainName(*use));
  diagnostic.message += didYouMean(diagnostic.meant, "");
}

/// Takes the part between `before` and the next quote.
static llvm::StringRef quotedBehind(llvm::StringRef text,
                                    llvm::StringRef before) {
  size_t at = text.find(before);
  return at == text.npos ? llvm::StringRef()
                         : text.substr(at + before.size()).split('\'').first;
}

/// The one that MLIR's message says is unknown.
static llvm::StringRef unknownOpIn(llvm::StringRef message) {
  llvm::StringRef name = quotedBehind(message, "custom op '");
  return name.empty() ? quotedBehind(message, "unregistered operation '")
                      : name;
}

/// The op of its dialect that is nearest; of a bare name, as MLIR looked for
/// it, or what it was once.
static std::string nearestOp(llvm::StringRef message, const OpTable &ops) {
  llvm::StringRef name = unknownOpIn(message);
  bool isBare = !name.contains('.');
  if (isBare)
    if (std::string full = formerlyBare(name, ops); !full.empty())
      return full;
  llvm::StringRef full = isBare ? quotedBehind(message, "(tried '") : name;
  auto [dialect, op] = full.split('.');
  std::string_view meant = nearest(op, ops.opsOf(dialect));
  if (meant.empty() || isBare)
    return std::string(meant);
  return (dialect + ".").str().append(meant);
}

static constexpr llvm::StringLiteral lacksAttribute = "op requires attribute '";

/// An attribute that the op does not know, with a name like the one that it
/// lacks: the finding is shown there.
static void suggestAttribute(const Section &section,
                             SectionDiagnostic &diagnostic) {
  llvm::StringRef lacked = quotedBehind(diagnostic.message, lacksAttribute);
  mlir::Operation *op = section.ir().operationOf(diagnostic.statement);
  if (lacked.empty() || !op)
    return;
  std::vector<std::string_view> unknown;
  for (mlir::NamedAttribute each : op->getDiscardableAttrs())
    if (!each.getName().strref().contains('.'))
      unknown.emplace_back(each.getName().strref());
  std::string_view written = nearest(std::string_view(lacked), unknown);
  std::optional<SectionRange> place =
      written.empty() ? std::nullopt : attributeRange(section, op, written);
  if (!place)
    return;
  diagnostic.meant = lacked.str();
  diagnostic.replacedMessage = diagnostic.message;
  if (!diagnostic.mlirPlace)
    diagnostic.mlirPlace = diagnostic.range.begin;
  diagnostic.message.append("; it has '").append(written) += "'";
  diagnostic.range = {place->begin,
                      place->begin + static_cast<uint32_t>(written.size())};
  diagnostic.follow(section.outline());
}

void shapels::suggestName(const Section &section, SectionDiagnostic &diagnostic,
                          const NameNeighbours *neighbours) {
  llvm::StringRef message(diagnostic.message);
  // `'tosa.mul' op ...`, `custom op 'tosa.mul' ...`
  if (std::string_view before =
          formerFormOf(std::string_view(quotedBehind(message, "'")), message);
      !before.empty()) {
    diagnostic.replacedMessage = diagnostic.message;
    diagnostic.message.append("; in older versions of MLIR ").append(before);
    return;
  }
  if (message.contains(lacksAttribute))
    return suggestAttribute(section, diagnostic);
  bool isUnknownOp = isAboutUnknownOp(diagnostic.message);
  if (!isUnknownOp && !isAboutUndeclared(message))
    return;
  diagnostic.replacedMessage = diagnostic.message;
  if (!isUnknownOp)
    return suggestValue(section, diagnostic, neighbours);
  if (std::string_view now = successorOf(unknownOpIn(message)); !now.empty()) {
    diagnostic.message.append("; MLIR has '").append(now) += "' instead";
    return;
  }
  diagnostic.meant = nearestOp(message, section.dialects().ops());
  diagnostic.message += didYouMean(diagnostic.meant);
}

//===----------------------------------------------------------------------===//
// Dialects
//===----------------------------------------------------------------------===//

/// Those whose ops have rules, registered or not.
static std::set<std::string_view> dialectsWithRules() {
  std::set<std::string_view> dialects;
  for (llvm::StringRef op : opsWithRules())
    dialects.insert(op.split('.').first);
  return dialects;
}

std::vector<std::string> shapels::dialectsLike(std::string_view dialect,
                                               const Dialects &known) {
  static const std::set<std::string_view> withRules = dialectsWithRules();
  std::vector<std::string> result;
  if (dialect.size() < 4 || withRules.contains(dialect))
    return result;
  std::set<std::string_view> all = withRules;
  for (std::string_view name : known.names())
    all.insert(name);
  for (std::string_view name : all)
    if (areOneEditApart(dialect, name))
      result.emplace_back(name);
  return result;
}

std::optional<SectionDiagnostic>
shapels::otherDialectFinding(const Section &section, StatementId id,
                             const std::vector<std::string> &dialects) {
  std::string_view name = section.outline().opName(id);
  for (const std::string &dialect : dialects) {
    std::string meant = dialect + std::string(name.substr(name.find('.')));
    if (!section.dialects().ops().isRegistered(meant) && !findRule(meant))
      continue;
    SectionDiagnostic finding;
    finding.code = DiagnosticCode::UnknownDialect;
    finding.severity = defaultSeverity(finding.code);
    finding.range = section.statement(id).name;
    finding.message = "there is no dialect '" + std::string(dialectOf(name)) +
                      "' here" + didYouMean(meant);
    finding.meant = std::move(meant);
    finding.statement = id;
    return finding;
  }
  return std::nullopt;
}
