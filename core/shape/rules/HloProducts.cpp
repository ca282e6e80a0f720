//===- HloProducts.cpp - Products, windows, reductions of stablehlo, mhlo -===//

#include "shapels/shape/Rules.h"
#include "shapels/shape/rules/Families.h"

#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// Batching dimensions, then those of each side that are not contracted.
void dotGeneral(OpShapes &op) {
  op.because("dot dimension numbers");
  OpShapes::Names numbers = {"dot_dimension_numbers"};
  auto list = [&](llvm::StringRef key) {
    return op.integersWithin(numbers, key).value_or(Integers());
  };
  Shape a = op.shape(0), b = op.shape(1);
  Integers batchA = list("lhs_batching_dimensions"),
           batchB = list("rhs_batching_dimensions"),
           contractedA = list("lhs_contracting_dimensions"),
           contractedB = list("rhs_contracting_dimensions");
  if (!op.has(numbers)) {
    if (op.written().empty())
      return;
    batchA = op.written("batching_dims", 0);
    batchB = op.written("batching_dims", 1);
    contractedA = op.written("contracting_dims", 0);
    contractedB = op.written("contracting_dims", 1);
  }
  if (!a.hasRank || !b.hasRank || batchA.size() != batchB.size())
    return;
  Shape shape = Shape::ranked({});
  for (auto [x, y] : llvm::zip(batchA, batchB)) {
    std::optional<size_t> dimA = axisOf(x, a), dimB = axisOf(y, b);
    if (!dimA || !dimB)
      return;
    shape.dims.push_back(op.equal(a[*dimA], b[*dimB]));
  }
  for (auto [x, y] : llvm::zip(contractedA, contractedB))
    if (std::optional<size_t> dimA = axisOf(x, a), dimB = axisOf(y, b);
        dimA && dimB)
      op.equal(a[*dimA], b[*dimB]);
  auto appendFree = [&](const Shape &side, llvm::ArrayRef<int64_t> batch,
                        llvm::ArrayRef<int64_t> contracted) {
    for (size_t dim = 0; dim < side.rank(); ++dim)
      if (!llvm::is_contained(batch, int64_t(dim)) &&
          !llvm::is_contained(contracted, int64_t(dim)))
        shape.dims.push_back(side[dim]);
  };
  appendFree(a, batchA, contractedA);
  appendFree(b, batchB, contractedB);
  op.set(0, shape);
}

/// The last dimension of the left side with the first of the right one.
void dot(OpShapes &op) {
  op.because("matrix product");
  Shape a = op.shape(0), b = op.shape(1);
  if (!a.hasRank || !b.hasRank || a.rank() == 0 || b.rank() == 0)
    return;
  op.equal(a.dims.back(), b.dims.front());
  Shape shape = Shape::ranked(llvm::ArrayRef(a.dims).drop_back());
  llvm::append_range(shape.dims, llvm::ArrayRef(b.dims).drop_front());
  op.set(0, shape);
}

/// The first half of the operands, each reduced.
void reduce(OpShapes &op) {
  op.because("the operands' shape, reduced");
  std::optional<Integers> axes = op.integers({"dimensions"});
  for (unsigned i = 0; axes && i < op.resultCount(); ++i)
    op.set(i, reduced(op, op.shape(i), *axes, false));
}

Integers orOnes(std::optional<Integers> list, size_t count) {
  return list ? *list : Integers(count, 1);
}

void reduceWindow(OpShapes &op) {
  op.because("windows");
  std::optional<Integers> window = op.integers({"window_dimensions"});
  if (!window)
    return;
  size_t rank = window->size();
  Integers strides = orOnes(op.integers({"window_strides"}), rank),
           base = orOnes(op.integers({"base_dilations"}), rank),
           dilations = orOnes(op.integers({"window_dilations"}), rank),
           padding = op.integers({"padding"}).value_or(Integers(2 * rank, 0));
  if (strides.size() != rank || base.size() != rank ||
      dilations.size() != rank || padding.size() != 2 * rank)
    return;
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    Shape shape = op.shape(i);
    if (!shape.hasRankOf(rank))
      continue;
    for (size_t dim = 0; dim < rank; ++dim) {
      DimExpr size = padded(op, shape[dim], op.literal(0), op.literal(0),
                            op.literal(base[dim] - 1));
      // A window that does not fit has no place.
      DimExpr places = windowed(op, size, op.literal((*window)[dim]),
                                padding[2 * dim] + padding[2 * dim + 1],
                                strides[dim], dilations[dim]);
      shape.dims[dim] = op.exprs.max(places, op.literal(0));
    }
    op.set(i, shape);
  }
}

/// `[b, 0, 1, f]` in `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[...]>`.
using Layouts = llvm::SmallVector<llvm::SmallVector<std::string>>;

/// The same, spelled out: `raw input_batch_dimension = 0, ...`.
Layouts rawLayoutsOf(llvm::StringRef text) {
  Layouts layouts;
  for (llvm::StringRef side : {"input", "kernel", "output"}) {
    auto find = [&](llvm::StringRef what) {
      return integersInText(text, (side + "_" + what).str())
          .value_or(Integers());
    };
    bool isKernel = side == "kernel";
    Integers batch =
                 find(isKernel ? "input_feature_dimension" : "batch_dimension"),
             feature = find(isKernel ? "output_feature_dimension"
                                     : "feature_dimension"),
             spatial = find("spatial_dimensions");
    llvm::SmallVector<std::string> layout(spatial.size() + 2);
    auto name = [&](int64_t dim, std::string what) {
      if (dim >= 0 && dim < int64_t(layout.size()))
        layout[size_t(dim)] = std::move(what);
    };
    if (batch.size() != 1 || feature.size() != 1)
      return {};
    name(batch[0], isKernel ? "i" : "b");
    name(feature[0], isKernel ? "o" : "f");
    for (auto [axis, dim] : llvm::enumerate(spatial))
      name(dim, std::to_string(axis));
    layouts.push_back(std::move(layout));
  }
  return layouts;
}

Layouts layoutsOf(llvm::StringRef text) {
  if (text.contains("raw"))
    return rawLayoutsOf(text);
  Layouts layouts;
  while (layouts.size() < 3) {
    size_t open = text.find('['), close = text.find(']', open);
    if (open == text.npos || close == text.npos)
      return {};
    layouts.emplace_back();
    for (llvm::StringRef part : llvm::split(text.slice(open + 1, close), ','))
      layouts.back().push_back(part.trim().str());
    text = text.drop_front(close + 1);
  }
  return layouts;
}

void convolution(OpShapes &op) {
  op.because("convolution");
  std::string numbers = op.text({"dimension_numbers", "dim_numbers"});
  auto layouts = layoutsOf(numbers);
  Shape input = op.shape(0), kernel = op.shape(1);
  if (layouts.size() != 3 || !input.hasRankOf(layouts[0].size()) ||
      !kernel.hasRankOf(layouts[1].size()) || layouts[0].size() < 2)
    return;
  size_t spatial = layouts[0].size() - 2;
  Integers strides = orOnes(op.integers({"window_strides", "stride"}), spatial),
           lhs = orOnes(op.integers({"lhs_dilation", "lhs_dilate"}), spatial),
           rhs = orOnes(op.integers({"rhs_dilation", "rhs_dilate"}), spatial),
           padding = op.integers({"padding", "pad"})
                         .value_or(Integers(2 * spatial, 0));
  int64_t batches = op.integer({"batch_group_count"}).value_or(1);
  if (strides.size() != spatial || lhs.size() != spatial ||
      rhs.size() != spatial || padding.size() != 2 * spatial || batches <= 0)
    return;
  auto dimOf = [](llvm::ArrayRef<std::string> layout, llvm::StringRef name) {
    return size_t(llvm::find(layout, name.str()) - layout.begin());
  };
  Shape shape = Shape::ranked({});
  for (const std::string &name : layouts[2]) {
    llvm::StringRef inKernel = name == "f" ? "o" : llvm::StringRef(name);
    size_t from = dimOf(layouts[0], name), weight = dimOf(layouts[1], inKernel);
    if (from >= input.rank() || (name != "b" && weight >= kernel.rank()))
      return;
    size_t axis = 0;
    if (name == "b") {
      shape.dims.push_back(op.exprs.floorDiv(input[from], op.literal(batches)));
    } else if (name == "f") {
      shape.dims.push_back(kernel[weight]);
    } else if (!llvm::StringRef(name).getAsInteger(10, axis) &&
               axis < spatial) {
      DimExpr size = padded(op, input[from], op.literal(0), op.literal(0),
                            op.literal(lhs[axis] - 1));
      DimExpr places = windowed(op, size, kernel[weight],
                                padding[2 * axis] + padding[2 * axis + 1],
                                strides[axis], rhs[axis]);
      shape.dims.push_back(op.exprs.max(places, op.literal(0)));
    } else {
      return;
    }
  }
  op.set(0, shape);
}

void einsumOf(OpShapes &op) {
  op.because("the equation");
  op.set(0, einsum(op, op.text({"einsum_config", "config"})));
}

/// Of real numbers half the spectrum is enough.
void fft(OpShapes &op) {
  op.because("the transform's length");
  Shape shape = op.shape(0);
  std::string type = op.text({"fft_type", "type"});
  std::optional<Integers> length = op.integers({"fft_length", "length"});
  if (!shape.hasRank || shape.rank() == 0 || !length || length->empty())
    return;
  bool isInverse = type.find("IRFFT") != type.npos;
  if (isInverse)
    for (size_t i = 0; i < length->size() && i < shape.rank(); ++i)
      shape.dims[shape.rank() - 1 - i] =
          op.literal((*length)[length->size() - 1 - i]);
  else if (type.find("RFFT") != type.npos)
    shape.dims.back() = op.literal(length->back() / 2 + 1);
  op.set(0, shape);
}

/// The operand's, and one size per feature.
void batchNorm(OpShapes &op) {
  op.because("the operand, and one per feature");
  op.set(0, op.shape(0));
  for (unsigned i = 1; i < op.resultCount(); ++i)
    op.set(i, op.shape(1));
}

} // namespace

static constexpr RuleRow rows[] = {
    {"dot_general", dotGeneral},
    {"dot", dot},
    {"reduce", reduce},
    {"reduce_window", reduceWindow},
    {"convolution", convolution},
    {"fft", fft},
    {"batch_norm_training batch_norm_grad", batchNorm},
    {"einsum unary_einsum", einsumOf},
};

RuleTable shapels::hloProductRules() { return {"stablehlo mhlo", rows}; }
