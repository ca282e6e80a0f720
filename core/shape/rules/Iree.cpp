//===- Iree.cpp - IREE's dialects -----------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/StatedRanges.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

/// Results have the shapes of the destinations: `outs(%c, %d : ...)`, which
/// stand behind all other operands named before them.
static void outs(OpShapes &op) {
  op.because("shape of the destination");
  llvm::StringRef text = op.written();
  size_t at = text.find("outs(");
  if (at == text.npos)
    return;
  auto first = static_cast<unsigned>(text.take_front(at).count('%'));
  for (unsigned i = 0; i < op.resultCount(); ++i)
    op.set(i, op.shape(first + i));
}

/// The operands again, of which more is known.
static void assumeInt(OpShapes &op) {
  op.because("an assumption about the operand");
  std::string list = op.text({"assumptions"});
  llvm::SmallVector<DimRange> ranges =
      assumedRanges(list.empty() ? op.written() : list);
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    std::optional<Elements> known = op.elements(i);
    if (!known || known->items.size() != 1)
      continue;
    op.setElements(i, *known);
    if (i < ranges.size())
      op.limit(known->items[0], ranges[i]);
  }
}

/// `flow.tensor.tie_shape %a : tensor<?x?xf32>{%d0, %d1}`: its dynamic sizes
/// are the other operands.
static void tieShape(OpShapes &op) {
  op.because("the sizes that are tied to the operand");
  llvm::SmallVector<DimExpr> sizes;
  for (unsigned i = 1; i < op.operandCount(); ++i)
    sizes.push_back(op.scalar(i));
  Shape shape = op.shape(0);
  bool areAll = shape.hasRankOf(sizes.size());
  op.set(0,
         op.equal(shape, areAll ? Shape::ranked(sizes) : op.stated(0, sizes)));
}

/// Their sizes stand in result types, with the dynamic ones as operands.
static constexpr RuleRow rows[] = {
    {"dispatch.tensor.load unfoldable_constant global.load call dispatch "
     "dispatch.region dispatch.workgroups tensor.constant tensor.empty "
     "tensor.splat tensor.reshape tensor.bitcast tensor.slice tensor.import "
     "tensor.dynamic_constant interface.binding.subspan import "
     "buffer_view.dim bitcast cast_to_ragged_shape linearize_ragged_dims "
     "parameter.load",
     stated},
    {"optimization_barrier tensor.barrier", pairwise},
    {"tensor.transfer tensor.clone tensor.trace tensor.export "
     "tensor.encode dispatch.tie_shape compute_barrier.start "
     "compute_barrier.end",
     like<0>},
    {"tensor.tie_shape", tieShape},
    {"assume.int", assumeInt},
    {"tensor.update", like<1>},
};
RuleTable shapels::ireeRules() {
  return {"iree_tensor_ext flow util hal", rows};
}

static constexpr RuleRow codegenRows[] = {
    {"scatter im2col attention arg_compare online_attention gather topk_v2 "
     "topk custom_op sort scan fft exp_reduction winograd.input_transform "
     "winograd.filter_transform winograd.output_transform inner_tiled",
     outs},
    {"map_store map_load transfer_scatter", like<1>},
    {"set_encoding unset_encoding to_layout", like<0>},
    {"transfer_gather load_from_buffer", stated},
};
RuleTable shapels::ireeCodegenRules() {
  return {"iree_linalg_ext iree_codegen iree_vector_ext iree_encoding",
          codegenRows};
}
