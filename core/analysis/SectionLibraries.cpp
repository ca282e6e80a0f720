//===- SectionLibraries.cpp -----------------------------------------------===//

#include "core/analysis/SectionLibraries.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

#include <algorithm>
#include <cstring>

using namespace shapels;

/// What a module says of its libraries, in order.
static constexpr llvm::StringLiteral libraryKey("shape.lib");

/// The place in `shape.lib` of the module around it; behind all where it has
/// none.
static size_t rankOf(mlir::Operation *library) {
  mlir::Operation *module = library->getParentOp();
  mlir::Attribute all = module ? module->getAttr(libraryKey) : nullptr;
  auto list = llvm::dyn_cast_if_present<mlir::ArrayAttr>(all);
  auto name = library->getAttrOfType<mlir::StringAttr>("sym_name");
  size_t count = list ? list.size() : 0;
  for (size_t i = 0; i < count; ++i)
    if (auto symbol = llvm::dyn_cast<mlir::SymbolRefAttr>(list[i]);
        symbol && symbol.getRootReference() == name)
      return i;
  return std::max<size_t>(count, 1);
}

/// Whether there may be a library in the text.
static bool mayTeach(std::string_view text) {
  constexpr std::string_view word = "function_library";
  return ::memmem(text.data(), text.size(), word.data(), word.size());
}

void SectionLibraries::read(TextSpan text, const SectionIR &ir,
                            const std::vector<mlir::Operation *> &files) {
  taught = {};
  teaching.clear();
  std::vector<mlir::Operation *> libraries;
  if (mayTeach(text.text()))
    ir.walk([&](mlir::Operation *op) {
      if (isShapeLibrary(op))
        libraries.push_back(op);
    });
  std::stable_sort(libraries.begin(), libraries.end(),
                   [](mlir::Operation *a, mlir::Operation *b) {
                     return rankOf(a) < rankOf(b);
                   });
  for (mlir::Operation *library : libraries) {
    taught.add(library);
    library->walk([this](mlir::Operation *op) { teaching.insert(op); });
  }
  for (mlir::Operation *library : files)
    taught.add(library);
}

bool SectionLibraries::changeWith(const IrWork &work) const {
  auto isErased = [this](const void *address) {
    return teaching.contains(address);
  };
  return work.isWhole ||
         (!teaching.empty() && llvm::any_of(work.erased, isErased)) ||
         llvm::any_of(work.changed, isInShapeLibrary);
}

SectionUpdate::Taught
SectionLibraries::update(TextSpan text, const SectionIR &ir,
                         const std::vector<mlir::Operation *> &files,
                         const IrWork &work) {
  if (!changeWith(work))
    return SectionUpdate::Taught::Same;
  std::vector<std::string> before = taught.ops();
  read(text, ir, files);
  return taught.ops() == before ? SectionUpdate::Taught::Otherwise
                                : SectionUpdate::Taught::Others;
}
