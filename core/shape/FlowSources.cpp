//===- FlowSources.cpp ----------------------------------------------------===//

#include "core/shape/FlowSources.h"
#include "core/shape/ProgramOrder.h"
#include "core/shape/RegionFlows.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseMap.h"

using namespace shapels;
using namespace mlir;

Value shapels::handedBy(Operation *branch, unsigned successor,
                        BlockArgument argument) {
  auto known = dyn_cast<BranchOpInterface>(branch);
  if (!known)
    return {};
  SuccessorOperands operands = known.getSuccessorOperands(successor);
  unsigned index = argument.getArgNumber();
  return index < operands.size() ? operands[index] : Value();
}

/// By all predecessors of its block; nothing if one of them does not say.
static SmallVector<Value> handedTo(BlockArgument argument) {
  DenseMap<Block *, unsigned> places;
  for (Block &block : *argument.getParentRegion())
    places.try_emplace(&block, unsigned(places.size()));
  SmallVector<Value> values;
  for (auto [branch, successor] :
       branchesTo(*argument.getOwner(),
                  [&](Block *block) { return places.lookup(block); })) {
    Value value = handedBy(branch, successor, argument);
    if (!value)
      return {};
    values.push_back(value);
  }
  return values;
}

SmallVector<Value, 2>
shapels::flowsInto(Value value,
                   llvm::function_ref<bool(Operation *)> isVerified) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *op =
      argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
  SmallVector<Value, 2> sources;
  auto add = [&](Value source) {
    if (source != value && !llvm::is_contained(sources, source))
      sources.push_back(source);
  };
  if (!op)
    return sources;
  if (argument && !argument.getOwner()->isEntryBlock()) {
    if (isVerified(op))
      llvm::for_each(handedTo(argument), add);
  } else if (auto flows = RegionFlows::of(op, isVerified)) {
    for (const RegionFlows::Flow &flow : flows->all())
      if (flow.to == value)
        add(flow.from);
  }
  return sources;
}
