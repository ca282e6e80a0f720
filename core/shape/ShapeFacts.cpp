//===- ShapeFacts.cpp - What ops imply, and who is wrong ------------------===//

#include "shapels/shape/FunctionLike.h"
#include "shapels/shape/ShapeAnalysis.h"
#include "shapels/shape/StatedRanges.h"
#include "shapels/shape/StatedShape.h"

#include "mlir/Dialect/Shape/IR/Shape.h"

using namespace shapels;
using namespace mlir;

/// What comes before an op in the text may be judged otherwise a few times.
static constexpr unsigned mostVerdicts = 8;

//===----------------------------------------------------------------------===//
// What features ask
//===----------------------------------------------------------------------===//

void ShapeAnalysis::learn(DimExpr a, DimExpr b, bool isName) {
  if ((options.trust == Trust::Arguments || constants) && a != b)
    (isName ? learnt.names : learnt.pairs).emplace_back(a, b);
}

void ShapeAnalysis::learn(DimExpr size, const DimRange &range) {
  if (options.trust != Trust::Arguments || range == DimRange())
    return;
  learnt.limits.emplace_back(size, range);
  if (std::optional<int64_t> number = range.number())
    learn(size, pool.literal(*number));
}

/// The op whose body's sizes are told apart from those of others.
static Operation *functionAround(Block *block) {
  Operation *op = block ? block->getParentOp() : nullptr;
  while (op && !isFunctionLike(op))
    op = op->getParentOp();
  return op;
}

static Operation *functionOf(Value value) {
  return functionAround(value.getParentBlock());
}

DimExpr ShapeAnalysis::named(Operation *op, llvm::StringRef name) {
  Operation *function = functionAround(op->getBlock());
  return pool.named(name, function ? function : op);
}

DimExpr ShapeAnalysis::canonical(Value at, DimExpr size) {
  return facts.canonical(functionOf(at), size);
}

/// What the type of the value says whose size it is.
static DimRange statedRange(DimExpr size) {
  if (size->kind != DimKind::Symbol ||
      size->source.kind != DimSource::Kind::Size)
    return {};
  Value value = Value::getFromOpaquePointer(size->source.value);
  llvm::SmallVector<DimRange> stated = statedRanges(value.getType());
  return size->source.index < stated.size() ? stated[size->source.index]
                                            : DimRange();
}

/// Those of the sizes that the facts are about.
static void addStatedRanges(SizeFacts &facts) {
  for (const auto &[a, b] : facts.pairs)
    for (DimExpr size : {a, b})
      if (DimRange range = statedRange(size); range != DimRange())
        facts.limits.emplace_back(size, range);
}

DimRange ShapeAnalysis::range(Value at, DimExpr size) {
  auto known = [&](DimExpr part) {
    return facts.limitOf(functionOf(at), part) & statedRange(part);
  };
  DimExpr other = canonical(at, size);
  return (rangeOf(size, known) & rangeOf(other, known))
      .beside(rangeOf(other, [](DimExpr) { return DimRange(); }));
}

llvm::SmallVector<DimRange> ShapeAnalysis::ranges(Value value) {
  llvm::SmallVector<DimRange> stated = statedRanges(value.getType());
  const ValueShape *known = find(value);
  if (!known || !known->shape.hasRank)
    return stated;
  stated.resize(known->shape.rank());
  for (auto [all, size] : llvm::zip(stated, known->shape.dims))
    all = all & range(value, size);
  return stated;
}

//===----------------------------------------------------------------------===//
// What ops imply
//===----------------------------------------------------------------------===//

void ShapeAnalysis::learnChoice(DimExpr size, DimExpr other) {
  if (options.trust != Trust::Arguments)
    return;
  if (size->kind != DimKind::Broadcast)
    learnt.choices.emplace_back(size, other);
  for (DimExpr part : size->operands)
    if (size->kind == DimKind::Broadcast)
      learnt.choices.emplace_back(part, other);
}

/// The function that executes the op whenever it is called; null where there is
/// none. `shape.assuming` runs its body, or nothing is defined any more.
static Operation *functionRunning(Operation *op) {
  while (isa_and_present<shape::AssumingOp>(op->getParentOp()))
    op = op->getParentOp();
  return isFunctionBody(op->getBlock()) ? op->getParentOp() : nullptr;
}

/// What the result's type says, as of an op that teaches no more.
void ShapeAnalysis::setDeclared(Value result) {
  ValueShape value;
  value.shape = declared(result);
  value.isStated = result.getDefiningOp()->getNumRegions() == 0;
  set(result, std::move(value));
}

/// Padding and tiles may be part of what a type with an encoding says.
static bool isExact(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return !tensor || !tensor.getEncoding();
}

/// That results have the sizes of their types, where those are inferred.
llvm::SmallVector<SizeFacts::Pair, 1>
ShapeAnalysis::declaredSizes(OpShapes &view) {
  llvm::SmallVector<SizeFacts::Pair, 1> pairs;
  if (options.trust != Trust::Arguments || isAlone)
    return pairs;
  for (OpResult result : view.op->getResults()) {
    const Shape &shape = view.results[result.getResultNumber()].shape;
    TypeShape type = statedShape(result.getType());
    if (!type.isRanked() || !shape.hasRankOf(type.rank()) ||
        !isExact(result.getType()))
      continue;
    for (auto [size, dim] : llvm::zip(shape.dims, *type.dims))
      if (dim.isStatic() && !size.is(dim.size()))
        pairs.emplace_back(size, pool.literal(dim.size()));
  }
  return pairs;
}

/// Such as an element of an op's shape operand.
static bool isInteger(DimExpr size) {
  return size->kind == DimKind::Symbol &&
         (size->source.kind == DimSource::Kind::Element ||
          size->source.kind == DimSource::Kind::Scalar);
}

/// What an op implies holds only where it executes: in a branch or a loop's
/// body that is not whenever the function does. A size that is `declared` tells
/// the integer by which the op makes it.
void ShapeAnalysis::noteFacts(Operation *op,
                              llvm::ArrayRef<SizeFacts::Pair> declared) {
  if (isAlone)
    return;
  bool isWrong = conflicts.isWrong(op);
  auto isGuess = [&] { return options.isGuess && options.isGuess(op); };
  if (Operation *function = functionRunning(op)) {
    llvm::SmallVector<Facts::Pair> pairs;
    if (!isWrong) {
      llvm::append_range(pairs, learnt.pairs);
      llvm::append_range(pairs, learnt.names);
      if (!declared.empty() && !isGuess())
        llvm::copy_if(declared, std::back_inserter(pairs),
                      [](const auto &pair) { return isInteger(pair.first); });
    }
    facts.set(op, function, pairs,
              isWrong ? llvm::ArrayRef<Facts::Limit>() : learnt.limits);
  }
  if (options.trust != Trust::Arguments)
    return;
  SizeFacts all = std::move(learnt);
  all.pairs.append(declared.begin(), declared.end());
  addStatedRanges(all);
  bool isHeard = !all.empty() && functionAround(op->getBlock()) && !isGuess();
  conflicts.set(op, isHeard ? std::move(all) : SizeFacts());
}

std::vector<Operation *> ShapeAnalysis::takeJudged() {
  std::vector<Operation *> ops = conflicts.takeChanged();
  llvm::append_range(ops, explained.takeVector());
  return ops;
}

std::vector<Operation *> ShapeAnalysis::reasonsFor(Value at, DimExpr size,
                                                   int64_t number) {
  settle(at);
  return conflicts.reasonsFor(at.getParentBlock(), size, number);
}

/// Until what is wrong, and what follows without it, is settled. In a loop an
/// op may be wrong by what it hands on: then nothing is said of it.
void ShapeAnalysis::judgeOps() {
  llvm::DenseMap<Operation *, unsigned> verdicts;
  while (true) {
    std::vector<Operation *> other = conflicts.judge();
    if (other.empty())
      return;
    for (Operation *op : other)
      if (++verdicts[op] > mostVerdicts)
        conflicts.giveUp(op);
    changed.insert(other.begin(), other.end());
    runChanged();
  }
}
