//===- Summaries.cpp ------------------------------------------------------===//

#include "core/shape/Summaries.h"

#include "mlir/IR/Value.h"

using namespace shapels;

namespace {

class Substitution {
public:
  Substitution(DimExprs &exprs,
               llvm::function_ref<DimExpr(const DimSource &)> stand)
      : exprs(exprs), stand(stand) {}

  DimExpr of(DimExpr expr) {
    auto found = done.find(expr.get());
    if (found != done.end())
      return found->second;
    DimExpr result = make(expr);
    done[expr.get()] = result;
    return result;
  }

private:
  DimExpr make(DimExpr expr) {
    if (expr->kind == DimKind::Literal)
      return exprs.literal(expr->value);
    if (expr->kind == DimKind::VScale)
      return exprs.vscale();
    if (expr->kind == DimKind::Symbol)
      return expr->source.kind == DimSource::Kind::Nothing
                 ? DimExpr()
                 : stand(expr->source);
    bool isKnown = true;
    auto check = [&](DimExpr part) { isKnown &= bool(of(part)); };
    llvm::for_each(expr->operands, check);
    for (const DimTerm &term : expr->terms)
      llvm::for_each(term.factors, check);
    if (!isKnown)
      return {};
    uint32_t failures = exprs.failures();
    DimExpr result =
        exprs.rebuild(expr, [&](DimExpr part) { return of(part); });
    return exprs.failures() == failures ? result : DimExpr();
  }

  DimExprs &exprs;
  llvm::function_ref<DimExpr(const DimSource &)> stand;
  llvm::DenseMap<const DimNode *, DimExpr> done;
};

} // namespace

DimExpr
shapels::substitute(DimExprs &exprs, DimExpr expr,
                    llvm::function_ref<DimExpr(const DimSource &)> stand) {
  return expr ? Substitution(exprs, stand).of(expr) : DimExpr();
}

std::optional<unsigned> shapels::argumentOf(mlir::Operation *function,
                                            const DimSource &source) {
  bool isOfValue = source.kind == DimSource::Kind::Size ||
                   source.kind == DimSource::Kind::Element ||
                   source.kind == DimSource::Kind::Scalar;
  if (!isOfValue || !source.isGiven)
    return std::nullopt;
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(
      mlir::Value::getFromOpaquePointer(source.value));
  bool isOwn = argument && argument.getOwner()->isEntryBlock() &&
               argument.getOwner()->getParentOp() == function;
  return isOwn ? std::optional(argument.getArgNumber()) : std::nullopt;
}
