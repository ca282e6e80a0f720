//===- ShapeLibraries.cpp -------------------------------------------------===//

#include "core/ir/context/ShapeLibraries.h"
#include "core/ir/context/FirstError.h"

#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace shapels;
using namespace mlir;

struct ShapeLibraries::Module {
  OwningOpRef<ModuleOp> op;
};

static OwningOpRef<ModuleOp> parse(const ShapeLibraryFile &file,
                                   MLIRContext &context) {
  return parseSourceString<ModuleOp>(file.text, ParserConfig(&context),
                                     file.path);
}

std::string shapels::whyNoShapeLibrary(const ShapeLibraryFile &file,
                                       MLIRContext &context,
                                       CrashGuard &crashGuard) {
  if (!crashGuard.failuresOf(Step::Load, file.text).empty())
    return "MLIR crashes on it";
  GuardedScope scope(crashGuard, {Step::Load, file.text, {}});
  FirstError error(context);
  OwningOpRef<ModuleOp> module = parse(file, context);
  if (!module)
    return error.text().empty() ? "MLIR cannot read it" : error.text();
  bool hasLibrary = module
                        ->walk([](shape::FunctionLibraryOp) {
                          return WalkResult::interrupt();
                        })
                        .wasInterrupted();
  return hasLibrary ? "" : "it has no shape.function_library";
}

ShapeLibraries::ShapeLibraries(const std::vector<ShapeLibraryFile> &files,
                               MLIRContext &context) {
  FirstError silence(context);
  for (const ShapeLibraryFile &file : files) {
    OwningOpRef<ModuleOp> module = parse(file, context);
    if (!module)
      continue;
    module->walk([this](shape::FunctionLibraryOp library) {
      libraries.push_back(library);
    });
    modules.push_back(std::make_unique<Module>(Module{std::move(module)}));
  }
}

ShapeLibraries::~ShapeLibraries() = default;
