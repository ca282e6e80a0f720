//===- ShapeFunctions.h - Shapes that users teach ---------------*- C++ -*-===//
//
// What `shape.function_library` ops say: which function computes the shapes of
// ops of which name. Holds ops of the IR, so it is made anew when one of theirs
// changes. Constant once made.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_LIBRARY_SHAPEFUNCTIONS_H
#define SHAPELS_SHAPE_LIBRARY_SHAPEFUNCTIONS_H

#include "core/shape/Attributes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shapels {

/// What of an op an argument of its shape function is.
struct ShapeParameter {
  enum class Kind : uint8_t { Operand, Attribute, Result };
  Kind kind = Kind::Operand;
  /// Of the operand, or of the result whose type states the shape.
  unsigned number = 0;
  /// Names of an attribute, of which the first that is there counts; `a.b` is
  /// the list `b` within `a`.
  llvm::SmallVector<llvm::StringRef, 1> names = {};
  /// Where the op has no such attribute.
  std::optional<Integers> otherwise = {};
  /// The argument is whether the attribute is this text.
  std::optional<llvm::StringRef> text = {};
};

struct ShapeFunction {
  mlir::Operation *function = nullptr;
  /// For users: `shape function @matmul`.
  std::string words;
  std::vector<ShapeParameter> parameters;
  /// How many operands it is given, and whether ops may have other ones.
  unsigned operands = 0;
  bool isOpen = false;
  /// The argument that stands for each further operand in turn, while the one
  /// before it is the shape so far.
  std::optional<unsigned> repeated;
};

class ShapeFunctions {
public:
  /// Of several for one op, the first that is added counts.
  void add(mlir::Operation *library);

  /// Null if no library has the op.
  const ShapeFunction *find(llvm::StringRef op) const {
    auto found = byOp.find(op);
    return found == byOp.end() ? nullptr : found->second.get();
  }
  /// The names of the ops, in order.
  std::vector<std::string> ops() const;
  /// What is wrong with an op of a library, or with the op that is one.
  llvm::ArrayRef<std::string> faultsOf(mlir::Operation *op) const {
    auto found = wrong.find(op);
    return found == wrong.end() ? llvm::ArrayRef<std::string>()
                                : llvm::ArrayRef(found->second);
  }

private:
  void map(mlir::Operation *library, llvm::StringRef op,
           mlir::Attribute function);
  std::shared_ptr<const ShapeFunction> read(mlir::Operation *function);
  void fail(mlir::Operation *op, std::string message) {
    wrong[op].push_back(std::move(message));
  }

  llvm::StringMap<std::shared_ptr<const ShapeFunction>> byOp;
  /// Null for one that is wrong.
  llvm::DenseMap<mlir::Operation *, std::shared_ptr<const ShapeFunction>> known;
  llvm::DenseMap<mlir::Operation *, std::vector<std::string>> wrong;
};

/// Whether it is an op in which users teach shapes.
bool isShapeLibrary(mlir::Operation *op);
/// Whether the op is one or in one.
bool isInShapeLibrary(mlir::Operation *op);

} // namespace shapels

#endif // SHAPELS_SHAPE_LIBRARY_SHAPEFUNCTIONS_H
