//===- Dialects.cpp -------------------------------------------------------===//

#include "core/ir/context/Dialects.h"
#include "core/ir/context/Plugins.h"
#include "core/ir/context/RegisteredOps.h"
#include "core/text/UserFile.h"
#include "core/upstream/Upstream.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

using namespace shapels;

/// Nothing where the program has no dialects of its own.
static std::optional<mlir::DialectRegistry> &included() {
  static std::optional<mlir::DialectRegistry> registry;
  return registry;
}

void Dialects::include(const mlir::DialectRegistry &own) {
  if (!included())
    included().emplace();
  own.appendTo(*included());
}

const Dialects &Dialects::upstream() {
  static const Dialects dialects;
  return dialects;
}

std::shared_ptr<const Dialects>
Dialects::load(const DialectSources &sources,
               std::vector<DialectFailure> &failures, CrashGuard &crashGuard) {
  return std::shared_ptr<const Dialects>(
      new Dialects(sources, failures, crashGuard));
}

Dialects::Dialects() : registry(std::make_shared<mlir::DialectRegistry>()) {
  mlir::registerAllDialects(*registry);
  mlir::registerAllExtensions(*registry);
  for (const RegisteredOp &op : upstreamOps())
    addOp(op);
  if (included())
    addIncluded(*included());
  catalogues.add(upstreamCatalogue());
}

/// Its ops may be of any dialect, as extensions of MLIR's add to those.
void Dialects::addIncluded(const mlir::DialectRegistry &own) {
  own.appendTo(*registry);
  mlir::MLIRContext context(*registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  addOps(context);
}

Dialects::Dialects(const DialectSources &sources,
                   std::vector<DialectFailure> &failures,
                   CrashGuard &crashGuard)
    : registry(std::make_shared<mlir::DialectRegistry>()),
      table(upstream().table), catalogues(upstream().catalogues) {
  upstream().registry->appendTo(*registry);
  loadFiles(sources, failures, crashGuard);
}

static DialectFailure failureOf(const char *what, const std::string &path,
                                const std::string &reason) {
  return {path, std::string("cannot load the ") + what + " '" + path +
                    "': " + reason};
}

/// Each in a context that has what it may be written in.
void Dialects::loadShapes(const std::vector<std::string> &paths,
                          mlir::MLIRContext &context,
                          std::vector<DialectFailure> &failures,
                          CrashGuard &crashGuard) {
  for (const std::string &path : paths) {
    auto [text, reason] = readUserFile(path, largestSmallFile);
    ShapeLibraryFile file{path, std::move(text)};
    if (reason.empty())
      reason = whyNoShapeLibrary(file, context, crashGuard);
    if (reason.empty())
      libraryFiles.push_back(std::move(file));
    else
      failures.push_back(failureOf("shape functions", path, reason));
  }
}

/// Fills in everything; a file that fails leaves nothing behind but its code.
void Dialects::loadFiles(const DialectSources &sources,
                         std::vector<DialectFailure> &failures,
                         CrashGuard &crashGuard) {
  auto fail = [&](const char *what, const std::string &path,
                  const std::string &reason) {
    failures.push_back(failureOf(what, path, reason));
  };
  for (const std::string &path : sources.plugins)
    if (std::string reason = loadPlugin(path, *registry, crashGuard);
        !reason.empty())
      fail("dialect plugin", path, reason);
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  for (const std::string &path : sources.irdl) {
    auto [text, failure] = readUserFile(path, largestSmallFile);
    if (!failure.empty()) {
      fail("IRDL file", path, failure);
      continue;
    }
    IrdlFile irdl{path, std::move(text)};
    std::vector<std::string> names;
    if (std::string reason = loadIrdl(irdl, *context, names, crashGuard);
        !reason.empty()) {
      fail("IRDL file", path, reason);
      continue;
    }
    irdlFiles.push_back(std::move(irdl));
    irdlDialects.insert(names.begin(), names.end());
  }
  for (llvm::StringRef name : registry->getDialectNames())
    if (!upstream().isRegistered(name))
      context->getOrLoadDialect(name);
  addOps(*context);
  loadShapes(sources.shapeFunctions, *context, failures, crashGuard);
}

void Dialects::addOp(const RegisteredOp &op) {
  table.add(op.name, op.definesSymbol, op.hasNoRegions);
  if (op.isBare)
    table.addBare(op.name.substr(op.name.find('.') + 1), op.hasNoRegions);
}

/// Notes the ops of the dialects that are loaded, but for those that are there.
void Dialects::addOps(mlir::MLIRContext &context) {
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations())
    if (!table.isRegistered(name.getStringRef()))
      addOp(registeredOp(name));
}

bool Dialects::isRegistered(std::string_view dialect) const {
  return irdlDialects.contains(dialect) ||
         static_cast<bool>(registry->getDialectAllocator(dialect));
}

std::vector<std::string_view> Dialects::names() const {
  std::vector<std::string_view> names(irdlDialects.begin(), irdlDialects.end());
  for (llvm::StringRef name : registry->getDialectNames())
    names.push_back(name);
  return names;
}

std::unique_ptr<mlir::MLIRContext> Dialects::makeContext() const {
  auto context = std::make_unique<mlir::MLIRContext>(
      *registry, mlir::MLIRContext::Threading::DISABLED);
  // Told to the constructor alone, it keeps the locks and each thread's own
  // tables of what is unique.
  context->disableMultithreading();
  context->allowUnregisteredDialects();
  context->printOpOnDiagnostic(false);
  context->printStackTraceOnDiagnostic(false);
  std::vector<std::string> names;
  for (const IrdlFile &file : irdlFiles)
    (void)loadIrdl(file, *context, names);
  return context;
}

std::string_view shapels::dialectOf(std::string_view opName) {
  size_t dot = opName.find('.');
  return dot == opName.npos ? std::string_view() : opName.substr(0, dot);
}
