//===- Dialects.cpp -------------------------------------------------------===//

#include "core/ir/context/Dialects.h"
#include "core/ir/context/Plugins.h"
#include "core/text/UserFile.h"
#include "core/upstream/Upstream.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

#include <algorithm>

using namespace shapels;

/// Dialects whose ops may be written without prefix inside their own region
/// ops (OpAsmOpInterface::getDefaultDialect).
static constexpr std::string_view bareDialects[] = {"builtin", "func", "pdl"};

static mlir::DialectRegistry &included() {
  static mlir::DialectRegistry registry;
  return registry;
}

void Dialects::include(const mlir::DialectRegistry &own) {
  own.appendTo(included());
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
  included().appendTo(*registry);
  mlir::MLIRContext context(*registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  addOps(context, /*known=*/nullptr);
  catalogues.add(upstreamCatalogue());
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
  addOps(*context, &upstream());
  loadShapes(sources.shapeFunctions, *context, failures, crashGuard);
}

/// Notes the ops of the dialects that are loaded and not in `known`.
void Dialects::addOps(mlir::MLIRContext &context, const Dialects *known) {
  for (mlir::RegisteredOperationName op : context.getRegisteredOperations()) {
    std::string_view name = op.getStringRef();
    std::string_view dialect = dialectOf(name);
    if (known && known->isRegistered(dialect))
      continue;
    bool hasNoRegions = op.hasTrait<mlir::OpTrait::ZeroRegions>();
    table.add(name, op.hasInterface<mlir::SymbolOpInterface>(), hasNoRegions);
    bool isBare = std::find(std::begin(bareDialects), std::end(bareDialects),
                            dialect) != std::end(bareDialects);
    // An op with a result starts with `%name =`, whatever follows.
    if (isBare && !op.hasTrait<mlir::OpTrait::OneResult>())
      table.addBare(name.substr(dialect.size() + 1), hasNoRegions);
  }
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
