//===- MadeOnce.h - A part that is made when it is first asked -*- C++ -*-===//

#ifndef SHAPELS_BASE_MADEONCE_H
#define SHAPELS_BASE_MADEONCE_H

#include <atomic>
#include <memory>
#include <utility>

namespace shapels {

/// Something that follows from the rest of its owner, and may not be needed.
/// Several threads may ask at once, which may make it twice; one is dropped
/// then. Everything else is for one thread alone.
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

  /// Null if nobody has asked.
  T *known() { return part.load(); }
  void forget() { delete part.exchange(nullptr); }

private:
  mutable std::atomic<T *> part = nullptr;
};

} // namespace shapels

#endif // SHAPELS_BASE_MADEONCE_H
