//===- Interrupt.cpp ------------------------------------------------------===//

#include "server/check/Interrupt.h"

using namespace shapels;

static constexpr int signals[] = {SIGINT, SIGTERM};
static volatile std::sig_atomic_t wasInterrupted = 0;

static void note(int) { wasInterrupted = 1; }

Interrupt::Interrupt() {
  wasInterrupted = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  for (int i : {0, 1}) {
    ::sigaction(signals[i], nullptr, &before[i]);
    // Whoever started it may want none of them.
    if (before[i].sa_handler != SIG_IGN)
      ::sigaction(signals[i], &action, nullptr);
  }
}

Interrupt::~Interrupt() {
  for (int i : {0, 1})
    ::sigaction(signals[i], &before[i], nullptr);
}

const volatile std::sig_atomic_t *Interrupt::flag() const {
  return &wasInterrupted;
}
