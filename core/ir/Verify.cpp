//===- Verify.cpp ---------------------------------------------------------===//

#include "shapels/ir/Verify.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"
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

bool mayLackTerminator(Block &block) {
  return llvm::hasSingleElement(*block.getParent()) &&
         block.getParentOp()->mightHaveTrait<OpTrait::NoTerminator>();
}

/// Says of a block what mlir::verify says when it visits blocks, which it does
/// only together with the ops in them.
bool checkBlock(Block &block) {
  if (block.empty()) {
    if (mayLackTerminator(block))
      return true;
    emitError(block.getParent()->getLoc(),
              "empty block: expect at least a terminator");
    return false;
  }
  for (Operation &op : llvm::drop_end(block))
    if (op.getNumSuccessors() != 0) {
      op.emitError(
          "operation with block successors must terminate its parent block");
      return false;
    }
  Operation &last = block.back();
  for (Block *successor : block.getSuccessors())
    if (successor->getParent() != block.getParent()) {
      last.emitOpError("branching to block of a different region");
      return false;
    }
  if (mayLackTerminator(block) || last.mightHaveTrait<OpTrait::IsTerminator>())
    return true;
  last.emitError("block with no terminator, has ") << last;
  return false;
}

/// Says of every symbol that is defined twice, and of every op that uses a
/// symbol wrongly, what MLIR's SymbolTable trait says of the first.
class SymbolChecker {
public:
  using Begin = llvm::function_ref<void(Operation *)>;

  /// `wrongOps` are not asked about their symbols; of every other one `begin`
  /// is told.
  SymbolChecker(const DenseSet<Operation *> &wrongOps, Begin begin)
      : wrongOps(wrongOps), begin(begin) {}

  bool check(Operation *table) {
    bool isRight = checkNames(table);
    for (Region &region : table->getRegions())
      isRight &= checkUses(region);
    return isRight;
  }

private:
  static bool checkNames(Operation *table) {
    bool isRight = true;
    DenseMap<Attribute, Location> defined;
    for (Region &region : table->getRegions())
      for (Operation &op : region.getOps()) {
        auto name =
            op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
        if (!name)
          continue;
        auto [first, isNew] = defined.try_emplace(name, op.getLoc());
        if (isNew)
          continue;
        isRight = false;
        op.emitError("redefinition of symbol named '")
                .append(name.getValue(), "'")
                .attachNote(first->second)
            << "see existing symbol definition here";
      }
    return isRight;
  }

  /// Nested symbol tables, and ops that may be one, have their turn.
  bool checkUses(Region &region) {
    bool isRight = true;
    for (Operation &op : region.getOps()) {
      auto user = dyn_cast<SymbolUserOpInterface>(op);
      if (user && !wrongOps.contains(&op)) {
        begin(&op);
        isRight &= succeeded(user.verifySymbolUses(tables));
      }
      if (!op.isRegistered() || op.hasTrait<OpTrait::SymbolTable>())
        continue;
      for (Region &nested : op.getRegions())
        isRight &= checkUses(nested);
    }
    return isRight;
  }

  const DenseSet<Operation *> &wrongOps;
  Begin begin;
  SymbolTableCollection tables;
};

class TreeVerifier {
public:
  TreeVerifier(const DenseSet<Operation *> &incomplete, Watch &watch,
               TextOf textOf, OnSpared onSpared)
      : incomplete(incomplete), watch(watch), knowsHarm(watch.knowsHarm()),
        textOf(textOf), onSpared(onSpared) {}

  bool verifyTree(Operation *op);

private:
  bool verifyRegions(Operation *op, bool childrenAreRight);
  bool isHarmful(Operation *op);
  bool restsOnWrongConstant(Operation *op) const;
  void begin(Operation *op) { watch.at(textOf(op)); }

  const DenseSet<Operation *> &incomplete;
  Watch &watch;
  const bool knowsHarm;
  TextOf textOf;
  OnSpared onSpared;
  DenseSet<Operation *> wrongOps;
};

} // namespace

/// Whether the verifier did not survive the op before.
bool TreeVerifier::isHarmful(Operation *op) {
  std::string_view text = textOf(op);
  if (!knowsHarm || text.empty())
    return false;
  std::vector<Harm> harms = watch.harmsOf(Step::Verify, text);
  if (!harms.empty())
    onSpared(op, harms.front().kind);
  return !harms.empty();
}

/// Verifiers fold their operands where they are constants, and folding trusts
/// that a constant has its value.
bool TreeVerifier::restsOnWrongConstant(Operation *op) const {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *definition = operand.getDefiningOp();
    return definition && wrongOps.contains(definition) &&
           definition->getNumOperands() == 0;
  });
}

/// Whether `op` and all that it nests is right.
bool TreeVerifier::verifyTree(Operation *op) {
  begin(op);
  bool isComplete = !incomplete.contains(op);
  bool isRight = isComplete && !restsOnWrongConstant(op) && !isHarmful(op) &&
                 verifyOpAlone(op);
  if (!isRight)
    wrongOps.insert(op);
  // Verifiers of terminators and the like read the op around them.
  bool mayLookInside =
      isRight || !isComplete || op->hasTrait<OpTrait::IsIsolatedFromAbove>();
  bool childrenAreRight = true;
  if (mayLookInside)
    for (Region &region : op->getRegions())
      for (Operation &child : region.getOps())
        childrenAreRight &= verifyTree(&child);
  else
    op->walk([&](Operation *nested) { wrongOps.insert(nested); });
  if (!isRight || !verifyRegions(op, childrenAreRight))
    return false;
  return childrenAreRight;
}

/// What reads the regions of an op that is right itself. Where something in
/// them is wrong, only what does not rest on it.
bool TreeVerifier::verifyRegions(Operation *op, bool childrenAreRight) {
  bool isRight = true;
  begin(op);
  if (op->hasTrait<OpTrait::SymbolTable>()) {
    auto onUser = [this](Operation *user) { begin(user); };
    isRight &= SymbolChecker(wrongOps, onUser).check(op);
    begin(op);
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      isRight &= checkBlock(block);
  // Only of well-formed blocks can be told what dominates what.
  if (isRight && op->getNumRegions() != 0)
    isRight &= DominanceChecker().check(op);
  if (!childrenAreRight || !isRight)
    return false;
  std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
  bool isPlain = op->getNumRegions() == 0 && op->getNumSuccessors() == 0;
  if (info && isPlain)
    return succeeded(info->verifyRegionInvariants(op));
  // Of the above, MLIR says the first only; the rest comes from MLIR itself.
  return succeeded(verify(op, /*verifyRecursively=*/false));
}

void shapels::verifyAll(Operation *root,
                        const DenseSet<Operation *> &incomplete, Watch &watch,
                        TextOf textOf, OnSpared onSpared) {
  TreeVerifier(incomplete, watch, textOf, onSpared).verifyTree(root);
}
