//===- Rare.h - A part that most owners lack -------------------*- C++ -*-===//

#ifndef SHAPELS_BASE_RARE_H
#define SHAPELS_BASE_RARE_H

#include <memory>

namespace shapels {

/// A `T` that takes a pointer until it is first changed. Moved, not copied;
/// what was moved from is empty.
template <typename T>
class Rare {
public:
  const T &operator*() const {
    static const T none = T();
    return made ? *made : none;
  }
  const T *operator->() const { return &**this; }
  T &change() {
    if (!made)
      made = std::make_unique<T>();
    return *made;
  }
  void clear() { made.reset(); }

private:
  std::unique_ptr<T> made;
};

} // namespace shapels

#endif // SHAPELS_BASE_RARE_H
