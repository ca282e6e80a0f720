//===- OnnxIndices.cpp - Indices, counts and blocks of onnx ---------------===//
//
// What onnx and onnx-mlir's verifier demand of operands, as far as their shapes
// can be wrong.
//
//===----------------------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// How many dimensions of the data an index is for; -1 where that is not known.
int64_t depthOf(const Shape &indices) {
  bool isKnown = indices.hasRank && indices.rank() > 0;
  return isKnown ? indices.dims.back().literal().value_or(-1) : -1;
}

/// Indices without their last dimension, then what they leave of the data.
void gatherND(OpShapes &op) {
  op.because("data and indices");
  Shape data = op.shape(0), indices = op.shape(1);
  int64_t batches = op.integer({"batch_dims"}).value_or(0);
  int64_t depth = depthOf(indices);
  if (!data.hasRank || depth < 0 || batches < 0)
    return;
  size_t used = size_t(batches) + size_t(depth);
  if (used > data.rank())
    return op.reject("has indices of " + llvm::Twine(depth) +
                         " dimensions in $1 behind " + llvm::Twine(batches) +
                         " batch dimensions, but $0 has rank " +
                         llvm::Twine(data.rank()),
                     {Subject::operand(1), Subject::operand(0)});
  for (size_t dim = 0; dim < size_t(batches) && dim < indices.rank(); ++dim)
    op.equal(data[dim], indices[dim]);
  Shape result = Shape::ranked(llvm::ArrayRef(indices.dims).drop_back());
  llvm::append_range(result.dims, llvm::ArrayRef(data.dims).drop_front(used));
  op.set(0, result);
}

void scatterND(OpShapes &op) {
  like<0>(op);
  Shape data = op.shape(0), indices = op.shape(1), updates = op.shape(2);
  int64_t depth = depthOf(indices);
  if (!data.hasRank || !updates.hasRank || depth < 0)
    return;
  if (size_t(depth) > data.rank())
    return op.reject("has indices of " + llvm::Twine(depth) +
                         " dimensions in $1, but $0 has rank " +
                         llvm::Twine(data.rank()),
                     {Subject::operand(1), Subject::operand(0)});
  Shape wanted = Shape::ranked(llvm::ArrayRef(indices.dims).drop_back());
  llvm::append_range(wanted.dims,
                     llvm::ArrayRef(data.dims).drop_front(size_t(depth)));
  if (wanted.rank() != updates.rank())
    return op.reject("needs $2 of rank " + llvm::Twine(wanted.rank()) +
                         ", but it has rank " + llvm::Twine(updates.rank()),
                     {Subject::operand(2)});
  op.equal(wanted, updates);
}

/// The first two of the input, and what is behind the batch of the grid, but
/// for the coordinates.
void gridSample(OpShapes &op) {
  op.because("input and grid");
  Shape input = op.shape(0), grid = op.shape(1);
  if (!input.hasRank || !grid.hasRankOf(input.rank()) || input.rank() < 3)
    return;
  // A place in each dimension of the window.
  op.equal(grid.dims.back(), op.literal(int64_t(input.rank()) - 2));
  Shape result = Shape::ranked({input[0], input[1]});
  llvm::append_range(result.dims,
                     llvm::ArrayRef(grid.dims).drop_front().drop_back());
  op.set(0, result);
}

void constantOfShape(OpShapes &op) {
  op.because("the shape operand");
  if (std::optional<Elements> sizes = op.elements(0))
    op.set(0, fromElements(op, *sizes, 0));
}

void topK(OpShapes &op) {
  op.because("k of the axis");
  Shape result = op.shape(0);
  std::optional<Elements> k = op.elements(1);
  std::optional<size_t> axis =
      axisOf(op.integer({"axis"}).value_or(-1), result);
  if (!axis)
    return;
  result.dims[*axis] =
      k && k->items.size() == 1 ? k->items[0] : op.unknown(0, unsigned(*axis));
  op.setAll(result);
}

void depthToSpace(OpShapes &op) {
  op.because("blocks of channels");
  Shape s = op.shape(0);
  std::optional<int64_t> block = op.integer({"blocksize"});
  if (!s.hasRankOf(4) || !block || *block <= 0)
    return;
  DimExprs &e = op.exprs;
  std::optional<int64_t> channels = s[1].literal();
  if (channels && *channels % (*block * *block) != 0)
    op.reject("has " + llvm::Twine(*channels) +
                  " channels in $0, which do not divide into blocks of " +
                  llvm::Twine(*block) + " by " + llvm::Twine(*block),
              {Subject::operand(0), Subject::attribute("blocksize")});
  op.set(0, Shape::ranked({s[0], e.floorDiv(s[1], op.literal(*block * *block)),
                           e.mul(s[2], *block), e.mul(s[3], *block)}));
}

void spaceToDepth(OpShapes &op) {
  op.because("blocks of channels");
  Shape s = op.shape(0);
  std::optional<int64_t> block = op.integer({"blocksize"});
  if (!s.hasRankOf(4) || !block || *block <= 0)
    return;
  DimExprs &e = op.exprs;
  op.set(0, Shape::ranked({s[0], e.mul(s[1], *block * *block),
                           e.floorDiv(s[2], op.literal(*block)),
                           e.floorDiv(s[3], op.literal(*block))}));
}

/// Sizes of the parts along the axis, or one for all.
void splitToSequence(OpShapes &op) {
  Shape shape = op.shape(0);
  std::optional<size_t> dim = axisOf(op.integer({"axis"}).value_or(0), shape);
  std::optional<Elements> sizes = op.elements(1);
  std::optional<int64_t> size =
      sizes && sizes->isScalar ? sizes->items[0].literal() : std::nullopt;
  if (size && *size <= 0)
    op.reject("has " + llvm::Twine(*size) + " in $1, which must be positive",
              {Subject::operand(1)});
  if (!dim || !sizes || sizes->isScalar)
    return;
  DimExpr sum = op.literal(0);
  for (DimExpr size : sizes->items)
    sum = op.exprs.add(sum, size);
  op.equal(sum, shape[*dim]);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"GatherND", gatherND},
    {"GatherElements", like<1>},
    {"ScatterElements Scatter", like<0>},
    {"ScatterND", scatterND},
    {"GridSample", gridSample},
    {"ConstantOfShape", constantOfShape},
    {"TopK", topK},
    {"DepthToSpace", depthToSpace},
    {"SpaceToDepth", spaceToDepth},
    {"SplitToSequence", splitToSequence},
};
RuleTable shapels::onnxIndexRules() { return {"onnx", rows}; }
