//===- Plugins.cpp --------------------------------------------------------===//

#include "core/ir/context/Plugins.h"
#include "core/ir/context/Dialects.h"

#include "core/text/UserFile.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/InterfaceStub/ELFObjHandler.h"
#include "llvm/InterfaceStub/IFSStub.h"
#include "llvm/Support/FileSystem.h"

#include <dlfcn.h>

using namespace shapels;

static constexpr llvm::StringRef entryPoint = "mlirGetDialectPluginInfo";

/// What a shared library says of itself; null if the file is none.
static std::unique_ptr<llvm::ifs::IFSStub>
interfaceOf(const std::string &path, const std::string &bytes) {
  auto stub = llvm::ifs::readELFFile({bytes, path});
  if (stub)
    return std::move(*stub);
  llvm::consumeError(stub.takeError());
  return nullptr;
}

/// Of the program or library that a function is in.
static std::optional<Dl_info> infoOf(const void *function) {
  Dl_info info;
  return ::dladdr(function, &info) ? std::optional(info) : std::nullopt;
}

/// Of libMLIR, wherever it was found, by any of its functions.
static std::optional<Dl_info> infoOfMlir() {
  return infoOf(reinterpret_cast<const void *>(
      static_cast<llvm::Expected<mlir::DialectPlugin> (*)(const std::string &)>(
          &mlir::DialectPlugin::load)));
}

bool shapels::isMlirBuiltIn() {
  std::optional<Dl_info> mlir = infoOfMlir(),
                         ours = infoOf(
                             reinterpret_cast<const void *>(&interfaceOf));
  return mlir && ours && mlir->dli_fbase == ours->dli_fbase;
}

static std::string findSoname() {
  std::optional<Dl_info> mlir = infoOfMlir();
  if (!mlir || isMlirBuiltIn())
    return "";
  std::string path = mlir->dli_fname;
  auto stub = interfaceOf(path, readUserFile(path, largestPlugin).bytes);
  return stub ? stub->SoName.value_or("") : "";
}

const std::string &shapels::mlirSoname() {
  static const std::string soname = findSoname();
  return soname;
}

/// Why a library that needs these others is not for this process.
static std::string refusal(const std::vector<std::string> &needed) {
  const std::string &ours = mlirSoname();
  if (ours.empty())
    return "this shapels has MLIR built in, and no libMLIR.so that a plugin "
           "could share; install shapels-plugins, which has, beside it";
  if (llvm::is_contained(needed, ours))
    return "";
  for (const std::string &library : needed)
    if (llvm::StringRef(library).starts_with("libMLIR.so"))
      return "it is linked to " + library + ", but shapels runs on " + ours +
             "; build it against the same version of MLIR";
  return "it is not linked to " + ours +
         ", which shapels runs on; link it to MLIR's shared library (CMake: "
         "target_link_libraries(... MLIR))";
}

/// Why the file is not to be loaded, as far as it can be told from its bytes.
static std::string inspect(const std::string &path, const std::string &bytes) {
  auto stub = interfaceOf(path, bytes);
  if (!stub)
    return "it is no shared library (ELF) that can be read";
  if (std::string reason = refusal(stub->NeededLibs); !reason.empty())
    return reason;
  bool hasEntry =
      llvm::any_of(stub->Symbols, [](const llvm::ifs::IFSSymbol &symbol) {
        return symbol.Name == entryPoint && !symbol.Undefined;
      });
  return hasEntry ? ""
                  : "it has no function " + entryPoint.str() +
                        ", by which a plugin tells its dialects";
}

/// A dialect that both have, and that is not the same: MLIR would end the
/// process. Plugins may well name MLIR's dialects that theirs depend on.
static std::string findClash(const mlir::DialectRegistry &own,
                             const mlir::DialectRegistry &others) {
  mlir::MLIRContext left(own, mlir::MLIRContext::Threading::DISABLED);
  mlir::MLIRContext right(others, mlir::MLIRContext::Threading::DISABLED);
  for (llvm::StringRef name : own.getDialectNames())
    if (others.getDialectAllocator(name) &&
        left.getOrLoadDialect(name)->getTypeID() !=
            right.getOrLoadDialect(name)->getTypeID())
      return name.str();
  return "";
}

/// A plugin does what it likes when it is loaded.
static std::string load(const std::string &path,
                        mlir::DialectRegistry &registry) {
  auto plugin = mlir::DialectPlugin::load(path);
  if (!plugin)
    return llvm::toString(plugin.takeError());
  mlir::DialectRegistry own;
  plugin->registerDialectRegistryCallbacks(own);
  if (std::string name = findClash(own, registry); !name.empty())
    return "it brings the dialect '" + name + "', which is there already";
  own.appendTo(registry);
  // What crashes when a dialect is made shall do so here.
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  for (llvm::StringRef name : own.getDialectNames())
    context.getOrLoadDialect(name);
  return "";
}

/// A rebuilt plugin is another one.
static std::string identityOf(const std::string &path) {
  llvm::sys::fs::file_status status;
  llvm::sys::fs::status(path, status);
  auto time = status.getLastModificationTime().time_since_epoch().count();
  return path + "\n" + std::to_string(status.getSize()) + "\n" +
         std::to_string(time);
}

std::string shapels::loadPlugin(const std::string &path,
                                mlir::DialectRegistry &registry,
                                CrashGuard &crashGuard) {
  auto [bytes, failure] = readUserFile(path, largestPlugin);
  if (!failure.empty())
    return failure;
  std::string identity = identityOf(path);
  if (auto failures = crashGuard.failuresOf(Step::Load, identity);
      !failures.empty())
    return failures.front().kind == Failure::Kind::Crash
               ? "it crashes when it is loaded"
               : "it does not come to an end when it is loaded";
  if (std::string reason = inspect(path, bytes); !reason.empty())
    return reason;
  GuardedScope scope(crashGuard, {Step::Load, identity, {}});
  return load(path, registry);
}
