//===- ShapeEmitter.cpp - Sizes -------------------------------------------===//

#include "core/shape/emit/ShapeEmitter.h"
#include "core/shape/StatedShape.h"
#include "core/shape/emit/EmitParts.h"
#include "core/shape/emit/PlainTypes.h"
#include "core/shape/emit/SaidSize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/ScopeExit.h"

using namespace shapels;
using namespace mlir;

ShapeEmitter::ShapeEmitter(const EmitSources &sources, Operation *original,
                           func::FuncOp into, EmitDemand &demand)
    : sources(sources), original(original), function(into), demand(demand) {
  outermost.original = &original->getRegion(0);
  outermost.block = &into.front();
  for (auto [from, to] :
       llvm::zip(original->getRegion(0).getArguments(), into.getArguments())) {
    outermost.contents[from] = to;
    TypeShape type = statedShape(from.getType());
    for (unsigned i = 0; type.isRanked() && i < type.rank(); ++i)
      if ((*type.dims)[i].isDynamic())
        own(sources.analysis.canonical(from, sources.analysis.sizeOf(from, i)),
            from, i);
  }
}

void ShapeEmitter::own(DimExpr expr, Value value, unsigned dim) {
  bool isNameless = expr->kind == DimKind::Symbol &&
                    (expr->source.kind == DimSource::Kind::Nothing ||
                     expr->source.kind == DimSource::Kind::Named);
  if (isNameless)
    owners.try_emplace(expr.get(), value, dim);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Whether what the op nests runs once, where the op is, or nothing does.
static bool isTransparent(Operation *op) {
  return isa<shape::AssumingOp>(op) ||
         (isa<scf::ExecuteRegionOp>(op) && op->getRegion(0).hasOneBlock());
}

EmitFrame *ShapeEmitter::frameOf(Value value) {
  Region *region = value.getParentRegion();
  while (region) {
    for (EmitFrame *frame = current; frame; frame = frame->outer)
      if (frame->original == region)
        return frame;
    Operation *around = region->getParentOp();
    region =
        around && isTransparent(around) ? around->getParentRegion() : nullptr;
  }
  fail("it is computed in a region, and not told outside");
  return nullptr;
}

Value ShapeEmitter::in(EmitFrame &frame, llvm::function_ref<Value()> write) {
  EmitFrame *before = std::exchange(current, &frame);
  Value written = write();
  current = before;
  return written;
}

Location ShapeEmitter::place(Value value) {
  auto [entry, isNew] = places.try_emplace(value.getAsOpaquePointer(),
                                           uint32_t(sources.located->size()));
  if (isNew)
    sources.located->push_back(value);
  return FileLineColLoc::get(function.getContext(), "", entry->second, 0);
}

OpBuilder ShapeEmitter::builder(EmitFrame &frame, Value value) {
  about = value ? value : about;
  OpBuilder builder(function.getContext());
  builder.setInsertionPointToEnd(frame.block);
  return builder;
}

/// In which all of these are visible.
EmitFrame &ShapeEmitter::deepest(ArrayRef<Value> values) {
  for (EmitFrame *frame = current; frame; frame = frame->outer)
    if (llvm::any_of(values, [&](Value value) {
          return value.getParentBlock() == frame->block;
        }))
      return *frame;
  return outermost;
}

/// Whether control may go another way.
bool ShapeEmitter::isOutOfReach(Value value) {
  Block *block = value.getParentBlock();
  return block->getParent() == outermost.original && !block->isEntryBlock();
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Value ShapeEmitter::size(DimExpr expr) {
  for (EmitFrame *frame = current; frame; frame = frame->outer)
    if (Value known = frame->sizes.lookup(expr.get()))
      return known;
  if (depth > mostDepth)
    return fail("more rests on each other than is followed");
  ++depth;
  Value value = expr->kind == DimKind::Symbol ? leaf(expr) : write(expr);
  --depth;
  if (value)
    deepest(value).sizes[expr.get()] = value;
  return value;
}

Value ShapeEmitter::leaf(DimExpr symbol) {
  const DimSource &source = symbol->source;
  switch (source.kind) {
  case DimSource::Kind::Size:
    return ownDim(Value::getFromOpaquePointer(source.value), source.index);
  case DimSource::Kind::Element:
  case DimSource::Kind::Scalar:
    return integer(Value::getFromOpaquePointer(source.value), source.index);
  case DimSource::Kind::Named:
  case DimSource::Kind::Nothing:
    break;
  }
  auto owner = owners.find(symbol.get());
  if (owner != owners.end())
    return ownDim(owner->second.first, owner->second.second);
  return fail("no rule tells a size that it rests on");
}

Value ShapeEmitter::write(DimExpr expr) {
  SmallVector<Value> parts;
  // Leaves are about values of their own.
  auto add = [&, whole = about](DimExpr part) {
    parts.push_back(size(part));
    about = whole;
  };
  llvm::for_each(expr->operands, add);
  for (const DimTerm &term : expr->terms)
    llvm::for_each(term.factors, add);
  if (llvm::is_contained(parts, Value()))
    return {};
  EmitFrame &frame = deepest(parts);
  OpBuilder builder = this->builder(frame, {});
  if (parts.empty())
    builder.setInsertionPointToStart(frame.block);
  return SizeWriter(builder, place(about)).write(expr, [&](DimExpr part) {
    return size(part);
  });
}

//===----------------------------------------------------------------------===//
// Sizes of values
//===----------------------------------------------------------------------===//

Value ShapeEmitter::dim(Value value, unsigned dim) {
  if (depth == 0) {
    about = value;
    reason = "nothing in the function tells it";
  }
  DimExprs &exprs = sources.analysis.exprs();
  TypeShape type = statedShape(value.getType());
  if (type.isRanked() && dim < type.rank() && !(*type.dims)[dim].isDynamic())
    return size(sources.analysis.exprOf((*type.dims)[dim]));
  Shape known = sources.analysis.symbolic(value);
  bool isKnown = known.hasRank && dim < known.rank();
  DimExpr own = exprs.symbol(
      {DimSource::Kind::Size, false, value.getAsOpaquePointer(), dim});
  if (isKnown && known[dim] != own &&
      known[dim] != sources.analysis.sizeOf(value, dim))
    if (Value written = size(known[dim]))
      return written;
  return ownDim(value, dim);
}

/// Of a value of which the analysis has no more than a name.
Value ShapeEmitter::ownDim(Value value, unsigned dim) {
  EmitFrame *frame = frameOf(value);
  if (!frame)
    return {};
  if (Value known = frame->dims.lookup({value, dim}))
    return known;
  if (!running.insert({value, dim}).second || depth > mostDepth)
    return fail("it rests on itself");
  ++depth;
  Value written = in(*frame, [&]() -> Value {
    if (auto result = dyn_cast<OpResult>(value)) {
      Value computed = computedDim(result, dim);
      return computed ? computed : saidDim(result, dim);
    }
    if (frame != &outermost)
      return frame->enters ? frame->enters({value, dim}) : Value();
    return isOutOfReach(value)
               ? fail("it rests on the way that control takes")
               : measured(value, outermost.contents.lookup(value), dim);
  });
  --depth;
  running.erase({value, dim});
  if (!written && frame == &outermost)
    written =
        unknown({value, dim}, IndexType::get(function.getContext()), reason);
  if (written)
    frame->dims[{value, dim}] = written;
  return written;
}

/// MLIR 22 folds such a view's sizes to what stands behind its operands.
bool shapels::dropsUnclearly(Value value) {
  auto view = value.getDefiningOp<memref::SubViewOp>();
  if (!view)
    return false;
  auto dropped = view.getSourceType().getRank() - view.getType().getRank();
  return dropped && llvm::count(view.getStaticSizes(), 1) > dropped;
}

/// `plain` stands for the value.
Value ShapeEmitter::measured(Value value, Value plain, unsigned dim) {
  if (!plain)
    return {};
  if (dropsUnclearly(plain))
    return fail("it is not plain which dimensions the view leaves out");
  OpBuilder builder = this->builder(deepest(plain), value);
  Value index = arith::ConstantIndexOp::create(builder, place(value), dim);
  if (isa<TensorType>(plain.getType()))
    return builder.createOrFold<tensor::DimOp>(place(value), plain, index);
  if (isa<BaseMemRefType>(plain.getType()))
    return builder.createOrFold<memref::DimOp>(place(value), plain, index);
  return fail("no op of MLIR measures it");
}

Value ShapeEmitter::computedDim(OpResult value, unsigned dim) {
  Operation *op = value.getOwner();
  if (Value written = dimByRule(value, dim))
    return written;
  if (mayBeFlow(op))
    return writeFlow(*this, {value, dim});
  if (ShapeAnalysis::mayCall(op->getName()))
    return writeCall(*this, {value, dim});
  Value known = current->contents.lookup(value);
  return measured(value, known ? known : copied(value), dim);
}

/// Where nobody knows how to compute it, as `shape.with_shape` says.
Value ShapeEmitter::saidDim(OpResult value, unsigned dim) {
  DimExpr said = saidSize(sources.analysis, value, dim);
  std::string why = reason;
  Value written = said ? size(said) : Value();
  return written ? written : fail(std::move(why));
}

/// By the op's rule alone, over sizes and integers of its operands.
Value ShapeEmitter::dimByRule(OpResult value, unsigned dim) {
  TypeShape type = statedShape(value.getType());
  Shape known = sources.analysis.symbolic(value);
  if (!type.isRanked() && !known.hasRank)
    return {};
  LocalShapes::Local local = sources.local.size(
      value, type.isRanked() ? type.rank() : known.rank(), dim);
  bool isKnown = local && llvm::none_of(leavesOf(local.expr), [&](DimExpr e) {
                   return isOwnSymbol(e, value.getAsOpaquePointer());
                 });
  return isKnown ? size(local.expr) : Value();
}

Value ShapeEmitter::unknown(const EmitItem &item, Type type, std::string why) {
  OpBuilder builder(function.getContext());
  unsigned number = function.getNumArguments();
  SmallVector<NamedAttribute> attributes{
      builder.getNamedAttr("shapels.unknown", builder.getStringAttr(why))};
  if (item.dim)
    attributes.push_back(builder.getNamedAttr(
        "shapels.dim", builder.getI64IntegerAttr(*item.dim)));
  if (failed(function.insertArgument(number, plainType(type),
                                     builder.getDictionaryAttr(attributes),
                                     place(item.value))))
    return {};
  asked.push_back({number, item.value, item.dim, std::move(why)});
  return function.getArgument(number);
}

/// Of an argument.
Value ShapeEmitter::wholeShape(Value value) {
  Value plain = outermost.contents.lookup(value);
  if (!plain || !isa<UnrankedTensorType>(plain.getType()))
    return {};
  OpBuilder builder = this->builder(outermost, value);
  auto extents =
      RankedTensorType::get({ShapedType::kDynamic}, builder.getIndexType());
  return shape::ShapeOfOp::create(builder, place(value), extents, plain);
}
