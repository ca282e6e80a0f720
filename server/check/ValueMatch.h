//===- ValueMatch.h - Which value of one text is which of another -*- C++
//-*-===//
//
// Passes erase ops, add others and give values new numbers. Values of a
// function are the same by their location, by a name that somebody gave them,
// and else by the order of ops that look alike.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_CHECK_VALUEMATCH_H
#define SHAPELS_CHECK_VALUEMATCH_H

#include "core/analysis/ShapesOf.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace shapels {

/// A value, and where its op is from; empty where the text does not say.
struct LocatedValue {
  const InferredValue *value = nullptr;
  std::string location;
};

/// For each of `before`, in the order of the text, the number of what it has
/// become; nothing where it is gone. No two become one.
std::vector<std::optional<size_t>>
matchValues(std::span<const LocatedValue> before,
            std::span<const LocatedValue> after);

/// Whether MLIR numbered the value: `%0#1`, `%arg3`, but not `%weights`.
bool isNumbered(std::string_view name);

} // namespace shapels

#endif // SHAPELS_CHECK_VALUEMATCH_H
