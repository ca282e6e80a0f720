//===- Baseline.h - Findings that are known already ------------*- C++ -*-===//
//
// A tree with findings adopts --check by a file that has them; after that, new
// ones fail and these do not. A finding is known again by its code and the text
// of its line, wherever that has moved in its file, or with it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_CHECK_BASELINE_H
#define SHAPELS_CHECK_BASELINE_H

#include "server/check/CheckedFile.h"

#include <string>
#include <vector>

namespace shapels {

/// The files to read and to write; empty: none.
struct BaselineOptions {
  std::string read, write;
};

struct BaselineResult {
  /// How many findings were taken out of the files.
  size_t known = 0;
  /// How many that were known are there no more.
  size_t mended = 0;
  /// A sentence for the user; empty if all went well.
  std::string failure;
};

/// Of the finding's code and its line, without blanks and the numbers in names
/// such as `%12`, which change with the ops above.
std::string fingerprint(const CheckedFile &file, const Diagnostic &diagnostic);

/// Takes what `options.read` knows out of the files. Writes to `options.write`
/// what is known and still there; without a file to read, all findings, which
/// are known then. What is said of files that were not checked is kept.
BaselineResult applyBaseline(std::vector<CheckedFile> &files,
                             const BaselineOptions &options);

} // namespace shapels

#endif // SHAPELS_CHECK_BASELINE_H
