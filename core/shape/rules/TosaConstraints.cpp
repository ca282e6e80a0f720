//===- TosaConstraints.cpp - What ops of tosa require ---------------------===//
//
// Beside what MLIR's verifier says of them.
//
//===----------------------------------------------------------------------===//

#include "core/shape/ConstraintKinds.h"

using namespace shapels;
using namespace shapels::constraints;

ConstraintTable shapels::tosaConstraints() {
  return {"tosa",
          {
              {"reshape",
               {sameCount(operand(0), result(0)), countFits(operand(0), "$1")}},
              {"transpose",
               {onePerDimension("perms", operand(0)),
                inRange("perms", operand(0)), unique("perms")}},
              {"concat argmax reduce_sum reduce_max reduce_min reduce_product "
               "reverse",
               {inRange("axis", operand(0))}},
              {"matmul", {rankIs(operand(0), 3), rankIs(operand(1), 3)}},
              {"conv2d", {rankIs(operand(0), 4), rankIs(operand(1), 4)}},
          }};
}
