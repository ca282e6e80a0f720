//===- TorchConstraints.cpp - What ops of torch require -------------------===//

#include "core/shape/ConstraintKinds.h"

using namespace shapels;
using namespace shapels::constraints;

ConstraintTable shapels::torchConstraints() {
  return {"torch",
          {
              {"aten.transpose.int",
               {isAxis("$1", operand(0)), isAxis("$2", operand(0))}},
              {"aten.select.int aten.slice.Tensor aten.squeeze.dim "
               "aten.softmax.int aten.log_softmax.int aten.gather "
               "aten.index_select aten.size.int",
               {isAxis("$1", operand(0))}},
              {"aten.permute",
               {onePerDimension("$1", operand(0)), isAxis("$1", operand(0)),
                uniqueAxes("$1", operand(0))}},
              {"aten.unsqueeze", {isAxis("$1", operand(0) + 1)}},
              {"aten.reshape aten.view",
               {sameCount(operand(0), result(0)), countFits(operand(0), "$1")}},
          }};
}
