//===- Requirement.h - What an op does not meet ----------------*- C++ -*-===//
//
// Private to shape/ and the words of its findings. Plain values: no positions.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_REQUIREMENT_H
#define SHAPELS_SHAPE_REQUIREMENT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <string_view>

namespace mlir {
class Operation;
} // namespace mlir

namespace shapels {

/// A part of an op that a requirement speaks of.
struct Subject {
  enum class Kind : uint8_t { Operand, Result, Attribute, Argument, Yielded };
  Kind kind = Kind::Operand;
  /// Which operand, result, or value that a region takes or yields.
  unsigned number = 0;
  /// Of an attribute, as the op may spell it; several by `|`.
  std::string name = {};
  unsigned region = 0;

  static Subject operand(unsigned number) { return {Kind::Operand, number}; }
  static Subject result(unsigned number) { return {Kind::Result, number}; }
  static Subject argument(unsigned region, unsigned number) {
    return {Kind::Argument, number, {}, region};
  }
  static Subject yielded(unsigned region, unsigned number) {
    return {Kind::Yielded, number, {}, region};
  }
  static Subject attribute(llvm::StringRef names) {
    return {Kind::Attribute, 0, names.str()};
  }
};
using Subjects = llvm::SmallVector<Subject, 2>;

/// How texts of requirements name the values of the op, which the reporter
/// replaces by the user's names: `$0` is an operand, `$r0` a result. What
/// regions take and yield is only numbered.
std::string nameOf(const Subject &subject);

/// That there can be no such op.
struct Rejection {
  /// Behind `'the.op' `.
  std::string why;
  /// The first one is where to look; none is the op itself.
  Subjects about = {};
  /// Of two numbers: what they cannot be.
  enum class Sizes : uint8_t { None, Equal, Broadcast };
  Sizes sizes = Sizes::None;
  /// How the op makes them equal; may be empty.
  std::string_view how = {};
  /// What a user says of such an op in its shape function; may be empty.
  std::string_view error = {};
  /// The op of the shape function that says so; null for our own rules.
  mlir::Operation *source = nullptr;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_REQUIREMENT_H
