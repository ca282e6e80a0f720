//===- ResultTypeFix.cpp --------------------------------------------------===//

#include "server/features/ResultTypeFix.h"
#include "core/analysis/OperationText.h"
#include "core/analysis/Section.h"
#include "core/analysis/ValueInfo.h"
#include "server/features/Trial.h"

#include <algorithm>

using namespace shapels;

namespace {

/// A result and the place of its type.
struct TypedResult {
  ValueInfo info;
  SectionRange type, name;
  SectionOffset statementBegin, statementEnd;
  std::string inferred;
};

} // namespace

/// That defines the name there, or else is there.
static StatementId statementAt(const Section &section, SectionOffset place) {
  if (std::optional<NameOccurrence> name = section.outline().nameAt(place))
    if (std::optional<NameOccurrence> definition = section.definitionOf(*name))
      return definition->id.statement;
  return section.outline().statementAt(place);
}

/// `T` of `A to T` and of `(T)`.
static SectionRange lastType(const Section &section, SectionRange types) {
  std::string_view text = section.slice(types);
  for (std::string_view word : {" to ", " into "})
    if (size_t at = text.rfind(word); at != text.npos)
      return {types.begin + static_cast<uint32_t>(at + word.size()), types.end};
  bool isBracketed = text.starts_with('(') && text.ends_with(')');
  return isBracketed ? SectionRange{types.begin + 1, types.end - 1} : types;
}

static std::optional<TypedResult> targetAt(const Document &document,
                                           const Section &section,
                                           SectionOffset place, bool isWrong) {
  StatementId id = statementAt(section, place);
  mlir::Operation *op =
      id == noStatement ? nullptr : section.ir().operationOf(id);
  if (!op)
    return std::nullopt;
  std::optional<SectionRange> types = resultTypeRange(section, op);
  // What a wrong op would make, only an analysis says that trusts all.
  std::optional<SectionShapes> unjudged;
  if (isWrong)
    unjudged.emplace(section, document.configuration());
  SectionShapes &shapes = unjudged ? *unjudged : document.shapes(section);
  std::optional<OperationInfo> info =
      types ? operationInfo(section, shapes, id, false) : std::nullopt;
  if (!info)
    return std::nullopt;
  TypedResult target;
  target.info = std::move(info->results.front());
  target.type = lastType(section, *types);
  SectionRange statement = section.statement(id).range;
  target.name = {statement.begin, statement.begin};
  for (const NameOccurrence &name : section.outline().names(id))
    if (name.kind == NameKind::Value && name.isDefinition)
      target.name = name.range;
  target.statementBegin = statement.begin;
  target.statementEnd = statement.end;
  bool isMore = !target.info.refinedType.empty();
  target.inferred = isMore ? target.info.refinedType : target.info.inferredType;
  bool isUsable = (isMore || isWrong) && !target.inferred.empty() &&
                  target.inferred != target.info.declaredType &&
                  !target.inferred.ends_with("…") &&
                  section.slice(target.type) == target.info.declaredType;
  return isUsable ? std::optional(std::move(target)) : std::nullopt;
}

static bool isError(const Diagnostic &finding) {
  return finding.severity == Severity::Error;
}

/// `%inferred_0 = ... -> tensor<2xf32>` and `%0 = tensor.cast %inferred_0 :
/// ...` on the next line.
static std::vector<SectionEdit> withCast(const Section &section,
                                         const TypedResult &target) {
  std::string name(section.slice(target.name));
  if (!name.starts_with('%') || !target.inferred.starts_with("tensor<") ||
      !target.info.declaredType.starts_with("tensor<"))
    return {};
  std::string inner = "%inferred_" + name.substr(1);
  SectionOffset line = section.span().lineStart(target.statementBegin);
  std::string indent(section.slice({line, target.statementBegin}));
  std::string cast = "\n" + indent + name + " = tensor.cast " + inner + " : " +
                     target.inferred + " to " + target.info.declaredType;
  return {{target.name, inner},
          {target.type, target.inferred},
          {{target.statementEnd, target.statementEnd}, cast}};
}

std::optional<CodeAction>
shapels::resultTypeFix(const Document &document, DocumentOffset place,
                       std::span<const Diagnostic> findings) {
  const Section &section = document.sectionAt(place);
  std::optional<TypedResult> target = targetAt(
      document, section, section.span().inSection(place), !findings.empty());
  if (!target)
    return std::nullopt;
  CodeAction action;
  action.title = "Make the result type what is inferred: " + target->inferred;
  std::vector<SectionEdit> edits{{target->type, target->inferred}};
  bool isToMend = std::ranges::any_of(findings, isError);
  Trial trial(document, section);
  auto isRight = [&](const std::vector<SectionEdit> &edits) {
    return isToMend ? trial.mends(edits) : trial.isRight(edits);
  };
  if (!isRight(edits)) {
    edits = withCast(section, *target);
    action.title += ", and cast it back for its uses";
    if (edits.empty() || !isRight(edits))
      return std::nullopt;
  }
  for (SectionEdit &edit : edits)
    action.edits.push_back(section.span().inDocument(std::move(edit)));
  action.diagnostics.assign(findings.begin(), findings.end());
  return action;
}
