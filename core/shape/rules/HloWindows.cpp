//===- HloWindows.cpp - Windows of stablehlo and mhlo ---------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/ConvolutionLayouts.h"
#include "core/shape/rules/Families.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// What is left out, or empty, is the default for all.
Integers listOr(std::optional<Integers> list, size_t count, int64_t value) {
  return list && !list->empty() ? *list : Integers(count, value);
}
Integers orOnes(std::optional<Integers> list, size_t count) {
  return listOr(std::move(list), count, 1);
}

/// What moves over `count` dimensions.
struct Windows {
  size_t count;
  Integers strides, base, dilations, padding;
};

/// Whether there is one for each dimension, none of them 0 or less.
bool arePositive(OpShapes &op, llvm::StringRef what, llvm::StringRef names,
                 llvm::ArrayRef<int64_t> list, size_t count) {
  Subjects about = {Subject::attribute(names)};
  if (list.size() != count)
    op.reject("has " + llvm::Twine(list.size()) + " " + what + " for " +
                  llvm::Twine(count) + " dimensions",
              about);
  for (int64_t value : list)
    if (value <= 0)
      op.reject("has " + llvm::Twine(value) + " among its " + what +
                    ", which must be positive",
                about);
  return list.size() == count &&
         llvm::all_of(list, [](int64_t value) { return value > 0; });
}

bool areWindows(OpShapes &op, const Windows &windows) {
  bool areGood = arePositive(op, "window strides", "window_strides|stride",
                             windows.strides, windows.count);
  areGood &= arePositive(op, "base dilations",
                         "base_dilations|lhs_dilation|lhs_dilate", windows.base,
                         windows.count);
  areGood &= arePositive(op, "window dilations",
                         "window_dilations|rhs_dilation|rhs_dilate",
                         windows.dilations, windows.count);
  auto paddings = llvm::dyn_cast_if_present<mlir::DenseElementsAttr>(
      op.attribute({"padding"}));
  bool arePairs = !paddings || (paddings.getType().getRank() == 2 &&
                                paddings.getType().getDimSize(1) == 2);
  if (arePairs && windows.padding.size() == 2 * windows.count)
    return areGood;
  op.reject("has " + llvm::Twine(windows.padding.size()) +
                " paddings for the two ends of " + llvm::Twine(windows.count) +
                " dimensions",
            {Subject::attribute("padding|pad")});
  return false;
}

void reduceWindow(OpShapes &op) {
  op.because("windows");
  std::optional<Integers> window = op.integers({"window_dimensions"});
  if (!window)
    return;
  size_t rank = window->size();
  Windows windows{rank, orOnes(op.integers({"window_strides"}), rank),
                  orOnes(op.integers({"base_dilations"}), rank),
                  orOnes(op.integers({"window_dilations"}), rank),
                  listOr(op.integers({"padding"}), 2 * rank, 0)};
  for (unsigned i = 0; i < op.resultCount(); ++i)
    if (op.shape(i).hasRank && !op.shape(i).hasRankOf(rank))
      return op.reject(
          "has windows of " + llvm::Twine(rank) + " dimensions, but $" +
              llvm::Twine(i) + " has rank " + llvm::Twine(op.shape(i).rank()),
          {Subject::operand(i), Subject::attribute("window_dimensions")});
  bool isGood =
      arePositive(op, "window dimensions", "window_dimensions", *window, rank);
  if (!areWindows(op, windows) || !isGood)
    return;
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    Shape shape = op.shape(i);
    if (!shape.hasRankOf(rank))
      continue;
    for (size_t dim = 0; dim < rank; ++dim) {
      DimExpr size = padded(op, shape[dim], op.literal(0), op.literal(0),
                            op.literal(windows.base[dim] - 1));
      // A window that does not fit has no place.
      DimExpr places =
          windowed(op, size, op.literal((*window)[dim]),
                   windows.padding[2 * dim] + windows.padding[2 * dim + 1],
                   windows.strides[dim], windows.dilations[dim]);
      shape.dims[dim] = op.exprs.max(places, op.literal(0));
    }
    op.set(i, shape);
  }
}

void selectAndScatter(OpShapes &op) {
  like<0>(op);
  Shape shape = op.shape(0);
  if (!shape.hasRank)
    return;
  size_t rank = shape.rank();
  if (rank > 0 && op.written().empty() && !op.has({"window_dimensions"}))
    return op.reject("has no window_dimensions for the " + llvm::Twine(rank) +
                         " dimensions of $0",
                     {Subject::operand(0)});
  Windows windows{rank, orOnes(op.integers({"window_strides"}), rank),
                  Integers(rank, 1), Integers(rank, 1),
                  listOr(op.integers({"padding"}), 2 * rank, 0)};
  arePositive(op, "window dimensions", "window_dimensions",
              op.integers({"window_dimensions"}).value_or(Integers(rank, 1)),
              rank);
  areWindows(op, windows);
}

/// `reverse = [false, true]`
void checkReversal(OpShapes &op, size_t spatial) {
  std::string list = op.text({"window_reversal", "reverse"});
  size_t count = llvm::StringRef(list).count("false") +
                 llvm::StringRef(list).count("true");
  if (auto dense = llvm::dyn_cast_if_present<mlir::DenseElementsAttr>(
          op.attribute({"window_reversal"})))
    count = size_t(dense.getNumElements());
  if (count != 0 && count != spatial)
    op.reject("says of " + llvm::Twine(count) +
                  " window dimensions whether they are reversed, but has " +
                  llvm::Twine(spatial),
              {Subject::attribute("window_reversal|reverse")});
}

/// Whether the dimension divides into that many groups.
void checkGroups(OpShapes &op, llvm::StringRef what, unsigned operand,
                 DimExpr size, int64_t groups) {
  std::optional<int64_t> literal = size.literal();
  if (literal && groups > 0 && *literal % groups != 0)
    op.reject("has " + llvm::Twine(*literal) + " " + what + " in $" +
                  llvm::Twine(operand) + ", which do not divide into " +
                  llvm::Twine(groups) + " groups",
              {Subject::operand(operand)});
}

void checkConvolutionGroups(OpShapes &op, const Shape &input,
                            const Shape &kernel,
                            llvm::ArrayRef<ConvolutionLayout> layouts) {
  auto sizeOf = [&](const Shape &shape, size_t side, llvm::StringRef name) {
    size_t dim =
        size_t(llvm::find(layouts[side], name.str()) - layouts[side].begin());
    return dim < shape.rank() ? shape[dim] : op.exprs.unknown();
  };
  int64_t batches = op.integer({"batch_group_count"}).value_or(1);
  int64_t features = op.integer({"feature_group_count"}).value_or(1);
  if (batches > 1 && features > 1)
    op.reject("has groups of both batches and features",
              {Subject::attribute("batch_group_count")});
  checkGroups(op, "batches", 0, sizeOf(input, 0, "b"), batches);
  checkGroups(op, "input features", 0, sizeOf(input, 0, "f"), features);
  checkGroups(op, "output features", 1, sizeOf(kernel, 1, "o"), batches);
  checkGroups(op, "output features", 1, sizeOf(kernel, 1, "o"), features);
  std::optional<int64_t> all = sizeOf(input, 0, "f").literal(),
                         own = sizeOf(kernel, 1, "i").literal();
  if (all && own && features > 0 && *all % features == 0 &&
      *all / features != *own)
    op.reject("has " + llvm::Twine(*all) + " input features in $0" +
                  (features > 1 ? " in " + llvm::Twine(features) + " groups"
                                : llvm::Twine("")) +
                  ", but kernels for " + llvm::Twine(*own) + " in $1",
              {Subject::operand(1), Subject::operand(0)});
}

void checkKernel(OpShapes &op, const Shape &kernel,
                 llvm::ArrayRef<std::string> layout) {
  for (auto [dim, name] : llvm::enumerate(layout))
    if (name != "i" && name != "o" && dim < kernel.rank() && kernel[dim].is(0))
      return op.reject("has windows of 0 in dimension " + llvm::Twine(dim) +
                           " of $1, which must be positive",
                       {Subject::operand(1)});
}

/// Of a dynamic one the paddings are an operand, and only the rank of the
/// spatial part is known.
template <bool isDynamic>
void convolution(OpShapes &op) {
  op.because("convolution");
  Shape input = op.shape(0), kernel = op.shape(1);
  if (input.hasRank && kernel.hasRank && input.rank() != kernel.rank())
    rejectRanks(op, 0, 1);
  auto layouts = convolutionLayouts(op);
  if (layouts.empty() || !input.hasRank || !kernel.hasRank)
    return;
  size_t spatial = layouts[0].size() - 2;
  checkReversal(op, spatial);
  Windows windows{spatial,
                  orOnes(op.integers({"window_strides", "stride"}), spatial),
                  orOnes(op.integers({"lhs_dilation", "lhs_dilate"}), spatial),
                  orOnes(op.integers({"rhs_dilation", "rhs_dilate"}), spatial),
                  listOr(op.integers({"padding", "pad"}), 2 * spatial, 0)};
  checkConvolutionGroups(op, input, kernel, layouts);
  checkKernel(op, kernel, layouts[1]);
  int64_t batches = op.integer({"batch_group_count"}).value_or(1);
  if (!areWindows(op, windows) || batches <= 0)
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
                            op.literal(windows.base[axis] - 1));
      DimExpr places =
          windowed(op, size, kernel[weight],
                   windows.padding[2 * axis] + windows.padding[2 * axis + 1],
                   windows.strides[axis], windows.dilations[axis]);
      shape.dims.push_back(isDynamic ? op.unknown(0, unsigned(shape.rank()))
                                     : op.exprs.max(places, op.literal(0)));
    } else {
      return;
    }
  }
  op.set(0, shape);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"reduce_window", reduceWindow},
    {"select_and_scatter", selectAndScatter},
    {"convolution", convolution<false>},
    {"dynamic_conv", convolution<true>},
};

RuleTable shapels::hloWindowRules() { return {"stablehlo mhlo", rows}; }
