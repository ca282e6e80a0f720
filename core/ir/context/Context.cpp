//===- Context.cpp --------------------------------------------------------===//

#include "core/ir/context/Context.h"
#include "core/ir/context/Dialects.h"

#include "mlir/IR/MLIRContext.h"

using namespace shapels;

Context::Context(const Dialects &dialects)
    : mlir(dialects.makeContext()),
      libraries(dialects.shapeLibraries(), *mlir) {}

Context::~Context() = default;
