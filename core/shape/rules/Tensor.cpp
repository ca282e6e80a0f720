//===- Tensor.cpp - tensor, and what memref and bufferization share -------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

//===----------------------------------------------------------------------===//
// Sizes as values
//===----------------------------------------------------------------------===//

void dim(OpShapes &op) {
  Shape shape = op.shape(0);
  std::optional<Integers> index = op.literals(1);
  if (!index || index->size() != 1 || index->front() < 0)
    return;
  auto number = static_cast<size_t>(index->front());
  if (shape.hasRank && number < shape.rank())
    op.setScalar(0, shape[number]);
}

void rank(OpShapes &op) {
  if (Shape shape = op.shape(0); shape.hasRank)
    op.setScalar(0, op.literal(int64_t(shape.rank())));
}

void fromElementList(OpShapes &op) {
  stated(op);
  Shape shape = op.stated(0);
  Elements elements;
  for (unsigned i = 0; i < op.operandCount() && i <= Elements::most; ++i)
    elements.items.push_back(op.scalar(i));
  elements.isScalar = shape.rank() == 0;
  if (shape.rank() <= 1)
    op.setElements(0, elements);
}

void extract(OpShapes &op) {
  std::optional<int64_t> index = op.operandCount() == 1 ? 0 : numberOf(op, 1);
  if (op.operandCount() <= 2 && index)
    if (DimExpr element = op.element(0, *index))
      op.setScalar(0, element);
}

//===----------------------------------------------------------------------===//
// Making tensors
//===----------------------------------------------------------------------===//

void splat(OpShapes &op) {
  op.because("stated by its type and operands");
  llvm::SmallVector<DimExpr> sizes;
  for (unsigned i = 1; i < op.operandCount(); ++i)
    sizes.push_back(op.scalar(i));
  op.set(0, op.stated(0, sizes));
}

/// Dynamic sizes are the operands of one group.
template <unsigned number>
void statedWithGroup(OpShapes &op) {
  op.because("stated by its type and operands");
  auto [first, count] = op.group(number);
  llvm::SmallVector<DimExpr> sizes;
  for (unsigned i = first; i < first + count; ++i)
    sizes.push_back(op.scalar(i));
  op.set(0, op.stated(0, sizes));
}

/// As its copy, if it has one.
void allocTensor(OpShapes &op) {
  auto [copy, count] = op.group(1);
  if (count == 1)
    return op.set(0, op.shape(copy));
  statedWithGroup<0>(op);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// The sizes operands: static ones in the attribute, others in group 2.
void extractSlice(OpShapes &op) {
  op.because("the slice's sizes");
  std::optional<Integers> sizes = op.integers({"static_sizes"});
  if (sizes)
    op.set(0, rankReduced(op, mixed(op, *sizes, op.group(2).first), 0));
}

/// The source has the slice's sizes, unless it lacks some of size 1.
void insertSlice(OpShapes &op) {
  like<1>(op);
  std::optional<Integers> sizes = op.integers({"static_sizes"});
  Shape source = op.shape(0);
  if (!sizes || !source.hasRankOf(sizes->size()))
    return;
  Shape slice = mixed(op, *sizes, op.group(3).first);
  for (size_t dim = 0; dim < slice.rank() && dim < source.rank(); ++dim)
    op.equal(source[dim], slice[dim]);
}

void pad(OpShapes &op) {
  op.because("the operand's shape, padded");
  Shape shape = op.shape(0);
  std::optional<Integers> low = op.integers({"static_low"}),
                          high = op.integers({"static_high"});
  if (!low || !high || !shape.hasRankOf(low->size()) ||
      high->size() != low->size())
    return;
  Shape before = mixed(op, *low, op.group(1).first);
  Shape behind = mixed(op, *high, op.group(2).first);
  for (size_t dim = 0; dim < shape.rank(); ++dim)
    shape.dims[dim] =
        op.exprs.add(shape[dim], op.exprs.add(before[dim], behind[dim]));
  op.set(0, shape);
}

void concat(OpShapes &op) {
  op.because("the operands, one behind the other");
  if (std::optional<int64_t> axis = op.integer({"dim"}))
    op.set(0, concatenated(op, shapesFrom(op, 0), *axis));
}

/// The indices' outer dimensions, then the sizes of a slice, whose unit
/// dimensions may be dropped.
void gather(OpShapes &op) {
  op.because("indices and slice sizes");
  Shape source = op.shape(0), indices = op.shape(1);
  std::optional<Integers> dims = op.integers({"gather_dims"});
  if (!dims || !source.hasRank || !indices.hasRank || indices.rank() == 0)
    return;
  Shape full = Shape::ranked(llvm::ArrayRef(indices.dims).drop_back());
  Shape dropped = full;
  for (size_t dim = 0; dim < source.rank(); ++dim) {
    bool isGathered = llvm::is_contained(*dims, int64_t(dim));
    full.dims.push_back(isGathered ? op.literal(1) : source[dim]);
    if (!isGathered)
      dropped.dims.push_back(source[dim]);
  }
  std::optional<size_t> rank = op.statedRank(0);
  if (rank == full.rank())
    op.set(0, full);
  else if (rank == dropped.rank())
    op.set(0, dropped);
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

void collapse(OpShapes &op) {
  op.because("the operand's shape, collapsed");
  op.set(0,
         collapsed(op, op.shape(0), groupsOf(op.attribute({"reassociation"}))));
}

void expand(OpShapes &op) {
  op.because("the output shape");
  std::optional<Integers> sizes = op.integers({"static_output_shape"});
  if (!sizes)
    return;
  Shape shape = mixed(op, *sizes, 1), source = op.shape(0);
  auto groups = groupsOf(op.attribute({"reassociation"}));
  // A group that has one member is its source's dimension.
  for (auto [dim, group] : llvm::enumerate(groups))
    if (group.size() == 1 && source.hasRankOf(groups.size()) && group[0] >= 0 &&
        group[0] < int64_t(shape.rank()))
      shape.dims[size_t(group[0])] =
          op.equal(source[dim], shape[size_t(group[0])]);
  op.set(0, shape);
}

void reshape(OpShapes &op) {
  op.because("the shape operand");
  std::optional<Elements> target = op.elements(1);
  Shape sizes = op.shape(1), source = op.shape(0);
  std::optional<int64_t> rank =
      sizes.hasRankOf(1) ? sizes[0].literal() : std::nullopt;
  // All of the elements in one dimension.
  if (rank == 1 && source.hasRank)
    return op.set(0, Shape::ranked({op.exprs.product(source.dims)}));
  if (target && !target->isScalar)
    return op.set(0, fromElements(op, *target, 0));
  Shape shape = Shape::ranked({});
  for (unsigned dim = 0; rank && dim < *rank && dim < Elements::most; ++dim)
    shape.dims.push_back(op.unknown(0, dim));
  if (rank && shape.rank() == size_t(*rank))
    op.set(0, shape);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void view(OpShapes &op) {
  op.because("stated by its type and operands");
  llvm::SmallVector<DimExpr> sizes;
  for (unsigned i = 2; i < op.operandCount(); ++i)
    sizes.push_back(op.scalar(i));
  op.set(0, op.stated(0, sizes));
}

/// Base buffer, offset, sizes, strides.
void metadata(OpShapes &op) {
  Shape shape = op.shape(0);
  op.set(0, Shape::ranked({}));
  if (shape.hasRank)
    for (unsigned dim = 0; dim < shape.rank(); ++dim)
      op.setScalar(2 + dim, shape[dim]);
}

void transpose(OpShapes &op) {
  op.because("the operand's shape, permuted");
  auto map = llvm::dyn_cast_if_present<mlir::AffineMapAttr>(
      op.attribute({"permutation"}));
  if (!map || !map.getValue().isPermutation())
    return;
  Integers permutation;
  for (unsigned i = 0; i < map.getValue().getNumResults(); ++i)
    permutation.push_back(map.getValue().getDimPosition(i));
  op.set(0, permuted(op.shape(0), permutation));
}

} // namespace

static constexpr RuleRow tensorRows[] = {
    {"dim", dim},
    {"rank", rank},
    {"empty generate", statedWithOperands},
    {"splat", splat},
    {"from_elements", fromElementList},
    {"extract", extract},
    {"cast", cast},
    {"bitcast", like<0>},
    {"insert scatter", like<1>},
    {"insert_slice", insertSlice},
    {"extract_slice", extractSlice},
    {"pad", pad},
    {"concat", concat},
    {"gather", gather},
    {"collapse_shape", collapse},
    {"expand_shape", expand},
    {"reshape", reshape},
};
RuleTable shapels::tensorRules() { return {"tensor", tensorRows}; }

static constexpr RuleRow memrefRows[] = {
    {"dim", dim},
    {"rank", rank},
    {"alloc alloca", statedWithGroup<0>},
    {"realloc get_global", stated},
    {"cast", cast},
    {"memory_space_cast assume_alignment", like<0>},
    {"distinct_objects", pairwise},
    {"subview", extractSlice},
    {"reinterpret_cast", extractSlice},
    {"view", view},
    {"reshape", reshape},
    {"collapse_shape", collapse},
    {"expand_shape", expand},
    {"transpose", transpose},
    {"extract_strided_metadata", metadata},
    {"load atomic_rmw", [](OpShapes &) {}},
};
RuleTable shapels::memrefRules() { return {"memref", memrefRows}; }

static constexpr RuleRow gpuRows[] = {
    {"alloc", statedWithGroup<1>},
};
RuleTable shapels::gpuRules() { return {"gpu", gpuRows}; }

static constexpr RuleRow bufferizationRows[] = {
    {"to_tensor to_buffer clone", like<0>},
    {"materialize_in_destination", like<1>},
    {"alloc_tensor", allocTensor},
};
RuleTable shapels::bufferizationRules() {
  return {"bufferization", bufferizationRows};
}
