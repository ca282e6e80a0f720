//===- Verify.cpp ---------------------------------------------------------===//

#include "shapels/ir/Verify.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/Verifier.h"

using namespace shapels;
using namespace mlir;

namespace {

/// Whether the op alone is right: its attributes and its own invariants, but
/// nothing that reads what its regions hold.
bool verifyOpAlone(Operation *op) {
  for (NamedAttribute attribute : op->getDiscardableAttrDictionary())
    if (Dialect *dialect = attribute.getNameDialect();
        dialect && failed(dialect->verifyOperationAttribute(op, attribute)))
      return false;
  std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
  return !info || succeeded(info->verifyInvariants(op));
}

/// Says of each operand that does not dominate its op what MLIR says of the
/// first: same words, same notes.
class DominanceChecker {
public:
  /// Of the ops directly in `parent`'s regions; nested ops have their turn.
  bool check(Operation *parent) {
    bool isRight = true;
    for (Region &region : parent->getRegions())
      for (Block &block : region)
        if (info.isReachableFromEntry(&block))
          for (Operation &op : block)
            isRight &= checkOperands(op);
    return isRight;
  }

private:
  bool checkOperands(Operation &op) {
    bool isRight = true;
    for (OpOperand &operand : op.getOpOperands())
      if (!info.properlyDominates(operand.get(), &op)) {
        report(op, operand);
        isRight = false;
      }
    return isRight;
  }

  void report(Operation &op, OpOperand &operand) {
    InFlightDiagnostic diagnostic = op.emitError("operand #")
                                    << operand.getOperandNumber()
                                    << " does not dominate this use";
    Operation *definition = operand.get().getDefiningOp();
    if (!definition) {
      reportArgument(op, cast<BlockArgument>(operand.get()), diagnostic);
      return;
    }
    Diagnostic &note = diagnostic.attachNote(definition->getLoc());
    note << "operand defined here";
    Block *useBlock = op.getBlock(), *block = definition->getBlock();
    if (block == useBlock)
      note << " (op in the same block)";
    else if (block->getParent() == useBlock->getParent())
      note << " (op in the same region)";
    else if (block->getParent()->isProperAncestor(useBlock->getParent()))
      note << " (op in a parent region)";
    else
      note << " (op neither in a parent nor in a child region)";
  }

  void reportArgument(Operation &op, BlockArgument argument,
                      InFlightDiagnostic &diagnostic) {
    Block *block = argument.getOwner();
    Region *blockRegion = block->getParent(),
           *useRegion = op.getBlock()->getParent();
    Location location = UnknownLoc::get(op.getContext());
    if (block->getParentOp())
      location = block->getParentOp()->getLoc();
    Diagnostic &note = diagnostic.attachNote(location);
    note << "operand defined as a block argument (block #"
         << std::distance(blockRegion->begin(), Region::iterator(block));
    if (blockRegion == useRegion)
      note << " in the same region)";
    else if (blockRegion->isProperAncestor(useRegion))
      note << " in a parent region)";
    else
      note << " neither in a parent nor in a child region)";
  }

  DominanceInfo info;
};

/// Whether what nests in `op` may be looked at though `op` itself is wrong:
/// verifiers of terminators and the like read the op around them.
bool childrenStandAlone(Operation *op) {
  return op->hasTrait<OpTrait::IsIsolatedFromAbove>();
}

class Verifier {
public:
  Verifier(Watch &watch,
           llvm::function_ref<std::string_view(Operation *)> textOf,
           llvm::function_ref<void(Operation *, Harm::Kind)> spared)
      : watch(watch), knowsHarm(watch.knowsHarm()), textOf(textOf),
        spared(spared) {}

  bool verifyTree(Operation *op);

private:
  bool isHarmful(Operation *op);
  bool verifyChildren(Operation *op);

  Watch &watch;
  const bool knowsHarm;
  llvm::function_ref<std::string_view(Operation *)> textOf;
  llvm::function_ref<void(Operation *, Harm::Kind)> spared;
};

bool Verifier::isHarmful(Operation *op) {
  std::string_view text = textOf(op);
  if (!knowsHarm || text.empty())
    return false;
  std::vector<Harm> harms = watch.harmsOf(Step::Verify, text);
  if (!harms.empty())
    spared(op, harms.front().kind);
  return !harms.empty();
}

bool Verifier::verifyChildren(Operation *op) {
  bool areRight = true;
  for (Region &region : op->getRegions())
    for (Operation &child : region.getOps())
      areRight &= verifyTree(&child);
  return areRight;
}

bool Verifier::verifyTree(Operation *op) {
  watch.at(textOf(op));
  bool isRight = !isHarmful(op) && verifyOpAlone(op);
  bool childrenAreRight = true;
  if (op->getNumRegions() != 0 && (isRight || childrenStandAlone(op))) {
    childrenAreRight = verifyChildren(op);
    watch.at(textOf(op));
  }
  if (!isRight || !childrenAreRight)
    return false;
  // Now what reads the regions. This verifies the op alone once more, which it
  // passes, and stops at the first operand that does not dominate.
  if (op->getNumRegions() != 0 && !DominanceChecker().check(op))
    return false;
  return succeeded(verify(op, /*verifyRecursively=*/false));
}

} // namespace

void shapels::verifyAll(
    Operation *root, Watch &watch,
    llvm::function_ref<std::string_view(Operation *)> textOf,
    llvm::function_ref<void(Operation *, Harm::Kind)> spared) {
  Verifier(watch, textOf, spared).verifyTree(root);
}
