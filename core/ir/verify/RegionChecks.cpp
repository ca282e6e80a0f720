//===- RegionChecks.cpp ---------------------------------------------------===//

#include "core/ir/verify/RegionChecks.h"
#include "core/ir/context/BoundedText.h"
#include "core/ir/verify/DeadlyFaults.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

namespace {

class DominanceChecker {
public:
  explicit DominanceChecker(DominanceInfo &info) : info(info) {}

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

  bool checkIfReachable(Operation *op) {
    return !info.isReachableFromEntry(op->getBlock()) || checkOperands(*op);
  }

  bool isDominated(Operation *op) {
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return info.properlyDominates(operand, op);
    });
  }

  bool checkOperands(Operation &op) {
    bool isRight = true;
    for (OpOperand &operand : op.getOpOperands())
      if (!info.properlyDominates(operand.get(), &op)) {
        report(op, operand);
        isRight = false;
      }
    return isRight;
  }

private:
  void report(Operation &op, OpOperand &operand) {
    InFlightDiagnostic diagnostic = op.emitError("operand #")
                                    << operand.getOperandNumber()
                                    << " does not dominate this use";
    Operation *definition = operand.get().getDefiningOp();
    if (!definition) {
      reportArgument(op, cast<BlockArgument>(operand.get()), diagnostic);
      return;
    }
    mlir::Diagnostic &note = diagnostic.attachNote(definition->getLoc());
    note << "operand defined here";
    Block *useBlock = op.getBlock();
    Block *block = definition->getBlock();
    if (block == useBlock)
      note << " (op in the same block)";
    else if (block->getParent() == useBlock->getParent())
      note << " (op in the same region)";
    else if (block->getParent()->isProperAncestor(useBlock->getParent()))
      note << " (op in a parent region)";
    else
      note << " (op neither in a parent nor in a child region)";
  }

  static void reportArgument(Operation &op, BlockArgument argument,
                             InFlightDiagnostic &diagnostic) {
    Block *block = argument.getOwner();
    Region *blockRegion = block->getParent();
    Region *useRegion = op.getBlock()->getParent();
    Location location = UnknownLoc::get(op.getContext());
    if (block->getParentOp())
      location = block->getParentOp()->getLoc();
    mlir::Diagnostic &note = diagnostic.attachNote(location);
    note << "operand defined as a block argument (block #"
         << std::distance(blockRegion->begin(), Region::iterator(block));
    if (blockRegion == useRegion)
      note << " in the same region)";
    else if (blockRegion->isProperAncestor(useRegion))
      note << " in a parent region)";
    else
      note << " neither in a parent nor in a child region)";
  }

  DominanceInfo &info;
};

class SymbolChecker {
public:
  using Begin = llvm::function_ref<void(Operation *)>;

  SymbolChecker(const WrongOps &wrong, Begin begin)
      : wrong(wrong), begin(begin) {}

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
      if (user && !wrong.ops.contains(&op) && !hasDeadlyUse(&op) &&
          !refersToUnreadable(&op)) {
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

  bool refersToUnreadable(Operation *op) {
    if (wrong.unreadable.empty())
      return false;
    bool found = false;
    op->getAttrDictionary().walk([&](SymbolRefAttr name) {
      Operation *symbol = tables.lookupNearestSymbolFrom(op, name);
      found |= symbol && wrong.unreadable.contains(symbol);
    });
    return found;
  }

  const WrongOps &wrong;
  Begin begin;
  SymbolTableCollection tables;
};

} // namespace

static bool mayLackTerminator(Block &block) {
  return llvm::hasSingleElement(*block.getParent()) &&
         block.getParentOp()->mightHaveTrait<OpTrait::NoTerminator>();
}

/// MLIR says this when it visits blocks, which it does only together with the
/// ops in them.
bool shapels::checkSuccessors(Operation &op) {
  if (op.getNumSuccessors() != 0 && op.getNextNode()) {
    op.emitError(
        "operation with block successors must terminate its parent block");
    return false;
  }
  for (Block *successor : op.getSuccessors())
    if (successor->getParent() != op.getParentRegion()) {
      op.emitOpError("branching to block of a different region");
      return false;
    }
  return true;
}

bool shapels::isEnded(Block &block) {
  return mayLackTerminator(block) ||
         (!block.empty() &&
          block.back().mightHaveTrait<OpTrait::IsTerminator>());
}

/// Whether what is around the op, as far as values have numbers in it, is short
/// enough to count them each time that something is said.
static bool isAmongFew(Operation *op) {
  static constexpr size_t few = 1000;
  while (op->getParentOp() && !op->hasTrait<OpTrait::IsIsolatedFromAbove>())
    op = op->getParentOp();
  size_t count = 0;
  return !op->walk([&](Operation *) {
              return ++count > few ? WalkResult::interrupt()
                                   : WalkResult::advance();
            }).wasInterrupted();
}

static void emitNoTerminator(Operation &last) {
  if (!isAmongFew(&last) || isEndless(&last)) {
    last.emitError("block with no terminator, has '") << last.getName() << "'";
    return;
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  last.print(stream, OpPrintingFlags()
                         .useLocalScope()
                         .elideLargeElementsAttrs()
                         .printGenericOpForm()
                         .skipRegions());
  last.emitError("block with no terminator, has ") << text;
}

bool shapels::checkBlockEnd(Block &block) {
  if (isEnded(block))
    return true;
  if (block.empty())
    emitError(block.getParent()->getLoc(),
              "empty block: expect at least a terminator");
  else
    emitNoTerminator(block.back());
  return false;
}

/// Whether the value dominates the op whichever block leads to which.
static bool dominatesAnyway(Value value, Operation *op) {
  Block *block = value.getParentBlock();
  Region *region = block->getParent();
  Operation *user = region ? region->findAncestorOpInRegion(*op) : nullptr;
  if (!user || user->getBlock() != block)
    return user && block->isEntryBlock();
  Operation *definition = value.getDefiningOp();
  return !definition ||
         (definition != user && definition->isBeforeInBlock(user));
}

bool shapels::isDominatedAnyway(Operation *op) {
  return llvm::all_of(op->getOperands(), [op](Value operand) {
    return dominatesAnyway(operand, op);
  });
}

bool shapels::checkDominance(Operation *parent) {
  DominanceInfo info;
  return DominanceChecker(info).check(parent);
}

OperandChecks::OperandChecks() = default;
OperandChecks::~OperandChecks() = default;

DominanceInfo &OperandChecks::info() {
  if (!known)
    known = std::make_unique<DominanceInfo>();
  return *known;
}

/// The tree of dominators takes all blocks.
bool OperandChecks::check(Operation *op) {
  return isDominatedAnyway(op) || DominanceChecker(info()).checkIfReachable(op);
}

std::vector<Operation *> OperandChecks::findUndominated(Region &region) {
  std::vector<Operation *> found;
  DominanceChecker checker(info());
  region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isDominatedAnyway(op) && info().isReachableFromEntry(op->getBlock()) &&
        !checker.isDominated(op))
      found.push_back(op);
    return op->hasTrait<OpTrait::IsIsolatedFromAbove>() ? WalkResult::skip()
                                                        : WalkResult::advance();
  });
  return found;
}

bool shapels::checkSymbols(Operation *table, const WrongOps &wrong,
                           llvm::function_ref<void(Operation *)> begin) {
  return SymbolChecker(wrong, begin).check(table);
}
