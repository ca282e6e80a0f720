//===- Vector.cpp - vector ------------------------------------------------===//
//
// Vectors have no unknown sizes: most ops state theirs in the result type, and
// of the others MLIR infers many by its own interface.
//
//===----------------------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

void transpose(OpShapes &op) {
  op.because("the operand's shape, permuted");
  op.set(0, permuted(op.shape(0), op.integers({"permutation"})));
}

void multiReduction(OpShapes &op) {
  op.because("the operand's shape, reduced");
  if (std::optional<Integers> axes = op.integers({"reduction_dims"}))
    op.set(0, reduced(op, op.shape(0), *axes, false));
}

/// A tensor is written to as a whole.
void transferWrite(OpShapes &op) {
  op.because("shape of the destination");
  op.setAll(op.shape(1));
}

void outerProduct(OpShapes &op) {
  op.because("the outer product");
  Shape a = op.shape(0), b = op.shape(1);
  if (!a.hasRank)
    return;
  if (op.isScalar(1))
    return op.set(0, a);
  if (b.hasRank)
    llvm::append_range(a.dims, b.dims);
  op.set(0, b.hasRank ? a : Shape::unknown());
}

/// The leading dimensions are indexed away.
void extract(OpShapes &op) {
  op.because("the operand's inner shape");
  Shape shape = op.shape(0);
  std::optional<Integers> position = op.integers({"static_position"});
  if (shape.hasRank && position && position->size() < shape.rank())
    op.set(0, Shape::ranked(
                  llvm::ArrayRef(shape.dims).drop_front(position->size())));
}

} // namespace

static constexpr RuleRow rows[] = {
    {"broadcast bitcast constant_mask create_mask expandload from_elements "
     "load maskedload scalable.extract shape_cast step transfer_read "
     "type_cast gather extract_strided_slice contract shuffle",
     stated},
    {"fma", elementwise},
    {"insert insert_strided_slice", like<1>},
    {"scalable.insert", like<1>},
    {"transpose", transpose},
    {"multi_reduction", multiReduction},
    {"transfer_write scatter", transferWrite},
    {"outerproduct", outerProduct},
    {"extract", extract},
};

RuleTable shapels::vectorRules() { return {"vector", rows}; }
