//===- EmitContents.cpp - What sizes rest on in values --------------------===//

#include "core/shape/emit/EmitParts.h"
#include "core/shape/emit/PlainTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace shapels;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// An i1 is 0 or 1 to the analysis.
Value ShapeEmitter::asIndex(Value integer) {
  Type type = integer.getType();
  if (type.isIndex())
    return integer;
  auto width = dyn_cast<IntegerType>(type);
  if (!width || !width.isSignless())
    return fail("no op of MLIR makes an index of it");
  OpBuilder builder = this->builder(deepest(integer), {});
  Type index = builder.getIndexType();
  return width.getWidth() == 1
             ? builder.createOrFold<arith::IndexCastUIOp>(place(about), index,
                                                          integer)
             : builder.createOrFold<arith::IndexCastOp>(place(about), index,
                                                        integer);
}

Value ShapeEmitter::fromIndex(Value index, Type type) {
  auto width = dyn_cast<IntegerType>(type);
  if (type.isIndex() || !width || !width.isSignless())
    return type.isIndex() ? index : fail("no op of MLIR makes it of an index");
  OpBuilder builder = this->builder(deepest(index), {});
  if (width.getWidth() != 1)
    return builder.createOrFold<arith::IndexCastOp>(place(about), type, index);
  Value zero = arith::ConstantIndexOp::create(builder, place(about), 0);
  return builder.createOrFold<arith::CmpIOp>(
      place(about), arith::CmpIPredicate::ne, index, zero);
}

/// An element of what is in the value.
static Value elementOf(ShapeEmitter &emitter, EmitFrame &frame, Value content,
                       unsigned number) {
  OpBuilder builder = emitter.builder(frame, {});
  Location place = content.getLoc();
  if (isa<shape::ShapeType>(content.getType())) {
    Value index = shape::ConstSizeOp::create(builder, place,
                                             builder.getIndexAttr(number));
    Value extent = shape::GetExtentOp::create(
        builder, place, shape::SizeType::get(builder.getContext()), content,
        index);
    return shape::SizeToIndexOp::create(builder, place, builder.getIndexType(),
                                        extent);
  }
  auto type = dyn_cast<RankedTensorType>(content.getType());
  if (!type || type.getRank() > 1)
    return isa<IndexType, IntegerType>(content.getType())
               ? content
               : emitter.fail("it is no list of integers");
  SmallVector<Value, 1> indices;
  if (type.getRank() == 1)
    indices.push_back(arith::ConstantIndexOp::create(builder, place, number));
  return builder.createOrFold<tensor::ExtractOp>(place, content, indices);
}

/// What the analysis knows of it, more than a name.
static DimExpr knownInteger(ShapeAnalysis &analysis, Value value,
                            unsigned number) {
  std::optional<Elements> elements = analysis.elements(value);
  if (!elements || number >= elements->items.size())
    return {};
  DimExpr item = elements->items[number];
  return isOwnSymbol(item, value.getAsOpaquePointer()) ? DimExpr() : item;
}

Value ShapeEmitter::integer(Value value, unsigned number) {
  if (DimExpr known = knownInteger(sources.analysis, value, number))
    if (Value written = size(known))
      return written;
  Value all = ownContent(value);
  Value element = all ? elementOf(*this, deepest(all), all, number) : Value();
  return element ? asIndex(element) : Value();
}

/// A comparison, as the analysis has it: 1 or 0.
static bool isTruth(DimExpr expr) {
  return expr->kind == DimKind::Select && expr->operands[2].is(1) &&
         expr->operands[3].is(0);
}

Value ShapeEmitter::condition(Value value) {
  DimExpr known = knownInteger(sources.analysis, value, 0);
  if (known && isTruth(known) && size(known->operands[0]) &&
      size(known->operands[1])) {
    Value parts[] = {size(known->operands[0]), size(known->operands[1])};
    OpBuilder builder = this->builder(deepest(parts), {});
    return SizeWriter(builder, place(about)).compare(known, [&](DimExpr part) {
      return size(part);
    });
  }
  if (Value written = known ? size(known) : Value())
    return fromIndex(written, IntegerType::get(function.getContext(), 1));
  Value all = ownContent(value);
  Value element = all ? elementOf(*this, deepest(all), all, 0) : Value();
  if (!element || element.getType().isInteger(1))
    return element;
  Value index = asIndex(element);
  return index ? fromIndex(index, IntegerType::get(function.getContext(), 1))
               : Value();
}

//===----------------------------------------------------------------------===//
// All that is in a value
//===----------------------------------------------------------------------===//

Value ShapeEmitter::content(Value value) {
  if (depth == 0)
    about = value;
  for (EmitFrame *frame = current; frame; frame = frame->outer)
    if (Value known = frame->contents.lookup(value))
      return known;
  if (Value known = knownContent(value))
    return known;
  return ownContent(value);
}

/// Of integers that the analysis knows.
Value ShapeEmitter::knownContent(Value value) {
  Type type = value.getType();
  auto tensor = dyn_cast<RankedTensorType>(type);
  bool isList = tensor && tensor.getRank() <= 1 && !tensor.getEncoding();
  std::optional<Elements> elements = sources.analysis.elements(value);
  if (!elements || elements->items.empty() ||
      !(isList || isa<IndexType, IntegerType>(type)))
    return {};
  SmallVector<Value> items;
  for (unsigned i = 0; i < elements->items.size(); ++i) {
    DimExpr known = knownInteger(sources.analysis, value, i);
    Value written = known ? size(known) : Value();
    Value item =
        written ? fromIndex(written, getElementTypeOrSelf(type)) : Value();
    if (!item)
      return {};
    items.push_back(item);
  }
  if (!isList)
    return items.front();
  OpBuilder builder = this->builder(deepest(items), {});
  auto list = tensor.getRank() == 0
                  ? tensor
                  : RankedTensorType::get({int64_t(items.size())},
                                          tensor.getElementType());
  Value made =
      tensor::FromElementsOp::create(builder, place(value), list, items);
  return list == type
             ? made
             : tensor::CastOp::create(builder, place(value), type, made);
}

Value ShapeEmitter::ownContent(Value value) {
  EmitFrame *frame = frameOf(value);
  if (!frame)
    return {};
  if (Value known = frame->contents.lookup(value))
    return known;
  if (depth > mostDepth || !running.insert({value, ~0u}).second)
    return fail("it rests on itself, or more rests on each other than is "
                "followed");
  ++depth;
  Value written = in(*frame, [&]() -> Value {
    if (auto result = dyn_cast<OpResult>(value))
      return computedContent(result);
    if (frame != &outermost)
      return frame->enters ? frame->enters({value, std::nullopt}) : Value();
    return fail("it rests on the way that control takes");
  });
  --depth;
  running.erase({value, ~0u});
  if (!written && frame == &outermost)
    written = unknown({value, std::nullopt}, value.getType(), reason);
  if (written)
    frame->contents[value] = written;
  return written;
}

Value ShapeEmitter::computedContent(OpResult value) {
  return mayBeFlow(value.getOwner()) ? writeFlow(*this, {value, std::nullopt})
                                     : copied(value);
}

//===----------------------------------------------------------------------===//
// Ops of the original
//===----------------------------------------------------------------------===//

static bool namesOthers(Operation *op) {
  bool found = false;
  op->walk([&](Operation *each) {
    for (NamedAttribute attribute : each->getAttrs())
      attribute.getValue().walk([&](Attribute part) {
        found |= isa<SymbolRefAttr, DenseResourceElementsAttr>(part);
      });
  });
  return found;
}

static bool hasPlainTypes(Operation *op) {
  return !op->walk([](Operation *each) {
              bool isFine = each->isRegistered() &&
                            llvm::all_of(each->getOperandTypes(), isPlain) &&
                            llvm::all_of(each->getResultTypes(), isPlain);
              return isFine ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

/// Why a function of its own cannot have the op; empty where it can.
static std::string whyNotCopied(Operation *op, const EmitSources &sources,
                                bool isOutOfReach) {
  std::string name = "'" + op->getName().getStringRef().str() + "'";
  if (ShapeAnalysis::mayCall(op->getName()))
    return name + " has it from a function, which may do more";
  if (!hasPlainTypes(op))
    return name + " computes it, and no op of MLIR does";
  if (!sources.isSound(op))
    return name + " computes it, and has an error";
  if (!isMemoryEffectFree(op))
    return name + " computes it, and has effects or reads memory";
  if (llvm::any_of(op->getOperands(), dropsUnclearly))
    return "it is not plain which dimensions a view leaves out";
  if (namesOthers(op))
    return name + " computes it, by what stands elsewhere in the file";
  if (isOutOfReach && (!isPure(op) || isa<tensor::ExtractOp>(op)))
    return "it rests on the way that control takes";
  return "";
}

/// Whether the op reads no more of its first operand than sizes.
static bool onlyMeasures(Operation *op) {
  return isa<tensor::DimOp, tensor::RankOp, shape::ShapeOfOp>(op);
}

Value shapels::standIn(ShapeEmitter &emitter, Value value,
                       RankedTensorType type) {
  SmallVector<Value> sizes;
  for (unsigned i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(emitter.dim(value, i));
  if (llvm::is_contained(sizes, Value()))
    return {};
  OpBuilder builder = emitter.builder(emitter.now(), {});
  return tensor::EmptyOp::create(builder, emitter.place(value), type, sizes);
}

Value ShapeEmitter::copied(OpResult value) {
  Operation *op = value.getOwner();
  if (std::string why = whyNotCopied(op, sources, isOutOfReach(value));
      !why.empty())
    return fail(std::move(why));
  llvm::SetVector<Value> needed(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), needed);
  IRMapping mapping;
  for (Value each : needed) {
    auto tensor = dyn_cast<RankedTensorType>(each.getType());
    bool isMeasured = tensor && onlyMeasures(op);
    Value here = isMeasured ? outermost.contents.lookup(each) : Value();
    if (!here)
      here = isMeasured ? standIn(*this, each, tensor) : content(each);
    if (!here)
      return {};
    if (here.getType() != each.getType())
      return fail("it rests on what is in a type that MLIR does not have");
    mapping.map(each, here);
  }
  OpBuilder builder = this->builder(*current, value);
  Operation *copy = builder.clone(*op, mapping);
  copy->walk([&](Operation *each) { each->setLoc(place(value)); });
  for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults()))
    current->contents[from] = to;
  return copy->getResult(value.getResultNumber());
}
