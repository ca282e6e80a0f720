//===- MadeOnce.h - A part that is made when it is first asked -*- C++ -*-===//

#ifndef SHAPELS_BASE_MADEONCE_H
#define SHAPELS_BASE_MADEONCE_H

#include <atomic>
#include <memory>
#include <utility>

namespace shapels {

/// A part that follows from the rest of its owner and is made when it is first
/// asked for. get() may be called by several threads at once; the part may be
/// made twice then, and one of the two is dropped. All other functions are for
/// the one thread that changes the owner.
template <typename T>
class MadeOnce {
public:
  MadeOnce() = default;
  MadeOnce(MadeOnce &&other) : part(other.part.exchange(nullptr)) {}
  MadeOnce &operator=(MadeOnce &&other) {
    delete part.exchange(other.part.exchange(nullptr));
    return *this;
  }
  ~MadeOnce() { delete part.load(); }

  /// Makes the part with `make` if it is not there. It stays where it is until
  /// forget().
  template <typename Make>
  const T &get(Make make) const {
    if (const T *known = part.load(std::memory_order_acquire))
      return *known;
    auto fresh = std::make_unique<T>(make());
    T *known = nullptr;
    if (part.compare_exchange_strong(known, fresh.get()))
      return *fresh.release();
    return *known;
  }

  /// The part, or null if it was not made yet.
  T *known() { return part.load(); }
  /// Deletes the part; get() makes another one.
  void forget() { delete part.exchange(nullptr); }

private:
  mutable std::atomic<T *> part = nullptr;
};

} // namespace shapels

#endif // SHAPELS_BASE_MADEONCE_H
