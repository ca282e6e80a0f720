//===- ValueShapes.h - What is known of values, each once ------*- C++ -*-===//
//
// Private to shape/. Most values of a function are known to be what others are:
// equal is the same address.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_VALUESHAPES_H
#define SHAPELS_SHAPE_VALUESHAPES_H

#include "core/shape/Shape.h"

#include "llvm/ADT/DenseSet.h"

#include <deque>

namespace shapels {

class ValueShapes {
public:
  const ValueShape *intern(ValueShape &&shape) {
    if (auto found = set.find_as(shape); found != set.end())
      return *found;
    all.push_back(std::move(shape));
    set.insert(&all.back());
    return &all.back();
  }
  size_t size() const { return all.size(); }

private:
  struct Info : llvm::DenseMapInfo<const ValueShape *> {
    static unsigned getHashValue(const ValueShape &shape);
    static unsigned getHashValue(const ValueShape *shape) {
      return getHashValue(*shape);
    }
    static bool isEqual(const ValueShape &a, const ValueShape *b) {
      return b != getEmptyKey() && b != getTombstoneKey() && a == *b;
    }
    static bool isEqual(const ValueShape *a, const ValueShape *b) {
      return a == b;
    }
  };

  std::deque<ValueShape> all;
  llvm::DenseSet<const ValueShape *, Info> set;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_VALUESHAPES_H
