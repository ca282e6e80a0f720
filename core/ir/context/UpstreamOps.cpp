//===- UpstreamOps.cpp ----------------------------------------------------===//

#include "core/ir/context/RegisteredOps.h"

using namespace shapels;

static constexpr RegisteredOp ops[] = {
// The build makes the file (MakeUpstreamOps.cpp).
#include "UpstreamOps.inc"
};

std::span<const RegisteredOp> shapels::upstreamOps() { return ops; }
