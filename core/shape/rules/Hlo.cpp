//===- Hlo.cpp - stablehlo, mhlo and chlo ---------------------------------===//
//
// Attributes by the names that the generic form has, and those that the pretty
// form of stablehlo has.
//
//===----------------------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

//===----------------------------------------------------------------------===//
// Shapes as operands
//===----------------------------------------------------------------------===//

/// The result's sizes are the elements of an operand.
template <unsigned operand>
void sizedBy(OpShapes &op) {
  op.because("the shape operand");
  if (std::optional<Elements> sizes = op.elements(operand))
    return op.set(0, fromElements(op, *sizes, 0));
  Shape list = op.shape(operand);
  std::optional<int64_t> rank =
      list.hasRankOf(1) ? list[0].literal() : std::nullopt;
  if (!rank || *rank > int64_t(Elements::most))
    return;
  Shape shape = Shape::ranked({});
  for (unsigned dim = 0; dim < *rank; ++dim)
    shape.dims.push_back(op.unknown(0, dim));
  op.set(0, shape);
}

void getDimensionSize(OpShapes &op) {
  op.because("a scalar");
  op.set(0, Shape::ranked({}));
  Shape shape = op.shape(0);
  std::optional<int64_t> axis = op.integer({"dimension", "dim"});
  if (std::optional<size_t> dim = axis ? axisOf(*axis, shape) : std::nullopt)
    op.setScalar(0, shape[*dim]);
}

/// Stated; a single integer stays what it is.
void reshape(OpShapes &op) {
  op.because("stated by its type");
  Shape shape = op.stated(0), source = op.shape(0);
  llvm::SmallVector<unsigned> open;
  DimExpr known = op.literal(1);
  for (unsigned dim = 0; dim < shape.rank(); ++dim)
    if (shape[dim].literal())
      known = op.exprs.mul(known, shape[dim]);
    else
      open.push_back(dim);
  if (open.size() == 1 && source.hasRank && !known.is(0))
    shape.dims[open[0]] =
        op.exprs.floorDiv(op.exprs.product(source.dims), known);
  else
    keepCount(op, source, shape);
  op.set(0, shape);
  reshapeElements(op, shape);
}

void concatenate(OpShapes &op) {
  op.because("the operands, one behind the other");
  if (std::optional<int64_t> axis = op.integer({"dimension", "dim"}))
    op.set(0, concatenated(op, shapesFrom(op, 0), *axis));
  Elements all;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    std::optional<Elements> part = op.elements(i);
    if (!part || part->isScalar)
      return;
    llvm::append_range(all.items, part->items);
  }
  op.setElements(0, all);
}

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

void transpose(OpShapes &op) {
  op.because("the operand's shape, permuted");
  op.set(0, permuted(op.shape(0), op.integers({"permutation", "dims"})));
}

/// `[0:2, 1:8:3]`, start, limit and stride of each dimension.
bool readBounds(llvm::StringRef text, Integers &start, Integers &limit,
                Integers &strides) {
  size_t open = text.find('['), close = text.find(']', open);
  if (open == text.npos || close == text.npos)
    return false;
  for (llvm::StringRef range : llvm::split(text.slice(open + 1, close), ',')) {
    llvm::SmallVector<llvm::StringRef> parts;
    range.trim().split(parts, ':');
    int64_t bounds[] = {0, 0, 1};
    for (size_t i = 0; i < parts.size() && i < 3; ++i)
      if (parts[i].trim().getAsInteger(10, bounds[i]))
        return false;
    if (parts.size() < 2 || parts.size() > 3)
      return false;
    start.push_back(bounds[0]);
    limit.push_back(bounds[1]);
    strides.push_back(bounds[2]);
  }
  return true;
}

/// That the bounds, which are no attributes, are in the operand's sizes.
void checkBounds(OpShapes &op, llvm::ArrayRef<int64_t> start,
                 llvm::ArrayRef<int64_t> limit) {
  Shape shape = op.shape(0);
  if (!shape.hasRank)
    return;
  if (shape.rank() != start.size())
    return op.reject("has bounds for " + llvm::Twine(start.size()) +
                         " dimensions, but $0 has " + llvm::Twine(shape.rank()),
                     {Subject::operand(0)});
  for (size_t dim = 0; dim < start.size(); ++dim) {
    std::optional<int64_t> size = shape[dim].literal();
    bool isIn = 0 <= start[dim] && start[dim] <= limit[dim] &&
                (!size || limit[dim] <= *size);
    if (!isIn)
      op.reject("slices " + llvm::Twine(start[dim]) + " to " +
                    llvm::Twine(limit[dim]) + " of dimension " +
                    llvm::Twine(dim) + " of $0" +
                    (size ? ", which is " + llvm::Twine(*size) : ""),
                {Subject::operand(0)});
  }
}

void slice(OpShapes &op) {
  op.because("the slice's bounds");
  std::optional<Integers> start = op.integers({"start_indices"}),
                          limit = op.integers({"limit_indices"}),
                          strides = op.integers({"strides"});
  if (!start && !op.written().empty()) {
    start.emplace(), limit.emplace(), strides.emplace();
    if (!readBounds(op.written(), *start, *limit, *strides))
      return;
    checkBounds(op, *start, *limit);
  }
  if (!start || !limit || !strides || start->size() != limit->size() ||
      strides->size() != start->size())
    return;
  Shape shape = Shape::ranked({});
  for (size_t dim = 0; dim < start->size(); ++dim)
    shape.dims.push_back(
        op.exprs.ceilDiv(op.literal((*limit)[dim] - (*start)[dim]),
                         op.literal((*strides)[dim])));
  op.set(0, shape);
  std::optional<Elements> all = op.elements(0);
  if (!all || start->size() != 1 || (*strides)[0] <= 0 || (*start)[0] < 0 ||
      (*limit)[0] > int64_t(all->items.size()))
    return;
  Elements part;
  for (int64_t i = (*start)[0]; i < (*limit)[0]; i += (*strides)[0])
    part.items.push_back(all->items[size_t(i)]);
  op.setElements(0, part);
}

void dynamicSlice(OpShapes &op) {
  op.because("the slice's sizes");
  if (std::optional<Integers> sizes = op.integers({"slice_sizes", "sizes"}))
    op.set(0, Shape::ranked(op.listOf(*sizes).items));
}

/// (limit - start) ceildiv stride, all of them operands.
void realDynamicSlice(OpShapes &op) {
  op.because("the slice's bounds");
  std::optional<Elements> start = op.elements(1), limit = op.elements(2),
                          strides = op.elements(3);
  Shape source = op.shape(0), shape = Shape::ranked({});
  if (!source.hasRank)
    return;
  size_t rank = source.rank();
  bool isKnown = start && limit && strides && start->items.size() == rank &&
                 limit->items.size() == rank && strides->items.size() == rank;
  for (unsigned dim = 0; dim < rank; ++dim)
    shape.dims.push_back(isKnown
                             ? op.exprs.ceilDiv(op.exprs.sub(limit->items[dim],
                                                             start->items[dim]),
                                                strides->items[dim])
                             : op.unknown(0, dim));
  op.set(0, shape);
}

void padBy(OpShapes &op, const std::optional<Elements> &low,
           const std::optional<Elements> &high,
           const std::optional<Elements> &interior) {
  op.because("the operand's shape, padded");
  Shape shape = op.shape(0);
  size_t rank = shape.rank();
  bool isKnown = low && high && interior && low->items.size() == rank &&
                 high->items.size() == rank && interior->items.size() == rank;
  for (unsigned dim = 0; dim < rank; ++dim)
    shape.dims[dim] = isKnown ? padded(op, shape[dim], low->items[dim],
                                       high->items[dim], interior->items[dim])
                              : op.unknown(0, dim);
  if (shape.hasRank)
    op.set(0, shape);
}

void pad(OpShapes &op) {
  auto list = [&](OpShapes::Names names) {
    std::optional<Integers> integers = op.integers(names);
    return integers ? std::optional(op.listOf(*integers)) : std::nullopt;
  };
  padBy(op, list({"edge_padding_low", "low"}),
        list({"edge_padding_high", "high"}),
        list({"interior_padding", "interior"}));
}

void dynamicPad(OpShapes &op) {
  padBy(op, op.elements(2), op.elements(3), op.elements(4));
}

void gatherBy(OpShapes &op, std::optional<Elements> sizes) {
  op.because("indices and slice sizes");
  OpShapes::Names numbers = {"dimension_numbers"};
  if (!sizes)
    return;
  auto list = [&](llvm::StringRef key) {
    return op.integersWithin(numbers, key).value_or(Integers());
  };
  Integers vector = list("index_vector_dim");
  GatherDims dims{list("offset_dims"), list("collapsed_slice_dims"),
                  list("operand_batching_dims"),
                  vector.size() == 1 ? vector.front() : 0};
  op.set(0, gathered(op.shape(1), sizes->items, dims));
}

void gather(OpShapes &op) {
  std::optional<Integers> sizes = op.integers({"slice_sizes"});
  gatherBy(op, sizes ? std::optional(op.listOf(*sizes)) : std::nullopt);
}

void dynamicGather(OpShapes &op) { gatherBy(op, op.elements(2)); }

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

void setDimensionSize(OpShapes &op) {
  Shape shape = op.shape(0);
  std::optional<int64_t> axis = op.integer({"dimension", "dim"});
  std::optional<size_t> dim = axis ? axisOf(*axis, shape) : std::nullopt;
  if (!dim)
    return;
  std::optional<Elements> size = op.elements(1);
  std::optional<int64_t> most = shape[*dim].literal();
  shape.dims[*dim] = size && size->items.size() == 1
                         ? size->items[0]
                         : op.unknown(0, unsigned(*dim));
  if (most && !shape[*dim].literal())
    op.limit(shape[*dim], DimRange::upTo(*most));
  op.set(0, shape);
}

void torchIndexSelect(OpShapes &op) {
  op.because("operand and indices");
  Shape shape = op.shape(0), index = op.shape(1);
  std::optional<int64_t> axis = op.integer({"dim"}),
                         batches = op.integer({"batch_dims"});
  std::optional<size_t> dim = axis ? axisOf(*axis, shape) : std::nullopt;
  if (!dim || !index.hasRank || !batches || *batches < 0 ||
      *batches > int64_t(index.rank()))
    return;
  Shape result = Shape::ranked(llvm::ArrayRef(shape.dims).take_front(*dim));
  llvm::append_range(result.dims,
                     llvm::ArrayRef(index.dims).drop_front(size_t(*batches)));
  llvm::append_range(result.dims,
                     llvm::ArrayRef(shape.dims).drop_front(*dim + 1));
  op.set(0, result);
}

/// The best k of the last dimension.
void topK(OpShapes &op) {
  op.because("k of the last dimension");
  Shape shape = op.shape(0);
  std::optional<int64_t> k = op.integer({"k"});
  if (!k || !shape.hasRank || shape.rank() == 0)
    return;
  shape.dims.back() = op.literal(*k);
  op.setAll(shape);
}

} // namespace

static constexpr RuleRow hloRows[] = {
    {"abs mulhi atan2 cbrt ceil clz count_leading_zeros complex "
     "cosine "
     "cos erf exponential exponential_minus_one floor imag is_finite "
     "log log_plus_one logistic map negate not population_count popcnt "
     "power real reduce_precision round_nearest_afz "
     "round_nearest_even rsqrt shift_left shift_right_arithmetic "
     "shift_right_logical sine sin sqrt tan tanh xor stochastic_convert "
     "erf_inv acos acosh asin asin_acos_kernel asinh atan atanh bessel_i1e "
     "conj cosh digamma "
     "erfc is_inf is_neg_inf is_pos_inf lgamma next_after polygamma sinh zeta "
     "square copy add_dependency domain",
     elementwise},
    {"convert", sameInteger},
    {"constant", constant},
    {"iota create_token infeed recv replica_id partition_id "
     "composite async_done get_tuple_element bitcast rng_bit_generator "
     "while case if",
     stated},
    {"send outfeed tuple async_start async_update after_all", noShape},
    {"dynamic_iota", sizedBy<0>},
    {"dynamic_broadcast_in_dim dynamic_reshape", sizedBy<1>},
    {"rng", sizedBy<2>},
    {"get_dimension_size", getDimensionSize},
    {"set_dimension_size", setDimensionSize},
    {"reshape", reshape},
    {"concatenate", concatenate},
    {"transpose", transpose},
    {"slice", slice},
    {"dynamic_slice", dynamicSlice},
    {"real_dynamic_slice", realDynamicSlice},
    {"pad", pad},
    {"dynamic_pad", dynamicPad},
    {"gather", gather},
    {"dynamic_gather", dynamicGather},
    {"reverse dynamic_update_slice cholesky "
     "uniform_quantize uniform_dequantize collective_permute "
     "cross-replica-sum",
     like<0>},
    {"triangular_solve", like<1>},
    {"scatter all_reduce collective_reduce collective_broadcast "
     "optimization_barrier",
     pairwise},
    {"torch_index_select", torchIndexSelect},
    {"topk top_k", topK},
};

RuleTable shapels::hloRules() { return {"stablehlo mhlo chlo", hloRows}; }
