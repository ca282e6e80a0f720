//===- EmitCalls.cpp - Calls as calls of shape functions ------------------===//

#include "core/shape/emit/EmitParts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace shapels;
using namespace mlir;

/// Whether the function looks at no more of the argument than its sizes.
static bool isOnlyMeasured(BlockArgument argument) {
  return llvm::all_of(argument.getUsers(), [](Operation *user) {
    return isa<tensor::DimOp, tensor::RankOp, shape::ShapeOfOp>(user);
  });
}

/// What the shape function gets for an argument.
static Value given(ShapeEmitter &emitter, Value operand,
                   BlockArgument argument) {
  auto tensor = dyn_cast<RankedTensorType>(argument.getType());
  bool isMeasured = tensor && isOnlyMeasured(argument);
  if (isMeasured && argument.use_empty() && !tensor.hasStaticShape()) {
    OpBuilder builder = emitter.builder(emitter.now(), {});
    Value zero =
        arith::ConstantIndexOp::create(builder, emitter.place(operand), 0);
    SmallVector<Value> sizes(size_t(tensor.getNumDynamicDims()), zero);
    return tensor::EmptyOp::create(builder, emitter.place(operand), tensor,
                                   sizes);
  }
  Value found =
      isMeasured ? standIn(emitter, operand, tensor) : emitter.content(operand);
  bool isFine = found && found.getType() == argument.getType();
  return isFine || !found ? found
                          : emitter.fail("a call hands over another type");
}

static const EmittedShape *returnedShape(const EmittedFunction &function,
                                         unsigned result) {
  if (result >= function.returned.size() || !function.returned[result])
    return nullptr;
  const EmittedShape &shape = function.shapes[*function.returned[result]];
  return shape.missing.empty() ? &shape : nullptr;
}

/// The arguments of a call, those that stand for what is not known behind the
/// others.
static bool collect(ShapeEmitter &emitter, Operation *call,
                    const EmittedFunction &callee,
                    SmallVectorImpl<Value> &operands) {
  func::FuncOp function = callee.function;
  for (auto [operand, argument] :
       llvm::zip(call->getOperands(), function.getArguments())) {
    operands.push_back(given(emitter, operand, argument));
    if (!operands.back())
      return false;
  }
  for (const EmittedUnknown &unknown : callee.unknowns) {
    operands.push_back(emitter.unknown(
        {call->getResult(0), std::nullopt},
        function.getArgument(unknown.argument).getType(),
        "in '" + function.getName().str() + "': " + unknown.reason));
    if (!operands.back())
      return false;
  }
  return true;
}

/// Keeps all sizes that the call tells.
static void keep(ShapeEmitter &emitter, Operation *call,
                 const EmittedFunction &callee, ValueRange results) {
  bool areIndices = emitter.from().options.areIndices;
  for (OpResult result : call->getResults()) {
    const EmittedShape *shape = returnedShape(callee, result.getResultNumber());
    auto ranked = dyn_cast<ShapedType>(result.getType());
    if (!shape || !ranked || !ranked.hasRank())
      continue;
    for (unsigned dim = 0; dim < unsigned(ranked.getRank()); ++dim) {
      Value size;
      if (areIndices) {
        size = results[shape->first + dim];
      } else {
        Location place = emitter.place(result);
        OpBuilder builder = emitter.builder(emitter.now(), result);
        Value index = shape::ConstSizeOp::create(builder, place,
                                                 builder.getIndexAttr(dim));
        Value extent = shape::GetExtentOp::create(
            builder, place, shape::SizeType::get(builder.getContext()),
            results[shape->first], index);
        size = shape::SizeToIndexOp::create(builder, place,
                                            builder.getIndexType(), extent);
      }
      emitter.now().dims.try_emplace({result, dim}, size);
    }
  }
}

Value shapels::writeCall(ShapeEmitter &emitter, EmitItem item) {
  auto result = cast<OpResult>(item.value);
  Operation *call = result.getOwner();
  std::string name = "'" + call->getName().getStringRef().str() + "'";
  const Summary *summary = emitter.from().analysis.summaryAt(call);
  const EmittedFunction *callee =
      summary ? emitter.from().written(summary->function) : nullptr;
  const EmittedShape *shape =
      callee ? returnedShape(*callee, result.getResultNumber()) : nullptr;
  if (!shape ||
      *item.dim >= (emitter.from().options.areIndices ? shape->count : ~0u) ||
      call->getNumOperands() + callee->unknowns.size() !=
          func::FuncOp(callee->function).getNumArguments())
    return emitter.fail(name +
                        " has it from a function that is not here, calls "
                        "itself, or cannot tell");
  SmallVector<Value> operands;
  if (!collect(emitter, call, *callee, operands))
    return {};
  OpBuilder builder = emitter.builder(emitter.now(), result);
  auto written = func::CallOp::create(builder, emitter.place(result),
                                      callee->function, operands);
  keep(emitter, call, *callee, written.getResults());
  return emitter.now().dims.lookup({result, *item.dim});
}
