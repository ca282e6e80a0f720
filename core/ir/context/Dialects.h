//===- Dialects.h - Which dialects there are -------------------*- C++ -*-===//

#ifndef SHAPELS_IR_CONTEXT_DIALECTS_H
#define SHAPELS_IR_CONTEXT_DIALECTS_H

#include "core/base/CrashGuard.h"
#include "core/ir/context/Irdl.h"
#include "core/ir/context/ShapeLibraries.h"
#include "core/ods/Catalogue.h"
#include "core/syntax/OpTable.h"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

namespace shapels {

struct RegisteredOp;

/// Where a user has further dialects from, and shapes of ops, as absolute
/// paths.
struct DialectSources {
  std::vector<std::string> plugins, irdl, shapeFunctions;

  bool empty() const {
    return plugins.empty() && irdl.empty() && shapeFunctions.empty();
  }
  friend bool operator==(const DialectSources &,
                         const DialectSources &) = default;
};

/// A file that gave nothing, and why, in a sentence for the user.
struct DialectFailure {
  std::string file, message;
  friend bool operator==(const DialectFailure &,
                         const DialectFailure &) = default;
};

/// Which dialects exist. Constant once made, shared by all documents and
/// threads.
class Dialects {
public:
  /// Every upstream dialect, as mlir-opt has them, and those that were
  /// included.
  static const Dialects &upstream();
  /// Dialects of the program's own; before the first call of upstream().
  static void include(const mlir::DialectRegistry &own);
  /// The upstream ones and those that the files have. What cannot be loaded is
  /// left out, and said in `failures`.
  static std::shared_ptr<const Dialects>
  load(const DialectSources &sources, std::vector<DialectFailure> &failures,
       CrashGuard &crashGuard = CrashGuard::none());

  const OpTable &ops() const { return table; }
  /// What is defined of their ops and types; of those that files bring, what
  /// these tell.
  const Catalogues &definitions() const { return catalogues; }
  /// The files that teach shapes of ops.
  const std::vector<ShapeLibraryFile> &shapeLibraries() const {
    return libraryFiles;
  }
  bool isRegistered(std::string_view dialect) const;
  /// Of all that are registered.
  std::vector<std::string_view> names() const;
  /// A context of its own for one document: single-threaded, tolerant of
  /// unregistered dialects, notes without a printed op.
  std::unique_ptr<mlir::MLIRContext> makeContext() const;

private:
  Dialects();
  Dialects(const DialectSources &sources, std::vector<DialectFailure> &failures,
           CrashGuard &crashGuard);
  void loadFiles(const DialectSources &sources,
                 std::vector<DialectFailure> &failures, CrashGuard &crashGuard);
  void loadShapes(const std::vector<std::string> &paths,
                  mlir::MLIRContext &context,
                  std::vector<DialectFailure> &failures,
                  CrashGuard &crashGuard);
  void addIncluded(const mlir::DialectRegistry &own);
  void addOp(const RegisteredOp &op);
  void addOps(mlir::MLIRContext &context);

  std::shared_ptr<mlir::DialectRegistry> registry;
  std::vector<IrdlFile> irdlFiles;
  std::vector<ShapeLibraryFile> libraryFiles;
  /// What those define.
  std::set<std::string, std::less<>> irdlDialects;
  OpTable table;
  Catalogues catalogues;
};

/// Whether this program is linked to MLIR's static libraries, and so cannot
/// load dialect plugins.
bool isMlirBuiltIn();

/// The part of an op's name before the dot; empty for a bare name.
std::string_view dialectOf(std::string_view opName);

} // namespace shapels

#endif // SHAPELS_IR_CONTEXT_DIALECTS_H
