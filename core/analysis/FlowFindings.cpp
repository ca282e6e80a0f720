//===- FlowFindings.cpp ---------------------------------------------------===//

#include "core/analysis/FlowFindings.h"
#include "core/shape/ShapeAnalysis.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"

using namespace shapels;

/// Whether it is a function or the like: what is around it says nothing of it.
static bool standsAlone(mlir::Operation *op) {
  return op->hasTrait<mlir::OpTrait::IsIsolatedFromAbove>() ||
         llvm::isa_and_present<mlir::ModuleOp>(op->getParentOp());
}

/// The blocks in which conflicts may be others because of the op.
static void forEachBlock(mlir::Operation *op,
                         llvm::function_ref<void(mlir::Block *block)> visit) {
  bool isResult = op->getNumResults() != 0;
  if (op->getBlock() && (isResult || !standsAlone(op)))
    visit(op->getBlock());
  for (mlir::Region &region : op->getRegions())
    if (!region.empty() && !llvm::isa<mlir::ModuleOp>(op))
      visit(&region.front());
}

void FlowFindings::forEachOp(
    const IrWork &work,
    llvm::function_ref<void(mlir::Operation *op)> visit) const {
  llvm::for_each(work.changed, visit);
  // Of functions that are new as a whole no op changed.
  for (StatementId id : work.parsed)
    if (mlir::Operation *op = section.ir().operationOf(id))
      visit(op);
}

/// Has all inferred that was not, or is to be inferred again.
void FlowFindings::settle(SectionShapes &shapes, const IrWork &work) const {
  ShapeAnalysis &analysis = shapes.fromArguments();
  auto settleOp = [&](mlir::Operation *op) {
    forEachBlock(op, [&](mlir::Block *block) { analysis.settle(block); });
  };
  analysis.update();
  if (isRead)
    forEachOp(work, settleOp);
  else
    section.ir().walk(settleOp);
}

bool FlowFindings::takesLong(SectionShapes &shapes, const IrWork &work,
                             uint32_t most) const {
  ShapeAnalysis &analysis = shapes.fromArguments();
  analysis.update();
  bool isLong = false;
  auto look = [&](mlir::Block *block) {
    if (isLong || analysis.isSettled(block))
      return;
    mlir::Operation *scope = ShapeAnalysis::scopeOf(block);
    StatementId id = scope ? SectionIR::statementOf(scope) : noStatement;
    isLong = id == noStatement || section.outline().range(id).size() > most;
  };
  forEachOp(work, [&](mlir::Operation *op) { forEachBlock(op, look); });
  return isLong;
}

void FlowFindings::read(StatementId id, SectionShapes &shapes,
                        std::unique_ptr<ShapeAnalysis> &local) {
  found.forget(id);
  mlir::Operation *op = section.ir().operationOf(id);
  const Conflict *conflict =
      op ? shapes.fromArguments().conflictOf(op) : nullptr;
  if (!conflict)
    return;
  std::optional<SectionDiagnostic> finding = callFinding(section, shapes, op);
  if (!finding) {
    if (!local)
      local = shapes.newAnalysis();
    finding = conflictFinding(section, shapes, *local, op, *conflict);
  }
  if (finding)
    found.add(section.outline(), id, std::move(*finding));
}

std::set<StatementId> FlowFindings::update(SectionShapes &shapes,
                                           const IrWork &work) {
  settle(shapes, work);
  std::set<StatementId> changed;
  auto add = [&](StatementId id) {
    std::vector<StatementId> pointing = found.pointingAt(id);
    changed.insert(pointing.begin(), pointing.end());
    if (found.of(id))
      changed.insert(id);
  };
  if (!isRead)
    for (const auto &[id, findings] : found.all())
      changed.insert(id);
  for (const auto &list : {work.removed, work.parsed, work.verified})
    llvm::for_each(list, add);
  for (mlir::Operation *op : shapes.fromArguments().takeJudged())
    changed.insert(SectionIR::statementOf(op));
  changed.erase(noStatement);
  std::unique_ptr<ShapeAnalysis> local;
  for (StatementId id : changed)
    read(id, shapes, local);
  found.takeChanged();
  isRead = true;
  return changed;
}
