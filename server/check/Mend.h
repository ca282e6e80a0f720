//===- Mend.h - Quick fixes without asking ---------------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_MEND_H
#define SHAPELS_CHECK_MEND_H

#include "core/analysis/Configuration.h"
#include "core/base/CrashGuard.h"

#include <string>

namespace shapels {

struct MendedText {
  /// The same as before, if nothing was mended.
  std::string text;
  /// How many quick fixes were applied.
  size_t fixes = 0;
};

/// Applies those quick fixes that are the only right answer to their finding,
/// and no guess at a name. Each is kept only if the text has fewer findings
/// then and none that it had not; and all of them, only if the new text says so
/// when it is read anew.
MendedText mend(std::string text, const Configuration &configuration,
                CrashGuard &crashGuard);

} // namespace shapels

#endif // SHAPELS_CHECK_MEND_H
