//===- Dialects.h - The dialects that are built in -------------*- C++ -*-===//

#ifndef SHAPELS_IR_DIALECTS_H
#define SHAPELS_IR_DIALECTS_H

#include "shapels/syntax/OpTable.h"

#include <memory>
#include <string>
#include <string_view>

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

namespace shapels {

/// Which dialects exist. Constant once made, shared by all documents and
/// threads.
class Dialects {
public:
  /// Every upstream dialect, as mlir-opt has them.
  static const Dialects &upstream();

  const OpTable &ops() const { return table; }
  bool isRegistered(std::string_view dialect) const;
  /// Whether the op is of a dialect that is not registered, or of an extension
  /// of one that is not: `transform.iree.x`. Not a bare name.
  bool isUnknown(std::string_view opName) const;
  /// What to write before an op's bare name in an op of another dialect, whose
  /// ops may be bare there, so that it is found; empty if it is found as it is.
  std::string barePrefix(std::string_view name, std::string_view dialect) const;
  /// A context of its own for one document: single-threaded, tolerant of
  /// unregistered dialects, notes without a printed op.
  std::unique_ptr<mlir::MLIRContext> makeContext() const;

private:
  Dialects();

  std::shared_ptr<mlir::DialectRegistry> registry;
  OpTable table;
};

/// The part of an op's name before the dot; empty for a bare name.
std::string_view dialectOf(std::string_view opName);

} // namespace shapels

#endif // SHAPELS_IR_DIALECTS_H
