//===- SectionDialects.cpp - Which dialects are not built in --------------===//

#include "core/analysis/SectionFindings.h"
#include "core/analysis/Suggestions.h"
#include "core/ir/context/Dialects.h"
#include "core/ir/parse/DroppedMessages.h"
#include "core/ir/unregistered/UnregisteredDialect.h"

#include "llvm/ADT/StringExtras.h"

using namespace shapels;

void SectionFindings::forgetDialect(StatementId id) {
  namingUnknown.erase(id);
  auto known = unknownOps.find(id);
  if (known == unknownOps.end())
    return;
  auto count = known->second.dialect;
  if (--count->second == 0)
    counts.erase(count);
  unknownInOrder.erase(known->second.place);
  unknownOps.erase(known);
}

/// False where what is said does not follow the statements.
bool SectionFindings::noteDialect(StatementId id) {
  forgetDialect(id);
  std::string_view name = section.outline().opName(id);
  std::string_view dialect = dialectOf(name);
  auto isRegistered = [this](llvm::StringRef dialect) {
    return section.dialects().isRegistered(dialect);
  };
  bool isUnknown = section.outline().kind(id) == StatementKind::Operation &&
                   !dialect.empty() && !isRegistered(dialect);
  if (isUnknown ||
      namesUnknownParts(section.span(), section.outline(), id, isRegistered))
    namingUnknown.insert(id);
  if (!isUnknown || configuration.ops.find(name) ||
      section.libraries().functions().find(name))
    return true;
  auto count = counts.find(dialect);
  if (count == counts.end())
    count = counts.emplace(dialect, 0).first;
  ++count->second;
  unknownOps[id] = {count, unknownInOrder.insert(id).first};
  auto other = otherDialectFinding(section, id, resemblingOf(dialect));
  return !other || note(id, std::move(*other));
}

const std::vector<std::string> &
SectionFindings::resemblingOf(std::string_view dialect) {
  auto known = resembling.find(dialect);
  if (known == resembling.end())
    known =
        resembling.emplace(dialect, dialectsLike(dialect, section.dialects()))
            .first;
  return known->second;
}

/// The first use of a dialect that is not built in.
std::optional<SectionDiagnostic> SectionFindings::unknownDialects() const {
  if (unknownInOrder.empty())
    return std::nullopt;
  return unknownDialectsFinding(section.statement(*unknownInOrder.begin()).name,
                                counts);
}

/// Whether a message has a type or an attribute of a dialect that is not built
/// in.
static bool mentionsUnknown(llvm::StringRef message, const Dialects &dialects) {
  for (size_t at = 0; (at = message.find_first_of("!#", at)) != message.npos;) {
    llvm::StringRef dialect = message.substr(++at).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (!dialect.empty() && !llvm::isDigit(dialect[0]) &&
        !dialects.isRegistered(dialect))
      return true;
  }
  return false;
}

/// Whether the parser says it for want of knowledge; of the verifier's messages
/// none is left.
bool SectionFindings::restsOnUnknown(
    const SectionDiagnostic &diagnostic) const {
  if (!diagnostic.isFromParser())
    return false;
  const Dialects &dialects = section.dialects();
  const Outline &outline = section.outline();
  StatementId at = outline.statementAt(diagnostic.range.begin);
  auto isThere = [&](Unknown unknown) {
    llvm::StringRef dialect = dialectOfUnknownOp(diagnostic.message);
    switch (unknown) {
    case Unknown::Op:
      return !dialect.empty() && !dialects.isRegistered(dialect);
    case Unknown::Part:
      return namingUnknown.contains(at) ||
             mentionsUnknown(diagnostic.message, dialects);
    case Unknown::Section:
      return !namingUnknown.empty();
    default:
      return false;
    }
  };
  std::string_view name = at == noStatement ? "" : outline.opName(at);
  return isDropped(diagnostic, name, isThere);
}
