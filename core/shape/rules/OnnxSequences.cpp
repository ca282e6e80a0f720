//===- OnnxSequences.cpp - Less frequent ops of onnx ----------------------===//

#include "core/shape/Rules.h"
#include "core/shape/StatedShape.h"
#include "core/shape/rules/Families.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// As onnx has it where no output shape is given: strides between the input's
/// elements.
void convTranspose(OpShapes &op) {
  op.because("convolution");
  Shape input = op.shape(0), kernel = op.shape(1);
  if (!input.hasRank || !kernel.hasRankOf(input.rank()) || input.rank() < 3)
    return;
  size_t count = input.rank() - 2;
  Integers ones(count, 1), zeros(count, 0),
      strides = op.integers({"strides"}).value_or(ones),
      dilations = op.integers({"dilations"}).value_or(ones),
      extra = op.integers({"output_padding"}).value_or(zeros),
      pads = op.integers({"pads"}).value_or(Integers(2 * count, 0));
  std::string automatic = op.text({"auto_pad"});
  std::optional<Integers> shape = op.integers({"output_shape"});
  bool isSame = llvm::StringRef(automatic).starts_with("SAME") && !shape &&
                strides.size() == count;
  bool isPlain = (automatic.empty() || automatic == "NOTSET") && !shape &&
                 strides.size() == count && dilations.size() == count &&
                 extra.size() == count && pads.size() == 2 * count;
  DimExprs &e = op.exprs;
  op.equal(input[1], kernel[0], channels);
  input.dims[1] = e.mul(kernel[1], op.integer({"group"}).value_or(1));
  for (size_t i = 0; i < count; ++i) {
    DimExpr &size = input.dims[i + 2];
    DimExpr gaps = e.mul(e.add(size, -1), strides[i]);
    DimExpr window = e.mul(e.add(kernel[i + 2], -1), dilations[i]);
    int64_t rest = isPlain ? extra[i] + 1 - pads[i] - pads[count + i] : 0;
    if (isSame)
      size = e.mul(size, strides[i]);
    else if (isPlain)
      size = e.add(e.add(gaps, window), rest);
    else if (shape && shape->size() == count)
      size = op.literal((*shape)[i]);
    else
      size = op.unknown(0, unsigned(i) + 2);
  }
  op.set(0, input);
}

/// Strides between the elements of the last dimensions, and paddings around.
void upsampleAndPad(OpShapes &op) {
  op.because("strides and paddings");
  Shape shape = op.shape(0);
  std::optional<Integers> strides = op.integers({"strides"}),
                          pads = op.integers({"pads"});
  size_t count = strides ? strides->size() : pads ? pads->size() / 2 : 0;
  if (!shape.hasRank || count == 0 || shape.rank() < count ||
      (pads && pads->size() != 2 * count))
    return;
  for (size_t i = 0; i < count; ++i) {
    DimExpr &size = shape.dims[shape.rank() - count + i];
    int64_t padding = pads ? (*pads)[i] + (*pads)[count + i] : 0;
    size = op.exprs.add(
        op.exprs.mul(op.exprs.add(size, -1), strides ? (*strides)[i] : 1),
        padding + 1);
  }
  op.set(0, shape);
}

/// A column of the kernel's elements for each place of the window.
void im2Col(OpShapes &op) {
  op.because("windows");
  Shape input = op.shape(0);
  std::optional<Integers> kernel = op.integers({"kernel_shape"});
  if (!kernel || !input.hasRankOf(kernel->size() + 2))
    return;
  size_t count = kernel->size();
  Integers ones(count, 1),
      strides = op.integers({"strides"}).value_or(ones),
      dilations = op.integers({"dilations"}).value_or(ones),
      pads = op.integers({"pads"}).value_or(Integers(2 * count, 0));
  std::string automatic = op.text({"auto_pad"});
  bool isPlain = (automatic.empty() || automatic == "NOTSET") &&
                 strides.size() == count && dilations.size() == count &&
                 pads.size() == 2 * count && !llvm::is_contained(strides, 0);
  DimExpr elements = input[1], places = op.literal(1);
  for (size_t i = 0; i < count; ++i) {
    elements = op.exprs.mul(elements, (*kernel)[i]);
    if (isPlain)
      places = op.exprs.mul(places,
                            windowed(op, input[i + 2], op.literal((*kernel)[i]),
                                     pads[i] + pads[count + i], strides[i],
                                     dilations[i]));
  }
  op.set(0, Shape::ranked(
                {input[0], elements, isPlain ? places : op.unknown(0, 2)}));
}

/// Only as many as are chosen: of all elements, or along the axis.
void compress(OpShapes &op) {
  op.because("what is chosen");
  Shape result = op.shape(0);
  std::optional<int64_t> axis = op.integer({"axis"});
  if (!axis)
    return op.set(0, Shape::ranked({op.unknown(0, 0)}));
  if (std::optional<size_t> dim = axisOf(*axis, result)) {
    result.dims[*dim] = op.unknown(0, unsigned(*dim));
    op.set(0, result);
  }
}

void unique(OpShapes &op) {
  compress(op);
  for (unsigned i = 1; i < op.resultCount(); ++i)
    op.set(i, Shape::ranked({op.unknown(i, 0)}));
}

void crossEntropy(OpShapes &op) {
  op.because("scores and labels");
  bool isEach = op.text({"reduction"}) == "none";
  op.set(0, isEach ? op.shape(1) : Shape::ranked({}));
  op.set(1, op.shape(0));
}

/// Behind the operand's sizes, how many categories there are.
void oneHotEncoder(OpShapes &op) {
  op.because("a new axis of categories");
  Shape result = op.shape(0);
  if (!result.hasRank)
    return;
  auto names = llvm::dyn_cast_if_present<mlir::ArrayAttr>(
      op.attribute({"cats_int64s", "cats_strings"}));
  result.dims.push_back(names ? op.literal(int64_t(names.size()))
                              : op.unknown(0, unsigned(result.rank())));
  op.set(0, result);
}

/// Of what `!onnx.Seq<tensor<2x3xf32>>` holds.
TypeShape memberOf(mlir::Value sequence) {
  std::string text;
  llvm::raw_string_ostream(text) << sequence.getType();
  llvm::StringRef member(text);
  bool isSequence =
      member.consume_front("!onnx.Seq<") && member.consume_back(">");
  return isSequence ? writtenShape(member) : TypeShape();
}

/// The members side by side, or along a new axis; nobody knows how many.
void concatFromSequence(OpShapes &op) {
  op.because("what the sequence holds");
  std::optional<int64_t> axis = op.integer({"axis"});
  TypeShape member =
      op.operandCount() ? memberOf(op.operation()->getOperand(0)) : TypeShape();
  if (!member.isRanked() || !axis)
    return;
  bool isNew = op.integer({"new_axis"}).value_or(0) != 0;
  auto rank = int64_t(member.rank()) + isNew;
  if (*axis < -rank || *axis >= rank)
    return op.reject("has " + llvm::Twine(*axis) + " in axis, but " +
                         (isNew ? "makes" : "$0 holds") + " tensors of rank " +
                         llvm::Twine(rank) + ": " + llvm::Twine(-rank) +
                         " to " + llvm::Twine(rank - 1) + " are possible",
                     {Subject::attribute("axis")});
  auto at = size_t(*axis < 0 ? *axis + rank : *axis);
  Shape shape = Shape::ranked({});
  for (Dim dim : *member.dims)
    shape.dims.push_back(dim.isStatic()
                             ? op.literal(dim.size())
                             : op.unknown(0, unsigned(shape.rank())));
  if (isNew)
    shape.dims.insert(shape.dims.begin() + long(at), DimExpr());
  shape.dims[at] = op.unknown(0, unsigned(at));
  op.set(0, shape);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"ConcatFromSequence", concatFromSequence},
    {"ConvTranspose", convTranspose},
    {"UpsampleAndPad", upsampleAndPad},
    {"Im2Col", im2Col},
    {"Compress", compress},
    {"Unique", unique},
    {"SoftmaxCrossEntropyLoss", crossEntropy},
    {"OneHotEncoder", oneHotEncoder},
    {"Scaler CategoryMapper", like<0>},
    {"If Loop Custom SequenceAt ShapeTransform", stated},
    {"SequenceEmpty SequenceInsert SequenceErase Optional "
     "NoValue",
     noShape},
};
RuleTable shapels::onnxSequenceRules() { return {"onnx", rows}; }
