//===- ShapeCalls.cpp - Shapes across calls -------------------------------===//
//
// A function is looked at before those that call it, which go by its summary;
// one that may be called by what it calls has none.
//
//===----------------------------------------------------------------------===//

#include "core/shape/ShapeCalls.h"
#include "core/shape/FunctionLike.h"
#include "core/shape/OpInference.h"
#include "core/shape/ShapeScopes.h"
#include "core/shape/StatedShape.h"

using namespace shapels;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Summaries
//===----------------------------------------------------------------------===//

/// What each end of the function hands back.
static SmallVector<OperandRange> returnsOf(Operation *function) {
  SmallVector<OperandRange> returns;
  for (Block &block : function->getRegion(0))
    if (!block.empty() && block.back().getNumSuccessors() == 0)
      returns.push_back(block.back().getOperands());
  return returns;
}

/// The sizes and integers that callers give it.
SmallVector<DimExpr> ShapeCalls::givenTo(Operation *function) {
  SmallVector<DimExpr> given;
  for (BlockArgument argument : function->getRegion(0).getArguments()) {
    Shape shape = state.declared(argument);
    llvm::append_range(given, shape.dims);
    if (std::optional<Elements> elements = state.namedElements(argument, shape))
      llvm::append_range(given, elements->items);
  }
  llvm::erase_if(given, [&](DimExpr size) {
    return size->kind != DimKind::Symbol || !argumentOf(function, size->source);
  });
  return given;
}

namespace {

/// Says what a function knows in terms of its arguments.
class ArgumentTerms {
public:
  ArgumentTerms(DimExprs &exprs, Operation *function,
                llvm::function_ref<DimExpr(DimExpr)> canonical)
      : exprs(exprs), function(function), canonical(canonical) {}

  /// The representative of what equals the argument's size may have a name of
  /// the user's, which callers do not know.
  void add(DimExpr given) {
    DimExpr other = canonical(given);
    if (other->kind == DimKind::Symbol && !argumentOf(function, other->source))
      names.try_emplace(other->source.index, other, given);
  }

  /// Null where it is not in these terms.
  DimExpr of(DimExpr expr) {
    return substitute(exprs, canonical(expr), [&](const DimSource &source) {
      DimExpr symbol = exprs.symbol(source);
      if (argumentOf(function, source))
        return symbol;
      auto named = names.find(source.index);
      bool isNamed = named != names.end() && named->second.first == symbol;
      return isNamed ? named->second.second : DimExpr();
    });
  }

private:
  DimExprs &exprs;
  Operation *function;
  llvm::function_ref<DimExpr(DimExpr)> canonical;
  llvm::DenseMap<uint32_t, std::pair<DimExpr, DimExpr>> names;
};

} // namespace

static Summary::Result termsOf(const ValueShape &value, ArgumentTerms &terms) {
  Summary::Result result;
  result.shape.hasRank = value.shape.hasRank;
  for (DimExpr dim : value.shape.dims)
    if (value.shape.hasRank)
      result.shape.dims.push_back(terms.of(dim));
  if (!value.elements)
    return result;
  result.elements = Elements{{}, value.elements->isScalar};
  for (DimExpr item : value.elements->items)
    result.elements->items.push_back(terms.of(item));
  if (llvm::is_contained(result.elements->items, DimExpr()))
    result.elements.reset();
  return result;
}

Summary ShapeCalls::summarize(Operation *function) {
  auto canonical = [&](DimExpr size) {
    return state.facts.canonical(function, size);
  };
  SmallVector<DimExpr> given = givenTo(function);
  ArgumentTerms terms(state.pool, function, canonical);
  for (DimExpr size : given)
    terms.add(size);
  Summary summary;
  summary.function = function;
  for (DimExpr size : given) {
    DimExpr other = terms.of(size);
    if (other && other != size)
      summary.equal.emplace_back(size, other);
    if (DimRange range = state.facts.limitOf(function, size);
        range != DimRange())
      summary.limits.emplace_back(size, range);
  }
  std::optional<std::vector<Summary::Result>> results;
  for (OperandRange values : returnsOf(function)) {
    std::vector<Summary::Result> handed;
    for (Value value : values) {
      const ValueShape *shape = state.known.lookup(value);
      ValueShape all = shape ? *shape : ValueShape();
      if (!all.elements)
        all.elements = state.namedElements(value, all.shape);
      handed.push_back(termsOf(all, terms));
    }
    if (results && *results != handed)
      return summary;
    results = std::move(handed);
  }
  if (results)
    summary.results = std::move(*results);
  return summary;
}

/// The scope that the op is in, or what all is in.
Operation *ShapeCalls::callerOf(Operation *call) {
  if (Operation *scope = ShapeScopes::scopeOf(call->getBlock()))
    return scope;
  while (call->getParentOp())
    call = call->getParentOp();
  return call;
}

const Summary *ShapeCalls::summaryAt(Operation *call) {
  if (state.options.summaryAt)
    return state.options.summaryAt(call);
  bool isAsked = state.options.trust == ShapeOptions::Trust::Arguments &&
                 !state.isAlone &&
                 (!call->isRegistered() || !state.options.isSound ||
                  state.options.isSound(call));
  if (!isAsked)
    return nullptr;
  Operation *callee = state.calls.read(call, callerOf(call));
  if (!callee || state.calls.isRecursive(callee))
    return nullptr;
  if (!state.scopes.contains(callee)) {
    state.awaiting.insert(call);
    return nullptr;
  }
  return summaryOf(callee);
}

const Summary *ShapeCalls::summaryOf(Operation *function) {
  if (!state.scopes.contains(function) || state.calls.isRecursive(function))
    return nullptr;
  std::unique_ptr<Summary> &summary = state.summaries[function];
  if (!summary)
    summary = std::make_unique<Summary>(summarize(function));
  return summary.get();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// What the call gives the function there, as far as that is known.
static DimExpr givenFor(OpShapes &view, Operation *function,
                        const DimSource &source) {
  std::optional<unsigned> argument = argumentOf(function, source);
  if (!argument)
    return {};
  if (source.kind != DimSource::Kind::Size)
    return view.element(*argument, source.index);
  Shape shape = view.shape(*argument);
  bool isKnown = shape.hasRank && source.index < shape.rank();
  return isKnown ? shape[source.index] : DimExpr();
}

/// A result, over what the function says of it, but for numbers that the
/// result's type states.
static void applyResult(OpShapes &view, unsigned number,
                        const Summary::Result &said,
                        llvm::function_ref<DimExpr(DimExpr)> here) {
  std::optional<size_t> rank = view.statedRank(number);
  if (said.shape.hasRank &&
      rank.value_or(said.shape.rank()) == said.shape.rank()) {
    auto sizes = view.statedSizes(number);
    sizes.resize(said.shape.rank());
    Shape shape = Shape::ranked({});
    for (auto [dim, size] : llvm::enumerate(said.shape.dims)) {
      DimExpr known = here(size);
      shape.dims.push_back(sizes[dim] ? view.literal(*sizes[dim])
                           : known    ? known
                                      : view.unknown(number, unsigned(dim)));
    }
    view.set(number, std::move(shape));
  }
  if (!said.elements)
    return;
  Elements elements{{}, said.elements->isScalar};
  for (DimExpr item : said.elements->items)
    elements.items.push_back(here(item));
  if (!llvm::is_contained(elements.items, DimExpr()))
    view.setElements(number, std::move(elements));
}

/// Where nothing else is known a result is as `applyRules` has it.
void ShapeCalls::applySummary(OpShapes &view, const Summary &summary,
                              OpShapes::Said &said) {
  auto here = [&](DimExpr expr) {
    return substitute(state.pool, expr, [&](const DimSource &source) {
      return givenFor(view, summary.function, source);
    });
  };
  for (auto [size, other] : summary.equal) {
    DimExpr a = here(size), b = here(other);
    if (a && b)
      state.learn(a, b);
  }
  for (const auto &[size, range] : summary.limits)
    if (DimExpr given = here(size))
      state.learn(given, range);
  if (summary.results.size() != view.resultCount())
    return;
  for (auto [number, result] : llvm::enumerate(summary.results))
    applyResult(view, unsigned(number), result, here);
  bool isAllStated = llvm::none_of(summary.results, [](const auto &result) {
    return result.shape.hasRank &&
           llvm::any_of(result.shape.dims,
                        [](DimExpr dim) { return bool(dim); });
  });
  if (isAllStated)
    return;
  said.usesStated = false;
  view.because(state.calls.wordsFor(summary.function));
}

/// What the op hands to its function as a number: by its type, or as inferred.
static std::optional<int64_t> numberGiven(OpShapes &view, Operation *function,
                                          const DimSource &source) {
  unsigned argument = *argumentOf(function, source);
  if (source.kind == DimSource::Kind::Size) {
    TypeShape type =
        statedShape(view.operation()->getOperand(argument).getType());
    bool isStated = type.isRanked() && source.index < type.rank() &&
                    (*type.dims)[source.index].isStatic();
    if (isStated)
      return (*type.dims)[source.index].size();
  }
  DimExpr given = givenFor(view, function, source);
  return given ? given.literal() : std::nullopt;
}

static bool isIn(int64_t number, const DimRange &range) {
  return (!range.least || number >= *range.least) &&
         (!range.most || number <= *range.most) &&
         (range.multipleOf <= 1 || number % range.multipleOf == 0);
}

/// Without the op in the function that is the reason.
static std::optional<CallFault> faultAgainst(OpShapes &view,
                                             const Summary &summary) {
  auto given = [&](DimExpr expr) -> std::optional<int64_t> {
    DimExpr known =
        substitute(view.exprs, expr, [&](const DimSource &source) -> DimExpr {
          auto number = numberGiven(view, summary.function, source);
          return number ? view.literal(*number) : DimExpr();
        });
    return known ? known.literal() : std::nullopt;
  };
  for (auto [size, other] : summary.equal) {
    std::optional<int64_t> number = given(size), needed = given(other);
    if (number && needed && *number != *needed)
      return CallFault{summary.function, size, *number,
                       DimRange::exactly(*needed), other};
  }
  for (const auto &[size, range] : summary.limits)
    if (std::optional<int64_t> number = given(size);
        number && !isIn(*number, range))
      return CallFault{summary.function, size, *number, range};
  return std::nullopt;
}

std::optional<CallFault> ShapeCalls::callFault(Operation *call) {
  const Summary *summary =
      CallGraph::mayCall(call->getName()) ? summaryAt(call) : nullptr;
  if (!summary)
    return std::nullopt;
  state.scopeBeingRun = ShapeScopes::scopeOf(call->getBlock());
  OpShapes::Said said(call);
  OpShapes view(state, call, said);
  std::optional<CallFault> fault = faultAgainst(view, *summary);
  if (fault)
    fault->reason = fault->other
                        ? reasonFor(fault->function, fault->size, fault->other)
                        : state.facts.limiting(fault->function, fault->size);
  return fault;
}

/// The op with which, in the order of the text, the function knows that they
/// are equal.
Operation *ShapeCalls::reasonFor(Operation *function, DimExpr size,
                                 DimExpr other) {
  std::vector<Operation *> ops;
  function->walk([&](Operation *op) {
    if (op != function && !state.facts.pairsOfOp(op).empty())
      ops.push_back(op);
  });
  std::vector<Facts::Pair> given = state.facts.givenOf(function);
  auto isEnough = [&](size_t count) {
    std::vector<Facts::Pair> pairs = given;
    for (Operation *op : llvm::ArrayRef(ops).take_front(count))
      llvm::append_range(pairs, state.facts.pairsOfOp(op));
    return state.facts.follows(std::move(pairs), size, other);
  };
  if (isEnough(0) || !isEnough(ops.size()))
    return nullptr;
  size_t few = 0, many = ops.size();
  while (few + 1 < many) {
    size_t middle = few + (many - few) / 2;
    (isEnough(middle) ? many : few) = middle;
  }
  return ops[many - 1];
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

void ShapeCalls::runScopes(Operation *scope, Operation *root) {
  if (state.options.trust != ShapeOptions::Trust::Arguments)
    return ShapeScopes(state).runScope(scope, root);
  auto isDone = [&](Operation *function) {
    return state.scopes.contains(function);
  };
  for (Operation *each : state.calls.calleesFirst(scope ? scope : root, isDone))
    ShapeScopes(state).runScope(each == root && !scope ? nullptr : each, root);
}

/// Those that calls which changed are of, if nobody looked at them yet.
void ShapeCalls::settleCallees() {
  std::vector<Operation *> callees;
  for (Operation *op : state.work.changed) {
    bool isCall = op->getBlock() && op->getParentOp() &&
                  state.scopes.contains(ShapeScopes::scopeOf(op->getBlock())) &&
                  OpInference(state).kindOf(op).mayCall;
    Operation *callee = isCall ? state.calls.read(op, callerOf(op)) : nullptr;
    if (callee)
      callees.push_back(callee);
  }
  for (Operation *callee : callees)
    if (!state.scopes.contains(callee))
      runScopes(callee, nullptr);
}

bool ShapeCalls::followCalls() {
  for (Operation *call : state.awaiting.takeVector()) {
    Operation *callee = state.calls.calleeOf(call);
    if (callee && !state.scopes.contains(callee))
      runScopes(callee, nullptr);
    state.work.changed.insert(call);
  }
  llvm::SmallSetVector<Operation *, 4> touched;
  for (const void *function : state.facts.takeTouched())
    touched.insert(static_cast<Operation *>(const_cast<void *>(function)));
  touched.insert(state.work.touchedScopes.begin(),
                 state.work.touchedScopes.end());
  state.work.touchedScopes.clear();
  for (Operation *function : state.calls.updateRecursion()) {
    state.summaries.erase(function);
    for (Operation *call : state.calls.callsOf(function))
      state.work.changed.insert(call);
  }
  for (Operation *function : touched) {
    auto summary = state.summaries.find(function);
    if (summary == state.summaries.end())
      continue;
    for (Operation *call : state.calls.callsOf(function))
      if (state.conflicts.isWrong(call))
        state.explained.insert(call);
    Summary now = summarize(function);
    if (now == *summary->second)
      continue;
    *summary->second = std::move(now);
    for (Operation *call : state.calls.callsOf(function))
      state.work.changed.insert(call);
  }
  return !state.work.changed.empty();
}
