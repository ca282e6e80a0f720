//===- Ttir.cpp - ttir and ttnn -------------------------------------------===//
//
// Older texts hand the result's storage to an op as its last operand, made by
// an `empty`; it says nothing that the inputs do not.
//
//===----------------------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/StatedShape.h"
#include "core/shape/rules/Families.h"

#include "mlir/IR/BuiltinTypes.h"

#include <algorithm>

using namespace shapels;
using namespace shapels::rules;

namespace {

/// Whether the operand is the storage of the result.
bool isStorage(mlir::Value operand, mlir::Value result) {
  mlir::Operation *op = operand.getDefiningOp();
  return op && op->getName().getStringRef().ends_with(".empty") &&
         (operand.getType() == result.getType() ||
          !statedShape(result.getType()).isRanked());
}

/// The operands without the storage.
unsigned inputCount(OpShapes &op) {
  unsigned count = op.operandCount();
  bool hasStorage = count > 1 && op.resultCount() == 1 &&
                    isStorage(op.operation()->getOperand(count - 1),
                              op.operation()->getResult(0));
  return hasStorage ? count - 1 : count;
}

/// Whether the sizes in the type are those of tiles, or rounded up to them.
bool isTiled(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor)
    return false;
  mlir::Attribute layout = tensor.getEncoding();
  return isTypeNamed(tensor.getElementType(), "ttcore", "tile") ||
         (layout && llvm::StringRef(attributeText(layout))
                        .starts_with("#ttcore.metal_layout"));
}

bool isTiled(OpShapes &op) {
  return llvm::any_of(op.operation()->getOperandTypes(),
                      [](mlir::Type type) { return isTiled(type); }) ||
         llvm::any_of(op.operation()->getResultTypes(),
                      [](mlir::Type type) { return isTiled(type); });
}

/// Another layout for the same elements. Into tiles, it has sizes of its own.
void relayout(OpShapes &op) {
  Shape source = op.shape(0);
  if (isTiled(op) || !source.hasRankOf(op.statedRank(0).value_or(0)))
    return stated(op);
  like<0>(op);
}

void sizedByShape(OpShapes &op) {
  op.because("the attribute 'shape'");
  std::optional<Integers> sizes = op.integers({"shape"});
  if (!sizes)
    return stated(op);
  Shape shape = Shape::ranked(op.listOf(*sizes).items);
  // In a reshape -1 is what remains.
  if (op.operandCount() && llvm::is_contained(*sizes, -1))
    shape = reshaped(op, op.shape(0), op.listOf(*sizes), /*zeroCopies=*/false);
  op.set(0, shape);
}

/// Each dimension as many times as the attribute says.
void repeat(OpShapes &op) {
  op.because("the operand's shape, repeated");
  Shape shape = op.shape(0);
  std::optional<Integers> counts = op.integers(
      {"broadcast_dimensions", "repeat_dimensions", "repeat_dims", "shape"});
  if (!counts || !shape.hasRankOf(counts->size()))
    return;
  for (auto [size, count] : llvm::zip(shape.dims, *counts))
    size = op.exprs.mul(size, count);
  op.set(0, shape);
}

void slice(OpShapes &op) {
  op.because("the slice's bounds");
  std::optional<Integers> begins = op.integers({"begins"}),
                          ends = op.integers({"ends"}),
                          steps = op.integers({"step"});
  Shape source = op.shape(0), shape = Shape::ranked({});
  if (!begins || !ends || !steps || !source.hasRankOf(begins->size()) ||
      ends->size() != begins->size() || steps->size() != begins->size())
    return;
  for (size_t dim = 0; dim < source.rank(); ++dim) {
    std::optional<int64_t> size = source[dim].literal();
    int64_t begin = (*begins)[dim], end = (*ends)[dim], step = (*steps)[dim];
    if (!size || step == 0) {
      shape.dims.push_back(op.unknown(0, unsigned(dim)));
      continue;
    }
    begin += begin < 0 ? *size : 0;
    end += end < 0 ? *size : 0;
    int64_t gap = step > 0 ? end - begin : begin - end;
    int64_t width = step > 0 ? step : -step;
    shape.dims.push_back(
        op.literal(std::max<int64_t>(0, (gap + width - 1) / width)));
  }
  op.set(0, shape);
}

void permute(OpShapes &op) {
  op.because("the operand's shape, permuted");
  op.set(0, permuted(op.shape(0), op.integers({"permutation"})));
}

std::optional<size_t> axis(OpShapes &op, OpShapes::Names names,
                           const Shape &shape) {
  std::optional<int64_t> value = op.integer(names);
  return value ? axisOf(*value, shape) : std::nullopt;
}

void transpose(OpShapes &op) {
  op.because("the operand's shape, permuted");
  Shape shape = op.shape(0);
  std::optional<size_t> a = axis(op, {"dim0"}, shape),
                        b = axis(op, {"dim1"}, shape);
  if (!a || !b)
    return;
  std::swap(shape.dims[*a], shape.dims[*b]);
  op.set(0, shape);
}

void concat(OpShapes &op) {
  op.because("the operands, one behind the other");
  llvm::SmallVector<Shape> shapes;
  for (unsigned i = 0; i < inputCount(op); ++i)
    shapes.push_back(op.shape(i));
  if (std::optional<int64_t> dim = op.integer({"dim"}))
    op.set(0, concatenated(op, shapes, *dim));
}

void unsqueezed(OpShapes &op) { unsqueeze(op, op.integer({"dim"})); }

void squeeze(OpShapes &op) {
  op.because("without the axis");
  if (std::optional<int64_t> dim = op.integer({"dim"}))
    op.set(0, reduced(op, op.shape(0), {*dim}, false));
}

/// Of no axes, of all.
void reduce(OpShapes &op) {
  op.because("the operand's shape, reduced");
  Shape shape = op.shape(0);
  Integers axes =
      op.integers({"dim_arg", "dim_list", "dim"}).value_or(Integers());
  if (axes.empty())
    for (size_t dim = 0; dim < shape.rank(); ++dim)
      axes.push_back(int64_t(dim));
  if (isTiled(op))
    return stated(op);
  if (shape.hasRank)
    op.set(0,
           reduced(op, shape, axes, op.integer({"keep_dim"}).value_or(0) != 0));
}

/// Of two vectors it has one element.
Shape product(OpShapes &op) {
  Shape a = op.shape(0), b = op.shape(1);
  auto flip = [&](Shape &shape, OpShapes::Names names) {
    if (op.integer(names).value_or(0) && shape.hasRank && shape.rank() >= 2)
      std::swap(shape.dims[shape.rank() - 1], shape.dims[shape.rank() - 2]);
  };
  flip(a, {"transpose_a"});
  flip(b, {"transpose_b"});
  Shape shape = matrixProduct(op, a, b);
  return shape.hasRankOf(0) ? Shape::ranked({op.literal(1)}) : shape;
}

void matmul(OpShapes &op) {
  op.because("matrix product");
  op.set(0, product(op));
}

/// The bias broadcasts with the product, and may have the larger rank.
void linear(OpShapes &op) {
  op.because("matrix product and bias");
  bool hasBias = inputCount(op) > 2;
  Shape shape = product(op);
  op.set(0, hasBias ? broadcastShapes(op, {shape, op.shape(2)}) : shape);
}

void dotGeneral(OpShapes &op) {
  op.because("dot dimension numbers");
  Shape a = op.shape(0), b = op.shape(1), shape = Shape::ranked({});
  auto list = [&](OpShapes::Names names) {
    return op.integers(names).value_or(Integers());
  };
  Integers batchA = list({"batch_dims_lhs"}), batchB = list({"batch_dims_rhs"}),
           sumA = list({"contract_dims_lhs"}),
           sumB = list({"contract_dims_rhs"});
  if (!a.hasRank || !b.hasRank || !op.has({"contract_dims_lhs"}))
    return;
  if (batchA.size() != batchB.size() || sumA.size() != sumB.size())
    return;
  auto unite = [&](const Integers &dimsA, const Integers &dimsB) {
    Shape::Dims sizes;
    for (auto [x, y] : llvm::zip(dimsA, dimsB))
      if (std::optional<size_t> dimA = axisOf(x, a), dimB = axisOf(y, b);
          dimA && dimB)
        sizes.push_back(op.equal(a[*dimA], b[*dimB]));
    return sizes;
  };
  unite(sumA, sumB);
  shape.dims = unite(batchA, batchB);
  auto appendFree = [&](const Shape &side, const Integers &batch,
                        const Integers &sum) {
    for (size_t dim = 0; dim < side.rank(); ++dim)
      if (!llvm::is_contained(batch, int64_t(dim)) &&
          !llvm::is_contained(sum, int64_t(dim)))
        shape.dims.push_back(side[dim]);
  };
  appendFree(a, batchA, sumA);
  appendFree(b, batchB, sumB);
  op.set(0, shape);
}

/// `[begin, end)` of one axis, counted from its end where negative.
void index(OpShapes &op) {
  op.because("the slice's bounds");
  Shape shape = op.shape(0);
  std::optional<size_t> dim = axis(op, {"dim"}, shape);
  std::optional<int64_t> begin = op.integer({"begin"}),
                         end = op.integer({"end"}), step = op.integer({"step"});
  if (!dim || !begin || !end || !step || *step == 0)
    return;
  std::optional<int64_t> size = shape[*dim].literal();
  if (!size && (*begin < 0) != (*end < 0)) {
    shape.dims[*dim] = op.unknown(0, unsigned(*dim));
    return op.set(0, shape);
  }
  *begin += *begin < 0 ? size.value_or(0) : 0;
  *end += *end < 0 ? size.value_or(0) : 0;
  int64_t gap = *step > 0 ? *end - *begin : *begin - *end;
  int64_t width = *step > 0 ? *step : -*step;
  shape.dims[*dim] =
      op.literal(std::max<int64_t>(0, (gap + width - 1) / width));
  op.set(0, shape);
}

/// Before and behind each dimension.
void pad(OpShapes &op) {
  op.because("the operand's shape, padded");
  Shape shape = op.shape(0);
  std::optional<Integers> padding = op.integers({"padding"});
  if (!shape.hasRank || !padding || padding->size() != 2 * shape.rank())
    return;
  for (size_t dim = 0; dim < shape.rank(); ++dim)
    shape.dims[dim] =
        op.exprs.add(shape[dim], (*padding)[2 * dim] + (*padding)[2 * dim + 1]);
  op.set(0, shape);
}

/// Begins and ends are operands.
void sliceDynamic(OpShapes &op) {
  op.because("the slice's bounds");
  Shape shape = op.shape(0);
  std::optional<Integers> begins = op.literals(1), ends = op.literals(2),
                          steps = op.integers({"step"});
  if (!shape.hasRank)
    return;
  size_t rank = shape.rank();
  bool isKnown = begins && ends && begins->size() == rank &&
                 ends->size() == rank && (!steps || steps->size() == rank);
  for (size_t dim = 0; dim < rank; ++dim) {
    int64_t begin = isKnown ? (*begins)[dim] : -1,
            end = isKnown ? (*ends)[dim] : -1, step = steps ? (*steps)[dim] : 1;
    bool isPlain = begin >= 0 && end >= begin && step > 0;
    shape.dims[dim] = isPlain ? op.literal((end - begin + step - 1) / step)
                              : op.unknown(0, unsigned(dim));
  }
  op.set(0, shape);
}

/// Parts of other devices behind each other: only the other axes are known.
void allGather(OpShapes &op) {
  op.because("the operand's shape, gathered");
  Shape shape = op.shape(0);
  std::optional<size_t> dim =
      axis(op, {"all_gather_dim", "scatter_dim"}, shape);
  if (!dim)
    return stated(op);
  shape.dims[*dim] = op.unknown(0, unsigned(*dim));
  op.set(0, shape);
}

/// By stablehlo's dimension numbers, or along an axis as torch has it.
void gather(OpShapes &op) {
  if (!op.has({"start_index_map"}))
    return like<1>(op);
  op.because("indices and slice sizes");
  auto list = [&](OpShapes::Names names) {
    return op.integers(names).value_or(Integers());
  };
  GatherDims dims{list({"offset_dims"}), list({"collapsed_slice_dims"}),
                  list({"operand_batching_dims"}),
                  op.integer({"index_vector_dim"}).value_or(0)};
  op.set(0,
         gathered(op.shape(1), op.listOf(list({"slice_sizes"})).items, dims));
}

void embedding(OpShapes &op) {
  op.because("weight and indices");
  Shape shape = op.shape(0), weight = op.shape(1);
  if (!shape.hasRank || !weight.hasRank || weight.rank() == 0)
    return;
  shape.dims.push_back(weight.dims.back());
  op.set(0, shape);
}

void repeatInterleave(OpShapes &op) {
  op.because("the operand's shape, repeated");
  Shape shape = op.shape(0);
  std::optional<int64_t> count = op.integer({"repeats"});
  std::optional<size_t> dim = axis(op, {"dim"}, shape);
  if (!count || !dim)
    return;
  shape.dims[*dim] = op.exprs.mul(shape[*dim], *count);
  op.set(0, shape);
}

void topK(OpShapes &op) {
  op.because("k of the axis");
  Shape shape = op.shape(0);
  std::optional<int64_t> k = op.integer({"k"});
  std::optional<size_t> dim = axisOf(op.integer({"dim"}).value_or(-1), shape);
  if (!k || !dim)
    return;
  shape.dims[*dim] = op.literal(*k);
  op.setAll(shape);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"add subtract multiply div divide remainder maximum minimum pow atan2 eq "
     "ne gt ge lt le logical_and logical_or logical_xor bitwise_and "
     "bitwise_or bitwise_xor logical_left_shift logical_right_shift where",
     broadcast},
    {"abs neg negate exp expm1 log log1p sqrt rsqrt cbrt reciprocal sin cos "
     "tan atan tanh sigmoid relu relu6 silu gelu leaky_relu hardsigmoid mish "
     "erf erfc sign floor ceil round isfinite logical_not bitwise_not "
     "clamp_scalar clamp_tensor softmax typecast cumsum "
     "fill_cache update_cache paged_update_cache paged_fill_cache rms_norm "
     "layer_norm group_norm batch_norm_inference quantize dequantize "
     "requantize all_reduce collective_permute reverse scatter "
     "to_memory_config to_tensor_spec to_device from_device to_dtype copy "
     "distributed_rms_norm rotary_embedding rotary_embedding_llama "
     "scaled_dot_product_attention scaled_dot_product_attention_decode "
     "chunked_scaled_dot_product_attention "
     "paged_scaled_dot_product_attention_decode clone assign",
     like<0>},
    {"to_layout", relayout},
    {"gather", gather},
    {"reshape full zeros ones empty", sizedByShape},
    {"constant", constant},
    {"arange mesh_shard rand all_to_all index_select prepare_conv2d_weights "
     "prepare_conv2d_bias ttnn_metal_layout_cast",
     stated},
    {"all_gather reduce_scatter", allGather},
    {"index", index},
    {"pad", pad},
    {"slice_dynamic", sliceDynamic},
    {"broadcast repeat", repeat},
    {"slice slice_static", slice},
    {"permute", permute},
    {"transpose", transpose},
    {"concat", concat},
    {"unsqueeze", unsqueezed},
    {"squeeze", squeeze},
    {"sum mean max min prod reduce_or reduce_and argmax", reduce},
    {"matmul", matmul},
    {"linear", linear},
    {"dot_general", dotGeneral},
    {"embedding", embedding},
    {"repeat_interleave", repeatInterleave},
    {"topk", topK},
    {"sort", like<0>},
};
RuleTable shapels::ttirRules() { return {"ttir ttnn", rows}; }
