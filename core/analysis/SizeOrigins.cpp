//===- SizeOrigins.cpp ----------------------------------------------------===//

#include "core/analysis/SizeOrigins.h"
#include "core/analysis/DimReasons.h"
#include "core/analysis/Section.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/shape/FlowSources.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/StatedShape.h"

#include "mlir/IR/Operation.h"

#include <set>

using namespace shapels;

SizeOrigins::SizeOrigins(const Section &section, SectionShapes &shapes,
                         LinkedTextWriter &writer)
    : section(section), shapes(shapes), writer(writer),
      locals([&shapes] { return shapes.newAnalysis(); },
             [this](mlir::Value operand) { return knownOf(operand); }) {}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

std::optional<std::vector<Dim>> SizeOrigins::sizes(mlir::Value value) {
  auto byTypes = shapes.sizesByTypes(value);
  auto byArguments = shapes.fromArguments().sizes(value);
  if (!byTypes || !byArguments || byTypes->size() != byArguments->size())
    return byTypes ? byTypes : byArguments;
  for (auto [size, other] : llvm::zip(*byTypes, *byArguments))
    size = size.isDynamic() ? other : size;
  return byTypes;
}

TypeShape SizeOrigins::typeShapeOf(mlir::Value value) {
  auto [entry, isNew] = typeShapes.try_emplace(value);
  if (!isNew)
    return entry->second;
  TypeShape declared = statedShape(value.getType());
  std::optional<std::vector<Dim>> known = sizes(value);
  return entry->second =
             known ? refined(std::move(declared), *known) : std::move(declared);
}

ValueShape SizeOrigins::knownOf(mlir::Value operand) {
  ShapeAnalysis &analysis = shapes.fromArguments();
  ValueShape result;
  TypeShape shape = typeShapeOf(operand);
  if (shape.isRanked())
    result.shape = Shape::ranked({});
  for (unsigned i = 0; shape.isRanked() && i < shape.rank(); ++i) {
    Dim dim = (*shape.dims)[i];
    result.shape.dims.push_back(dim.isDynamic() ? analysis.sizeOf(operand, i)
                                                : analysis.exprOf(dim));
  }
  result.elements = shapes.elements(operand);
  return result;
}

/// What the op of the source's value says of it, over its operands.
LocalShapes::Local SizeOrigins::localOf(const DimSource &source) {
  auto result = llvm::dyn_cast<mlir::OpResult>(valueOf(source));
  if (!result || isPlaceholder(result.getOwner()))
    return {};
  if (source.kind == DimSource::Kind::Size) {
    TypeShape shape = typeShapeOf(result);
    if (!shape.isRanked() || source.index >= shape.rank())
      return {};
    LocalShapes::Local size = locals.size(result, shape.rank(), source.index);
    size.expr = betterKnown(result.getOwner(), size.expr);
    return size;
  }
  std::optional<Elements> elements = shapes.elements(result);
  if (!elements || source.index >= elements->items.size())
    return {};
  return locals.element(result, elements->items.size(), source.index);
}

/// The size or the integer that a source of such a value is.
static DimExpr partOf(const Shape &shape,
                      const std::optional<Elements> &elements,
                      const DimSource &source) {
  if (source.kind == DimSource::Kind::Size)
    return shape.hasRank && source.index < shape.rank() ? shape[source.index]
                                                        : DimExpr();
  return elements && source.index < elements->items.size()
             ? elements->items[source.index]
             : DimExpr();
}

/// From arguments; of its own, not by what it must equal. Null where nothing
/// is.
DimExpr SizeOrigins::inferred(const DimSource &source) {
  mlir::Value value = valueOf(source);
  const ValueShape *known = value ? shapes.find(value) : nullptr;
  return known ? partOf(known->shape, known->elements, source) : DimExpr();
}

/// Of sizes that must be equal, the one that is known best.
DimExpr SizeOrigins::betterKnown(mlir::Operation *op, DimExpr expr) {
  auto isNumber = [&](const DimSource &source) {
    DimExpr own =
        source.kind == DimSource::Kind::Size ? inferred(source) : DimExpr();
    return own && own.literal();
  };
  if (!expr || expr->kind != DimKind::Symbol || isNumber(expr->source))
    return expr;
  DimExpr better = locals.equalSize(op, expr, isNumber);
  return better ? better : expr;
}

//===----------------------------------------------------------------------===//
// One step
//===----------------------------------------------------------------------===//

std::string SizeOrigins::wordsOf(const DimSource &source) {
  if (source.kind == DimSource::Kind::Named)
    return shapes.nameOf(source);
  std::string index = std::to_string(source.index);
  mlir::Value value = valueOf(source);
  std::string name = value ? writer.mark(value) : "?";
  switch (source.kind) {
  case DimSource::Kind::Size:
    return "dim " + index + " of " + name;
  case DimSource::Kind::Element:
    return "element " + index + " of " + name;
  default:
    return name;
  }
}

std::optional<int64_t> SizeOrigins::numberOf(const DimSource &source) {
  mlir::Value value = valueOf(source);
  if (!value)
    return std::nullopt;
  if (source.kind == DimSource::Kind::Size) {
    TypeShape shape = typeShapeOf(value);
    bool isStatic = shape.isRanked() && source.index < shape.rank() &&
                    (*shape.dims)[source.index].isStatic();
    return isStatic ? std::optional((*shape.dims)[source.index].size())
                    : std::nullopt;
  }
  std::optional<Elements> elements = shapes.elements(value);
  return elements && source.index < elements->items.size()
             ? elements->items[source.index].literal()
             : std::nullopt;
}

/// `14 + 1 - 3 = `; empty where a number in it is not known.
std::string SizeOrigins::formulaOf(DimExpr expr) {
  bool isKnown = true;
  std::string text = toText(expr, [&](const DimSource &source) {
    std::optional<int64_t> number = numberOf(source);
    isKnown &= number.has_value();
    return std::to_string(number.value_or(0));
  });
  return isKnown && text.size() <= longestExpression ? text + " = " : "";
}

SizeOrigins::Step SizeOrigins::stepOf(const LocalShapes::Local &local,
                                      mlir::Operation *op) {
  auto words = [&](const DimSource &source) { return wordsOf(source); };
  std::vector<std::string> integers;
  if (local.isFromIntegers)
    for (mlir::Value operand : op->getOperands())
      if (shapes.elements(operand))
        integers.push_back(writer.mark(operand));
  if (!integers.empty())
    return {" from the value of " + listedShort(std::move(integers)),
            std::nullopt};
  if (local.expr.literal())
    return {"", std::nullopt};
  if (local.expr->kind == DimKind::Symbol)
    return {" from " + wordsOf(local.expr->source), local.expr->source};
  std::string formula = formulaOf(local.expr);
  std::string text = toText(local.expr, words);
  if (text.size() <= longestExpression)
    return {" from " + text, std::nullopt, formula};
  std::vector<std::string> names;
  for (DimExpr leaf : leavesOf(local.expr))
    names.push_back(wordsOf(leaf->source));
  return {" computed from " + listedShort(std::move(names)), std::nullopt,
          formula};
}

llvm::SmallVector<mlir::Value, 2> SizeOrigins::sourcesOf(mlir::Value value) {
  return flowsInto(
      value, [&](mlir::Operation *op) { return section.ir().isSound(op); });
}

/// What is known of it; null where nothing is.
DimExpr SizeOrigins::exprOf(const DimSource &source) {
  mlir::Value value = valueOf(source);
  return partOf(shapes.symbolic(value), shapes.elements(value), source);
}

/// Where all that flows into the value has the same size, or integer; what it
/// has from one alone is the same.
std::optional<SizeOrigins::Step>
SizeOrigins::flowStep(const DimSource &source,
                      llvm::ArrayRef<mlir::Value> values) {
  DimExpr own = exprOf(source);
  std::vector<std::string> names;
  std::optional<DimSource> first;
  for (mlir::Value value : values) {
    DimSource from = source;
    from.value = value.getAsOpaquePointer();
    if (values.size() > 1 && (!own || exprOf(from) != own))
      return std::nullopt;
    names.push_back(wordsOf(from));
    first = first ? first : from;
  }
  return Step{" from " + listedShort(std::move(names)), first};
}

std::optional<SizeOrigins::Step>
SizeOrigins::stepFrom(const DimSource &source) {
  mlir::Value value = valueOf(source);
  mlir::Operation *op = value ? value.getDefiningOp() : nullptr;
  if (!value || (op && shapes.isWrong(op)))
    return std::nullopt;
  if (llvm::SmallVector<mlir::Value, 2> values = sourcesOf(value);
      !values.empty())
    return flowStep(source, values);
  const ValueShape *known = shapes.find(value);
  bool isSize = source.kind == DimSource::Kind::Size;
  TypeShape shape = typeShapeOf(value);
  if (op && isSize && known && known->rule == broadcastRule &&
      shape.isRanked() && source.index < shape.rank())
    if (auto step = broadcastStep(value, source.index))
      return step;
  if (LocalShapes::Local local = localOf(source))
    return stepOf(local, op);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// In words
//===----------------------------------------------------------------------===//

std::string SizeOrigins::loss(mlir::Value value, unsigned dim) {
  TypeShape shape = typeShapeOf(value);
  Shape symbolic = shapes.symbolic(value);
  bool isKnown =
      shape.isRanked() && dim < shape.rank() && !(*shape.dims)[dim].isDynamic();
  bool isMore = symbolic.hasRank && dim < symbolic.rank() &&
                !(symbolic[dim] &&
                  isOwnSymbol(symbolic[dim], value.getAsOpaquePointer()));
  mlir::Operation *op = value.getDefiningOp();
  if (isKnown || isMore || (op && isPlaceholder(op)))
    return "";
  llvm::SmallVector<mlir::Value, 2> sources = sourcesOf(value);
  bool isWrong = op && shapes.isWrong(op);
  if (!sources.empty() && !isWrong) {
    std::vector<std::string> parts;
    std::set<std::string> different;
    for (mlir::Value from : sources) {
      TypeShape other = typeShapeOf(from);
      if (!other.isRanked() || dim >= other.rank())
        continue;
      std::string size = (*other.dims)[dim].str();
      parts.push_back(size + " in " + writer.mark(from));
      // Two that are not known may differ.
      different.insert(size == "?" ? parts.back() : size);
    }
    return different.size() < 2 ? ""
                                : "what flows together there differs: " +
                                      listedShort(std::move(parts));
  }
  if (!op)
    return "";
  std::string name = op->getName().getStringRef().str();
  if (op->getNumRegions() != 0 && !section.ir().isSound(op))
    return "something in " + name + " is wrong";
  if (isWrong)
    return name + " is wrong";
  const ValueShape *known = shapes.find(value);
  if (known && known->isStated)
    return name + " states it in its type only";
  if (!known || known->rule.empty())
    return "no shape rule for " + name + " is known";
  return "it does not follow from the shapes of the operands of " + name;
}

std::string SizeOrigins::explain(mlir::Value value, unsigned dim) {
  TypeShape shape = typeShapeOf(value);
  if (!shape.isRanked() || dim >= shape.rank())
    return "";
  Dim size = (*shape.dims)[dim];
  std::optional<Step> step = stepFrom(sizeSource(value, dim));
  if (!step) {
    std::string why = size.isDynamic() ? loss(value, dim) : "";
    return why.empty() ? "" : "? is lost here: " + why;
  }
  if (step->words.empty()) {
    const ValueShape *known = shapes.find(value);
    if (known && known->isStated)
      return "";
    return size.str() + " " +
           (shapes.isByFunction(value) ? std::string(known->rule)
                                       : "as the op states");
  }
  return (size.isDynamic() ? "" : step->formula) + size.str() + step->words +
         (step->next ? textOf(chainFrom(*step->next)) : "");
}
