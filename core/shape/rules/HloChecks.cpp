//===- HloChecks.cpp ------------------------------------------------------===//

#include "core/shape/rules/HloChecks.h"
#include "core/shape/ConstraintKinds.h"
#include "core/shape/StatedShape.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace shapels::constraints;
using llvm::Twine;

void rules::checkScatter(OpShapes &op) {
  unsigned count = op.resultCount();
  Shape input = op.shape(0), indices = op.shape(count),
        updates = op.shape(count + 1);
  std::optional<Integers> vector = read(op, "index_vector_dim"),
                          windows = read(op, "update_window_dims"),
                          inserted = read(op, "inserted_window_dims"),
                          batching = read(op, "input_batching_dims");
  if (!input.hasRank || !indices.hasRank || !updates.hasRank || !vector ||
      vector->size() != 1 || !windows || !inserted || !batching)
    return;
  Shape::Dims window, batch;
  for (auto [dim, size] : llvm::enumerate(input.dims))
    if (!llvm::is_contained(*inserted, int64_t(dim)) &&
        !llvm::is_contained(*batching, int64_t(dim)))
      window.push_back(size);
  for (auto [dim, size] : llvm::enumerate(indices.dims))
    if (int64_t(dim) != vector->front())
      batch.push_back(size);
  Subjects about = {Subject::operand(count + 1), Subject::operand(0)};
  if (updates.rank() != batch.size() + windows->size())
    return op.reject(
        "needs updates of rank " + Twine(batch.size() + windows->size()) +
            ", but " + nameOf(about[0]) + " has rank " + Twine(updates.rank()),
        about);
  size_t nextWindow = 0, nextBatch = 0;
  for (auto [dim, size] : llvm::enumerate(updates.dims)) {
    bool isWindow = llvm::is_contained(*windows, int64_t(dim));
    if (isWindow ? nextWindow == window.size() : nextBatch == batch.size())
      return;
    DimExpr other = isWindow ? window[nextWindow++] : batch[nextBatch++];
    std::optional<int64_t> own = size.literal(), most = other.literal();
    if (!own || !most || (isWindow ? *own <= *most : *own == *most))
      continue;
    about[1] = Subject::operand(isWindow ? 0 : count);
    return op.reject("needs updates as " +
                         Twine(isWindow ? "small as the windows of "
                                        : "many as the indices in ") +
                         nameOf(about[1]) + ", which are " + Twine(*most) +
                         ", but dimension " + Twine(dim) + " of " +
                         nameOf(about[0]) + " is " + Twine(*own),
                     about);
  }
}

void rules::checkFft(OpShapes &op) {
  std::optional<Integers> length = op.integers({"fft_length", "length"});
  Shape shape = op.shape(0);
  std::string type = op.text({"fft_type", "type"});
  if (type.empty())
    type = op.written().take_until([](char c) { return c == ':'; }).str();
  bool isReal = type.find("RFFT") != type.npos;
  if (!length || !shape.hasRank)
    return;
  Subject subject = Subject::attribute("fft_length|length");
  if (length->empty() || length->size() > 3)
    return op.reject("has " + Twine(length->size()) +
                         " in fft_length, where 1 to 3 are possible",
                     {subject});
  if (length->size() > shape.rank())
    return op.reject("transforms " + Twine(length->size()) +
                         " dimensions, but $0 has rank " + Twine(shape.rank()),
                     {Subject::operand(0)});
  bool isInverse = type.find("IRFFT") != type.npos;
  for (size_t i = 0; isReal && i < length->size(); ++i) {
    size_t dim = shape.rank() - length->size() + i;
    bool isLast = i + 1 == length->size();
    int64_t wanted = isInverse && isLast ? (*length)[i] / 2 + 1 : (*length)[i];
    std::optional<int64_t> size = shape[dim].literal();
    if (size && *size != wanted && (*size != 0 || wanted != 0))
      return op.reject("transforms " + Twine(wanted) + " in dimension " +
                           Twine(dim) + " of $0, which is " + Twine(*size),
                       {Subject::operand(0), subject});
  }
}

void rules::checkTriangularSolve(OpShapes &op) {
  Shape a = op.shape(0), b = op.shape(1);
  std::string left = op.text({"left_side"});
  if (!a.hasRank || !b.hasRankOf(a.rank()) || a.rank() < 2 || left.empty())
    return;
  size_t dim = b.rank() - (left == "false" ? 1 : 2);
  std::optional<int64_t> x = a.dims.back().literal(), y = b[dim].literal();
  if (x && y && *x != *y)
    op.reject("solves for " + Twine(*x) + ", but dimension " + Twine(dim) +
                  " of $1 is " + Twine(*y),
              {Subject::operand(1), Subject::operand(0)});
}

/// Whether the operands have one shape as far as it is known.
static void checkAlike(OpShapes &op, unsigned first, unsigned count) {
  for (unsigned i = first + 1; i < first + count; ++i) {
    Constraint rank = sameRank(operand(first), operand(i)),
               sizes = sameSizes(operand(first), operand(i));
    rank.kind(op, rank);
    if (!op.isRejected())
      sizes.kind(op, sizes);
    if (op.isRejected())
      return;
  }
}

bool rules::hasInitsBetween(OpShapes &op) {
  return op.resultCount() > 1 && op.written().contains("init:");
}

void rules::checkInputs(OpShapes &op) {
  unsigned count = op.resultCount();
  if (hasInitsBetween(op))
    return;
  checkAlike(op, 0, count);
  if (op.name().ends_with(".scatter") && !op.isRejected())
    checkAlike(op, count + 1, count);
}

/// Of rank-for-rank types: two known sizes that differ, or other ranks.
static bool canBeOne(const TypeShape &a, const TypeShape &b) {
  if (!a.isRanked() || !b.isRanked())
    return true;
  return a.rank() == b.rank() &&
         llvm::all_of(llvm::zip(*a.dims, *b.dims), [](auto both) {
           auto [x, y] = both;
           return !x.isStatic() || !y.isStatic() || x == y;
         });
}

/// Whether the sizes are some of the others, in their order.
static bool isAmong(const TypeShape &some, const Shape &all) {
  size_t next = 0;
  for (Dim dim : *some.dims) {
    auto fits = [&](DimExpr size) {
      return !dim.isStatic() || !size.literal() || size.is(dim.size());
    };
    while (next < all.rank() && !fits(all[next]))
      ++next;
    if (next++ >= all.rank())
      return false;
  }
  return true;
}

static std::string sizesText(const TypeShape &shape) {
  return shape.rank() == 0 ? "no sizes" : "sizes " + formatDims(*shape.dims);
}

static std::optional<Shape> windowOf(OpShapes &op) {
  std::optional<Integers> sizes = op.integers({"window_dimensions"});
  if (!sizes)
    return std::nullopt;
  Shape window = Shape::ranked({});
  for (int64_t size : *sizes)
    window.dims.push_back(op.literal(size));
  return window;
}

void rules::checkReducer(OpShapes &op) {
  unsigned count = op.resultCount();
  mlir::Operation *own = op.operation();
  if (own->getNumRegions() != 1 || own->getRegion(0).empty() ||
      op.operandCount() != 2 * count || hasInitsBetween(op))
    return;
  mlir::Block &block = own->getRegion(0).front();
  if (block.empty() || block.back().getNumOperands() != count ||
      block.back().getNumResults() != 0)
    return;
  for (unsigned i = 0; i < count; ++i) {
    TypeShape yielded = statedShape(block.back().getOperand(i).getType()),
              init = statedShape(own->getOperand(count + i).getType());
    if (!canBeOne(yielded, init))
      return op.reject("yields " + sizesText(yielded) +
                           " where its initial value $" + Twine(count + i) +
                           " has " + sizesText(init),
                       {Subject::yielded(0, i), Subject::operand(count + i)});
    std::optional<Shape> window = windowOf(op);
    Shape all = window ? *window : op.shape(i);
    if (all.hasRank && yielded.isRanked() && !isAmong(yielded, all))
      return op.reject(
          "yields " + sizesText(yielded) + ", which are not among those of " +
              (window ? "window_dimensions" : "$" + llvm::utostr(i)),
          {Subject::yielded(0, i), window
                                       ? Subject::attribute("window_dimensions")
                                       : Subject::operand(i)});
  }
}

void rules::checkGroupSize(OpShapes &op) {
  auto groups = llvm::dyn_cast_if_present<mlir::ElementsAttr>(
      op.attribute({"replica_groups"}));
  std::optional<int64_t> parts = op.integer({"split_count"});
  mlir::ShapedType type = groups ? groups.getShapedType() : mlir::ShapedType();
  if (type && type.getRank() == 2 && parts && type.getDimSize(1) != *parts)
    op.reject("splits into " + Twine(*parts) +
                  " parts, but its replica_groups have " +
                  Twine(type.getDimSize(1)) + " members",
              {Subject::attribute("replica_groups")});
}

static bool isSet(mlir::Attribute flag) {
  auto truth = llvm::dyn_cast_if_present<mlir::BoolAttr>(flag);
  return truth ? truth.getValue() : llvm::isa_and_present<mlir::UnitAttr>(flag);
}

void rules::checkDynamicRoot(OpShapes &op) {
  unsigned count = op.operandCount();
  if (!isSet(op.attribute({"has_dynamic_root"})) || count == 0)
    return;
  mlir::Type operandType = op.operation()->getOperand(count - 1).getType();
  Constraint rank = rankIs(operand(count - 1), 1);
  rank.kind(op, rank);
  if (auto type = llvm::dyn_cast<mlir::RankedTensorType>(operandType);
      type && type.getElementType().isIntOrFloat() &&
      !type.getElementType().isSignlessInteger(32))
    op.reject("needs roots of i32, but $" + Twine(count - 1) + " has others",
              {Subject::operand(count - 1)});
  std::optional<int64_t> roots = sizeAt(op.shape(count - 1), 0);
  if (!op.isRejected() && roots && *roots != int64_t(count) - 1)
    op.reject("needs a root for each of " + Twine(count - 1) +
                  " operands, but $" + Twine(count - 1) + " has " +
                  Twine(*roots),
              {Subject::operand(count - 1)});
}

static std::optional<int64_t> bitsOf(mlir::Type type) {
  mlir::Type element = mlir::getElementTypeOrSelf(type);
  if (auto quantized = llvm::dyn_cast<mlir::quant::QuantizedType>(element))
    return quantized.getStorageTypeIntegralWidth();
  if (auto complex = llvm::dyn_cast<mlir::ComplexType>(element)) {
    mlir::Type part = complex.getElementType();
    return part.isIntOrFloat()
               ? std::optional(2 * int64_t(part.getIntOrFloatBitWidth()))
               : std::nullopt;
  }
  return element.isIntOrFloat()
             ? std::optional(int64_t(element.getIntOrFloatBitWidth()))
             : std::nullopt;
}

void rules::checkBitcast(OpShapes &op) {
  Shape from = op.shape(0), to = read(op, result(0));
  if (op.operandCount() != 1 || op.resultCount() != 1)
    return;
  std::optional<int64_t> own = bitsOf(op.operation()->getOperand(0).getType()),
                         made = bitsOf(op.operation()->getResult(0).getType());
  if (!own || !made || !from.hasRank || !to.hasRank)
    return;
  Subjects about = {Subject::result(0), Subject::operand(0)};
  int64_t gap = *own == *made ? 0 : *own > *made ? 1 : -1;
  if (int64_t(to.rank()) != int64_t(from.rank()) + gap)
    return op.reject(
        "makes elements of " + Twine(*made) + " bits of those of " +
            Twine(*own) + ": $r0 must have rank " +
            Twine(int64_t(from.rank()) + gap) + ", but has " + Twine(to.rank()),
        about);
  for (size_t dim = 0; dim < std::min(from.rank(), to.rank()); ++dim) {
    std::optional<int64_t> x = from[dim].literal(), y = to[dim].literal();
    if (x && y && *x != *y)
      return op.reject("keeps dimension " + Twine(dim) + " of $0, which is " +
                           Twine(*x) + ", but $r0 has " + Twine(*y),
                       about);
  }
  std::optional<int64_t> parts =
      gap == 0 ? std::nullopt : (gap > 0 ? to : from).dims.back().literal();
  int64_t ratio = gap > 0 ? *own / *made : *made / *own;
  if (parts && *parts != ratio)
    op.reject("splits an element into " + Twine(ratio) +
                  " of the other's, but the last dimension of " +
                  (gap > 0 ? "$r0" : "$0") + " is " + Twine(*parts),
              about);
}

void rules::checkLayouts(OpShapes &op) {
  auto check = [&](llvm::StringRef name, mlir::TypeRange types) {
    auto layouts =
        llvm::dyn_cast_if_present<mlir::ArrayAttr>(op.attribute({name}));
    if (!layouts || layouts.size() != types.size())
      return;
    for (auto [attribute, type] : llvm::zip(layouts, types)) {
      std::optional<Integers> layout = integersIn(attribute);
      TypeShape shape = statedShape(type);
      if (!layout || !shape.isRanked())
        continue;
      llvm::sort(*layout);
      bool isPermutation = layout->size() == shape.rank();
      for (size_t i = 0; isPermutation && i < layout->size(); ++i)
        isPermutation = (*layout)[i] == int64_t(i);
      if (!isPermutation)
        return op.reject("needs a permutation of the " + Twine(shape.rank()) +
                             " dimensions in each layout of " + name,
                         {Subject::attribute(name)});
    }
  };
  check("operand_layouts", op.operation()->getOperandTypes());
  check("result_layouts", op.operation()->getResultTypes());
}

/// What the indices lead to in nested tuples.
static mlir::Type partOf(mlir::Type type, llvm::ArrayRef<int64_t> indices) {
  for (int64_t index : indices) {
    auto tuple = llvm::dyn_cast<mlir::TupleType>(type);
    if (!tuple || index < 0 || size_t(index) >= tuple.size())
      return {};
    type = tuple.getType(size_t(index));
  }
  return type;
}

void rules::checkAliases(OpShapes &op) {
  auto aliases = llvm::dyn_cast_if_present<mlir::ArrayAttr>(
      op.attribute({"output_operand_aliases"}));
  if (!aliases || op.resultCount() != 1)
    return;
  for (mlir::Attribute alias : aliases) {
    std::string text = attributeText(alias);
    std::optional<Integers> made = integersInText(text, "output_tuple_indices"),
                            number = integersInText(text, "operand_index"),
                            taken =
                                integersInText(text, "operand_tuple_indices");
    if (!made || !taken || !number || number->size() != 1 ||
        number->front() < 0 || number->front() >= op.operandCount())
      continue;
    unsigned operand = unsigned(number->front());
    mlir::Operation *own = op.operation();
    mlir::Type to = partOf(own->getResult(0).getType(), *made),
               from = partOf(own->getOperand(operand).getType(), *taken);
    if (!to || !from || canBeOne(statedShape(from), statedShape(to)))
      continue;
    return op.reject("returns a part of $" + Twine(operand) + " that has " +
                         sizesText(statedShape(from)) + " as one that has " +
                         sizesText(statedShape(to)),
                     {Subject::attribute("output_operand_aliases"),
                      Subject::operand(operand)});
  }
}

void rules::checkPaddingOperand(OpShapes &op) {
  Shape input = op.shape(0), padding = op.shape(2);
  if (!input.hasRank || input.rank() < 2 || !padding.hasRank)
    return;
  int64_t spatial = int64_t(input.rank()) - 2;
  bool fits = padding.rank() == 2 &&
              sizeAt(padding, 0).value_or(spatial) == spatial &&
              sizeAt(padding, 1).value_or(2) == 2;
  if (!fits)
    op.reject("needs a padding of " + Twine(spatial) +
                  "x2 in $2, for the two "
                  "ends of " +
                  Twine(spatial) + " dimensions",
              {Subject::operand(2)});
}
