//===- Incomplete.cpp -----------------------------------------------------===//

#include "core/analysis/Incomplete.h"
#include "core/ir/context/DefinedOps.h"
#include "core/ir/unregistered/Truncated.h"
#include "core/shape/Rules.h"

#include "mlir/IR/Operation.h"

#include <algorithm>

using namespace shapels;

static bool isInRegion(const Outline &outline, StatementId id,
                       SectionOffset offset) {
  return std::ranges::any_of(outline.regions(id), [&](const RegionText &text) {
    return text.inside.contains(offset);
  });
}

std::vector<StatementId>
shapels::statementsIn(const Section &section, SectionRange lines, size_t most) {
  const Outline &outline = section.outline();
  std::vector<StatementId> found;
  StatementId around = outline.statementAt(lines.begin);
  if (around != noStatement && outline.begin(around) < lines.begin &&
      !isInRegion(outline, around, lines.begin))
    found.push_back(around);
  for (StatementId id = outline.firstFrom(lines.begin);
       id != noStatement && outline.begin(id) < lines.end &&
       found.size() < most;
       id = outline.next(id))
    found.push_back(id);
  return found;
}

std::set<std::string> shapels::valuesDefinedBy(const Outline &outline,
                                               StatementId id) {
  std::set<std::string> names;
  for (const NameOccurrence &name : outline.names(id))
    if (name.kind == NameKind::Value && outline.isDefinition(name.id))
      names.emplace(outline.plainName(name.id));
  return names;
}

bool shapels::isIncomplete(const Section &section,
                           const Configuration &configuration, StatementId id) {
  if (!section.ir().isWhole(id) || section.outline().lacksBrace(id))
    return true;
  mlir::Operation *op = section.ir().operationOf(id);
  if (op && op->hasTrait<mlir::OpTrait::IsTerminator>())
    return !section.ir().isSound(op->getParentOp());
  if (!op || op->isRegistered())
    return false;
  std::string_view name = section.outline().opName(id);
  if (findOp(name).rule || configuration.ops.find(name))
    return isTruncated(section.span(), section.outline(), id,
                       definedOps(section.context()));
  return isBeginningOfOp(name) || configuration.ops.hasBeginning(name);
}

bool shapels::lacksPart(const Section &section, StatementId id) {
  mlir::Operation *op = section.ir().operationOf(id);
  return !op || !section.ir().isSound(op) || section.outline().lacksBrace(id) ||
         !std::ranges::all_of(section.outline().regions(id),
                              &RegionText::isClosed);
}

std::optional<DocumentRange> shapels::functionAround(const Document &document,
                                                     DocumentRange range) {
  const Section &section = document.sectionAt(range.begin);
  const Outline &outline = section.outline();
  SectionRange own = section.span().inSection(range);
  for (StatementId id = outline.statementAt(own.begin); id != noStatement;
       id = outline.parent(id)) {
    mlir::Operation *op = section.ir().operationOf(id);
    SectionRange found = outline.range(id);
    if (op && op->hasTrait<mlir::OpTrait::IsIsolatedFromAbove>() &&
        op->getNumRegions() > 0 && found.contains(own))
      return section.span().inDocument(found);
  }
  return std::nullopt;
}
