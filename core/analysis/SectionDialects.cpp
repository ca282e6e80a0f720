//===- SectionDialects.cpp - Which dialects are not built in --------------===//

#include "shapels/analysis/SectionFindings.h"
#include "shapels/analysis/Suggestions.h"
#include "shapels/ir/Dialects.h"
#include "shapels/ir/StandInDialect.h"

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
  if (!isUnknown || configuration.ops.find(name))
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
std::optional<Finding> SectionFindings::unknownDialects() const {
  if (unknownInOrder.empty())
    return std::nullopt;
  return unknownDialectsFinding(section.statement(*unknownInOrder.begin()).name,
                                counts);
}
