//===- Fixes.h - Files that quick fixes have changed -----------*- C++ -*-===//

#ifndef SHAPELS_CHECK_FIXES_H
#define SHAPELS_CHECK_FIXES_H

#include "server/check/CheckedFile.h"

#include <string>
#include <vector>

namespace shapels {

/// Puts the new texts in the place of the old ones. A file that cannot be
/// written, or is no longer what was read, stays as it is and has a failure.
void writeFixes(std::vector<CheckedFile> &files);

/// What --fix would change, as unified diffs.
std::string fixesAsDiff(std::span<const CheckedFile> files);

/// "2 quick fixes in 1 file"; empty if there were none.
std::string fixesLine(std::span<const CheckedFile> files);

} // namespace shapels

#endif // SHAPELS_CHECK_FIXES_H
