//===- OpMemo.cpp ---------------------------------------------------------===//

#include "core/shape/OpMemo.h"
#include "core/shape/OpShapes.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace shapels;
using namespace mlir;

size_t OpMemo::most = 1'024;

/// Which of an op's operands are the same is found by comparing each with each.
static constexpr unsigned mostOperands = 8;

static size_t hashOf(const OpMemo::Look &look) {
  Operation *op = look.op;
  size_t hash = llvm::hash_combine(
      op->getName().getAsOpaquePointer(),
      op->getRawDictionaryAttrs().getAsOpaquePointer(), look.isStrict,
      llvm::hash_combine_range(look.operands.begin(), look.operands.end()));
  for (Type type : op->getResultTypes())
    hash = llvm::hash_combine(hash, type.getAsOpaquePointer());
  if (op->getPropertiesStorageSize())
    hash = llvm::hash_combine(hash, size_t(op->hashProperties()));
  return hash >> 2; // DenseMap has two numbers for itself.
}

/// Whether the op around makes sizes strict, which is found once for all in it.
bool OpMemo::isStrict(Operation *op) {
  if (Operation *parent = op->getParentOp(); parent != around) {
    around = parent;
    isAroundStrict = isInStrictFunction(parent);
  }
  return isAroundStrict;
}

/// Of what is not registered the attributes stand in its text.
std::optional<OpMemo::Look>
OpMemo::lookAt(Operation *op,
               llvm::function_ref<const ValueShape *(Value)> known) {
  if (most == 0 || !op->isRegistered() || op->getNumRegions() != 0 ||
      op->getNumOperands() > mostOperands)
    return std::nullopt;
  Look look{op, {}, isStrict(op), 0};
  for (Value operand : op->getOperands()) {
    look.operands.push_back(known(operand));
    if (!look.operands.back())
      return std::nullopt;
  }
  look.hash = hashOf(look);
  return look;
}

/// Whether the operands are the same values where the other op's are.
static bool areAlike(OperandRange a, OperandRange b) {
  for (unsigned i = 0; i < a.size(); ++i)
    for (unsigned j = 0; j < i; ++j)
      if ((a[i] == a[j]) != (b[i] == b[j]))
        return false;
  return llvm::equal(a.getTypes(), b.getTypes());
}

static bool hasSameProperties(Operation *a, Operation *b) {
  return a->getPropertiesStorageSize() == 0 ||
         a->getName().compareOpProperties(a->getPropertiesStorage(),
                                          b->getPropertiesStorage());
}

const OpMemo::Shapes *OpMemo::find(const Look &look) const {
  auto found = byHash.find(look.hash);
  if (found == byHash.end())
    return nullptr;
  const Kind &kind = kinds[found->second];
  Operation *op = look.op, *other = kind.look.op;
  bool isSame = op->getName() == other->getName() &&
                op->getRawDictionaryAttrs() == other->getRawDictionaryAttrs() &&
                look.isStrict == kind.look.isStrict &&
                look.operands == kind.look.operands &&
                llvm::equal(op->getResultTypes(), other->getResultTypes()) &&
                hasSameProperties(op, other) &&
                areAlike(op->getOperands(), other->getOperands());
  return isSame ? &kind.results : nullptr;
}

static bool areLiterals(llvm::ArrayRef<DimExpr> exprs) {
  return llvm::all_of(
      exprs, [](DimExpr expr) { return expr->kind == DimKind::Literal; });
}

/// Whether there are numbers only.
static bool isPlain(const ValueShape *shape) {
  return areLiterals(shape->shape.dims) &&
         (!shape->elements || areLiterals(shape->elements->items));
}

/// Names of an op's values are equal to nothing, where all else are numbers; if
/// none is left in the results, these are those of other values as well.
void OpMemo::add(Look look, Shapes results, bool isNamed) {
  bool isForOthers = !isNamed || (llvm::all_of(look.operands, isPlain) &&
                                  llvm::all_of(results, isPlain));
  if (!isForOthers || kinds.size() == most)
    return;
  if (byHash.try_emplace(look.hash, unsigned(kinds.size())).second)
    kinds.push_back({std::move(look), std::move(results)});
}

void OpMemo::forget() {
  kinds.clear();
  byHash.clear();
  around = nullptr;
}
