//===- EmitFlows.cpp - Branches and loops, for sizes alone ----------------===//
//
// An op with regions is written again as one of scf that carries what was asked
// of its results, and what that rests on. Its blocks are written detached, so
// that the block around it can still get what they need; then the op takes
// them.
//
//===----------------------------------------------------------------------===//

#include "core/shape/RegionFlows.h"
#include "core/shape/emit/EmitParts.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace shapels;
using namespace mlir;

namespace {

enum class FlowKind : uint8_t {
  Other,
  /// One of two regions runs, by the first operand.
  If,
  /// One of many; the first region where no number fits.
  Switch,
  /// One of many; the last region where no number fits.
  Case,
  For,
  While,
  /// The one region runs once.
  Once,
};

/// A region being written. Where that fails all of it is deleted.
struct EmittedRegion {
  EmittedRegion(Region &original, EmitFrame &outer) {
    block = new Block();
    holder.push_back(block);
    frame.original = &original;
    frame.outer = &outer;
    frame.block = block;
  }
  /// The terminator.
  template <typename Op, typename... Operands>
  void end(Location place, Operands... operands) {
    OpBuilder builder(place.getContext());
    builder.setInsertionPointToEnd(block);
    Op::create(builder, place, operands...);
  }

  Region holder;
  Block *block;
  EmitFrame frame;
};

/// What a loop carries from round to round, in the order of block arguments.
class Carried {
public:
  Carried(Block *block, Location place) : block(block), place(place) {}

  /// Carries it from now on.
  Value get(const EmitItem &item) {
    auto found = llvm::find(items, item);
    if (found != items.end())
      return block->getArgument(first + unsigned(found - items.begin()));
    items.push_back(item);
    Type type = item.dim ? IndexType::get(item.value.getContext())
                         : item.value.getType();
    return block->addArgument(type, place);
  }
  void startBehindArguments() { first = block->getNumArguments(); }

  SmallVector<EmitItem> items;

private:
  Block *block;
  Location place;
  unsigned first = 0;
};

class FlowWriter {
public:
  FlowWriter(ShapeEmitter &emitter, Operation *op, RegionFlows flows)
      : emitter(emitter), op(op), flows(std::move(flows)), outer(emitter.now()),
        place(emitter.place(op->getResult(0))) {}

  bool write(FlowKind kind, ArrayRef<EmitItem> items);

private:
  bool writeOnce(ArrayRef<EmitItem> items);
  bool writeBranch(FlowKind kind, ArrayRef<EmitItem> items);
  bool writeFor(ArrayRef<EmitItem> items);
  bool writeWhile(ArrayRef<EmitItem> items);
  Operation *makeWhile(EmittedRegion &first, EmittedRegion &second,
                       ValueRange begins, const Carried &passed);

  Operation *choice(FlowKind kind, Value selector, TypeRange types);
  Value sourceOf(ArrayRef<RegionFlows::Flow> all, Value to);
  /// What is asked of what flows to the item's value, in that frame.
  Value source(EmitFrame &frame, ArrayRef<RegionFlows::Flow> all,
               const EmitItem &item);
  void keep(ArrayRef<EmitItem> items, ValueRange values);

  ShapeEmitter &emitter;
  Operation *op;
  RegionFlows flows;
  EmitFrame &outer;
  Location place;
};

} // namespace

static FlowKind kindOf(Operation *op) {
  return llvm::StringSwitch<FlowKind>(op->getName().getStringRef())
      .Cases({"scf.if", "tosa.cond_if", "stablehlo.if", "mhlo.if"},
             FlowKind::If)
      .Cases({"onnx.If", "torch.prim.If"}, FlowKind::If)
      .Case("scf.index_switch", FlowKind::Switch)
      .Cases({"stablehlo.case", "mhlo.case"}, FlowKind::Case)
      .Case("scf.for", FlowKind::For)
      .Cases({"scf.while", "tosa.while_loop"}, FlowKind::While)
      .Cases({"stablehlo.while", "mhlo.while"}, FlowKind::While)
      .Cases({"scf.execute_region", "shape.assuming"}, FlowKind::Once)
      .Default(FlowKind::Other);
}

bool shapels::mayBeFlow(Operation *op) {
  return op->getNumRegions() != 0 && RegionFlows::mayBeOf(op) &&
         op->getName().getStringRef() != "scf.forall";
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

Value FlowWriter::sourceOf(ArrayRef<RegionFlows::Flow> all, Value to) {
  for (const RegionFlows::Flow &flow : all)
    if (flow.to == to)
      return flow.from;
  return {};
}

Value FlowWriter::source(EmitFrame &frame, ArrayRef<RegionFlows::Flow> all,
                         const EmitItem &item) {
  Value from = sourceOf(all, item.value);
  Value found =
      from ? emitter.in(frame, [&] { return emitter.item(item.of(from)); })
           : Value();
  bool isFine = found && (item.dim || found.getType() == item.value.getType());
  return isFine ? found : Value();
}

void FlowWriter::keep(ArrayRef<EmitItem> items, ValueRange values) {
  for (auto [item, value] : llvm::zip(items, values))
    if (item.dim)
      outer.dims[{item.value, *item.dim}] = value;
    else
      outer.contents[item.value] = value;
}

static SmallVector<Type> typesOf(ArrayRef<EmitItem> items) {
  SmallVector<Type> types;
  for (const EmitItem &item : items)
    types.push_back(item.dim ? IndexType::get(item.value.getContext())
                             : item.value.getType());
  return types;
}

/// The same of the values that stand at these results' places elsewhere.
static SmallVector<EmitItem> at(ValueRange values, ArrayRef<EmitItem> results) {
  SmallVector<EmitItem> items;
  for (const EmitItem &item : results)
    items.push_back(
        item.of(values[cast<OpResult>(item.value).getResultNumber()]));
  return items;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

bool FlowWriter::writeOnce(ArrayRef<EmitItem> items) {
  RegionFlows::Flows leaving = flows.leaving(op->getRegion(0).front());
  SmallVector<Value> values;
  for (const EmitItem &item : items)
    values.push_back(source(outer, leaving, item));
  if (llvm::is_contained(values, Value()))
    return false;
  keep(items, values);
  return true;
}

/// With empty regions.
Operation *FlowWriter::choice(FlowKind kind, Value selector, TypeRange types) {
  OperationState state(place, kind == FlowKind::If
                                  ? scf::IfOp::getOperationName()
                                  : scf::IndexSwitchOp::getOperationName());
  OpBuilder builder = emitter.builder(outer, {});
  state.addOperands(selector);
  state.addTypes(types);
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  SmallVector<int64_t> cases;
  for (int64_t i = 0; i + 1 < int64_t(op->getNumRegions()); ++i)
    cases.push_back(i);
  if (auto original = dyn_cast<scf::IndexSwitchOp>(op))
    cases.assign(original.getCases().begin(), original.getCases().end());
  if (kind != FlowKind::If)
    state.addAttribute("cases", builder.getDenseI64ArrayAttr(cases));
  return builder.create(state);
}

bool FlowWriter::writeBranch(FlowKind kind, ArrayRef<EmitItem> items) {
  Value by = op->getOperand(0);
  Value selector = emitter.in(outer, [&] {
    return kind == FlowKind::If ? emitter.condition(by)
                                : emitter.integer(by, 0);
  });
  if (!selector)
    return false;
  RegionFlows::Flows entering = flows.entering();
  std::vector<std::unique_ptr<EmittedRegion>> regions;
  for (Region &original : op->getRegions()) {
    auto region = std::make_unique<EmittedRegion>(original, outer);
    region->frame.enters = [&](EmitItem item) {
      return source(outer, entering, item);
    };
    RegionFlows::Flows leaving = flows.leaving(original.front());
    SmallVector<Value> yields;
    for (const EmitItem &item : items)
      yields.push_back(source(region->frame, leaving, item));
    if (llvm::is_contained(yields, Value()))
      return false;
    region->end<scf::YieldOp>(place, yields);
    regions.push_back(std::move(region));
  }
  if (kind == FlowKind::Case) // The default is scf's first region.
    std::rotate(regions.begin(), regions.end() - 1, regions.end());
  Operation *written = choice(kind, selector, typesOf(items));
  for (auto [region, target] : llvm::zip(regions, written->getRegions()))
    target.takeBody(region->holder);
  keep(items, written->getResults());
  return true;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

bool FlowWriter::writeFor(ArrayRef<EmitItem> items) {
  auto loop = cast<scf::ForOp>(op);
  Value bounds[3];
  for (unsigned i = 0; i < 3; ++i)
    if (bounds[i] = emitter.in(
            outer, [&] { return emitter.content(op->getOperand(i)); });
        !bounds[i])
      return false;
  RegionFlows::Flows entering = flows.entering();
  RegionFlows::Flows leaving = flows.leaving(*loop.getBody());
  EmittedRegion body(loop.getRegion(), outer);
  body.frame.contents[loop.getInductionVar()] =
      body.block->addArgument(loop.getInductionVar().getType(), place);
  Carried carried(body.block, place);
  carried.startBehindArguments();
  body.frame.enters = [&](EmitItem item) { return carried.get(item); };
  for (const EmitItem &item : at(loop.getRegionIterArgs(), items))
    carried.get(item);
  SmallVector<Value> begins, yields;
  for (size_t i = 0; i < carried.items.size(); ++i) {
    EmitItem item = carried.items[i];
    begins.push_back(source(outer, entering, item));
    yields.push_back(source(body.frame, leaving, item));
    if (!begins.back() || !yields.back())
      return false;
  }
  body.end<scf::YieldOp>(place, ValueRange(yields));
  OpBuilder builder = emitter.builder(outer, {});
  OperationState state(place, scf::ForOp::getOperationName());
  state.addOperands(bounds);
  state.addOperands(begins);
  state.addTypes(typesOf(carried.items));
  state.addRegion();
  state.addAttributes(op->getDiscardableAttrDictionary().getValue());
  Operation *written = builder.create(state);
  cast<scf::ForOp>(written).setUnsignedCmp(loop.getUnsignedCmp());
  written->getRegion(0).takeBody(body.holder);
  keep(items, written->getResults());
  return true;
}

Operation *FlowWriter::makeWhile(EmittedRegion &first, EmittedRegion &second,
                                 ValueRange begins, const Carried &passed) {
  OpBuilder builder = emitter.builder(outer, {});
  OperationState state(place, scf::WhileOp::getOperationName());
  state.addOperands(begins);
  state.addTypes(typesOf(passed.items));
  state.addRegion();
  state.addRegion();
  Operation *written = builder.create(state);
  written->getRegion(0).takeBody(first.holder);
  written->getRegion(1).takeBody(second.holder);
  return written;
}

/// What the condition passes on goes to the second region and to the results.
bool FlowWriter::writeWhile(ArrayRef<EmitItem> items) {
  Region &before = op->getRegion(0), &after = op->getRegion(1);
  RegionFlows::Flows entering = flows.entering();
  RegionFlows::Flows passing = flows.leaving(before.front());
  RegionFlows::Flows returning = flows.leaving(after.front());
  EmittedRegion first(before, outer), second(after, outer);
  Carried carried(first.block, place), passed(second.block, place);
  first.frame.enters = [&](EmitItem item) { return carried.get(item); };
  second.frame.enters = [&](EmitItem item) { return passed.get(item); };
  for (const EmitItem &item : at(after.getArguments(), items))
    passed.get(item);
  Value goesOn = emitter.in(first.frame, [&] {
    return emitter.condition(before.front().back().getOperand(0));
  });
  if (!goesOn)
    return false;
  SmallVector<Value> begins, passes, yields;
  while (passes.size() < passed.items.size() ||
         yields.size() < carried.items.size()) {
    if (passes.size() < passed.items.size()) {
      EmitItem item = passed.items[passes.size()];
      passes.push_back(source(first.frame, passing, item));
    } else {
      EmitItem item = carried.items[yields.size()];
      begins.push_back(source(outer, entering, item));
      yields.push_back(source(second.frame, returning, item));
    }
    for (SmallVector<Value> *values : {&begins, &passes, &yields})
      if (!values->empty() && !values->back())
        return false;
  }
  first.end<scf::ConditionOp>(place, goesOn, ValueRange(passes));
  second.end<scf::YieldOp>(place, ValueRange(yields));
  Operation *written = makeWhile(first, second, begins, passed);
  keep(items, written->getResults());
  return true;
}

//===----------------------------------------------------------------------===//
// Entry point
//===----------------------------------------------------------------------===//

bool FlowWriter::write(FlowKind kind, ArrayRef<EmitItem> items) {
  switch (kind) {
  case FlowKind::Once:
    return writeOnce(items);
  case FlowKind::If:
  case FlowKind::Switch:
  case FlowKind::Case:
    return writeBranch(kind, items);
  case FlowKind::For:
    return writeFor(items);
  case FlowKind::While:
    return writeWhile(items);
  case FlowKind::Other:
    break;
  }
  return false;
}

static bool isOneBlockEach(Operation *op) {
  return llvm::all_of(op->getRegions(),
                      [](Region &region) { return region.hasOneBlock(); });
}

Value shapels::writeFlow(ShapeEmitter &emitter, EmitItem item) {
  Operation *op = cast<OpResult>(item.value).getOwner();
  FlowKind kind = kindOf(op);
  auto flows = RegionFlows::of(op, emitter.from().isSound);
  if (kind == FlowKind::Other || !flows || !isOneBlockEach(op))
    return emitter.fail("it comes out of '" +
                        op->getName().getStringRef().str() +
                        "', which is not followed");
  SmallVector<EmitItem> &asked = emitter.demands().items[op];
  bool isNew = !llvm::is_contained(asked, item);
  emitter.demands().isRepeated |= isNew && !asked.empty();
  if (isNew)
    asked.push_back(item);
  SmallVector<EmitItem> all(asked);
  FlowWriter writer(emitter, op, *flows);
  if (!writer.write(kind, all) &&
      (all.size() == 1 || !writer.write(kind, item)))
    return {};
  EmitFrame &frame = emitter.now();
  return item.dim ? frame.dims.lookup({item.value, *item.dim})
                  : frame.contents.lookup(item.value);
}
