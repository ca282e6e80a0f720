//===- Describer.cpp ------------------------------------------------------===//

#include "core/analysis/Describer.h"
#include "core/analysis/DimReasons.h"
#include "core/analysis/OperationText.h"
#include "core/ir/context/DefinedOps.h"
#include "core/ir/context/Dialects.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/TypesByName.h"
#include "core/ir/unregistered/UnregisteredForm.h"
#include "core/shape/Reification.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/SizeOperands.h"
#include "core/shape/StatedShape.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;

/// `@main`; of an op without a symbol its name.
static std::string calledInText(mlir::Operation *op) {
  auto symbol = op->getAttrOfType<mlir::StringAttr>(
      mlir::SymbolTable::getSymbolAttrName());
  return symbol ? "@" + symbol.str() : op->getName().getStringRef().str();
}

static std::string originOf(mlir::Value value) {
  if (auto result = llvm::dyn_cast<mlir::OpResult>(value)) {
    if (isPlaceholder(result.getOwner()))
      return "result of an op that does not parse; its type is what its first "
             "use says";
    std::string op = result.getOwner()->getName().getStringRef().str();
    bool isOnly = result.getOwner()->getNumResults() == 1;
    return isOnly ? "result of " + op
                  : "result " + std::to_string(result.getResultNumber()) +
                        " of " + op;
  }
  auto argument = llvm::cast<mlir::BlockArgument>(value);
  mlir::Operation *parent = argument.getOwner()->getParentOp();
  if (parent && isPlaceholder(parent) && argument.getOwner()->isEntryBlock())
    return "argument of an op that does not parse; its type is what its first "
           "use says";
  return "argument " + std::to_string(argument.getArgNumber()) + " of " +
         (argument.getOwner()->isEntryBlock() ? "" : "a block in ") +
         (parent ? calledInText(parent) : "a block");
}

/// Whether the type that the op writes last was taken for that of its result.
/// Behind an arrow, by its definition, or in a dialect that we know, it is.
static bool isTypeGuessed(const Section &section, mlir::Value value,
                          SectionIR::TypeSource source) {
  mlir::Operation *op = value.getDefiningOp();
  if (source != SectionIR::TypeSource::Written || !op)
    return false;
  std::string_view name(op->getName().getStringRef());
  return !isOneTypeDialect(dialectOf(name)) &&
         !readUnregisteredForm(section.span(), section.outline(),
                               SectionIR::statementOf(op),
                               definedOps(section.context()))
              .areCertain;
}

ValueInfo Describer::describe(mlir::Value value) {
  ValueInfo info;
  info.name = section.nameOf(value);
  info.origin = originOf(value);
  if (mlir::Operation *op = value.getDefiningOp(); op && !isPlaceholder(op))
    info.op = op->getName().getStringRef().str();
  info.typeSource = section.ir().typeSourceOf(value);
  info.isTypeGuessed = isTypeGuessed(section, value, info.typeSource);
  info.declaredType = info.typeSource == SectionIR::TypeSource::None
                          ? "unknown"
                          : typeText(value.getType());
  addSymbolic(value, info);
  addInference(value, info);
  return info;
}

ValueInfo Describer::explain(mlir::Value value) {
  ValueInfo info = describe(value);
  TypeShape shape = origins.typeShapeOf(value);
  std::vector<std::string> reasons;
  for (unsigned dim = 0; shape.isRanked() && dim < shape.rank(); ++dim)
    reasons.push_back(origins.explain(value, dim));
  auto result = llvm::dyn_cast<mlir::OpResult>(value);
  bool isExplained = llvm::any_of(
      reasons, [](const std::string &reason) { return !reason.empty(); });
  bool hasRule = !ruleOf(value).empty() && ruleOf(value) != interfaceRule;
  if (result && !hasRule && mayAskMlir(result.getOwner()))
    addReasonsOfMlir(result, info);
  if (isExplained) {
    info.dims.resize(std::max(info.dims.size(), reasons.size()));
    for (auto [dim, reason] : llvm::zip(info.dims, reasons))
      if (dim.because.empty())
        dim.because = writer.finish(reason);
  }
  addRanges(value, info);
  addFacts(value, info);
  TypeShape declared = statedShape(value.getType());
  for (auto [dim, each] : llvm::enumerate(info.dims))
    each.isOpen = !declared.isRanked() || dim >= declared.rank() ||
                  (*declared.dims)[dim].isDynamic();
  return info;
}

/// More are no help in a hover.
static constexpr size_t mostFacts = 4;

/// `3 by tensor.cast of %0` behind the reason for a size that other ops tell.
void Describer::addFacts(mlir::Value value, ValueInfo &info) {
  const ValueShape *known = shapes.find(value);
  if (!known || !known->shape.hasRank)
    return;
  ShapeAnalysis &analysis = shapes.fromArguments();
  for (auto [dim, size] : llvm::enumerate(known->shape.dims)) {
    std::optional<int64_t> number = analysis.canonical(value, size).literal();
    if (!number || size.literal())
      continue;
    std::vector<mlir::Operation *> ops =
        analysis.reasonsFor(value, size, *number);
    bool isOwn = ops.size() == 1 && ops.front() == value.getDefiningOp();
    if (ops.empty() || isOwn || ops.size() > mostFacts)
      continue;
    std::vector<std::string> names;
    for (mlir::Operation *op : ops)
      names.push_back(op->getName().getStringRef().str() +
                      (op->getNumResults() == 0
                           ? ""
                           : " of " + writer.mark(op->getResult(0))));
    if (info.dims.size() <= dim)
      info.dims.resize(dim + 1);
    LinkedText &text = info.dims[dim].because;
    LinkedText more =
        writer.finish((text.empty() ? "" : "; ") + std::to_string(*number) +
                      " by " + listedShort(std::move(names)));
    for (LinkedText::Link &link : more.links) {
      link.begin += text.text.size();
      text.links.push_back(link);
    }
    text.text += more.text;
  }
}

/// `; at most 8` behind the reason for a size that is no number.
void Describer::addRanges(mlir::Value value, ValueInfo &info) {
  const ValueShape *known = shapes.find(value);
  bool isKnown = known && known->shape.hasRank;
  ShapeAnalysis &analysis =
      isKnown ? shapes.fromArguments() : shapes.fromTypes();
  for (auto [dim, range] : llvm::enumerate(analysis.ranges(value))) {
    std::string words = range.words();
    if (words.empty() || range.number())
      continue;
    if (info.dims.size() <= dim)
      info.dims.resize(dim + 1);
    std::string &text = info.dims[dim].because.text;
    text += (text.empty() ? "? is " : "; ") + words;
  }
}

//===----------------------------------------------------------------------===//
// What is inferred
//===----------------------------------------------------------------------===//

static std::string bracketed(llvm::ArrayRef<std::string> items) {
  return "[" + llvm::join(items, ", ") + "]";
}

static bool isItself(DimExpr expr, mlir::Value value) {
  return expr->kind == DimKind::Symbol &&
         expr->source.kind != DimSource::Kind::Size &&
         expr->source.value == value.getAsOpaquePointer();
}

void Describer::addSymbolic(mlir::Value value, ValueInfo &info) {
  bool isInteger =
      llvm::isa<mlir::IndexType, mlir::IntegerType>(value.getType());
  auto texts = [&](llvm::ArrayRef<DimExpr> exprs) {
    std::vector<std::string> all;
    for (DimExpr expr : exprs)
      all.push_back(shapes.text(expr));
    return all;
  };
  Shape shape = shapes.bestSymbolic(value);
  bool isArgument =
      ruleOf(value) == argumentRule && llvm::isa<mlir::BlockArgument>(value);
  auto isNamed = [&](DimExpr dim) {
    bool isOwn = dim->kind == DimKind::Symbol &&
                 dim->source.value == value.getAsOpaquePointer();
    return shapes.fromArguments().dimOf(dim).isDynamic() &&
           (isArgument || !isOwn);
  };
  if (shape.hasRank && llvm::any_of(shape.dims, isNamed))
    info.symbolic = bracketed(texts(shape.dims));
  const ValueShape *known = shapes.find(value);
  if (!known || !known->elements)
    return;
  isInteger |= known->elements->isScalar && !known->shape.hasRank;
  std::optional<Elements> elements = shapes.elements(value);
  if (elements && isInteger) {
    DimRange range =
        shapes.fromArguments().range(value, known->elements->items.front());
    info.integerRange = range.number() ? "" : range.words();
  }
  if (elements && !elements->items.empty() &&
      !llvm::any_of(elements->items,
                    [&](DimExpr item) { return isItself(item, value); }))
    info.integers = isInteger ? texts(elements->items).front()
                              : bracketed(texts(elements->items));
}

std::string_view Describer::ruleOf(mlir::Value value) {
  // It outweighs what the call declares.
  if (shapes.isByFunction(value))
    return shapes.find(value)->rule;
  for (const ValueShape *known :
       {shapes.findByTypes(value), shapes.find(value)})
    if (known && known->shape.hasRank && !known->rule.empty())
      return known->rule;
  return {};
}

void Describer::addInference(mlir::Value value, ValueInfo &info) {
  const ValueShape *known = shapes.find(value);
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
  if (argument && (!known || known->rule == argumentRule))
    return;
  std::optional<std::vector<Dim>> dims = origins.sizes(value);
  TypeShape declared = statedShape(value.getType());
  if (!dims || !declared.isShaped())
    return;
  bool isRepeated = known && known->isStated && declared.dims == dims;
  bool isWrong = ruleOf(value) == interfaceRule && contradict(declared, *dims);
  if (!isRepeated && !isWrong)
    addShape(value, ruleOf(value), *dims, info);
}

void Describer::addShape(mlir::Value value, std::string_view rule,
                         const std::vector<Dim> &dims, ValueInfo &info) {
  info.rule = rule;
  info.inferredType =
      shortened(typeTextWith(value.getType(), dims).value_or(""), 160);
  TypeShape declared = statedShape(value.getType());
  TypeShape known = refined(declared, dims);
  // A cast states another type on purpose.
  bool isCast =
      llvm::isa_and_present<mlir::CastOpInterface>(value.getDefiningOp());
  if (known != declared && !isCast)
    info.refinedType =
        shortened(typeTextWith(value.getType(), *known.dims).value_or(""), 160);
  for (Dim dim : dims)
    info.dims.push_back({dim.str(), {}, false});
}

//===----------------------------------------------------------------------===//
// What MLIR's interfaces know
//===----------------------------------------------------------------------===//

/// The sizes alone.
static std::vector<Dim> sizesOf(const std::vector<ReifiedDim> &dims) {
  std::vector<Dim> sizes;
  for (const ReifiedDim &dim : dims)
    sizes.push_back(dim.size);
  return sizes;
}

/// MLIR's interfaces trust what verifiers have seen: in an op's regions, and in
/// the constants that it reads.
bool Describer::mayAskMlir(mlir::Operation *op) const {
  bool isSound = llvm::all_of(op->getOperands(), [&](mlir::Value operand) {
    mlir::Operation *definition = operand.getDefiningOp();
    return !definition || section.ir().isSound(definition);
  });
  return isSound && !shapes.isWrong(op) &&
         !op->walk([&](mlir::Operation *nested) {
              return section.ir().isSound(nested)
                         ? mlir::WalkResult::advance()
                         : mlir::WalkResult::interrupt();
            }).wasInterrupted();
}

/// By the most exact of MLIR's interfaces that knows.
void Describer::addReasonsOfMlir(mlir::OpResult result, ValueInfo &info) {
  auto nameOf = [&](mlir::Value value) { return writer.mark(value); };
  auto known = [&](mlir::Value value) { return origins.typeShapeOf(value); };
  auto numberOf = [&](const SizeExpression &leaf) -> std::optional<int64_t> {
    TypeShape shape = origins.typeShapeOf(leaf.value);
    auto index = static_cast<size_t>(leaf.number);
    bool isStatic = leaf.kind == SizeExpression::Kind::Dim &&
                    shape.isRanked() && index < shape.rank() &&
                    (*shape.dims)[index].isStatic();
    return isStatic ? std::optional((*shape.dims)[index].size()) : std::nullopt;
  };
  if (auto reified = reifyShape(result, known)) {
    std::vector<Dim> sizes = sizesOf(*reified);
    if (info.dims.empty() && !contradict(statedShape(result.getType()), sizes))
      addShape(result, "MLIR's reifyResultShapes", sizes, info);
    for (auto [dim, from] : llvm::zip(info.dims, *reified))
      dim.because =
          writer.finish(reasonOf(dim.size, from.source, nameOf, numberOf));
  }
  if (info.dims.empty())
    for (mlir::Value size : sizeOperandsOf(result))
      info.dims.push_back(
          {"?", writer.finish(size ? "? from " + nameOf(size) : "")});
  if (llvm::all_of(info.dims,
                   [](const DimInfo &dim) { return !dim.because.empty(); }))
    return;
  if (auto dependences = dependencesOf(result, known))
    for (auto [dim, on] : llvm::zip(info.dims, *dependences))
      if (dim.because.empty())
        dim.because =
            writer.finish(reasonOf(dim.size, on, result.getOwner(), nameOf));
}
