//===- TtirConstraints.cpp - What ops of ttir and ttnn require ------------===//

#include "core/shape/ConstraintKinds.h"

using namespace shapels;
using namespace shapels::constraints;

ConstraintTable shapels::ttirConstraints() {
  return {
      "ttir ttnn",
      {
          {"sum mean max min prod argmax",
           {isAxis("dim_arg", operand(0)), isAxis("dim", operand(0))}},
          {"concat softmax",
           {isAxis("dim", operand(0)), isAxis("dimension", operand(0))}},
          {"permute",
           {onePerDimension("permutation", operand(0)),
            inRange("permutation", operand(0)), unique("permutation")}},
          {"transpose",
           {isAxis("dim0", operand(0)), isAxis("dim1", operand(0))}},
          {"reshape",
           {sameCount(operand(0), result(0)), countFits(operand(0), "shape")}},
          {"slice slice_static",
           {onePerDimension("begins", operand(0)),
            onePerDimension("ends", operand(0)),
            onePerDimension("step", operand(0))}},
      }};
}
