//===- RegionFlows.cpp ----------------------------------------------------===//

#include "core/shape/RegionFlows.h"
#include "core/ir/parse/TypeReferences.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace shapels;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Ops that MLIR has no interface for
//===----------------------------------------------------------------------===//

namespace shapels {

enum class Passing : uint8_t {
  /// One of the regions runs, and ends with the results.
  Branch,
  /// The first region decides whether the last one runs, which ends with what
  /// comes next; then its arguments are the results.
  While,
  /// The region ends with what comes next, or with the results; which are what
  /// came in if it never runs.
  For,
};

/// Operands from `firstOperand` on enter; arguments and what a region ends with
/// count from `firstArgument` and `firstYield` on.
struct RegionRow {
  llvm::StringRef op;
  Passing kind;
  unsigned firstOperand = 0, firstArgument = 0, firstYield = 0;
  /// Whether results behind what is carried have what each round ends with.
  bool gathersRest = false;
};

} // namespace shapels

static constexpr unsigned none = ~0u;

static constexpr RegionRow rows[] = {
    {"tosa.cond_if", Passing::Branch, 1},
    {"tosa.while_loop", Passing::While},
    {"stablehlo.if", Passing::Branch, none},
    {"mhlo.if", Passing::Branch, none},
    {"stablehlo.case", Passing::Branch, none},
    {"mhlo.case", Passing::Branch, none},
    {"stablehlo.while", Passing::While},
    {"mhlo.while", Passing::While},
    {"onnx.If", Passing::Branch, none},
    {"onnx.Loop", Passing::For, 2, 2, 1, true},
    {"onnx.Scan", Passing::For},
    {"torch.prim.If", Passing::Branch, none},
    {"torch.prim.Loop", Passing::For, 2, 1, 1},
    {"tf.IfRegion", Passing::Branch, none},
    {"tf.CaseRegion", Passing::Branch, none},
    {"tf.WhileRegion", Passing::While},
    {"tfl.while", Passing::While},
    {"vector.mask", Passing::Branch, none},
    {"tf_executor.graph", Passing::Branch, none},
    {"tf_executor.island", Passing::Branch, none},
    {"sdy.named_computation", Passing::Branch},
};

//===----------------------------------------------------------------------===//
// Flows
//===----------------------------------------------------------------------===//

template <typename From, typename To>
static void append(RegionFlows::Flows &flows, From from, To to) {
  for (auto [source, target] : llvm::zip(from, to))
    flows.push_back({source, target});
}

static ValueRange behind(ValueRange values, unsigned count) {
  return values.drop_front(std::min<size_t>(count, values.size()));
}

/// Null where there is none that parsed.
static Operation *terminatorOf(Block &block) {
  Operation *last =
      block.mightHaveTerminator() ? block.getTerminator() : nullptr;
  bool isOne = last && last->getNumResults() == 0 && !isPlaceholder(last);
  return isOne ? last : nullptr;
}

/// Else nobody can say what comes out of a region, or enters it again.
static bool areWhole(MutableArrayRef<Region> regions) {
  return llvm::all_of(regions, [](Region &region) {
    return region.hasOneBlock() && terminatorOf(region.front());
  });
}

/// Whether the op and what ends its blocks may be asked: a terminator of
/// another kind of op takes this one for that.
static bool mayBeAsked(Operation *op, RegionFlows::IsSound isSound) {
  return op->isRegistered() && isa<RegionBranchOpInterface>(op) &&
         isSound(op) && llvm::all_of(op->getRegions(), [&](Region &region) {
           return llvm::all_of(region, [&](Block &block) {
             return block.empty() || isSound(&block.back());
           });
         });
}

static const RegionRow *rowOf(Operation *op) {
  auto row = llvm::find_if(rows, [&](const RegionRow &row) {
    return row.op == op->getName().getStringRef();
  });
  return row == std::end(rows) ? nullptr : row;
}

bool RegionFlows::mayBeOf(Operation *op) {
  return isa<RegionBranchOpInterface>(op) || rowOf(op);
}

std::optional<RegionFlows> RegionFlows::of(Operation *op, IsSound isSound) {
  if (op->getNumRegions() == 0)
    return std::nullopt;
  if (mayBeAsked(op, isSound))
    return RegionFlows(op, nullptr);
  const RegionRow *row = rowOf(op);
  if (!row || !areWhole(op->getRegions()))
    return std::nullopt;
  return RegionFlows(op, row);
}

static constexpr llvm::StringLiteral sliceCount("num_scan_inputs");

/// What enters; the last ones of an op with slices do not go on from round to
/// round.
ValueRange RegionFlows::carried() const {
  ValueRange inputs = behind(op->getOperands(), row->firstOperand);
  auto slices = op->getAttrOfType<IntegerAttr>(sliceCount);
  size_t count = slices ? slices.getValue().getLimitedValue() : 0;
  return inputs.drop_back(std::min(count, inputs.size()));
}

/// Along other dimensions than the first one nothing is known.
bool RegionFlows::hasSlices() const {
  return row && op->hasAttr(sliceCount) && !op->hasAttr("scan_input_axes") &&
         !op->hasAttr("scan_output_axes");
}

RegionFlows::Flows RegionFlows::slices() const {
  Flows flows;
  if (hasSlices())
    append(flows, behind(op->getOperands(), carried().size()),
           behind(op->getRegion(0).getArguments(), carried().size()));
  return flows;
}

RegionFlows::Flows RegionFlows::gathered(Block &block) const {
  Flows flows;
  bool gathers = hasSlices() || (row && row->gathersRest);
  if (Operation *end = gathers ? terminatorOf(block) : nullptr)
    append(flows,
           behind(end->getOperands(), row->firstYield + carried().size()),
           behind(op->getResults(), carried().size()));
  return flows;
}

RegionFlows::Flows RegionFlows::entering() const {
  Flows flows;
  if (!row) {
    auto branching = cast<RegionBranchOpInterface>(op);
    SmallVector<RegionSuccessor> successors;
    branching.getSuccessorRegions(RegionBranchPoint::parent(), successors);
    for (RegionSuccessor successor : successors)
      append(flows, branching.getEntrySuccessorOperands(successor),
             successor.getSuccessorInputs());
    return flows;
  }
  ValueRange inputs = carried();
  for (Region &region : op->getRegions())
    if (row->kind == Passing::Branch || &region == &op->getRegion(0))
      append(flows, inputs, behind(region.getArguments(), row->firstArgument));
  if (row->kind == Passing::For)
    append(flows, inputs, op->getResults());
  return flows;
}

RegionFlows::Flows RegionFlows::leaving(Block &block) const {
  Flows flows;
  Operation *end = terminatorOf(block);
  if (!end)
    return flows;
  if (!row) {
    auto terminator = dyn_cast<RegionBranchTerminatorOpInterface>(end);
    SmallVector<RegionSuccessor> successors;
    if (terminator)
      terminator.getSuccessorRegions(
          SmallVector<Attribute>(end->getNumOperands()), successors);
    for (RegionSuccessor successor : successors)
      append(flows, terminator.getSuccessorOperands(successor),
             successor.getSuccessorInputs());
    return flows;
  }
  Region &first = op->getRegion(0), &last = op->getRegions().back();
  ValueRange yields = behind(end->getOperands(), row->firstYield);
  if (row->kind == Passing::Branch) {
    append(flows, yields, op->getResults());
  } else if (row->kind == Passing::For) {
    // Behind what is carried stands what is gathered from all rounds.
    yields = yields.take_front(std::min(carried().size(), yields.size()));
    append(flows, yields, behind(first.getArguments(), row->firstArgument));
    append(flows, yields, op->getResults());
  } else if (block.getParent() == &first && &first != &last) {
    append(flows, first.getArguments(), last.getArguments());
    append(flows, first.getArguments(), op->getResults());
  } else {
    append(flows, yields, first.getArguments());
  }
  return flows;
}

RegionFlows::Flows RegionFlows::all() const {
  Flows flows = entering();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::append_range(flows, leaving(block));
  return flows;
}
