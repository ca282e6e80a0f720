//===- Check.h - Check many files at a time --------------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_CHECK_H
#define SHAPELS_CHECK_CHECK_H

#include "server/check/CheckOptions.h"
#include "server/check/CheckedFile.h"
#include "server/check/Paths.h"
#include "server/config/ConfigOptions.h"

namespace shapels {

struct CheckResult {
  std::vector<CheckedFile> files;
  /// What was asked for and cannot be: sentences for the user. No file was
  /// checked then.
  std::vector<std::string> failures;
  /// What is worth knowing beside the findings: sentences for the user.
  std::vector<std::string> notes;
};

/// One result per input, in the same order, but for what a `.shapels.json`
/// excludes; in front of them those `.shapels.json` files that there is
/// something to say of. Each file is a Document of its
/// own in one of `options.jobs` processes, on which results do not depend. A
/// file that kills its process has a finding for that; one that cannot be read
/// is a result with a `failure`; the others are checked all the same. The
/// calling process has one thread.
CheckResult checkFiles(std::span<const InputFile> inputs,
                       const CheckOptions &options,
                       const ConfigOptions &config);

/// All of `shapels --check`: findings to standard output, what went wrong and
/// a summary to standard error. Returns the exit code: 0 nothing found, 1
/// something found, 2 something could not be checked. Of --print-inferred too,
/// which finds nothing.
int runCheck(const CheckOptions &options, const ConfigOptions &config);

} // namespace shapels

#endif // SHAPELS_CHECK_CHECK_H
