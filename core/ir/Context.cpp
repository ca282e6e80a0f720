//===- Context.cpp --------------------------------------------------------===//

#include "shapels/ir/Context.h"
#include "shapels/ir/Dialects.h"

#include "mlir/IR/MLIRContext.h"

using namespace shapels;

Context::Context(const Dialects &dialects) : mlir(dialects.makeContext()) {}

Context::~Context() = default;
