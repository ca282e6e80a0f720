//===- SizeWriter.cpp -----------------------------------------------------===//

#include "core/shape/emit/SizeWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace shapels;
using namespace mlir;

Value SizeWriter::constant(int64_t value) {
  return arith::ConstantIndexOp::create(builder, place, value);
}

Value SizeWriter::isEqual(Value a, int64_t b) {
  return builder.createOrFold<arith::CmpIOp>(place, arith::CmpIPredicate::eq, a,
                                             constant(b));
}

Value SizeWriter::choose(Value condition, Value then, Value otherwise) {
  return builder.createOrFold<arith::SelectOp>(place, condition, then,
                                               otherwise);
}

/// Of the factors, and of what is not negative of the coefficient.
Value SizeWriter::product(const DimTerm &term, ValueOf valueOf) {
  Value all;
  for (DimExpr factor : term.factors) {
    Value value = valueOf(factor);
    all = all ? make<arith::MulIOp>(all, value) : value;
  }
  int64_t times = std::abs(term.coefficient);
  if (!all)
    return constant(times);
  return times == 1 ? all : make<arith::MulIOp>(all, constant(times));
}

/// What is added comes first, so that no part of it is negative where the whole
/// is not.
Value SizeWriter::sum(DimExpr expr, ValueOf valueOf) {
  Value all;
  auto isConstant = [](const DimTerm &term) { return term.factors.empty(); };
  for (const DimTerm &term : expr->terms)
    if (term.coefficient > 0) {
      Value value = product(term, valueOf);
      all = all ? make<arith::AddIOp>(all, value) : value;
    }
  for (const DimTerm &term : expr->terms)
    if (term.coefficient < 0)
      all = isConstant(term) && all
                ? make<arith::AddIOp>(all, constant(term.coefficient))
                : make<arith::SubIOp>(all ? all : constant(0),
                                      product(term, valueOf));
  return all;
}

Value SizeWriter::divisor(DimExpr expr, Value value) {
  if (expr.literal())
    return value;
  if (expr->isNonNegative)
    return make<arith::MaxSIOp>(value, constant(1));
  return choose(isEqual(value, 0), constant(1), value);
}

static bool isPositive(DimExpr expr) { return expr.literal().value_or(0) > 0; }

/// Whether rounding towards zero is rounding down.
static bool isDividedPlainly(DimExpr expr) {
  return expr->operands[0]->isNonNegative &&
         (expr->operands[1]->isNonNegative || isPositive(expr->operands[1]));
}

Value SizeWriter::divide(DimExpr expr, Value a, Value b) {
  if (expr->kind == DimKind::CeilDiv)
    return make<arith::CeilDivSIOp>(a, b);
  return isDividedPlainly(expr) ? make<arith::DivSIOp>(a, b)
                                : make<arith::FloorDivSIOp>(a, b);
}

Value SizeWriter::modulo(DimExpr expr, Value a, Value b) {
  if (isDividedPlainly(expr))
    return make<arith::RemSIOp>(a, b);
  Value whole = make<arith::MulIOp>(make<arith::FloorDivSIOp>(a, b), b);
  return make<arith::SubIOp>(a, whole);
}

/// The first one that is not 1.
Value SizeWriter::broadcast(Values sizes) {
  Value all = sizes.back();
  for (Value size : llvm::reverse(sizes.drop_back()))
    all = choose(isEqual(size, 1), all, size);
  return all;
}

static arith::CmpIPredicate predicateOf(DimPredicate predicate) {
  switch (predicate) {
  case DimPredicate::Equal:
    return arith::CmpIPredicate::eq;
  case DimPredicate::Less:
    return arith::CmpIPredicate::slt;
  case DimPredicate::LessEqual:
    return arith::CmpIPredicate::sle;
  }
  llvm_unreachable("unknown predicate");
}

Value SizeWriter::compare(DimExpr select, ValueOf valueOf) {
  return builder.createOrFold<arith::CmpIOp>(
      place, predicateOf(select->predicate), valueOf(select->operands[0]),
      valueOf(select->operands[1]));
}

Value SizeWriter::write(DimExpr expr, ValueOf valueOf) {
  if (expr->kind == DimKind::Literal)
    return constant(expr->value);
  if (expr->kind == DimKind::VScale)
    return vector::VectorScaleOp::create(builder, place);
  if (expr->kind == DimKind::Sum)
    return sum(expr, valueOf);
  llvm::SmallVector<Value> parts;
  for (DimExpr operand : expr->operands)
    parts.push_back(valueOf(operand));
  switch (expr->kind) {
  case DimKind::FloorDiv:
  case DimKind::CeilDiv:
    return divide(expr, parts[0], divisor(expr->operands[1], parts[1]));
  case DimKind::Mod:
    return modulo(expr, parts[0], divisor(expr->operands[1], parts[1]));
  case DimKind::Select:
    return choose(compare(expr, valueOf), parts[2], parts[3]);
  case DimKind::Broadcast:
    return broadcast(parts);
  default:
    break;
  }
  Value all = parts[0];
  for (Value part : llvm::drop_begin(parts))
    all = expr->kind == DimKind::Min ? make<arith::MinSIOp>(all, part)
                                     : make<arith::MaxSIOp>(all, part);
  return all;
}
