//===- ShapeFlow.cpp - Shapes through blocks and regions ------------------===//

#include "shapels/shape/RegionFlows.h"
#include "shapels/shape/ShapeAnalysis.h"
#include "shapels/shape/StatedShape.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace shapels;
using namespace mlir;

/// Loops converge in two or three rounds; what has not by then is given up. So
/// is what is carried by loops nested deeper, whose rounds multiply.
static constexpr unsigned mostRounds = 8, mostLoopDepth = 5;

/// Rounds after which only shapes are carried: integers take longer to settle.
static constexpr unsigned roundsWithElements = 2;

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

/// Counted from the right; what differs is a size of `at`, of its own.
Shape ShapeAnalysis::merge(const Shape &a, const Shape &b, Value at) {
  if (a == b)
    return a;
  Shape result;
  result.hasRank = a.hasRank && b.hasRank && a.rank() == b.rank();
  if (result.hasRank) {
    for (unsigned dim = 0; dim < a.rank(); ++dim)
      result.dims.push_back(a[dim] == b[dim] ? a[dim] : sizeOf(at, dim));
    return result;
  }
  size_t common = 0;
  while (common < std::min(a.rank(), b.rank()) &&
         a[a.rank() - 1 - common] == b[b.rank() - 1 - common])
    ++common;
  result.dims.assign(a.dims.end() - common, a.dims.end());
  return result;
}

ValueShape ShapeAnalysis::merge(const ValueShape &a, const ValueShape &b,
                                Value at) {
  ValueShape result;
  result.shape = merge(a.shape, b.shape, at);
  if (a.elements && b.elements && *a.elements == *b.elements)
    result.elements = a.elements;
  result.isStated = a.isStated || b.isStated;
  result.rule = a.rule;
  return result;
}

/// True if that changes what is known of `to`.
bool ShapeAnalysis::flow(Value from, Value to) {
  ValueShape incoming;
  incoming.shape = shapeOf(from);
  if (carriesElements)
    incoming.elements = elementsOf(from);
  incoming.rule = "what flows into it";
  const ValueShape *before = known.lookup(to);
  if (!before) {
    set(to, std::move(incoming));
    return true;
  }
  ValueShape merged = merge(*before, incoming, to);
  bool isChanged =
      merged.shape != before->shape || merged.elements != before->elements;
  set(to, std::move(merged));
  return isChanged;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

void ShapeAnalysis::bindGiven(BlockArgument argument) {
  ValueShape value;
  value.shape = declared(argument);
  value.rule = argumentRule;
  set(argument, std::move(value));
}

void ShapeAnalysis::bindUnknown(Value value) { set(value, ValueShape()); }

void ShapeAnalysis::bindArguments(Region &region, bool areGiven) {
  for (BlockArgument argument : region.getArguments())
    areGiven ? bindGiven(argument) : bindUnknown(argument);
}

/// `part` is `whole` without its first dimension, of which there is one in each
/// round.
void ShapeAnalysis::bindSlice(Value whole, Value part) {
  Shape shape = shapeOf(whole);
  if (shape.hasRank && shape.rank() > 0)
    shape.dims.erase(shape.dims.begin());
  else
    shape = Shape::unknown();
  ValueShape value;
  value.shape = std::move(shape);
  value.rule = "a part of what flows into it";
  set(part, std::move(value));
}

void ShapeAnalysis::bindGathered(Value part, Value whole,
                                 const RegionFlows::Flows &slices) {
  DimExpr rounds = sizeOf(whole, 0);
  for (auto [from, to] : slices)
    if (Shape shape = shapeOf(from); shape.hasRank && shape.rank() > 0)
      rounds = shape[0];
  Shape shape = shapeOf(part);
  if (shape.hasRank)
    shape.dims.insert(shape.dims.begin(), rounds);
  ValueShape value;
  value.shape = shape.hasRank ? std::move(shape) : Shape::unknown();
  value.rule = "gathered from all rounds";
  set(whole, std::move(value));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void ShapeAnalysis::runRegion(Region &region) {
  if (region.hasOneBlock())
    runBlock(region.front());
  else if (!region.empty())
    runBlocks(region);
}

void ShapeAnalysis::runBlock(Block &block) {
  for (Operation &op : block)
    runOp(&op);
}

/// What the predecessors hand to the block's arguments.
bool ShapeAnalysis::flowInto(Block &block) {
  bool isChanged = false;
  for (auto from = block.pred_begin(); from != block.pred_end(); ++from) {
    auto branch = dyn_cast<BranchOpInterface>((*from)->getTerminator());
    SuccessorOperands operands =
        branch ? branch.getSuccessorOperands(from.getSuccessorIndex())
               : SuccessorOperands(
                     MutableOperandRange((*from)->getTerminator(), 0, 0));
    for (BlockArgument argument : block.getArguments()) {
      unsigned index = argument.getArgNumber();
      Value operand = index < operands.size() ? operands[index] : Value();
      if (!operand)
        bindUnknown(argument);
      else if (lookup(operand)) // Else nobody got there yet.
        isChanged |= flow(operand, argument);
    }
  }
  return isChanged;
}

void ShapeAnalysis::runBlocks(Region &region) {
  llvm::ReversePostOrderTraversal<Region *> order(&region);
  llvm::DenseSet<Block *> reached(order.begin(), order.end());
  for (Block &block : llvm::drop_begin(region))
    for (BlockArgument argument : block.getArguments())
      known.erase(argument);
  bool isStable = false;
  bool carriedElements = carriesElements;
  for (unsigned round = 0; round <= mostRounds && !isStable; ++round) {
    isStable = round > 0;
    for (Block *block : order) {
      carriesElements = round <= roundsWithElements;
      if (round == mostRounds && !block->isEntryBlock())
        llvm::for_each(block->getArguments(),
                       [&](Value argument) { bindUnknown(argument); });
      else if (!block->isEntryBlock())
        isStable &= !flowInto(*block);
      runBlock(*block);
    }
  }
  carriesElements = carriedElements;
  for (Block &block : region)
    if (!reached.contains(&block)) {
      for (BlockArgument argument : block.getArguments())
        bindUnknown(argument);
      runBlock(block);
    }
}

//===----------------------------------------------------------------------===//
// Ops with regions
//===----------------------------------------------------------------------===//

void ShapeAnalysis::runRegions(Operation *op, const RegionFlows &flows) {
  // True if it changes what enters a region.
  auto flowAll = [&](const RegionFlows::Flows &all) {
    bool isChanged = false;
    for (auto [from, to] : all)
      isChanged |= flow(from, to) && isa<BlockArgument>(to);
    return isChanged;
  };
  SmallVector<Value> carried;
  for (Region &region : op->getRegions())
    llvm::append_range(carried, region.getArguments());
  for (Value value : carried)
    known.erase(value);
  // Beside what is carried there are induction variables and the like, which
  // nothing flows into.
  llvm::SmallDenseSet<Value> fed;
  for (auto [from, to] : flows.all())
    fed.insert(to);
  for (Value result : op->getResults())
    if (fed.contains(result))
      known.erase(result);
  auto bindAll = [&](bool isGivenUp) {
    for (Value value : carried)
      if (!fed.contains(value) && !flows.isByInterface())
        bindGiven(cast<BlockArgument>(value));
      else if (isGivenUp || !fed.contains(value))
        bindUnknown(value);
  };
  RegionFlows::Flows slices = flows.slices();
  ++loopDepth;
  bool isStable = false;
  bool carriedElements = carriesElements;
  for (unsigned round = 0; round <= mostRounds && !isStable; ++round) {
    carriesElements = round <= roundsWithElements;
    flowAll(flows.entering());
    bool isGivenUp = round == mostRounds || loopDepth > mostLoopDepth;
    bindAll(isGivenUp);
    for (auto [whole, part] : slices)
      bindSlice(whole, part);
    isStable = true;
    for (Region &region : op->getRegions()) {
      runRegion(region);
      for (Block &block : region)
        isStable &= !flowAll(flows.leaving(block)) || isGivenUp;
    }
  }
  --loopDepth;
  carriesElements = carriedElements;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (auto [part, whole] : flows.gathered(block))
        bindGathered(part, whole, slices);
}

void ShapeAnalysis::runOp(Operation *op) {
  if (op->getNumRegions() == 0)
    return infer(op);
  auto isSound = [&](Operation *each) {
    return !options.isSound || options.isSound(each);
  };
  if (auto flows = RegionFlows::of(op, isSound)) {
    // What nothing flows into is what the rule says; MLIR's interface may know
    // less than the rule.
    bool hasRule = kindOf(op).rule;
    if (hasRule && !flows->isByInterface())
      infer(op);
    else
      for (Value result : op->getResults())
        known.erase(result);
    runRegions(op, *flows);
    if (hasRule && flows->isByInterface())
      infer(op);
    return;
  }
  if (!isOtherScope(op))
    for (Region &region : op->getRegions()) {
      bindArguments(region, true);
      runRegion(region);
    }
  infer(op);
}
