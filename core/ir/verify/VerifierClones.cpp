//===- VerifierClones.cpp -------------------------------------------------===//

#include "core/ir/verify/VerifierClones.h"
#include "core/ir/context/BoundedText.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

using namespace shapels;
using namespace mlir;

namespace {

struct Judgement {
  bool isRight = false;
  std::vector<mlir::Diagnostic> said;
};

Judgement listen(MLIRContext *context, llvm::function_ref<bool()> check) {
  Judgement verdict;
  ScopedDiagnosticHandler handler(context, [&](mlir::Diagnostic &diagnostic) {
    verdict.said.push_back(std::move(diagnostic));
  });
  verdict.isRight = check();
  return verdict;
}

void say(MLIRContext *context, mlir::Diagnostic &diagnostic) {
  context->getDiagEngine().emit(std::move(diagnostic));
}

bool isSaidIn(const Judgement &verdict, const mlir::Diagnostic &diagnostic) {
  return llvm::any_of(verdict.said, [&](const mlir::Diagnostic &other) {
    return other.getLocation() == diagnostic.getLocation() &&
           boundedText(other) == boundedText(diagnostic);
  });
}

/// An op that asks for another one around it, as OpTrait::HasParent does, may
/// take what it then finds there for right.
bool asksForParent(const Judgement &verdict) {
  return llvm::any_of(verdict.said, [](const mlir::Diagnostic &diagnostic) {
    return StringRef(boundedText(diagnostic)).contains("parent");
  });
}

void swapRegions(Operation *op, Operation *other) {
  for (auto [region, otherRegion] :
       llvm::zip(op->getRegions(), other->getRegions())) {
    Region kept;
    kept.takeBody(region);
    region.takeBody(otherRegion);
    otherRegion.takeBody(kept);
  }
}

} // namespace

VerifierClones::Scope::Scope(VerifierClones &all, Operation *wrong) : all(all) {
  OperationState state(wrong->getLoc(), "shapels.stand_in");
  for (unsigned i = 0; i < wrong->getNumRegions(); ++i)
    state.addRegion();
  placed = Operation::create(state);
  if (Block *block = wrong->getBlock())
    block->getOperations().insert(wrong->getIterator(), placed);
  swapRegions(wrong, placed);
  all.pairs.push_back({wrong, placed});
}

VerifierClones::Scope::~Scope() {
  swapRegions(all.pairs.pop_back_val().wrong, placed);
  placed->erase();
}

Operation *VerifierClones::original(Operation *op) const {
  for (Pair pair : pairs)
    if (pair.standIn == op)
      return pair.wrong;
  return op;
}

void VerifierClones::swapAll() {
  for (Pair pair : pairs)
    swapRegions(pair.wrong, pair.standIn);
}

bool VerifierClones::judge(llvm::function_ref<bool()> check) {
  if (pairs.empty())
    return check();
  MLIRContext *context = pairs.front().wrong->getContext();
  Judgement apart = listen(context, check);
  if (apart.isRight) {
    for (mlir::Diagnostic &warning : apart.said)
      say(context, warning);
    return true;
  }
  if (asksForParent(apart))
    return false;
  swapAll();
  Judgement inPlace = listen(context, check);
  swapAll();
  for (mlir::Diagnostic &diagnostic : inPlace.said)
    if (isSaidIn(apart, diagnostic))
      say(context, diagnostic);
  return inPlace.isRight;
}
