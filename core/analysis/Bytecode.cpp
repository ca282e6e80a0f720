//===- Bytecode.cpp -------------------------------------------------------===//

#include "core/analysis/Bytecode.h"
#include "core/ir/context/Context.h"
#include "core/ir/context/Dialects.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace shapels;

namespace {

/// One conversion, in a context of its own.
class Converter {
public:
  Converter(std::string_view input, const Configuration &configuration,
            CrashGuard &crashGuard)
      : scope(crashGuard, {Step::Load, input, {}}),
        context(configuration.dialects ? *configuration.dialects
                                       : Dialects::upstream()),
        errors(context.mlir.get(), [this](mlir::Diagnostic &said) {
          if (problem.empty() &&
              said.getSeverity() == mlir::DiagnosticSeverity::Error)
            problem = placeOf(said) + said.str();
          return mlir::success();
        }) {
    context.mlir->allowUnregisteredDialects();
  }

  Conversion read(std::string_view bytes);
  Conversion write(std::string_view text);

private:
  static std::string placeOf(const mlir::Diagnostic &said) {
    auto place = said.getLocation()->findInstanceOf<mlir::FileLineColLoc>();
    return place && place.getLine() > 0
               ? "line " + std::to_string(place.getLine()) + ", column " +
                     std::to_string(place.getColumn()) + ": "
               : "";
  }
  Conversion failed(const std::string &otherwise) const {
    return {"", problem.empty() ? otherwise : problem};
  }

  GuardedScope scope;
  Context context;
  std::string problem;
  mlir::ScopedDiagnosticHandler errors;
};

} // namespace

Conversion Converter::read(std::string_view bytes) {
  // The reader wants it aligned.
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(bytes);
  mlir::Block block;
  mlir::ParserConfig config(context.mlir.get(), /*verifyAfterParse=*/false);
  if (mlir::failed(mlir::readBytecodeFile(*buffer, &block, config)))
    return failed("MLIR cannot read it");
  Conversion done;
  llvm::raw_string_ostream out(done.result);
  for (mlir::Operation &op : block) {
    op.print(out); // in generic form if it does not verify
    out << "\n";
  }
  return done;
}

Conversion Converter::write(std::string_view text) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      text, mlir::ParserConfig(context.mlir.get()));
  if (!module)
    return failed("MLIR cannot read the text");
  Conversion done;
  llvm::raw_string_ostream out(done.result);
  if (mlir::failed(mlir::writeBytecodeToFile(*module, out)))
    return failed("MLIR cannot write it");
  return done;
}

static bool didHarm(std::string_view input, const CrashGuard &crashGuard) {
  return crashGuard.knowsFailure() &&
         !crashGuard.failuresOf(Step::Load, input).empty();
}

Conversion shapels::textOfBytecode(std::string_view bytes,
                                   const Configuration &configuration,
                                   CrashGuard &crashGuard) {
  if (!isBytecode(bytes))
    return {"", "it is no MLIR bytecode, by its first bytes"};
  if (didHarm(bytes, crashGuard))
    return {"", "MLIR crashes on it, or takes too long"};
  return Converter(bytes, configuration, crashGuard).read(bytes);
}

Conversion shapels::bytecodeOfText(std::string_view text,
                                   const Configuration &configuration,
                                   CrashGuard &crashGuard) {
  if (didHarm(text, crashGuard))
    return {"", "MLIR crashes on the text, or takes too long"};
  return Converter(text, configuration, crashGuard).write(text);
}
