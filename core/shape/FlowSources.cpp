//===- FlowSources.cpp ----------------------------------------------------===//

#include "shapels/shape/FlowSources.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace shapels;
using namespace mlir;

namespace {

/// Collects what is handed to one value.
class Collector {
public:
  explicit Collector(Value value) : value(value) {}

  void addPredecessors(Block &block) {
    for (auto from = block.pred_begin(); from != block.pred_end(); ++from) {
      auto branch = dyn_cast<BranchOpInterface>((*from)->getTerminator());
      if (!branch)
        continue;
      SuccessorOperands operands =
          branch.getSuccessorOperands(from.getSuccessorIndex());
      unsigned index = cast<BlockArgument>(value).getArgNumber();
      if (index < operands.size() && operands[index])
        add(operands[index]);
    }
  }

  void addFlowsOf(RegionBranchOpInterface op) {
    SmallVector<RegionSuccessor> successors;
    op.getSuccessorRegions(RegionBranchPoint::parent(), successors);
    for (RegionSuccessor successor : successors)
      addPairs(op.getEntrySuccessorOperands(successor), successor);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (auto end = block.mightHaveTerminator()
                           ? dyn_cast<RegionBranchTerminatorOpInterface>(
                                 block.getTerminator())
                           : nullptr)
          addFlowsOf(end);
  }

  SmallVector<Value, 2> take() { return std::move(values); }

private:
  void addFlowsOf(RegionBranchTerminatorOpInterface end) {
    SmallVector<RegionSuccessor> successors;
    end.getSuccessorRegions(SmallVector<Attribute>(end->getNumOperands()),
                            successors);
    for (RegionSuccessor successor : successors)
      addPairs(end.getSuccessorOperands(successor), successor);
  }

  void addPairs(ValueRange from, RegionSuccessor &successor) {
    for (auto [source, target] :
         llvm::zip(from, successor.getSuccessorInputs()))
      if (target == value)
        add(source);
  }

  void add(Value source) {
    if (source != value && !llvm::is_contained(values, source))
      values.push_back(source);
  }

  Value value;
  SmallVector<Value, 2> values;
};

} // namespace

SmallVector<Value, 2> shapels::flowsInto(Value value) {
  Collector collector(value);
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *op =
      argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
  if (argument && !argument.getOwner()->isEntryBlock())
    collector.addPredecessors(*argument.getOwner());
  else if (auto branching = dyn_cast_if_present<RegionBranchOpInterface>(op))
    collector.addFlowsOf(branching);
  return collector.take();
}
