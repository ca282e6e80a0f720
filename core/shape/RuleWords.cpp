//===- RuleWords.cpp ------------------------------------------------------===//

#include "core/shape/RuleWords.h"
#include "core/shape/StatedShape.h"

#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"

using namespace shapels;

std::string shapels::nameOf(const Subject &subject) {
  switch (subject.kind) {
  case Subject::Kind::Operand:
    return "$" + std::to_string(subject.number);
  case Subject::Kind::Result:
    return "$r" + std::to_string(subject.number);
  case Subject::Kind::Attribute:
    return llvm::StringRef(subject.name).split('|').first.str();
  case Subject::Kind::Argument:
    return "argument " + std::to_string(subject.number);
  case Subject::Kind::Yielded:
    return "yielded value " + std::to_string(subject.number);
  }
  llvm_unreachable("unknown kind");
}

//===----------------------------------------------------------------------===//
// Symbols for sizes
//===----------------------------------------------------------------------===//

std::optional<unsigned> RuleWords::operandOf(const DimSource &source) const {
  for (auto [number, operand] :
       llvm::enumerate(view.operation()->getOperands()))
    if (operand.getAsOpaquePointer() == source.value)
      return unsigned(number);
  return std::nullopt;
}

static ValueShape withSymbols(DimExprs &exprs, mlir::Value operand,
                              const Shape &shape,
                              const std::optional<Elements> &elements) {
  auto symbol = [&](DimSource::Kind kind, size_t index) {
    return exprs.symbol(
        {kind, false, operand.getAsOpaquePointer(), uint32_t(index)});
  };
  ValueShape named;
  if (shape.hasRank)
    named.shape = Shape::ranked({});
  for (size_t dim = 0; dim < shape.rank() && shape.hasRank; ++dim)
    named.shape.dims.push_back(symbol(DimSource::Kind::Size, dim));
  if (!elements)
    return named;
  named.elements = Elements{{}, elements->isScalar};
  for (auto [index, item] : llvm::enumerate(elements->items))
    named.elements->items.push_back(
        item.literal() ? exprs.literal(*item.literal())
                       : symbol(DimSource::Kind::Element, index));
  return named;
}

void RuleWords::nameSizes() {
  if (named)
    return;
  ShapeAnalysis::Options alone = options;
  alone.trust = ShapeAnalysis::Trust::Arguments;
  // Indexing maps of a wrong one can be asked too.
  if (llvm::isa<mlir::linalg::LinalgOp>(view.operation()))
    alone.isSound = nullptr;
  named = std::make_unique<ShapeAnalysis>(std::move(alone));
  ShapeAnalysis::Given given;
  for (auto [number, operand] :
       llvm::enumerate(view.operation()->getOperands()))
    given.emplace_back(operand, withSymbols(named->exprs(), operand,
                                            view.shape(unsigned(number)),
                                            view.elements(unsigned(number))));
  said = named->inferAlone(view.operation(), std::move(given));
}

/// With the sizes that the operands' types state for their symbols.
DimExpr RuleWords::declared(DimExprs &exprs, DimExpr expr) {
  if (expr->kind != DimKind::Symbol)
    return exprs.rebuild(expr,
                         [&](DimExpr part) { return declared(exprs, part); });
  std::optional<unsigned> operand = operandOf(expr->source);
  if (expr->source.kind != DimSource::Kind::Size || !operand)
    return expr;
  TypeShape type =
      statedShape(view.operation()->getOperand(*operand).getType());
  bool isStated = type.isRanked() && expr->source.index < type.rank() &&
                  (*type.dims)[expr->source.index].isStatic();
  return isStated ? exprs.literal((*type.dims)[expr->source.index].size())
                  : expr;
}

//===----------------------------------------------------------------------===//
// Two numbers for one size
//===----------------------------------------------------------------------===//

/// The first that completes a class with two numbers.
std::optional<RuleWords::Clash>
RuleWords::clashAmong(DimExprs &exprs, llvm::ArrayRef<Facts::Pair> pairs) {
  struct Known {
    DimExpr parent, witness;
    int64_t size = 0;
  };
  llvm::DenseMap<const DimNode *, Known> classes;
  auto find = [&](DimExpr expr) {
    auto [entry, isNew] = classes.try_emplace(expr.get());
    if (isNew)
      if (auto size = declared(exprs, expr).literal())
        entry->second = {{}, expr, *size};
    while (DimExpr parent = classes.lookup(expr.get()).parent)
      expr = parent;
    return expr;
  };
  for (auto [first, second] : pairs) {
    DimExpr a = find(first), b = find(second);
    if (a == b)
      continue;
    Known known = classes[a.get()], other = classes[b.get()];
    if (known.witness && other.witness && known.size != other.size)
      return Clash{known.witness, other.witness, known.size, other.size};
    classes[a.get()].parent = b;
    if (!other.witness) {
      classes[b.get()].witness = known.witness;
      classes[b.get()].size = known.size;
    }
  }
  return std::nullopt;
}

std::optional<RuleWords::Clash> RuleWords::namedClash() {
  nameSizes();
  return clashAmong(named->exprs(), said.equal);
}

std::optional<RuleWords::Clash> RuleWords::unbroadcastable() {
  nameSizes();
  DimExprs &exprs = named->exprs();
  for (auto [a, b] : said.broadcast) {
    std::optional<int64_t> x = declared(exprs, a).literal(),
                           y = declared(exprs, b).literal();
    if (x && y && *x != *y && *x != 1 && *y != 1)
      return Clash{a, b, *x, *y};
  }
  return std::nullopt;
}

std::optional<RuleFault> RuleWords::ofClash() {
  if (learnt.size() < 2)
    return std::nullopt;
  std::optional<Clash> clash = clashAmong(view.exprs, learnt);
  if (!clash)
    return std::nullopt;
  std::optional<Clash> withNames = namedClash();
  return describe(withNames.value_or(*clash));
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// `dimension 1 of $0 is 64`.
std::string RuleWords::sideText(DimExpr expr, int64_t size) const {
  auto nameOfSource = [&](const DimSource &source) -> std::string {
    std::optional<unsigned> operand = operandOf(source);
    return operand ? shapels::nameOf(Subject::operand(*operand)) : "?";
  };
  std::string number = std::to_string(size);
  if (expr.literal())
    return opName() + " needs " + number;
  bool isSize = expr->kind == DimKind::Symbol &&
                expr->source.kind == DimSource::Kind::Size;
  return (isSize ? "dimension " + std::to_string(expr->source.index) + " of " +
                       nameOfSource(expr->source)
                 : toString(expr, nameOfSource)) +
         " is " + number;
}

RuleFault RuleWords::describe(Clash clash, bool isBroadcast,
                              const Rejection &rejection) const {
  std::string_view how = rejection.how;
  auto numberOf = [&](DimExpr side) {
    llvm::SmallVector<DimExpr> leaves = leavesOf(side);
    return leaves.empty() ? std::nullopt : operandOf(leaves.front()->source);
  };
  if (numberOf(clash.b) < numberOf(clash.a)) {
    std::swap(clash.a, clash.b);
    std::swap(clash.sizeOfA, clash.sizeOfB);
  }
  RuleFault fault;
  for (DimExpr side : {clash.b, clash.a})
    for (DimExpr leaf : leavesOf(side))
      if (std::optional<unsigned> operand = operandOf(leaf->source))
        if (llvm::none_of(fault.about, [&](const Subject &subject) {
              return subject.number == *operand;
            }))
          fault.about.push_back(Subject::operand(*operand));
  if (clash.a.literal())
    std::swap(clash.a, clash.b), std::swap(clash.sizeOfA, clash.sizeOfB);
  std::string a = sideText(clash.a, clash.sizeOfA),
              b = sideText(clash.b, clash.sizeOfB);
  std::string reason = how.empty() ? "" : " (" + std::string(how) + ")";
  std::string relation = !rejection.error.empty()
                             ? std::string(rejection.error) + ","
                         : isBroadcast ? "broadcast in"
                         : how.empty() ? "equal in"
                                       : std::string(how) + " by";
  if (clash.b.literal())
    fault.message = a + ", but " + b + reason;
  else if (fault.about.size() == 2)
    fault.message = shapels::nameOf(fault.about[1]) + " and " +
                    shapels::nameOf(fault.about[0]) + " do not fit: " + a +
                    ", " + b + " (" + relation + " " + view.name().str() + ")";
  else
    fault.message = opName() + " needs sizes that fit, but " + a + ", " + b;
  bool lacksError = !rejection.error.empty() &&
                    (clash.b.literal() || fault.about.size() != 2);
  if (lacksError)
    fault.message += ": " + std::string(rejection.error);
  return fault;
}

RuleFault RuleWords::of(const Rejection &rejection) {
  bool isEqual = rejection.sizes == Rejection::Sizes::Equal;
  std::optional<Clash> clash = isEqual ? namedClash()
                               : rejection.sizes == Rejection::Sizes::Broadcast
                                   ? unbroadcastable()
                                   : std::nullopt;
  RuleFault fault =
      clash ? describe(*clash, !isEqual, rejection)
            : RuleFault{opName() + " " + rejection.why, rejection.about};
  fault.source = rejection.source;
  if (!clash && !rejection.error.empty())
    fault.message = opName() + ": " + std::string(rejection.error) + " (it " +
                    rejection.why + ")";
  return fault;
}

RuleFault RuleWords::of(const ResultFault &fault, std::string_view rule) {
  Subject result = Subject::result(fault.result);
  std::string number = std::to_string(fault.inferred);
  std::string by = rule.empty() ? "" : " (" + std::string(rule) + ")";
  std::string makes = "makes it " + number + by;
  RuleFault said{(fault.dim ? "dimension " + std::to_string(*fault.dim)
                            : std::string("the rank")) +
                     " of the result does not fit: " + opName() + " ",
                 {result}};
  nameSizes();
  const ValueShape *shape = this->said.results[fault.result];
  if (fault.dim && shape && *fault.dim < shape->shape.rank())
    if (DimExpr size = shape->shape[*fault.dim];
        size->kind == DimKind::Symbol &&
        size->source.kind == DimSource::Kind::Size)
      if (std::optional<unsigned> operand = operandOf(size->source)) {
        makes = "takes it from dimension " +
                std::to_string(size->source.index) + " of " +
                shapels::nameOf(Subject::operand(*operand)) + ", which is " +
                number + by;
        said.about.push_back(Subject::operand(*operand));
      }
  said.message += makes + ", " + shapels::nameOf(result) + " has " +
                  std::to_string(fault.declared);
  return said;
}
