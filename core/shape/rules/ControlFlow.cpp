//===- ControlFlow.cpp - What ShapeFlow cannot see by MLIR's interfaces ---===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// Results are the shared outputs, the last group of operands.
void forall(OpShapes &op) {
  op.because("shape of the shared output");
  auto [first, count] = op.group(3);
  for (unsigned i = 0; i < count; ++i)
    op.set(i, op.shape(first + i));
}

} // namespace

static constexpr RuleRow rows[] = {
    {"forall", forall},
};

RuleTable shapels::controlFlowRules() { return {"scf", rows}; }
