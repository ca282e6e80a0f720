//===- Check.h - Check many files at a time --------------------*- C++ -*-===//

#ifndef SHAPELS_APP_CHECK_CHECK_H
#define SHAPELS_APP_CHECK_CHECK_H

#include "shapels/app/check/CheckOptions.h"
#include "shapels/app/check/CheckedFile.h"
#include "shapels/app/check/Paths.h"

namespace shapels {

/// One result per input, in the same order. Each file is a Document of its
/// own on a thread of its own, so results do not depend on `options.jobs`. A
/// file that cannot be read, or on which the analysis crashes, is a result
/// with a `failure`; the others are checked all the same.
std::vector<CheckedFile> checkFiles(std::span<const InputFile> inputs,
                                    const CheckOptions &options,
                                    const Configuration &configuration);

/// All of `shapels --check`: findings to standard output, what went wrong and
/// a summary to standard error. Returns the exit code: 0 nothing found, 1
/// something found, 2 something could not be checked.
int runCheck(const CheckOptions &options, const Configuration &configuration);

} // namespace shapels

#endif // SHAPELS_APP_CHECK_CHECK_H
