//===- FlowSources.cpp ----------------------------------------------------===//

#include "shapels/shape/FlowSources.h"
#include "shapels/shape/ProgramOrder.h"
#include "shapels/shape/RegionFlows.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace shapels;
using namespace mlir;

/// What the predecessors of its block hand to it; null where one does not say.
static SmallVector<Value> handedTo(BlockArgument argument) {
  SmallVector<Value> values;
  for (auto [from, index] : branchesTo(*argument.getOwner(), compareInText)) {
    auto branch = dyn_cast<BranchOpInterface>(from);
    if (!branch)
      continue;
    SuccessorOperands operands = branch.getSuccessorOperands(index);
    if (argument.getArgNumber() < operands.size())
      values.push_back(operands[argument.getArgNumber()]);
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
    if (source && source != value && !llvm::is_contained(sources, source))
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
