//===- BroadcastCheck.cpp - The Broadcastable verifier, in words ----------===//

#include "core/analysis/Finding.h"
#include "core/analysis/OperationText.h"
#include "core/ir/context/BoundedText.h"

#include "mlir/Dialect/Traits.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

using namespace shapels;

namespace {

using Fault = BroadcastFault;

DiagnosticCode codeOf(Fault fault) {
  switch (fault) {
  case Fault::OperandSizes:
    return DiagnosticCode::BroadcastIncompatible;
  case Fault::ResultSize:
    return DiagnosticCode::BroadcastResultMismatch;
  case Fault::ResultRank:
    return DiagnosticCode::BroadcastRankMismatch;
  case Fault::ResultRankUnproved:
    return DiagnosticCode::BroadcastRankUnproved;
  case Fault::ImplicitStaticCast:
    return DiagnosticCode::ImplicitStaticCast;
  case Fault::NoOperand:
  case Fault::SeveralResults:
  case Fault::NotShaped:
  case Fault::TensorAndVector:
    return DiagnosticCode::BroadcastSignature;
  }
  return DiagnosticCode::BroadcastSignature;
}

/// 1st, 2nd, 3rd, 4th ...
std::string ordinal(size_t number) {
  const char *suffix = number % 10 == 1 && number % 100 != 11   ? "st"
                       : number % 10 == 2 && number % 100 != 12 ? "nd"
                       : number % 10 == 3 && number % 100 != 13 ? "rd"
                                                                : "th";
  return std::to_string(number) + suffix;
}

std::string fromTheRight(size_t number) {
  return " (the " + ordinal(number) + " from the right)";
}

bool isAboutRank(Fault fault) {
  return fault == Fault::ResultRank || fault == Fault::ResultRankUnproved;
}

/// Behind what is in question.
const char *complaintOf(Fault fault) {
  switch (fault) {
  case Fault::ImplicitStaticCast:
    return " is not checked at run time: ";
  case Fault::ResultRankUnproved:
    return " is not proved: ";
  default:
    return " does not fit: ";
  }
}

/// Puts one op's verdict into words and places.
class Reporter {
public:
  Reporter(const Section &section, mlir::Operation *op, StatedShapes shapes,
           BroadcastRules rules)
      : section(section), op(op), rules(rules),
        operands(std::move(shapes.operands)),
        results(std::move(shapes.results)) {}

  std::vector<SectionDiagnostic> report();

private:
  SectionDiagnostic describe(const BroadcastFinding &finding);
  void describeOperands(const BroadcastFinding &finding,
                        SectionDiagnostic &diagnostic);
  void describeResult(const BroadcastFinding &finding,
                      SectionDiagnostic &diagnostic);
  void describeSignature(const BroadcastFinding &finding,
                         SectionDiagnostic &diagnostic);
  void describeMixture(SectionDiagnostic &diagnostic);

  std::string dimension(size_t dim) const;
  std::string subject(const BroadcastFinding &finding) const;
  std::optional<Dim> sizeOf(size_t operand, size_t dim) const;
  bool gives(size_t operand, const BroadcastFinding &finding) const;
  std::string sayOf(llvm::ArrayRef<size_t> operands,
                    std::pair<const char *, const char *> verbs,
                    SectionDiagnostic &diagnostic);
  std::string nameOf(size_t operand) const {
    return section.nameOf(op->getOperand(static_cast<unsigned>(operand)));
  }
  /// The text need not name a result.
  std::string nameOf(mlir::OpResult result) const {
    bool isNamed = section.ir().definitionOf(result).has_value();
    return isNamed ? section.nameOf(result) : "the result";
  }
  std::string opName() const {
    return "'" + op->getName().getStringRef().str() + "'";
  }
  void relate(SectionDiagnostic &diagnostic, size_t operand,
              std::string_view what);
  void relateSize(SectionDiagnostic &diagnostic, size_t operand, size_t dim);
  std::string replacedMessage() const;

  const Section &section;
  mlir::Operation *op;
  BroadcastRules rules;
  std::vector<TypeShape> operands, results;
  BroadcastVerdict verdict;
  /// Of the operands; where there is something to say.
  std::vector<SectionRange> ranges;
  /// The highest rank of an operand, which dimensions are counted in.
  size_t rank = 0;
  bool ranksDiffer = false;
};

} // namespace

std::vector<SectionDiagnostic> Reporter::report() {
  verdict = checkBroadcast(operands, results, rules);
  if (verdict.findings.empty())
    return {};
  ranges = section.operandRanges(op);
  for (const TypeShape &operand : operands)
    if (takesPart(operand, rules))
      rank = std::max(rank, operand.rank());
  for (const TypeShape &operand : operands)
    ranksDiffer |= takesPart(operand, rules) && operand.rank() != rank;
  std::vector<SectionDiagnostic> findings;
  for (const BroadcastFinding &finding : verdict.findings)
    findings.push_back(describe(finding));
  if (verdict.hasError() && rules != BroadcastRules::Numpy) {
    std::string replaced = replacedMessage();
    // Where the trait is content, TOSA's own verifier says it.
    if (replaced.empty() &&
        verdict.findings.front().fault == BroadcastFault::ResultRank)
      replaced = opName() + " op result type has different rank than operands";
    for (SectionDiagnostic &finding : findings)
      if (finding.severity == Severity::Error)
        finding.replacedMessage = replaced;
  }
  return findings;
}

/// What the trait's own verifier says of this op, if anything.
std::string Reporter::replacedMessage() const {
  std::string message;
  mlir::ScopedDiagnosticHandler handler(op->getContext(),
                                        [&](mlir::Diagnostic &diagnostic) {
                                          message = boundedText(diagnostic);
                                          return mlir::success();
                                        });
  (void)mlir::OpTrait::impl::verifyCompatibleOperandBroadcast(op);
  return message;
}

SectionDiagnostic Reporter::describe(const BroadcastFinding &finding) {
  SectionDiagnostic diagnostic;
  diagnostic.code = codeOf(finding.fault);
  diagnostic.severity = defaultSeverity(diagnostic.code);
  diagnostic.range = section.rangeOf(op);
  switch (finding.fault) {
  case Fault::OperandSizes:
    describeOperands(finding, diagnostic);
    break;
  case Fault::ResultSize:
  case Fault::ResultRank:
  case Fault::ResultRankUnproved:
  case Fault::ImplicitStaticCast:
    describeResult(finding, diagnostic);
    break;
  case Fault::NoOperand:
  case Fault::SeveralResults:
  case Fault::NotShaped:
  case Fault::TensorAndVector:
    describeSignature(finding, diagnostic);
    break;
  }
  return {std::move(diagnostic), section.rangeOf(op).begin,
          section.ir().statementOf(op)};
}

/// Counted from the left of the broadcast shape, and from the right as well
/// where the operands' ranks differ.
std::string Reporter::dimension(size_t dim) const {
  std::string text = "dimension " + std::to_string(dim);
  if (ranksDiffer)
    text += fromTheRight(rank - dim);
  return text;
}

/// What of the result is in question. A result of another rank than the
/// broadcast shape counts its own dimensions.
std::string Reporter::subject(const BroadcastFinding &finding) const {
  if (isAboutRank(finding.fault))
    return "the rank of the result";
  size_t own = results[finding.result].rank();
  size_t all = verdict.inferred->size();
  size_t dim = finding.dim + own - all;
  std::string text = "dimension " + std::to_string(dim) + " of the result";
  if (ranksDiffer || own != all)
    text += fromTheRight(own - dim);
  return text;
}

void Reporter::relate(SectionDiagnostic &diagnostic, size_t operand,
                      std::string_view what) {
  mlir::Value value = op->getOperand(static_cast<unsigned>(operand));
  SectionNote note{section.definitionOf(value), nameOf(operand) +
                                                    std::string(what) +
                                                    typeText(value.getType())};
  // An op may name the same operand twice.
  if (llvm::find(diagnostic.related, note) == diagnostic.related.end())
    diagnostic.related.push_back(std::move(note));
}

/// Where an operand gets its size of a dimension of the broadcast shape.
void Reporter::relateSize(SectionDiagnostic &diagnostic, size_t operand,
                          size_t dim) {
  if (!takesPart(operands[operand], rules))
    return;
  size_t own = dim - (rank - operands[operand].rank());
  Dim size = (*operands[operand].dims)[own];
  relate(diagnostic, operand,
         " has size " + size.str() + " in its dimension " +
             std::to_string(own) + ": ");
}

void Reporter::describeOperands(const BroadcastFinding &finding,
                                SectionDiagnostic &diagnostic) {
  diagnostic.message =
      dimension(finding.dim) + " does not broadcast: " + nameOf(finding.first) +
      " has " + finding.firstSize.str() + ", " + nameOf(finding.second) +
      " has " + finding.secondSize.str();
  diagnostic.range = ranges[finding.second];
  diagnostic.alsoUnderlined.push_back(ranges[finding.first]);
  relateSize(diagnostic, finding.first, finding.dim);
  relateSize(diagnostic, finding.second, finding.dim);
}

/// An operand's size of a dimension of the broadcast shape, if it has one.
std::optional<Dim> Reporter::sizeOf(size_t operand, size_t dim) const {
  const TypeShape &shape = operands[operand];
  if (!takesPart(shape, rules) || dim + shape.rank() < rank)
    return std::nullopt;
  return (*shape.dims)[dim + shape.rank() - rank];
}

/// Whether the broadcast shape has what is in question from this operand.
bool Reporter::gives(size_t operand, const BroadcastFinding &finding) const {
  if (!isAboutRank(finding.fault))
    return sizeOf(operand, finding.dim) == finding.firstSize;
  return takesPart(operands[operand], rules) &&
         operands[operand].rank() == rank;
}

/// `%a has`, `%a and %b have`: names the operands, each once, and shows where
/// they are.
std::string Reporter::sayOf(llvm::ArrayRef<size_t> operands,
                            std::pair<const char *, const char *> verbs,
                            SectionDiagnostic &diagnostic) {
  std::vector<std::string> names;
  for (size_t operand : operands) {
    diagnostic.alsoUnderlined.push_back(ranges[operand]);
    relate(diagnostic, operand, " is ");
    if (!llvm::is_contained(names, nameOf(operand)))
      names.push_back(nameOf(operand));
  }
  std::string text = names.front();
  for (size_t i = 1; i < names.size(); ++i)
    text += (i + 1 < names.size() ? ", " : " and ") + names[i];
  return text + (names.size() == 1 ? verbs.first : verbs.second);
}

void Reporter::describeResult(const BroadcastFinding &finding,
                              SectionDiagnostic &diagnostic) {
  mlir::OpResult result = op->getResult(static_cast<unsigned>(finding.result));
  diagnostic.range =
      resultTypeRange(section, op).value_or(section.definitionOf(result));
  llvm::SmallVector<size_t> givers;
  llvm::SmallVector<size_t> unranked;
  for (size_t operand = 0; operand < operands.size(); ++operand)
    if (gives(operand, finding))
      givers.push_back(operand);
    else if (operands[operand].isShaped() && !operands[operand].isRanked())
      unranked.push_back(operand);
  bool isRank = isAboutRank(finding.fault);
  std::string expected = isRank ? std::to_string(verdict.inferred->size())
                                : finding.firstSize.str();
  std::string found = isRank ? std::to_string(results[finding.result].rank())
                             : finding.secondSize.str();
  diagnostic.message = subject(finding) + complaintOf(finding.fault) +
                       sayOf(givers, {" has ", " have "}, diagnostic) +
                       expected;
  if (finding.fault == Fault::ResultRankUnproved)
    diagnostic.message +=
        ", " + sayOf(unranked, {" is unranked", " are unranked"}, diagnostic);
  diagnostic.message += ", " + nameOf(result) + " has " + found;
}

void Reporter::describeSignature(const BroadcastFinding &finding,
                                 SectionDiagnostic &diagnostic) {
  switch (finding.fault) {
  case Fault::NoOperand:
    diagnostic.message =
        opName() + " is broadcastable and needs at least one operand";
    return;
  case Fault::SeveralResults:
    diagnostic.message =
        opName() + " is broadcastable and needs exactly one result, but has " +
        std::to_string(results.size());
    return;
  case Fault::TensorAndVector:
    describeMixture(diagnostic);
    return;
  default:
    break;
  }
  bool isOperand = finding.first < operands.size();
  auto index = static_cast<unsigned>(
      isOperand ? finding.first : finding.first - operands.size());
  mlir::Value value =
      isOperand ? op->getOperand(index) : mlir::Value(op->getResult(index));
  diagnostic.message = std::string(isOperand ? "operand " : "result ") +
                       section.nameOf(value) + " of " + opName() + " is " +
                       typeText(value.getType()) +
                       ", but a broadcastable op takes tensors or vectors only";
  diagnostic.range = isOperand ? ranges[index] : section.definitionOf(value);
}

void Reporter::describeMixture(SectionDiagnostic &diagnostic) {
  diagnostic.message =
      opName() +
      " mixes tensors and vectors, which do not broadcast with each other";
  TypeShape::Kind first =
      operands.empty() ? TypeShape::Kind::NotShaped : operands[0].kind;
  for (size_t operand = 0; operand < operands.size(); ++operand) {
    if (operands[operand].kind != first && diagnostic.alsoUnderlined.empty()) {
      diagnostic.range = ranges[operand];
      diagnostic.alsoUnderlined.push_back(ranges[0]);
    }
    relate(diagnostic, operand, " is ");
  }
}

std::vector<SectionDiagnostic> shapels::checkBroadcast(const Section &section,
                                                       mlir::Operation *op,
                                                       StatedShapes shapes,
                                                       BroadcastRules rules) {
  return Reporter(section, op, std::move(shapes), rules).report();
}
