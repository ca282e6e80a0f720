//===- Irdl.cpp -----------------------------------------------------------===//

#include "core/ir/context/Irdl.h"
#include "core/ir/context/FirstError.h"

#include "mlir/Dialect/IRDL/IR/IRDL.h"
#include "mlir/Dialect/IRDL/IRDLLoading.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

using namespace shapels;
using namespace mlir;

/// MLIR ends the process where a dialect is there already.
static std::string findClash(ModuleOp module, MLIRContext &context,
                             std::vector<std::string> &dialects) {
  for (auto dialect : module.getOps<irdl::DialectOp>()) {
    StringRef name = dialect.getSymName();
    if (context.getLoadedDialect(name) ||
        context.getDialectRegistry().getDialectAllocator(name))
      return ("it defines the dialect '" + name + "', which is there already")
          .str();
    dialects.push_back(name.str());
  }
  return dialects.empty() ? "it defines no dialect (irdl.dialect)" : "";
}

std::string shapels::loadIrdl(const IrdlFile &file, MLIRContext &context,
                              std::vector<std::string> &dialects,
                              CrashGuard &crashGuard) {
  if (!crashGuard.failuresOf(Step::Load, file.text).empty())
    return "MLIR crashes on it";
  GuardedScope scope(crashGuard, {Step::Load, file.text, {}});
  FirstError error(context);
  auto module =
      parseSourceString<ModuleOp>(file.text, ParserConfig(&context), file.path);
  if (!module)
    return error.text().empty() ? "MLIR cannot read it" : error.text();
  std::vector<std::string> names;
  if (std::string clash = findClash(*module, context, names); !clash.empty())
    return clash;
  if (failed(irdl::loadDialects(*module)))
    return error.text().empty() ? "MLIR cannot make its dialects"
                                : error.text();
  dialects.insert(dialects.end(), names.begin(), names.end());
  return "";
}
