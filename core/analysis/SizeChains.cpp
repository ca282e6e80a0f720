//===- SizeChains.cpp - From value to value, back to where a size is given ===//

#include "core/analysis/Section.h"
#include "core/analysis/SizeOrigins.h"
#include "core/shape/StatedShape.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

using namespace shapels;

/// Of a chain that is longer only its ends are shown.
static constexpr size_t mostLinks = 6, firstLinks = 4, lastLinks = 2;
/// And it is followed no further; asking rules takes longer.
static constexpr size_t mostSteps = 1'000, mostAsked = 60;

/// Regions may share a name for what they hand on.
bool SizeOrigins::isNamedAlike(const DimSource &a, const DimSource &b) const {
  mlir::Value first = valueOf(a), second = valueOf(b);
  return first && second && a.kind == b.kind && a.index == b.index &&
         section.definitionOf(first) == section.definitionOf(second) &&
         section.nameOf(first) == section.nameOf(second);
}

/// In words that follow its last link.
std::string SizeOrigins::endOf(const DimSource &last,
                               const std::optional<Step> &step) {
  if (!step) {
    bool isSize = last.kind == DimSource::Kind::Size;
    std::string why = isSize ? loss(valueOf(last), last.index) : "";
    return why.empty() ? "" : ", where it is lost: " + why;
  }
  return step->words.starts_with(" from ") ? " = " + step->words.substr(6)
         : step->words.empty()             ? ", as its op states"
                                           : ":" + step->words;
}

/// Whether part of it is a size that nobody can say.
static bool holdsUnknown(DimExpr expr) {
  return llvm::any_of(leavesOf(expr), [](DimExpr leaf) {
    return leaf->source.kind == DimSource::Kind::Nothing;
  });
}

/// Whether a type in the text says it.
static bool isWritten(const DimSource &source) {
  mlir::Value value = valueOf(source);
  if (!value || source.kind != DimSource::Kind::Size)
    return false;
  TypeShape type = statedShape(value.getType());
  return type.isRanked() && source.index < type.rank() &&
         !(*type.dims)[source.index].isDynamic();
}

/// Ends a chain that is too long: a number has it from the next type that says
/// so, and of others what is inferred names the end.
void SizeOrigins::cutShort(Chain &chain) {
  std::vector<DimSource> &links = chain.links;
  if (auto written = llvm::find_if(links, isWritten); written != links.end()) {
    links.erase(std::next(written), links.end());
    chain.end = ", as its type states";
    return;
  }
  chain.gap = links.size();
  DimExpr own = inferred(links.back());
  if (!own || own.literal() || isOwnSymbol(own, links.back().value) ||
      holdsUnknown(own))
    return;
  Step step = stepOf({own}, nullptr);
  if (step.next)
    links.push_back(*step.next);
  chain.end = endOf(links.back(), step.next ? stepFrom(links.back()) : step);
}

/// The next link, where it follows from declared types, which is known.
std::optional<DimSource> SizeOrigins::quickStep(const DimSource &source) {
  auto result = llvm::dyn_cast_if_present<mlir::OpResult>(valueOf(source));
  if (!result || source.kind != DimSource::Kind::Size ||
      result.getOwner()->getNumRegions() != 0)
    return std::nullopt;
  const ValueShape *known = shapes.findByTypes(result);
  if (!known || !known->shape.hasRank || source.index >= known->shape.rank())
    return std::nullopt;
  DimExpr size = known->shape[source.index];
  bool isNext = size->kind == DimKind::Symbol &&
                size->source.kind == DimSource::Kind::Size &&
                !isOwnSymbol(size, source.value);
  // Of operands that must be equal another one may have the number.
  auto isNumber = [](DimExpr expr) { return expr && expr.literal(); };
  if (!isNext ||
      (isNumber(inferred(source)) && !isNumber(inferred(size->source))))
    return std::nullopt;
  return size->source;
}

/// From `source` back.
SizeOrigins::Chain SizeOrigins::chainFrom(DimSource source) {
  Chain chain{{source}};
  llvm::DenseSet<std::tuple<const void *, unsigned, unsigned>> seen;
  size_t asked = 0;
  while (
      seen.insert({source.value, unsigned(source.kind), source.index}).second) {
    std::optional<DimSource> next = quickStep(source);
    if (seen.size() == mostSteps || (!next && ++asked == mostAsked)) {
      cutShort(chain);
      break;
    }
    std::optional<Step> step;
    if (!next) {
      step = stepFrom(source);
      next = step ? step->next : std::nullopt;
    }
    if (!next) {
      chain.end = endOf(source, step);
      break;
    }
    if (!step || !isNamedAlike(source, *next))
      chain.links.push_back(*next);
    source = *next;
  }
  return chain;
}

/// ` ← dim 0 of %0 ← dim 0 of %arg0`; the first link is named already.
std::string SizeOrigins::textOf(const Chain &chain) {
  size_t count = chain.links.size(), begin = count, end = count;
  if (chain.gap) {
    end = *chain.gap;
    begin = std::min(1 + firstLinks, end);
  } else if (count > 1 + mostLinks) {
    begin = 1 + firstLinks;
    end = count - lastLinks;
  }
  std::string text;
  for (size_t i = 1; i < begin; ++i)
    text += " ← " + wordsOf(chain.links[i]);
  if (begin < end)
    text += std::string(" ← … ") + (chain.gap ? "at least " : "") +
            std::to_string(end - begin) + " more …";
  for (size_t i = end; i < count; ++i)
    text += " ← " + wordsOf(chain.links[i]);
  return text + chain.end;
}
