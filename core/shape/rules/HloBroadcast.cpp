//===- HloBroadcast.cpp - Broadcasting in stablehlo, mhlo and chlo --------===//
//
// Nothing broadcasts by itself, but scalars in select and clamp; chlo's ops do
// as numpy does, or as their attribute says.
//
//===----------------------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// Each dimension of the operand goes to one of the result, where it is as long
/// or stretched from 1.
void broadcastInDim(OpShapes &op) {
  stated(op);
  Shape source = op.shape(0), shape = op.stated(0);
  std::optional<Integers> to = op.integers({"broadcast_dimensions", "dims"});
  if (!to || !source.hasRank || !shape.hasRank)
    return;
  if (to->size() != source.rank())
    return;
  for (auto [size, axis] : llvm::zip(source.dims, *to))
    if (std::optional<size_t> dim =
            axis < 0 ? std::nullopt : axisOf(axis, shape);
        dim && size.literal() && !size.is(1))
      op.equal(size, shape[*dim]);
}

void broadcastLeading(OpShapes &op) {
  op.because("new leading dimensions");
  std::optional<Integers> sizes = op.integers({"broadcast_sizes", "sizes"});
  Shape shape = op.shape(0);
  if (!sizes || !shape.hasRank)
    return;
  Shape result = Shape::ranked(op.listOf(*sizes).items);
  llvm::append_range(result.dims, shape.dims);
  op.set(0, result);
}

/// As numpy, or where the smaller operand's dimensions are said to go.
void broadcastAlong(OpShapes &op) {
  std::optional<Integers> to = op.integers({"broadcast_dimensions"});
  Shape small = op.shape(0), large = op.shape(1);
  if (!to || op.operandCount() != 2 || !small.hasRank || !large.hasRank ||
      small.rank() == large.rank())
    return broadcast(op);
  op.because("broadcast dimensions");
  if (small.rank() > large.rank())
    std::swap(small, large);
  if (to->size() != small.rank())
    return op.reject("needs a broadcast dimension for each of the smaller "
                     "operand's, which are " +
                         llvm::Twine(small.rank()) + ", but has " +
                         llvm::Twine(to->size()),
                     {Subject::attribute("broadcast_dimensions")});
  Shape aligned = Shape::ranked({});
  aligned.dims.append(large.rank(), op.literal(1));
  for (auto [size, axis] : llvm::zip(small.dims, *to))
    if (std::optional<size_t> dim = axisOf(axis, large))
      aligned.dims[*dim] = size;
  op.setAll(broadcastShapes(op, {large, aligned}));
}

} // namespace

static constexpr RuleRow hloRows[] = {
    {"broadcast_in_dim", broadcastInDim},
    {"broadcast", broadcastLeading},
};

RuleTable shapels::hloBroadcastRules() { return {"stablehlo mhlo", hloRows}; }

static constexpr RuleRow chloRows[] = {
    {"broadcast_add broadcast_and broadcast_atan2 broadcast_compare "
     "broadcast_complex broadcast_divide broadcast_maximum broadcast_minimum "
     "broadcast_multiply broadcast_next_after broadcast_or "
     "broadcast_polygamma broadcast_power broadcast_remainder "
     "broadcast_select broadcast_shift_left broadcast_shift_right_arithmetic "
     "broadcast_shift_right_logical broadcast_subtract broadcast_xor "
     "broadcast_zeta",
     broadcastAlong, OpFamily::Broadcastable},
    {"constant_like", like<0>},
};

RuleTable shapels::chloRules() { return {"chlo", chloRows}; }
