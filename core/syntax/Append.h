//===- Append.h - Where most of what is appended has room ------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_APPEND_H
#define SHAPELS_SYNTAX_APPEND_H

#include <vector>

namespace shapels {

template <typename Value>
[[gnu::noinline, gnu::cold]] Value &appendAndGrow(std::vector<Value> &values) {
  return values.emplace_back();
}

/// emplace_back() with the rare case, that the vector has to grow, in a
/// function of its own: the common case is inlined.
template <typename Value>
[[gnu::always_inline]] inline Value &append(std::vector<Value> &values) {
  Value *first = values.data();
  bool isFull = first + values.size() == first + values.capacity();
  return isFull ? appendAndGrow(values) : values.emplace_back();
}

} // namespace shapels

#endif // SHAPELS_SYNTAX_APPEND_H
