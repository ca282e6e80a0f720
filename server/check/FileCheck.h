//===- FileCheck.h - Check one file, here or in a worker -------*- C++ -*-===//

#ifndef SHAPELS_CHECK_FILECHECK_H
#define SHAPELS_CHECK_FILECHECK_H

#include "core/base/CrashGuard.h"
#include "core/ir/context/Dialects.h"
#include "server/check/CheckOptions.h"
#include "server/check/CheckedFile.h"

#include <string>
#include <string_view>

namespace shapels {

/// What is found in one text.
struct TextFindings {
  std::vector<Diagnostic> diagnostics;
  std::vector<ExpectationMismatch> mismatches;
  /// Of the dialects that were to be loaded for it.
  std::vector<DialectFailure> failures = {};
  std::vector<InferredValue> inferred = {};
  std::vector<std::string> derived = {};
  /// With quick fixes; nothing without. What was found is in this text then.
  std::optional<std::string> fixed = {};
  size_t fixes = 0;
  /// The text has ops that a project may define: nothing else was found.
  bool wantsProject = false;
};

/// If `mayWantProject`, a text with ops that are not registered is left alone.
TextFindings checkText(std::string text, const CheckOptions &options,
                       const Configuration &configuration,
                       CrashGuard &crashGuard, bool mayWantProject = false);

/// To bytes and back, between two processes of one program. False if these
/// are not such bytes.
std::string encode(const TextFindings &findings);
bool decode(std::string_view bytes, TextFindings &findings);

} // namespace shapels

#endif // SHAPELS_CHECK_FILECHECK_H
