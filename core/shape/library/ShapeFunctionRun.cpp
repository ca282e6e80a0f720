//===- ShapeFunctionRun.cpp -----------------------------------------------===//

#include "core/shape/library/ShapeFunctionRun.h"
#include "core/shape/library/ShapeFunctionBody.h"
#include "core/shape/library/ShapeFunctions.h"
#include "core/shape/rules/Families.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace mlir;

namespace {

/// One run of a function, for one op.
class Run {
public:
  Run(ShapeState &state, const ShapeFunction &function, OpShapes &view)
      : state(state), function(function), view(view), body(state, view),
        types(cast<FunctionOpInterface>(function.function).getArgumentTypes()),
        returned(
            cast<FunctionOpInterface>(function.function).getResultTypes()) {}

  void run();

private:
  using Values = ShapeFunctionBody::Values;

  ValueShape operand(unsigned number, bool readsValue);
  ValueShape attribute(const ShapeParameter &parameter, Type type);
  ValueShape argument(unsigned index);
  std::optional<Values> call(Values arguments);
  std::optional<Values> callForEach(Values arguments);
  void say(unsigned result, const ValueShape &known);
  DimExpr sizeOf(unsigned result, size_t dim, DimExpr size);
  void keepOurFacts();

  ShapeState &state;
  const ShapeFunction &function;
  OpShapes &view;
  ShapeFunctionBody body;
  llvm::ArrayRef<Type> types, returned;
  /// What stands for sizes that the run could not tell.
  llvm::DenseMap<const DimNode *, DimExpr> renamed;
};

/// While it lives, values are what is known of them, and nothing of the run
/// around it plays a part.
class Apart {
public:
  explicit Apart(ShapeState &state)
      : state(state), trust(state.options.trust), constants(state.constants),
        missing(state.missing), scope(state.scopeBeingRun),
        cycle(state.cycleBeingRun), place(state.beingRun) {
    state.options.trust = ShapeOptions::Trust::Arguments;
    state.constants = nullptr;
    state.missing = nullptr;
    state.scopeBeingRun = nullptr;
    state.cycleBeingRun = nullptr;
    state.beingRun = {};
  }
  ~Apart() {
    state.options.trust = trust;
    state.constants = constants;
    state.missing = missing;
    state.scopeBeingRun = scope;
    state.cycleBeingRun = cycle;
    state.beingRun = place;
  }

private:
  ShapeState &state;
  ShapeOptions::Trust trust;
  llvm::SmallVectorImpl<Operation *> *constants;
  llvm::SmallVectorImpl<Value> *missing;
  Operation *scope;
  BlockOrder::Component *cycle;
  Place place;
};

} // namespace

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static bool isExtents(Type type) { return isa<shape::ShapeType>(type); }
static bool isInteger(Type type) {
  return isa<IndexType, IntegerType, shape::SizeType>(type);
}

/// The sizes of the shape as a list.
static ValueShape extentsOf(DimExprs &exprs, const Shape &shape) {
  ValueShape list;
  if (!shape.hasRank || shape.rank() > Elements::most)
    return list;
  list.shape = Shape::ranked({exprs.literal(int64_t(shape.rank()))});
  list.elements = Elements();
  list.elements->items.assign(shape.dims.begin(), shape.dims.end());
  return list;
}

/// What a function takes for a value of which that is known.
static ValueShape passed(DimExprs &exprs, Type type, ValueShape value) {
  if (isExtents(type))
    return extentsOf(exprs, value.shape);
  if (isInteger(type))
    value.shape = Shape::unknown();
  return value;
}

/// Whether more is asked of the argument than its shape.
static bool readsValue(const ShapeFunction &function, unsigned index) {
  Region &body = cast<FunctionOpInterface>(function.function).getFunctionBody();
  BlockArgument argument = body.getArgument(index);
  return !isa<shape::ShapeType>(argument.getType()) &&
         llvm::any_of(argument.getUsers(), [](Operation *user) {
           return !isa<shape::ShapeOfOp, shape::DimOp, tensor::DimOp,
                       tensor::RankOp>(user);
         });
}

ValueShape Run::operand(unsigned number, bool readsValue) {
  ValueShape value;
  value.shape = view.shape(number);
  if (readsValue)
    value.elements = view.wholeNumbers(number);
  return value;
}

static std::optional<Integers> integersOf(const OpShapes &view,
                                          const ShapeParameter &parameter) {
  for (StringRef name : parameter.names) {
    auto [outer, inner] = name.split('.');
    std::optional<Integers> found = inner.empty()
                                        ? view.integers({outer})
                                        : view.integersWithin({outer}, inner);
    if (found)
      return found;
  }
  return parameter.otherwise;
}

static bool isText(const OpShapes &view, const ShapeParameter &parameter) {
  return llvm::any_of(parameter.names, [&](StringRef name) {
    return StringRef(view.text({name})).trim('"') == *parameter.text;
  });
}

ValueShape Run::attribute(const ShapeParameter &parameter, Type type) {
  ValueShape value;
  if (parameter.text) {
    value.elements =
        Elements::scalar(state.pool.literal(isText(view, parameter) ? 1 : 0));
    return value;
  }
  std::optional<Integers> integers = integersOf(view, parameter);
  bool isOne = isInteger(type);
  if (!integers || integers->size() > Elements::most ||
      (isOne && integers->size() != 1))
    return value;
  value.elements = view.listOf(*integers, isOne);
  if (!isOne)
    value.shape =
        Shape::ranked({state.pool.literal(int64_t(integers->size()))});
  return value;
}

ValueShape Run::argument(unsigned index) {
  const ShapeParameter &parameter = function.parameters[index];
  switch (parameter.kind) {
  case ShapeParameter::Kind::Operand:
    return passed(state.pool, types[index],
                  operand(parameter.number, readsValue(function, index)));
  case ShapeParameter::Kind::Attribute:
    return attribute(parameter, types[index]);
  case ShapeParameter::Kind::Result: {
    ValueShape stated;
    stated.shape = view.stated(parameter.number);
    return passed(state.pool, types[index], stated);
  }
  }
  llvm_unreachable("unknown kind");
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// A size that nobody knows is named after the result that has it.
DimExpr Run::sizeOf(unsigned result, size_t dim, DimExpr size) {
  bool isUnknown = size->kind == DimKind::Symbol &&
                   size->source.kind == DimSource::Kind::Nothing &&
                   size->source.value == view.address();
  if (size.literal().value_or(0) < 0)
    return view.unknown(result, unsigned(dim));
  if (!isUnknown)
    return size;
  DimExpr &named = renamed[size.get()];
  if (!named)
    named = view.unknown(result, unsigned(dim));
  return named;
}

/// What a function returns as the shape of a value.
static Shape shapeIn(Type type, const ValueShape &known) {
  bool isList = isExtents(type) ||
                (isa<TensorType>(type) &&
                 isa<IndexType>(cast<TensorType>(type).getElementType()));
  if (!isList)
    return known.shape;
  return known.elements ? Shape::ranked(known.elements->items)
                        : Shape::unknown();
}

void Run::say(unsigned result, const ValueShape &known) {
  Type type = returned[result];
  Shape shape = isInteger(type) ? Shape::unknown() : shapeIn(type, known);
  for (auto [dim, size] : llvm::enumerate(shape.dims))
    size = sizeOf(result, dim, size);
  if (!isInteger(type))
    view.set(result, shape);
  bool hasIntegers = isInteger(type) || isa<shape::ValueShapeType>(type);
  if (!hasIntegers || !known.elements)
    return;
  view.setElements(result, *known.elements);
}

/// Facts about the function's own values are nobody's.
void Run::keepOurFacts() {
  auto isForeign = [this](DimExpr expr) {
    return llvm::any_of(leavesOf(expr),
                        [this](DimExpr leaf) { return body.isOwn(leaf); });
  };
  auto isOfTwo = [&](const auto &pair) {
    return isForeign(pair.first) || isForeign(pair.second);
  };
  llvm::erase_if(state.learnt.pairs, isOfTwo);
  llvm::erase_if(state.learnt.choices, isOfTwo);
  llvm::erase_if(state.learnt.limits,
                 [&](const auto &limit) { return isForeign(limit.first); });
  llvm::erase_if(state.met, isOfTwo);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

auto Run::call(Values arguments) -> std::optional<Values> {
  return body.call(function.function, std::move(arguments));
}

/// The shape so far takes the place of the operand before those that repeat.
auto Run::callForEach(Values arguments) -> std::optional<Values> {
  unsigned next = *function.repeated, before = next - 1;
  unsigned first = function.parameters[next].number;
  Values all;
  for (unsigned i = first; i < view.operandCount(); ++i)
    all.push_back(passed(state.pool, types[next],
                         operand(i, readsValue(function, next))));
  if (all.empty()) {
    ValueShape alone = operand(function.parameters[before].number, true);
    return Values{isa<shape::ValueShapeType>(returned[0])
                      ? alone
                      : extentsOf(state.pool, alone.shape)};
  }
  std::optional<Values> joinedSoFar;
  for (ValueShape &value : all) {
    arguments[next] = std::move(value);
    joinedSoFar = call(arguments);
    if (!joinedSoFar || joinedSoFar->size() != 1)
      return std::nullopt;
    ValueShape joined;
    joined.shape = shapeIn(returned[0], joinedSoFar->front());
    if (isa<shape::ValueShapeType>(returned[0]))
      joined.elements = joinedSoFar->front().elements;
    arguments[before] = passed(state.pool, types[before], joined);
  }
  return joinedSoFar;
}

void Run::run() {
  view.because(function.words);
  Values arguments;
  for (unsigned i = 0; i < function.parameters.size(); ++i)
    arguments.push_back(argument(i));
  LearntFacts before = state.learnt;
  bool learns =
      state.options.trust == ShapeOptions::Trust::Arguments || state.constants;
  std::optional<Values> said;
  {
    Apart apart(state);
    said = function.repeated ? callForEach(std::move(arguments))
                             : call(std::move(arguments));
  }
  if (learns)
    keepOurFacts();
  else
    state.learnt = std::move(before);
  for (unsigned i = 0; said && i < said->size() && i < view.resultCount(); ++i)
    say(i, (*said)[i]);
}

static std::string counted(size_t count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string shapels::misfitOf(const ShapeFunction &function,
                              const OpShapes &view) {
  auto results = cast<FunctionOpInterface>(function.function).getNumResults();
  auto differs = [&](const std::string &own, const std::string &other) {
    return function.words + " is for ops with " + own + ", but '" +
           view.name().str() + "' has " + other + ": it is not used";
  };
  unsigned operands = view.operandCount();
  if (function.repeated ? operands + 1 < function.operands
                        : !function.isOpen && operands != function.operands)
    return differs(
        (function.repeated ? "at least " : "") +
            counted(function.operands - (function.repeated ? 1 : 0), "operand"),
        std::to_string(operands));
  if (results != view.resultCount())
    return differs(counted(results, "result"),
                   std::to_string(view.resultCount()));
  return "";
}

void shapels::runShapeFunction(ShapeState &state, const ShapeFunction &function,
                               OpShapes &view) {
  if (misfitOf(function, view).empty())
    Run(state, function, view).run();
}
