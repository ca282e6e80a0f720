//===- CrashGuard.h - Outlive a crash of the analysis ----------*- C++ -*-===//

#ifndef SHAPELS_APP_CHECK_CRASHGUARD_H
#define SHAPELS_APP_CHECK_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace shapels {

/// Owns the process's handlers for the signals of a crash while it exists, so
/// there may be one at a time.
class CrashGuard {
public:
  CrashGuard();
  ~CrashGuard();
  CrashGuard(const CrashGuard &) = delete;
  CrashGuard &operator=(const CrashGuard &) = delete;

  /// Runs `work` on a thread of its own with a large stack. If it crashes,
  /// stack overflow included, returns the signal; what `work` had in hand then
  /// is never destroyed. May be called from several threads.
  std::optional<int> run(llvm::function_ref<void()> work);
};

} // namespace shapels

#endif // SHAPELS_APP_CHECK_CRASHGUARD_H
