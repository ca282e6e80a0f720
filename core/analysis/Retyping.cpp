//===- Retyping.cpp -------------------------------------------------------===//

#include "core/analysis/Retyping.h"
#include "core/analysis/OperationText.h"
#include "core/analysis/ValueInfo.h"

#include "mlir/IR/OpDefinition.h"

using namespace shapels;

bool Retyping::add(const RefinableResult &result) {
  const Section &section = of;
  put(result.type, result.refined);
  return follow(section.valueOf(result.name), result.refined);
}

std::vector<SectionEdit> Retyping::edits() const {
  std::vector<SectionEdit> result;
  for (const auto &[place, edit] : byPlace)
    result.push_back(edit);
  return result;
}

/// Where the statement has it, if once.
std::optional<SectionRange> Retyping::onlyPlaceOf(std::string_view type,
                                                  StatementId id) const {
  const Section &section = of;
  SectionRange range = section.outline().range(id);
  std::string_view text = section.slice(range);
  size_t at = text.find(type);
  if (at == text.npos || text.find(type, at + 1) != text.npos)
    return std::nullopt;
  SectionOffset begin = range.begin + static_cast<uint32_t>(at);
  return SectionRange{begin, begin + static_cast<uint32_t>(type.size())};
}

/// The types that users write; a result that shares its type follows as well.
bool Retyping::follow(mlir::Value value, const std::string &refined) {
  const Section &section = of;
  std::string declared = typeText(value.getType());
  for (mlir::OpOperand &use : value.getUses()) {
    mlir::Operation *user = use.getOwner();
    StatementId id = section.ir().statementOf(user);
    if (id == noStatement || section.outline().hasChildren(id) ||
        user->hasTrait<mlir::OpTrait::IsTerminator>())
      return false;
    std::optional<SectionRange> type =
        operandTypeRange(section, user, use.getOperandNumber());
    if (!type)
      type = onlyPlaceOf(declared, id);
    if (!type || section.slice(*type) != declared || !put(*type, refined))
      continue;
    bool isShared = resultTypeRange(section, user) == type &&
                    user->getResult(0).getType() == value.getType();
    if (isShared && !follow(user->getResult(0), refined))
      return false;
  }
  return true;
}

std::optional<RefinableResult> shapels::refinableResult(const Section &section,
                                                        SectionShapes &shapes,
                                                        StatementId id) {
  std::optional<SectionRange> type = resultTypeRange(section, id);
  if (!type)
    return std::nullopt;
  for (const NameOccurrence &name : section.outline().names(id)) {
    if (name.kind != NameKind::Value || !name.isDefinition)
      continue;
    mlir::Value value = section.valueOf(name);
    std::optional<ValueInfo> info =
        value ? valueInfo(section, shapes, name) : std::nullopt;
    if (info && !info->refinedType.empty() &&
        !info->refinedType.ends_with("…") &&
        section.slice(*type) == info->declaredType)
      return RefinableResult{name, *type, info->refinedType};
  }
  return std::nullopt;
}
