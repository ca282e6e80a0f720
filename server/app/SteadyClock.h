//===- SteadyClock.h - The time of the process ------------------*- C++ -*-===//

#ifndef SHAPELS_APP_STEADYCLOCK_H
#define SHAPELS_APP_STEADYCLOCK_H

#include "core/base/Runtime.h"

namespace shapels {

class SteadyClock : public Clock {
public:
  std::chrono::steady_clock::time_point now() const override {
    return std::chrono::steady_clock::now();
  }
};

} // namespace shapels

#endif // SHAPELS_APP_STEADYCLOCK_H
