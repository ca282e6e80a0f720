//===- Interrupt.h - Ctrl-C that lets a run end --------------------*- C++
//-*-===//

#ifndef SHAPELS_CHECK_INTERRUPT_H
#define SHAPELS_CHECK_INTERRUPT_H

#include <csignal>

namespace shapels {

/// As long as there is one, the first Ctrl-C or SIGTERM is noted, and the
/// second one ends the process.
class Interrupt {
public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt &) = delete;
  Interrupt &operator=(const Interrupt &) = delete;

  const volatile std::sig_atomic_t *flag() const;

private:
  struct sigaction before[2];
};

} // namespace shapels

#endif // SHAPELS_CHECK_INTERRUPT_H
