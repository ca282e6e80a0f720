//===- DefinedForm.cpp ----------------------------------------------------===//

#include "core/ir/unregistered/DefinedForm.h"
#include "core/ir/unregistered/UnregisteredForm.h"

#include "llvm/ADT/STLExtras.h"

using namespace shapels;

FormatTokens shapels::formatTokens(TextSpan text, const Outline &outline,
                                   StatementId statement, bool hasRegions) {
  Statement own = outline.statement(statement);
  std::vector<FormatTokens::Piece> pieces;
  ByteOffset from = own.name.end;
  auto addText = [&](ByteOffset end) {
    if (from < end)
      pieces.push_back({{from, end}, text.slice({from, end})});
  };
  std::vector<RegionText> regions;
  if (hasRegions)
    regions = outline.regions(statement);
  for (const RegionText &region : regions) {
    ByteOffset begin = region.inside.begin - (region.isOpened ? 1 : 0);
    ByteOffset end = region.inside.end + (region.isClosed ? 1 : 0);
    addText(begin);
    pieces.push_back({{begin, end}, "", /*isBody=*/true});
    from = end;
  }
  addText(own.range.end);
  return FormatTokens(pieces);
}

std::optional<OpForm> shapels::readDefinedForm(TextSpan text,
                                               const Outline &outline,
                                               StatementId statement,
                                               const OpSyntaxes &definitions) {
  const OpSyntax *op = definitions.find(outline.opName(statement));
  if (!op || !op->format)
    return std::nullopt;
  bool hasRegions = !op->definition.regions.empty();
  return readOpForm(*op, definitions,
                    formatTokens(text, outline, statement, hasRegions));
}

/// All in a row, if it is known how many each name has.
template <typename T>
static std::optional<std::vector<T>> flat(const OpForm::ByName<T> &byName) {
  std::vector<T> all;
  for (const std::optional<std::vector<T>> &each : byName) {
    if (!each)
      return std::nullopt;
    all.insert(all.end(), each->begin(), each->end());
  }
  return all;
}

/// The same of types that need not be known: `count` in all. Nothing where they
/// are of another number, or nobody knows how many a name has.
static std::optional<std::vector<WrittenType>>
flat(const OpForm::ByName<WrittenType> &byName, size_t count,
     llvm::function_ref<std::optional<size_t>(size_t)> sizeOf) {
  std::vector<WrittenType> all;
  for (auto [number, types] : llvm::enumerate(byName)) {
    std::optional<size_t> size = sizeOf(number);
    if (types && size && types->size() != *size)
      return std::nullopt;
    if (types)
      all.insert(all.end(), types->begin(), types->end());
    else if (size)
      all.resize(all.size() + *size);
    else
      return std::nullopt;
  }
  if (all.size() != count)
    return std::nullopt;
  return all;
}

static void refineResults(UnregisteredForm &form, const OpForm &defined) {
  // Of a name that stands for any number: what the others leave.
  auto sizeOf = [&](size_t number) -> std::optional<size_t> {
    return defined.resultTypes.size() == 1 && number == 0
               ? std::optional(form.results.size())
               : std::nullopt;
  };
  std::optional<std::vector<WrittenType>> results =
      flat(defined.resultTypes, form.results.size(), sizeOf);
  if (!results || results->empty())
    return;
  bool areKnown = llvm::all_of(*results, std::mem_fn(&WrittenType::isKnown));
  for (auto [known, result] : llvm::zip_equal(*results, form.results))
    if (known.isKnown())
      result = known;
  form.areCertain |= areKnown;
}

static void refineOperands(UnregisteredForm &form, const OpForm &defined) {
  std::optional<std::vector<ByteRange>> names = flat(defined.operands);
  if (!names)
    return;
  auto sizeOf = [&](size_t number) -> std::optional<size_t> {
    return defined.operands[number]->size();
  };
  std::optional<std::vector<WrittenType>> types =
      flat(defined.operandTypes, names->size(), sizeOf);
  if (!types)
    return;
  form.isDefined = llvm::all_of(*types, std::mem_fn(&WrittenType::isKnown));
  // Rules by an op's name, and users, count the values as they are written.
  std::vector<std::pair<ByteOffset, WrittenType>> inOrder;
  for (auto [name, type] : llvm::zip_equal(*names, *types))
    inOrder.emplace_back(name.begin, std::move(type));
  llvm::stable_sort(inOrder, llvm::less_first());
  form.operands.resize(inOrder.size());
  for (auto [known, operand] : llvm::zip_equal(inOrder, form.operands))
    if (known.second.isKnown())
      operand = std::move(known.second);
}

void shapels::refine(UnregisteredForm &form, const OpForm &defined) {
  refineResults(form, defined);
  refineOperands(form, defined);
  if (std::optional<std::vector<ByteRange>> successors =
          flat(defined.successors))
    form.successors = std::move(*successors);
}
