//===- BroadcastPropertyTest.cpp - Broadcast against its sources ----------===//
//
// Random ops: BroadcastRules::Spec against a transcription of
// mlir/docs/Traits/Broadcastable.md, BroadcastRules::Mlir against MLIR itself.
//
//===----------------------------------------------------------------------===//

#include "shape/RandomOp.h"

#include "core/shape/Broadcast.h"
#include "core/shape/MlirShapes.h"

#include "mlir/Dialect/Traits.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace shapels;
using namespace shapels::test;

//===----------------------------------------------------------------------===//
// The specification, line by line
//===----------------------------------------------------------------------===//

namespace {

using Shape = std::vector<Size>;

enum Outcome { Ok, Warning, Error };

/// What the specification's ERROR_IF does.
struct VerificationError {};

// Dimensions are classified in three categories: dynamic ("?"), static equal
// to 1 ("1"), and static greater than 1 (">1").
bool isDynamic(Size dim) { return dim == dynamic; }
bool isOne(Size dim) { return dim == 1; }
bool isGreater(Size dim) { return dim > 1; }

//===----------------------------------------------------------------------===//
// Exceptions: rows of DESIGN 4.1 that are not in the specification
//===----------------------------------------------------------------------===//

/// "size 0 against 1, 0 or another static size | not mentioned | as any static
/// size other than 1"
Size inferDimZeroAgainstStatic(Size dim0, Size dim1) {
  if (dim0 == 1 || dim1 == 1)
    return 0;
  if (dim0 != dim1)
    throw VerificationError();
  return 0;
}

/// "size 0 against `?` | not mentioned | inferred 0, the `?` is 0 or 1; a
/// contradiction is an error"
Size inferDimZeroAgainstDynamic() { return 0; }

/// "inferred `?`, result static | table: OK; pseudo-code and example: error |
/// warning `implicit-static-cast`"
bool isImplicitStaticCast(Size inferredDim, Size actualDim) {
  return isDynamic(inferredDim) && !isDynamic(actualDim);
}

/// "result rank larger, some operand unranked | error by the text | warning"
bool isRankUnproved(const RandomOp &op, const Shape &inferred,
                    const Shape &actual) {
  bool hasUnranked =
      std::any_of(op.operands.begin(), op.operands.end(),
                  [](const PlainType &type) { return !type.shape; });
  return actual.size() > inferred.size() && hasUnranked;
}

/// "tensors and vectors mixed | error"
bool mixesTensorsAndVectors(const RandomOp &op) {
  bool seen[4] = {};
  for (const PlainType &type : op.operands)
    seen[type.kind] = true;
  for (const PlainType &type : op.results)
    seen[type.kind] = true;
  return seen[PlainType::Tensor] && seen[PlainType::Vector];
}

//===----------------------------------------------------------------------===//
// The pseudo-code
//===----------------------------------------------------------------------===//

Size InferDim(Size dim0, Size dim1) {
  if ((dim0 == 0 && isDynamic(dim1)) || (isDynamic(dim0) && dim1 == 0))
    return inferDimZeroAgainstDynamic();
  if (dim0 == 0 || dim1 == 0)
    return inferDimZeroAgainstStatic(dim0, dim1);
  // switch (dim0, dim1):
  // case (?, ?), (?, 1), (1, 1), (>1, ?), (>1, 1): return dim0
  if ((isDynamic(dim0) && isDynamic(dim1)) ||
      (isDynamic(dim0) && isOne(dim1)) || (isOne(dim0) && isOne(dim1)) ||
      (isGreater(dim0) && isDynamic(dim1)) || (isGreater(dim0) && isOne(dim1)))
    return dim0;
  // case (?, >1), (1, ?), (1, >1): return dim1
  if ((isDynamic(dim0) && isGreater(dim1)) ||
      (isOne(dim0) && isDynamic(dim1)) || (isOne(dim0) && isGreater(dim1)))
    return dim1;
  // case (>1, >1): ERROR_IF(dim0 != dim1); return dim0
  if (dim0 != dim1)
    throw VerificationError();
  return dim0;
}

void ExpandRank(Shape &shape, size_t rank) {
  // while len(shape) < rank: shape.prepend(1)
  while (shape.size() < rank)
    shape.insert(shape.begin(), 1);
}

Shape InferShape(Shape shape0, Shape shape1) {
  // Equalize ranks
  size_t rank = std::max(shape0.size(), shape1.size());
  ExpandRank(shape0, rank);
  ExpandRank(shape1, rank);
  // Infer shape
  Shape inferredShape;
  for (size_t i = 0; i < rank; ++i)
    inferredShape.push_back(InferDim(shape0[i], shape1[i]));
  return inferredShape;
}

std::optional<Shape> InferResultShape(const RandomOp &op) {
  // Filter ranked operands
  std::vector<PlainType> rankedOperands;
  for (const PlainType &operand : op.operands)
    if (operand.shape)
      rankedOperands.push_back(operand);
  if (rankedOperands.empty())
    return std::nullopt;
  // Infer result shape
  Shape inferredShape = *rankedOperands[0].shape;
  for (size_t i = 1; i < rankedOperands.size(); ++i)
    inferredShape = InferShape(inferredShape, *rankedOperands[i].shape);
  return inferredShape;
}

Outcome Verify(const RandomOp &op) {
  // Run shape inference
  std::optional<Shape> inferredShape = InferResultShape(op);
  // Done if result is unranked or all operands are unranked
  const PlainType &result = op.results[0];
  if (!result.shape || !inferredShape)
    return Ok;
  // Rank must match
  Shape actualShape = *result.shape;
  Outcome outcome = Ok;
  if (isRankUnproved(op, *inferredShape, actualShape)) {
    outcome = Warning;
    actualShape.erase(actualShape.begin(),
                      actualShape.end() - inferredShape->size());
  }
  if (inferredShape->size() != actualShape.size())
    throw VerificationError();
  // Verify
  for (size_t i = 0; i < actualShape.size(); ++i) {
    Size inferredDim = (*inferredShape)[i], actualDim = actualShape[i];
    if (isImplicitStaticCast(inferredDim, actualDim))
      outcome = Warning;
    else if (!isDynamic(actualDim) && inferredDim != actualDim)
      throw VerificationError();
  }
  return outcome;
}

/// "The Broadcastable trait enforces the following properties".
Outcome enforceProperties(const RandomOp &op) {
  // The operation has at least one input operand.
  if (op.operands.empty())
    return Error;
  // The operation has exactly one result.
  if (op.results.size() != 1)
    return Error;
  // All input operands and result are of type tensor or vector.
  auto isAllowed = [](const PlainType &type) {
    return type.kind == PlainType::Tensor || type.kind == PlainType::Vector;
  };
  if (!std::all_of(op.operands.begin(), op.operands.end(), isAllowed) ||
      !isAllowed(op.results[0]))
    return Error;
  if (mixesTensorsAndVectors(op))
    return Error;
  try {
    return Verify(op);
  } catch (VerificationError) {
    return Error;
  }
}

//===----------------------------------------------------------------------===//
// The two comparisons
//===----------------------------------------------------------------------===//

/// An op as shapels and as MLIR see it.
class BroadcastProperty : public testing::Test {
protected:
  static constexpr unsigned opCount = 100'000;

  BroadcastProperty() {
    context.disableMultithreading();
    context.allowUnregisteredDialects();
    context.printOpOnDiagnostic(false);
  }

  std::vector<mlir::Type> typesOf(const std::vector<PlainType> &plain) {
    std::vector<mlir::Type> types;
    for (const PlainType &type : plain)
      types.push_back(type.in(context));
    return types;
  }

  BroadcastVerdict check(const RandomOp &op, BroadcastRules rules) {
    return checkBroadcast(shapesOf(typesOf(op.operands)),
                          shapesOf(typesOf(op.results)), rules);
  }

  static Outcome outcomeOf(const BroadcastVerdict &verdict) {
    return verdict.hasError()          ? Error
           : !verdict.findings.empty() ? Warning
                                       : Ok;
  }

  bool mlirAccepts(const RandomOp &op) {
    mlir::ScopedDiagnosticHandler silence(
        &context, [](mlir::Diagnostic &) { return mlir::success(); });
    mlir::Location location = mlir::UnknownLoc::get(&context);
    mlir::Block block;
    for (mlir::Type type : typesOf(op.operands))
      block.addArgument(type, location);
    mlir::OperationState state(location, "test.broadcastable");
    state.addOperands(block.getArguments());
    state.addTypes(typesOf(op.results));
    mlir::Operation *real = mlir::Operation::create(state);
    bool isAccepted =
        succeeded(mlir::OpTrait::impl::verifyCompatibleOperandBroadcast(real));
    real->destroy();
    return isAccepted;
  }

  /// Whether what is inferred is what the specification infers.
  static bool infersTheSame(const BroadcastVerdict &verdict,
                            const RandomOp &op) {
    std::optional<Shape> expected = InferResultShape(op);
    if (!expected || !verdict.inferred)
      return expected.has_value() == verdict.inferred.has_value();
    Shape found;
    for (const BroadcastDim &dim : *verdict.inferred)
      found.push_back(dim.size.isDynamic() ? dynamic : dim.size.size());
    return found == *expected;
  }

  mlir::MLIRContext context;
};

} // namespace

TEST_F(BroadcastProperty, SpecEqualsTheSpecification) {
  auto differs = [&](const RandomOp &op) {
    BroadcastVerdict verdict = check(op, BroadcastRules::Spec);
    Outcome expected = enforceProperties(op);
    return outcomeOf(verdict) != expected ||
           (expected != Error && !infersTheSame(verdict, op));
  };
  unsigned counts[3] = {};
  OpGenerator generator(20261120);
  for (unsigned i = 0; i < opCount; ++i) {
    RandomOp op = generator.next();
    ++counts[enforceProperties(op)];
    if (!differs(op))
      continue;
    RandomOp smallest = shrink(op, differs);
    FAIL() << "op " << i << ", made smaller:\n"
           << smallest.str() << "\nby the specification (0 right, 1 doubtful, "
           << "2 wrong): " << enforceProperties(smallest)
           << ", found: " << outcomeOf(check(smallest, BroadcastRules::Spec));
  }
  // Else the test would say little.
  EXPECT_GT(counts[Ok], opCount / 10);
  EXPECT_GT(counts[Warning], opCount / 20);
  EXPECT_GT(counts[Error], opCount / 10);
}

TEST_F(BroadcastProperty, MlirEqualsMlir) {
  auto differs = [&](const RandomOp &op) {
    return check(op, BroadcastRules::Mlir).hasError() == mlirAccepts(op);
  };
  unsigned accepted = 0;
  OpGenerator generator(22018);
  for (unsigned i = 0; i < opCount; ++i) {
    RandomOp op = generator.next();
    accepted += mlirAccepts(op);
    if (!differs(op))
      continue;
    RandomOp smallest = shrink(op, differs);
    FAIL() << "op " << i << ", made smaller:\n"
           << smallest.str() << "\nMLIR "
           << (mlirAccepts(smallest) ? "accepts" : "rejects") << " it";
  }
  EXPECT_GT(accepted, opCount / 10);
  EXPECT_LT(accepted, opCount - opCount / 10);
}

TEST_F(BroadcastProperty, MlirRulesOnlyEverSayErrors) {
  OpGenerator generator(7);
  for (unsigned i = 0; i < opCount / 10; ++i) {
    RandomOp op = generator.next();
    BroadcastVerdict verdict = check(op, BroadcastRules::Mlir);
    EXPECT_EQ(verdict.hasError(), !verdict.findings.empty()) << op.str();
  }
}

/// The order of operands matters for nothing but which one is named. (Under
/// MLIR's rules it does: 0, ?, 5 is accepted, 0, 5, ? is not.)
TEST_F(BroadcastProperty, OperandOrderDoesNotChangeTheVerdict) {
  auto differs = [&](const RandomOp &op) {
    RandomOp reversed{{op.operands.rbegin(), op.operands.rend()}, op.results};
    return outcomeOf(check(op, BroadcastRules::Spec)) !=
           outcomeOf(check(reversed, BroadcastRules::Spec));
  };
  OpGenerator generator(11);
  for (unsigned i = 0; i < opCount / 10; ++i)
    if (RandomOp op = generator.next(); differs(op))
      FAIL() << shrink(op, differs).str();
}
