//===- Miscellaneous.cpp - Small dialects ---------------------------------===//

#include "core/shape/DimParams.h"
#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

void rules::returned(OpShapes &op) {
  auto function = llvm::dyn_cast_if_present<mlir::FunctionOpInterface>(
      op.operation()->getParentOp());
  if (!function || function.getNumResults() != op.operandCount())
    return;
  for (unsigned i = 0; i < op.operandCount(); ++i)
    if (Shape shape = op.shape(i); shape.hasRank)
      for (auto [dim, name] : paramsOfResult(function, i))
        if (dim < shape.rank())
          op.call(shape[dim], name);
}

static constexpr RuleRow callRows[] = {
    {"call call_indirect constant", stated},
    {"return", returned},
};
/// A callee has the sizes that it declares.
RuleTable shapels::callRules() { return {"func", callRows}; }

static constexpr RuleRow builtinRows[] = {
    {"unrealized_conversion_cast", stated},
};
/// What a conversion will make of it, nobody else knows.
RuleTable shapels::builtinRules() { return {"builtin", builtinRows}; }

static constexpr RuleRow globalRows[] = {
    {"global_load global_load_const global_load_graph", stated},
};
RuleTable shapels::globalRules() { return {"ml_program", globalRows}; }

/// Shapes are those of all devices together, but in a manual computation.
static constexpr RuleRow shardyRows[] = {
    {"constant", constant},
    {"manual_computation", stated},
    {"sharding_constraint reshard propagation_barrier data_flow_edge "
     "all_gather all_slice all_to_all all_reduce collective_permute "
     "reduce_scatter sharded_to_unreduced replicated_to_unreduced",
     like<0>},
};
RuleTable shapels::shardyRules() { return {"sdy", shardyRows}; }

static constexpr RuleRow quantRows[] = {
    {"qcast dcast scast", like<0>},
};
RuleTable shapels::quantRules() { return {"quant", quantRows}; }

static constexpr RuleRow sparseRows[] = {
    {"convert load reorder_coo", like<0>},
    {"assemble new positions coordinates coordinates_buffer values "
     "reinterpret_map",
     stated},
};
RuleTable shapels::sparseRules() { return {"sparse_tensor", sparseRows}; }
