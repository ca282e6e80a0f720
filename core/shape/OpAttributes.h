//===- OpAttributes.h - What a shape rule reads of an op -------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_OPATTRIBUTES_H
#define SHAPELS_SHAPE_OPATTRIBUTES_H

#include "core/shape/Attributes.h"

#include "mlir/IR/Operation.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

namespace shapels {

class ShapeState;
struct OpSketch;

/// An op's name, counts and attributes, for registered ops and those of unknown
/// dialects alike. Lives as long as one rule runs, on the document's thread.
class OpAttributes {
public:
  using Names = std::initializer_list<llvm::StringRef>;

  llvm::StringRef name() const {
    return sketchName.empty() ? op->getName().getStringRef() : sketchName;
  }
  unsigned operandCount() const { return op->getNumOperands(); }
  unsigned resultCount() const { return op->getNumResults(); }
  /// First operand and count of a group, of an op that has several.
  std::pair<unsigned, unsigned> group(unsigned number) const;

  /// An attribute by any of its names, in the op's dictionary or, of an op of
  /// an unknown dialect, in its text.
  mlir::Attribute attribute(Names names) const;
  bool has(Names names) const { return bool(attribute(names)); }
  std::optional<int64_t> integer(Names names) const;
  std::optional<Integers> integers(Names names) const;
  /// As written, quotes of a string left out; empty if it is not there.
  std::string text(Names names) const;
  /// `key = [...]` in the text of an attribute, such as
  /// `#stablehlo.dot<lhs_contracting_dimensions = [1]>`.
  std::optional<Integers> integersWithin(Names names,
                                         llvm::StringRef key) const;

  /// What stands in the text of an op in the custom form of a dialect that is
  /// not built in, whose attributes are not parsed; else empty.
  llvm::StringRef written() const;
  /// The text that the alias `#name` stands for; empty if there is no such
  /// alias.
  std::string aliasValue(llvm::StringRef name) const;
  /// A list of `key = [0] x [1]` in that.
  Integers written(llvm::StringRef key, unsigned number) const;

protected:
  /// Both outlive it.
  OpAttributes(ShapeState &state, mlir::Operation *op) : state(state), op(op) {}
  /// For an op that does not parse: `op` is a temporary, and `sketch` what its
  /// text tells.
  OpAttributes(ShapeState &state, mlir::Operation *op, const OpSketch &sketch);

  bool isSketch() const { return !sketchName.empty(); }

  ShapeState &state;
  mlir::Operation *op;

private:
  /// Empty where the op has its own.
  llvm::StringRef sketchName;
  /// What written() returned before.
  mutable std::optional<llvm::StringRef> ownText;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_OPATTRIBUTES_H
