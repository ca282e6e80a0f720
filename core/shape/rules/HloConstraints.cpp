//===- HloConstraints.cpp - What ops of stablehlo and mhlo require --------===//
//
// As their specification has it. Rules check what they compute with; here is
// the rest.
//
//===----------------------------------------------------------------------===//

#include "core/shape/ConstraintKinds.h"
#include "core/shape/rules/HloChecks.h"

using namespace shapels;
using namespace shapels::constraints;
using namespace shapels::rules;

namespace {

/// Dimensions that the windows lack: dropped ones, and batches, which the
/// indices have too. `both` names the two lists.
std::vector<Constraint> windowlessDims(ListRef dropped, ListRef batching,
                                       ListRef both, ShapeRef indices,
                                       ListRef batchingOfIndices) {
  return {unique(both),
          inRange(dropped, operand(0)),
          sorted(dropped),
          inRange(batching, operand(0)),
          sorted(batching),
          unique(batchingOfIndices),
          inRange(batchingOfIndices, indices),
          asMany(batching, batchingOfIndices),
          sameAt(operand(0), batching, indices, batchingOfIndices)};
}

std::vector<Constraint> with(std::vector<Constraint> some,
                             std::initializer_list<Constraint> more) {
  some.insert(some.end(), more);
  return some;
}

const std::vector<Constraint> gatherNumbers = with(
    windowlessDims("collapsed_slice_dims", "operand_batching_dims",
                   "collapsed_slice_dims+operand_batching_dims", operand(1),
                   "start_indices_batching_dims"),
    {sorted("offset_dims"), unique("offset_dims"),
     inRange("offset_dims", result(0)),
     unique("start_index_map+operand_batching_dims"),
     inRange("start_index_map", operand(0)),
     onePerDimension("offset_dims+collapsed_slice_dims+operand_batching_dims",
                     operand(0)),
     inRange("index_vector_dim", operand(1) + 1),
     sizeIsCount(operand(1), "index_vector_dim", "start_index_map")});

/// Sizes of slices, as an attribute or as an operand.
std::vector<Constraint> sliceSizes(ListRef sizes) {
  return with(gatherNumbers,
              {onePerDimension(sizes, operand(0)), atLeast(sizes, 0),
               notAboveSizes(sizes, operand(0)),
               oneAt("collapsed_slice_dims", sizes),
               oneAt("operand_batching_dims", sizes)});
}

std::vector<ConstraintRow> dimensionNumbers() {
  return {
      {"gather", sliceSizes("slice_sizes")},
      {"dynamic_gather",
       with(sliceSizes("$2"), {elementPerDimension(operand(2), operand(0))})},
      {"scatter",
       with(windowlessDims("inserted_window_dims", "input_batching_dims",
                           "inserted_window_dims+input_batching_dims",
                           behindInputs(0), "scatter_indices_batching_dims"),
            {unique("update_window_dims"),
             inRange("update_window_dims", behindInputs(1)),
             sorted("update_window_dims"),
             onePerDimension(
                 "update_window_dims+inserted_window_dims+input_batching_dims",
                 operand(0)),
             inRange("index_vector_dim", behindInputs(0) + 1),
             sizeIsCount(behindInputs(0), "index_vector_dim",
                         "scatter_dims_to_operand_dims"),
             unique("scatter_dims_to_operand_dims+input_batching_dims"),
             inRange("scatter_dims_to_operand_dims", operand(0)),
             special(checkInputs), special(checkScatter)})},
      {"dot_general",
       {asMany("lhs_batching_dimensions|batching_dims#0",
               "rhs_batching_dimensions|batching_dims#1"),
        asMany("lhs_contracting_dimensions|contracting_dims#0",
               "rhs_contracting_dimensions|contracting_dims#1"),
        unique("lhs_batching_dimensions|batching_dims#0+"
               "lhs_contracting_dimensions|contracting_dims#0"),
        unique("rhs_batching_dimensions|batching_dims#1+"
               "rhs_contracting_dimensions|contracting_dims#1"),
        inRange("lhs_batching_dimensions|batching_dims#0", operand(0)),
        inRange("lhs_contracting_dimensions|contracting_dims#0", operand(0)),
        inRange("rhs_batching_dimensions|batching_dims#1", operand(1)),
        inRange("rhs_contracting_dimensions|contracting_dims#1", operand(1))}},
  };
}

std::vector<ConstraintRow> dataMovement() {
  return {
      {"dynamic_broadcast_in_dim",
       {elementPerDimension(operand(1), result(0)),
        onePerDimension("broadcast_dimensions|dims", operand(0)),
        inRange("broadcast_dimensions|dims", result(0)),
        unique("broadcast_dimensions|dims"),
        broadcastsInto(operand(0), "broadcast_dimensions|dims", result(0)),
        broadcastsIntoSizes(operand(0), "broadcast_dimensions|dims", "$1"),
        sizesAre("$1", result(0)),
        unique("known_expanding_dimensions?+known_nonexpanding_dimensions?"),
        inRange("known_expanding_dimensions", operand(0)),
        inRange("known_nonexpanding_dimensions", operand(0))}},
      {"broadcast_in_dim",
       {onePerDimension("broadcast_dimensions|dims", operand(0)),
        unique("broadcast_dimensions|dims"),
        inRange("broadcast_dimensions|dims", result(0)),
        broadcastsInto(operand(0), "broadcast_dimensions|dims", result(0))}},
      {"broadcast", {atLeast("broadcast_sizes|sizes", 0)}},
      {"concatenate",
       {rankAtLeast(operand(0), 1), inRange("dimension|dim", operand(0))}},
      {"reshape", {sameCount(operand(0), result(0))}},
      {"dynamic_reshape",
       {elementPerDimension(operand(1), result(0)),
        sameCount(operand(0), result(0)), countFits(operand(0), "$1")}},
      {"slice",
       {onePerDimension("start_indices", operand(0)),
        onePerDimension("limit_indices", operand(0)),
        onePerDimension("strides", operand(0)), atLeast("start_indices", 0),
        atLeast("strides", 1), notAboveSizes("limit_indices", operand(0)),
        notAbove("start_indices", "limit_indices")}},
      {"real_dynamic_slice",
       {elementPerDimension(operand(1), operand(0)),
        elementPerDimension(operand(2), operand(0)),
        elementPerDimension(operand(3), operand(0))}},
      {"dynamic_slice",
       {onePerDimension("slice_sizes|sizes", operand(0)),
        atLeast("slice_sizes|sizes", 0),
        notAboveSizes("slice_sizes|sizes", operand(0)),
        operandPerDimension(1, operand(0)), allOfRank(1, 0)}},
      {"dynamic_update_slice",
       {sameRank(operand(0), operand(1)), within(operand(1), operand(0)),
        operandPerDimension(2, operand(0)), allOfRank(2, 0)}},
      {"pad",
       {rankIs(operand(1), 0),
        onePerDimension("edge_padding_low|low", operand(0)),
        onePerDimension("edge_padding_high|high", operand(0)),
        onePerDimension("interior_padding|interior", operand(0)),
        atLeast("interior_padding|interior", 0)}},
      {"dynamic_pad",
       {elementPerDimension(operand(2), result(0)),
        elementPerDimension(operand(3), result(0)),
        elementPerDimension(operand(4), result(0)), atLeast("$4", 0),
        sameRank(operand(0), result(0)), rankIs(operand(1), 0)}},
      {"transpose",
       {onePerDimension("permutation|dims", operand(0)),
        inRange("permutation|dims", operand(0)), unique("permutation|dims")}},
      {"reverse",
       {unique("dimensions|dims"), inRange("dimensions|dims", operand(0))}},
      {"iota dynamic_iota", {inRange("iota_dimension|dim", result(0))}},
      {"dynamic_iota",
       {elementPerDimension(operand(0), result(0)), sizesAre("$0", result(0))}},
      {"bitcast_convert", {special(checkBitcast)}},
      {"constant", {valueHasShape("value", result(0))}},
      {"custom_call", {special(checkLayouts), special(checkAliases)}},
      {"dynamic_conv", {special(checkPaddingOperand)}},
      {"get_dimension_size set_dimension_size",
       {inRange("dimension|dim", operand(0))}},
      {"set_dimension_size", {rankIs(operand(1), 0)}},
  };
}

std::vector<ConstraintRow> computations() {
  return {
      {"reduce",
       {inRange("dimensions", operand(0)), unique("dimensions"),
        regionRankAtMost(result(0)), special(checkInputs),
        special(checkReducer)}},
      {"map",
       {sorted("dimensions"), onePerDimension("dimensions", operand(0)),
        regionRankAtMost(0)}},
      {"reduce_window",
       {onePerDimension("window_dimensions", operand(0)), special(checkInputs),
        regionRankAtMost(operand(0)), special(checkReducer)}},
      {"select_and_scatter",
       {onePerDimension("window_dimensions", operand(0))}},
      {"select_and_scatter scatter all_reduce reduce_scatter",
       {regionRankAtMost(0)}},
      {"sort", {isAxis("dimension|dim", operand(0))}},
      {"topk top_k", {rankAtLeast(operand(0), 1)}},
      {"if case", {rankIs(operand(0), 0)}},
      {"cholesky", {rankAtLeast(operand(0), 2), isSquare(operand(0))}},
      {"triangular_solve",
       {rankAtLeast(operand(0), 2), rankAtLeast(operand(1), 2),
        sameRank(operand(0), operand(1)), isSquare(operand(0)),
        sameLeading(operand(0), operand(1), 2), special(checkTriangularSolve)}},
      {"fft", {atLeast("fft_length|length", 0), special(checkFft)}},
      {"rng",
       {rankIs(operand(0), 0), rankIs(operand(1), 0), rankIs(operand(2), 1)}},
      {"rng_bit_generator",
       {sameRank(operand(0), result(0)), sameSizes(operand(0), result(0))}},
      {"batch_norm_training batch_norm_inference batch_norm_grad",
       {inRange("feature_index", operand(0)), rankIs(operand(1), 1),
        rankIs(operand(2), 1)}},
      {"batch_norm_inference batch_norm_grad", {rankIs(operand(3), 1)}},
      {"batch_norm_inference", {rankIs(operand(4), 1)}},
      {"batch_norm_grad",
       {sameRank(operand(0), operand(4)), sameSizes(operand(0), operand(4)),
        sameRank(operand(0), result(0))}},
  };
}

std::vector<ConstraintRow> collectives() {
  return {
      {"reduce_scatter",
       {attributeRank("replica_groups", 2),
        inRange("scatter_dimension", operand(0)),
        sameRank(operand(0), result(0)),
        sameSizesBut(operand(0), result(0), "scatter_dimension"),
        notEmptyAt(operand(0), "scatter_dimension"),
        notEmptyAt(result(0), "scatter_dimension"),
        multipleAt(operand(0), result(0), "scatter_dimension")}},
      {"all_gather",
       {attributeRank("replica_groups", 2),
        inRange("all_gather_dim", operand(0)), sameRank(operand(0), result(0)),
        sameSizesBut(operand(0), result(0), "all_gather_dim"),
        notEmptyAt(operand(0), "all_gather_dim"),
        multipleAt(result(0), operand(0), "all_gather_dim")}},
      {"all_to_all",
       {attributeRank("replica_groups", 2),
        inRange("split_dimension", operand(0)),
        inRange("concat_dimension", operand(0)), atLeast("split_count", 1),
        divides(operand(0), "split_dimension", "split_count"),
        special(checkGroupSize)}},
      {"all_reduce collective_broadcast collective_reduce",
       {attributeRank("replica_groups", 2)}},
      {"collective_broadcast collective_reduce", {special(checkDynamicRoot)}},
      {"collective_permute",
       {attributeRank("source_target_pairs", 2),
        attributeSize("source_target_pairs", 1, 2)}},
  };
}

} // namespace

ConstraintTable shapels::hloConstraints() {
  ConstraintTable table{"stablehlo mhlo", {}};
  for (std::vector<ConstraintRow> rows :
       {dimensionNumbers(), dataMovement(), computations(), collectives()})
    llvm::append_range(table.rows, rows);
  return table;
}
