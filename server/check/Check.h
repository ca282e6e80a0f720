//===- Check.h - Check many files at a time --------------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_CHECK_H
#define SHAPELS_CHECK_CHECK_H

#include "server/check/CheckOptions.h"
#include "server/check/CheckedFile.h"
#include "server/check/Paths.h"
#include "server/config/ConfigOptions.h"

#include <csignal>
#include <functional>

namespace shapels {

struct CheckResult {
  std::vector<CheckedFile> files;
  /// What was asked for and cannot be: sentences for the user. No file was
  /// checked then.
  std::vector<std::string> failures;
  /// What is worth knowing beside the findings: sentences for the user.
  std::vector<std::string> notes;
};

/// Follows a run, on any thread but one at a time.
struct CheckWatcher {
  /// Each result, in order, as soon as all before it are there.
  std::function<void(CheckedFile &)> take = {};
  /// How many inputs are done, and how many there are.
  std::function<void(size_t, size_t)> count = {};
  /// Once it is true no other input is begun: they have the failure
  /// `interrupted`. May be null.
  const volatile std::sig_atomic_t *stop = nullptr;
};

/// One result per input, in the same order, but for what a `.shapels.json`
/// excludes; in front of them those `.shapels.json` files that there is
/// something to say of. Each file is a Document of its
/// own in one of `options.jobs` processes, on which results do not depend. A
/// file that kills its process has a finding for that; one that cannot be read
/// is a result with a `failure`; the others are checked all the same. The
/// calling process has one thread.
CheckResult checkFiles(std::span<const InputFile> inputs,
                       const CheckOptions &options, const ConfigOptions &config,
                       const CheckWatcher &watcher = {});

/// All of `shapels --check`: findings to standard output, what went wrong and
/// a summary to standard error. Returns the exit code: 0 nothing found, 1
/// something found, 2 something could not be checked, 130 it was interrupted.
/// Of
/// --print-inferred too, which finds nothing.
int runCheck(const CheckOptions &options, const ConfigOptions &config);

} // namespace shapels

#endif // SHAPELS_CHECK_CHECK_H
