//===- ShapeComparison.h - What became of shapes ---------------*- C++ -*-===//
//
// Two texts of one program, such as before and after a pass: of each value of a
// function what is known of its shape, beside what was. Plain values.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_CHECK_SHAPECOMPARISON_H
#define SHAPELS_CHECK_SHAPECOMPARISON_H

#include "server/check/ValueMatch.h"

#include <array>
#include <string_view>

namespace shapels {

/// From what is no matter to what is most; of a value the last that holds for
/// one of its sizes.
enum class ShapeChange : uint8_t {
  Same,
  /// A type that states something else, with the same sizes.
  Retyped,
  /// A size goes by another name.
  Renamed,
  /// More is known of it.
  Refined,
  /// Less is known.
  Lost,
  /// It is another number, expression or rank.
  Changed,
};
inline constexpr size_t shapeChangeCount = 6;
std::string_view shapeChangeName(ShapeChange change);

struct ValueChange {
  ShapeChange change = ShapeChange::Same;
  const InferredValue *before = nullptr, *after = nullptr;
};

/// What became of the values of one function.
struct FunctionComparison {
  std::string function;
  /// Matched values, in the order of the text after.
  std::vector<ValueChange> values;
  /// Those that are only in one text.
  std::vector<const InferredValue *> gone, added;
};

/// What is inferred of its sizes, or else what its type states; nothing where
/// the rank is not known.
std::optional<std::vector<std::string>> shapeOf(const InferredValue &value);

FunctionComparison compareFunction(std::string function,
                                   std::span<const LocatedValue> before,
                                   std::span<const LocatedValue> after);

/// How many values there are of each change.
std::array<size_t, shapeChangeCount>
countChanges(std::span<const FunctionComparison> functions);

} // namespace shapels

#endif // SHAPELS_CHECK_SHAPECOMPARISON_H
