//===- FlowWords.cpp - Why an op cannot hold together with others ---------===//
//
// The words rest on the op, on the ops that are its reasons and on those that
// define its operands alone: with these they are written anew.
//
//===----------------------------------------------------------------------===//

#include "core/analysis/FlowFindings.h"
#include "core/analysis/OperationText.h"
#include "core/analysis/ShapeReporter.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/StatedShape.h"

#include "mlir/IR/Operation.h"

using namespace shapels;

namespace {

/// A size in the words of one op: of an operand or a result, or a number that
/// the op states.
struct Size {
  mlir::Value value;
  unsigned dim = 0;
  /// What it is by what flows there; null where nothing is known.
  DimExpr known;
};

class ConflictWriter {
public:
  ConflictWriter(const Section &section, SectionShapes &shapes,
                 ShapeAnalysis &local, mlir::Operation *op,
                 const Conflict &conflict)
      : section(section), analysis(shapes.fromArguments()), local(local),
        op(op), conflict(conflict), before(analysis.exprs(), reasonFacts()) {}

  SectionDiagnostic write();

private:
  const FactList &reasonFacts();
  using Sides = std::pair<Size, Size>;
  std::optional<Sides> clash(mlir::Operation *of);
  std::optional<Sides> clashOf(Size a, Size b);
  Size sizeOf(DimExpr local, mlir::Operation *of);
  std::optional<Size> named(DimExpr expr, mlir::Operation *of);
  std::string wordsOf(DimExpr known);
  std::string text(const Size &size) const;
  void describe(const Sides &sides);
  bool describeResult(const SizeFacts &facts);
  void describeFact(const SizeFacts &facts);
  void point(const Size &size);
  void addOrigin(const Size &size);
  void addReason(mlir::Operation *reason);
  std::string factWords(mlir::Operation *reason);
  std::string opName() const {
    return "'" + op->getName().getStringRef().str() + "'";
  }

  const Section &section;
  ShapeAnalysis &analysis;
  /// For single ops.
  ShapeAnalysis &local;
  mlir::Operation *op;
  const Conflict &conflict;
  FactList reasons;
  /// Of the reasons alone.
  Consequences before;
  SectionDiagnostic diagnostic;
};

} // namespace

const FactList &ConflictWriter::reasonFacts() {
  for (mlir::Operation *reason : conflict.reasons)
    if (const SizeFacts *facts = analysis.factsOf(reason))
      reasons.push_back(facts);
  return reasons;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// `local` is over sizes of the op's operands, which the symbols name.
Size ConflictWriter::sizeOf(DimExpr local, mlir::Operation *of) {
  if (local->kind != DimKind::Symbol ||
      local->source.kind != DimSource::Kind::Size)
    return {{},
            0,
            local.literal() ? analysis.exprs().literal(*local.literal())
                            : DimExpr()};
  auto value = mlir::Value::getFromOpaquePointer(local->source.value);
  const ValueShape *known = analysis.find(value);
  bool isOperand = llvm::is_contained(of->getOperands(), value);
  if (!isOperand || !known || !known->shape.hasRank ||
      local->source.index >= known->shape.rank())
    return {};
  return {value, local->source.index, known->shape[local->source.index]};
}

/// As the operand's or result's size that it is.
std::optional<Size> ConflictWriter::named(DimExpr expr, mlir::Operation *of) {
  auto find = [&](mlir::ValueRange values) -> std::optional<Size> {
    for (mlir::Value value : values)
      if (const ValueShape *known = analysis.find(value);
          known && known->shape.hasRank)
        for (auto [dim, size] : llvm::enumerate(known->shape.dims))
          if (size == expr)
            return Size{value, unsigned(dim), size};
    return std::nullopt;
  };
  std::optional<Size> found = find(of->getOperands());
  return found ? found : find(of->getResults());
}

std::string ConflictWriter::text(const Size &size) const {
  return "dimension " + std::to_string(size.dim) + " of " +
         section.nameOf(size.value);
}

/// `3`, or `1 or 3`; empty where it is no number.
std::string ConflictWriter::wordsOf(DimExpr known) {
  if (!known)
    return "";
  DimExpr size = before.canonical(known);
  if (std::optional<int64_t> number = size.literal())
    return std::to_string(*number);
  std::optional<int64_t> choice = before.choiceOf(size);
  return !choice ? "" : *choice == 1 ? "1" : "1 or " + std::to_string(*choice);
}

/// Both, where they cannot be equal.
std::optional<ConflictWriter::Sides> ConflictWriter::clashOf(Size a, Size b) {
  if (!a.known || !b.known)
    return std::nullopt;
  DimExpr x = before.canonical(a.known), y = before.canonical(b.known);
  auto rulesOut = [&](DimExpr size, DimExpr other) {
    std::optional<int64_t> choice = before.choiceOf(size);
    return choice && other.literal() && !other.is(1) && !other.is(*choice);
  };
  bool isClash = (x.literal() && y.literal() && x != y) || rulesOut(x, y) ||
                 rulesOut(y, x);
  return isClash ? std::optional(Sides(a, b)) : std::nullopt;
}

/// The sizes that the rule of the op equates, or that a result's type and the
/// rule state, and that cannot be equal.
std::optional<ConflictWriter::Sides>
ConflictWriter::clash(mlir::Operation *of) {
  ShapeAnalysis::Given given;
  for (mlir::Value operand : of->getOperands()) {
    const ValueShape *known = analysis.find(operand);
    ValueShape own = known ? *known : ValueShape();
    for (auto [dim, size] : llvm::enumerate(own.shape.dims))
      size = local.sizeOf(operand, unsigned(dim));
    own.elements = std::nullopt;
    given.emplace_back(operand, std::move(own));
  }
  ShapeAnalysis::Alone said = local.inferAlone(of, std::move(given));
  for (auto [a, b] : said.equal)
    if (auto sides = clashOf(sizeOf(a, of), sizeOf(b, of)))
      return sides;
  for (auto [result, shape] : llvm::zip(of->getResults(), said.results)) {
    TypeShape type = statedShape(result.getType());
    if (!shape || !type.isRanked() || !shape->shape.hasRankOf(type.rank()))
      continue;
    for (unsigned dim = 0; dim < type.rank(); ++dim)
      if (Dim own = (*type.dims)[dim]; own.isStatic())
        if (auto sides =
                clashOf(sizeOf(shape->shape[dim], of),
                        {result, dim, analysis.exprs().literal(own.size())}))
          return sides;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// An operand of the op, or a result.
void ConflictWriter::point(const Size &size) {
  if (size.value.getDefiningOp() == op) {
    diagnostic.range =
        resultTypeRange(section, op).value_or(section.definitionOf(size.value));
    return;
  }
  for (auto [operand, range] :
       llvm::zip(op->getOperands(), section.operandRanges(op)))
    if (operand == size.value) {
      if (diagnostic.range != section.rangeOf(op))
        diagnostic.alsoUnderlined.push_back(diagnostic.range);
      diagnostic.range = range;
      return;
    }
}

void ConflictWriter::describe(const Sides &sides) {
  auto [a, b] = sides;
  if (!a.value)
    std::swap(a, b);
  std::string first = wordsOf(a.known), second = wordsOf(b.known);
  if (a.value)
    point(a);
  if (a.value && b.value && b.value.getDefiningOp() == op) {
    diagnostic.message = text(b) + " is " + second + ", but " + opName() +
                         " makes it that of " + section.nameOf(a.value) +
                         ", which is " + first;
  } else if (a.value && b.value) {
    point(b);
    diagnostic.message =
        section.nameOf(a.value) + " and " + section.nameOf(b.value) +
        " do not fit: " + text(a) + " is " + first + ", " + text(b) + " is " +
        second + " (equal in " + op->getName().getStringRef().str() + ")";
  } else if (a.value && a.value.getDefiningOp() == op) {
    diagnostic.message =
        text(a) + " is " + first + ", but " + opName() + " makes it " + second;
  } else if (a.value) {
    diagnostic.message = text(a) + " is " + second + " here, but " + first +
                         " by the ops before";
  } else {
    diagnostic.message =
        opName() + " needs equal sizes, but has " + first + " and " + second;
  }
  for (const Size &size : {a, b})
    if (size.value && size.known.literal())
      addOrigin(size);
}

/// That the op's rule makes a size what no type of its results says.
bool ConflictWriter::describeResult(const SizeFacts &facts) {
  for (const auto &[made, declared] : facts.pairs) {
    if (!made.literal() || !declared.literal() || made == declared)
      continue;
    llvm::SmallVector<Size, 1> sizes;
    for (mlir::Value result : op->getResults())
      if (TypeShape type = statedShape(result.getType()); type.isRanked())
        for (auto [dim, size] : llvm::enumerate(*type.dims))
          if (size.isStatic() && declared.is(size.size()))
            sizes.push_back({result, unsigned(dim), declared});
    if (sizes.empty())
      continue;
    point(sizes[0]);
    diagnostic.message =
        (sizes.size() == 1 ? text(sizes[0])
                           : "a size of " + section.nameOf(sizes[0].value)) +
        " is " + wordsOf(declared) + ", but " + opName() + " makes it " +
        wordsOf(made);
    return true;
  }
  return false;
}

/// What only its facts tell.
void ConflictWriter::describeFact(const SizeFacts &facts) {
  diagnostic.message =
      !facts.rejection.empty()
          ? opName() + " " + withNames(section, op, facts.rejection)
          : "the sizes that " + opName() + " needs are impossible" +
                (conflict.reasons.empty() ? "" : " by the ops before");
  if (facts.rejection.empty() && describeResult(facts))
    return;
  for (const auto &[size, other] : facts.choices)
    if (std::optional<Size> at = named(size, op);
        at && !wordsOf(size).empty() && other.literal() &&
        wordsOf(size) != std::to_string(*other.literal())) {
      point(*at);
      diagnostic.message = text(*at) + " is 1 or " +
                           std::to_string(*other.literal()) + " here, but " +
                           wordsOf(size) + " by the ops before";
      return;
    }
  for (const auto &[a, b] : facts.pairs)
    for (auto [size, number] : {std::pair(a, b), std::pair(b, a)})
      if (std::optional<Size> at = named(size, op);
          at && number.literal() && !size.literal()) {
        point(*at);
        std::string known = wordsOf(size);
        if (known.empty())
          known = analysis.range(at->value, size).words();
        diagnostic.message =
            text(*at) + " is " + std::to_string(*number.literal()) +
            " here, but " + (known.empty() ? "cannot be" : known) + " by " +
            (conflict.reasons.empty() ? "what types state" : "the ops before");
        return;
      }
}

/// Where the op has the size of an operand from.
void ConflictWriter::addOrigin(const Size &size) {
  mlir::Operation *definition = size.value.getDefiningOp();
  if (definition == op)
    return;
  std::string words =
      text(size) + " is " + std::to_string(*size.known.literal());
  if (definition)
    words += ", by " + definition->getName().getStringRef().str();
  diagnostic.related.push_back({section.definitionOf(size.value), words});
}

/// What the reason says, as far as it is about sizes of its own.
std::string ConflictWriter::factWords(mlir::Operation *reason) {
  const SizeFacts *facts = analysis.factsOf(reason);
  std::string words;
  auto add = [&](const std::string &fact) {
    words += (words.empty() ? "" : ", ") + fact;
  };
  for (const auto &[a, b] : facts->pairs) {
    std::optional<Size> x = named(a.literal() ? b : a, reason);
    DimExpr other = a.literal() ? a : b;
    std::optional<Size> y =
        other.literal() ? std::nullopt : named(other, reason);
    if (x && (y || other.literal()))
      add(text(*x) + " is " +
          (y ? text(*y) : std::to_string(*other.literal())));
  }
  for (const auto &[size, other] : facts->choices)
    if (std::optional<Size> x = named(size, reason); x && other.literal())
      add(text(*x) + " is 1 or " + std::to_string(*other.literal()));
  return words;
}

void ConflictWriter::addReason(mlir::Operation *reason) {
  std::string words = analysis.factsOf(reason) ? factWords(reason) : "";
  diagnostic.related.push_back(
      {section.rangeOf(reason), (words.empty() ? "" : words + ", ") + "by " +
                                    reason->getName().getStringRef().str()});
}

/// More are no help.
static constexpr size_t mostReasons = 8;

SectionDiagnostic ConflictWriter::write() {
  diagnostic.code = DiagnosticCode::DimConflict;
  diagnostic.severity = defaultSeverity(diagnostic.code);
  diagnostic.range = section.rangeOf(op);
  if (auto sides = clash(op))
    describe(*sides);
  else if (const SizeFacts *facts = analysis.factsOf(op))
    describeFact(*facts);
  for (mlir::Operation *reason :
       llvm::ArrayRef(conflict.reasons).take_back(mostReasons))
    addReason(reason);
  return {std::move(diagnostic), section.rangeOf(op).begin,
          SectionIR::statementOf(op)};
}

std::optional<SectionDiagnostic>
shapels::conflictFinding(const Section &section, SectionShapes &shapes,
                         ShapeAnalysis &local, mlir::Operation *op,
                         const Conflict &conflict) {
  // What `shape` ops say is asserted when they run.
  if (op->getName().getDialectNamespace() == "shape")
    return std::nullopt;
  SectionDiagnostic finding =
      ConflictWriter(section, shapes, local, op, conflict).write();
  if (auto note = calleeNote(section, shapes, op))
    finding.related.push_back(std::move(*note));
  return finding;
}
