//===- Verify.cpp ---------------------------------------------------------===//

#include "core/ir/verify/Verify.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/UnregisteredDialect.h"
#include "core/ir/verify/OpChecks.h"
#include "core/ir/verify/RegionChecks.h"
#include "core/ir/verify/VerifierClones.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace shapels;
using namespace mlir;

namespace {

/// Whether the op is judged by a function that is wrong itself: what it returns
/// may be what is right. A func.func takes any type, so it is wrong otherwise.
bool returnsFromWrong(Operation *op, const DenseSet<Operation *> &incomplete,
                      const WrongOps &wrong) {
  Operation *parent = op->getParentOp();
  return op->hasTrait<OpTrait::IsTerminator>() && op->getNumSuccessors() == 0 &&
         isa_and_present<FunctionOpInterface>(parent) &&
         !isa<func::FuncOp>(parent) && wrong.ops.contains(parent) &&
         !incomplete.contains(parent);
}

/// Symbol tables are read as such only then.
bool hasOneBlock(Operation *op) {
  return op->getNumRegions() == 1 && llvm::hasSingleElement(op->getRegion(0));
}

enum class Until { End, FirstFault };

class TreeVerifier {
public:
  TreeVerifier(const DenseSet<Operation *> &incomplete, CrashGuard &crashGuard,
               TextOf textOf, OnSpared onSpared, Verdict &verdict,
               Until until = Until::End, AreNestedRight areNestedRight = {})
      : incomplete(incomplete), crashGuard(crashGuard),
        knowsFailure(crashGuard.knowsFailure()), until(until), textOf(textOf),
        onSpared(onSpared), verdict(verdict), wrong(verdict.wrong),
        areNestedRight(areNestedRight) {}

  bool verifyTree(Operation *op);
  bool verifyAlone(Operation *op);
  void verifyPlace(Operation *op);
  void verifyEmptyBlocks(Operation *op);

private:
  bool verifyEnd(Block &block);
  bool verifyChildren(Operation *op);
  void verifyIncomplete(Operation *op);
  void verifyInside(Operation *op);
  bool verifyBetween(Operation *op);
  bool isBlocklisted(Operation *op);
  bool isBehindTimeouts(Operation *op);
  bool restsOnBroken(Operation *op) const;
  std::string_view textToBlame(Operation *op) const;
  void begin(Operation *op) { crashGuard.at(textToBlame(op)); }

  const DenseSet<Operation *> &incomplete;
  CrashGuard &crashGuard;
  const bool knowsFailure;
  /// Ops of one unit that were spared as they do not come to an end.
  unsigned timeouts = 0;
  const Until until;
  TextOf textOf;
  OnSpared onSpared;
  Verdict &verdict;
  WrongOps &wrong;
  VerifierClones standIns;
  const AreNestedRight areNestedRight;
};

} // namespace

/// What an op does to the verifier in a wrong op, it need not do in a right
/// one: it goes by another text there, its own without the last character.
std::string_view TreeVerifier::textToBlame(Operation *op) const {
  std::string_view text = textOf(op);
  if (!text.empty() && standIns.areThere())
    text.remove_suffix(1);
  return text;
}

/// Each timeout has cost the time that a text may take: behind some of them the
/// rest of what is around is not tried.
bool TreeVerifier::isBehindTimeouts(Operation *op) {
  constexpr unsigned most = 3;
  if (timeouts < most || op->getNumRegions() != 0 || !op->getParentOp())
    return false;
  if (!standIns.areThere())
    onSpared(op->getParentOp(), Failure::Kind::Timeout);
  return true;
}

/// Whether the verifier did not survive the op before.
bool TreeVerifier::isBlocklisted(Operation *op) {
  if (!knowsFailure)
    return false;
  std::string_view text = textToBlame(op);
  if (text.empty())
    return false;
  std::vector<Failure> failures = crashGuard.failuresOf(Step::Verify, text);
  if (failures.empty())
    return isBehindTimeouts(op);
  timeouts += failures.front().kind == Failure::Kind::Timeout;
  if (!standIns.areThere())
    onSpared(op, failures.front().kind);
  return true;
}

/// Verifiers fold their operands where they are constants, and folding trusts
/// that a constant has its value. What does not parse may be a constant, and
/// the arguments of a body whose header does not, or of a block whose label
/// does not, may be anything.
bool TreeVerifier::restsOnBroken(Operation *op) const {
  if (llvm::any_of(op->getSuccessors(), hasBrokenLabel))
    return true;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *definition = operand.getDefiningOp();
    if (!definition) {
      return isBrokenOp(
          standIns.original(operand.getParentBlock()->getParentOp()));
    }
    return isPlaceholder(definition) ||
           (wrong.ops.contains(definition) &&
            definition->hasTrait<OpTrait::ConstantLike>());
  });
}

bool TreeVerifier::verifyAlone(Operation *op) {
  if (incomplete.contains(op)) {
    wrong.ops.insert(op);
    return false;
  }
  bool isVerified = !restsOnBroken(op) && !isBlocklisted(op);
  bool isRight = isVerified && verifyAttributes(op);
  bool canBeRead = isVerified && verifyInvariants(op);
  isRight &= canBeRead;
  if (!isRight)
    wrong.ops.insert(op);
  // What it nests was verified in a stand-in for it, or was not.
  bool couldBeRead = !wrong.unreadable.contains(op);
  verdict.hasFaultsBetween |=
      canBeRead != couldBeRead || (canBeRead && !isRight);
  return isRight;
}

/// Whether `op` and all that it nests is right.
bool TreeVerifier::verifyTree(Operation *op) {
  begin(op);
  if (op->getParentOp() && !op->getParentOp()->getParentOp())
    timeouts = 0;
  verdict.hasFaultsBetween |= hasEarlyTerminator(op);
  if (incomplete.contains(op)) {
    wrong.ops.insert(op);
    verdict.unjudged.insert(op);
    verifyIncomplete(op);
    standIns.judge([&] { return checkDominance(op); });
    return false;
  }
  bool isVerified = !restsOnBroken(op) && !isBlocklisted(op) &&
                    !returnsFromWrong(op, incomplete, wrong);
  bool isRight =
      isVerified && standIns.judge([&] { return verifyAttributes(op); });
  bool canBeRead =
      isVerified && standIns.judge([&] { return verifyInvariants(op); });
  isRight &= canBeRead;
  if (!isRight)
    wrong.ops.insert(op);
  if (!isRight && until == Until::FirstFault)
    return false;
  bool childrenAreRight = true;
  if (canBeRead || isFunctionWithType(op)) {
    childrenAreRight = verifyChildren(op);
  } else {
    wrong.unreadable.insert(op);
    verifyInside(op);
  }
  if (!childrenAreRight && until == Until::FirstFault)
    return false;
  if (op->getNumRegions() != 0)
    begin(op);
  bool isRightBetween = standIns.judge([&] { return verifyBetween(op); });
  if (!isRight || !childrenAreRight || !isRightBetween) {
    verdict.unjudged.insert(op);
    return false;
  }
  bool isRightInside = standIns.judge([&] { return verifyRegions(op); });
  verdict.hasFaultsBetween |= !isRightInside;
  if (!isRightInside)
    wrong.ops.insert(op);
  return isRightInside;
}

bool TreeVerifier::verifyChildren(Operation *op) {
  if (areNestedRight)
    return areNestedRight();
  bool areRight = true;
  for (Region &region : op->getRegions())
    for (Operation &child : region.getOps()) {
      areRight &= verifyTree(&child);
      if (!areRight && until == Until::FirstFault)
        return false;
    }
  return areRight;
}

/// An implied terminator is right or wrong when the op around it is whole.
void TreeVerifier::verifyIncomplete(Operation *op) {
  if (canBeReadIncomplete(op)) {
    for (Region &region : op->getRegions())
      for (Operation &child : region.getOps())
        if (!isImplied(&child))
          verifyTree(&child);
    return;
  }
  wrong.unreadable.insert(op);
  verifyInside(op);
}

/// Terminators are there for the op around them: of one that is wrong they are
/// not asked.
void TreeVerifier::verifyInside(Operation *op) {
  VerifierClones::Scope scope(standIns, op);
  for (Region &region : scope.standIn()->getRegions())
    for (Operation &child : region.getOps())
      if (!child.hasTrait<OpTrait::IsTerminator>()) {
        verifyTree(&child);
      } else {
        wrong.ops.insert(&child);
        verifyInside(&child);
      }
}

/// How the ops directly in `op` stand to each other.
bool TreeVerifier::verifyBetween(Operation *op) {
  bool isRight = true;
  if (op->hasTrait<OpTrait::SymbolTable>() && hasOneBlock(op)) {
    auto onUser = [this](Operation *user) { begin(user); };
    isRight &= checkSymbols(op, wrong, onUser);
    begin(op);
  }
  bool areTerminatorsLast = true;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      areTerminatorsLast &= llvm::all_of(block, &checkSuccessors);
  verdict.hasFaultsBetween |= !isRight || !areTerminatorsLast;
  isRight &= areTerminatorsLast;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      isRight &= verifyEnd(block);
  return (op->getNumRegions() == 0 || checkDominance(op)) && isRight;
}

/// That a block is empty is not said of an op that is wrong itself.
bool TreeVerifier::verifyEnd(Block &block) {
  verdict.unended.erase(&block);
  if (isEnded(block))
    return true;
  Operation *subject = block.empty() ? block.getParentOp() : &block.back();
  if (!block.empty() || !wrong.ops.contains(subject))
    checkBlockEnd(block);
  verdict.unended[&block] = statementOf(subject->getLoc());
  return false;
}

/// Of an op that lacks some of what it nests, the blocks need not be whole.
/// What is before the op may have been the last one.
void TreeVerifier::verifyPlace(Operation *op) {
  Block *block = op->getBlock();
  bool isPlaced = block && block->getParentOp();
  if (!isPlaced || incomplete.contains(block->getParentOp()))
    return;
  if (op == &block->back())
    verifyEnd(*block);
  Operation *before = op->getPrevNode();
  verdict.hasFaultsBetween |=
      !checkSuccessors(*op) || (before && !checkSuccessors(*before));
}

void TreeVerifier::verifyEmptyBlocks(Operation *op) {
  if (incomplete.contains(op))
    return;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.empty())
        verifyEnd(block);
}

Verdict shapels::verifyAll(Operation *root,
                           const DenseSet<Operation *> &incomplete,
                           CrashGuard &crashGuard, TextOf textOf,
                           OnSpared onSpared) {
  Verdict verdict;
  TreeVerifier(incomplete, crashGuard, textOf, onSpared, verdict)
      .verifyTree(root);
  return verdict;
}

bool shapels::areRight(llvm::ArrayRef<Operation *> ops, CrashGuard &crashGuard,
                       TextOf textOf, AreNestedRight areNestedRight) {
  Verdict verdict;
  DenseSet<Operation *> incomplete;
  auto onSpared = [](Operation *, Failure::Kind) {};
  TreeVerifier verifier(incomplete, crashGuard, textOf, onSpared, verdict,
                        Until::FirstFault, areNestedRight);
  auto isRight = [&](Operation *op) { return verifier.verifyTree(op); };
  return llvm::all_of(ops, isRight) && !verdict.hasFaultsBetween;
}

void shapels::verifyAgain(Operation *op, bool isAlone, OperandChecks &operands,
                          const DenseSet<Operation *> &incomplete,
                          CrashGuard &crashGuard, TextOf textOf,
                          OnSpared onSpared, Verdict &verdict) {
  verdict.wrong.ops.erase(op);
  if (!isAlone)
    op->walk([&](Operation *nested) { verdict.wrong.ops.erase(nested); });
  TreeVerifier verifier(incomplete, crashGuard, textOf, onSpared, verdict);
  if (isAlone) {
    verifier.verifyAlone(op);
    verifier.verifyEmptyBlocks(op);
  } else {
    verifier.verifyTree(op);
  }
  verifier.verifyPlace(op);
  operands.check(op);
}
