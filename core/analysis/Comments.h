//===- Comments.h - What comments say to shapels ---------------*- C++ -*-===//
//
// `// shapels: ignore[code, ...]`, `ignore-file[...]`, and
// `// expected-error {{...}}`.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_COMMENTS_H
#define SHAPELS_ANALYSIS_COMMENTS_H

#include "core/analysis/Finding.h"

#include "llvm/Support/Regex.h"

#include <memory>

namespace shapels {

/// A comment that suppresses findings of a code in one statement: the one that
/// follows, or the one that the comment stands behind on its line.
struct IgnorePragma {
  DiagnosticCode code = {};
  StatementId statement = noStatement;
  /// The word that names the code, or several; no part of what it says.
  SectionRange word = {};

  bool ignores(const SectionDiagnostic &finding, const Section &section) const;
  friend bool operator==(const IgnorePragma &a, const IgnorePragma &b) {
    return a.code == b.code && a.statement == b.statement;
  }
};

/// The `// shapels:` comments of a section.
struct Pragmas {
  std::vector<IgnorePragma> ignored;
  /// What the section's head ignores: in the section, and where it is the first
  /// one in all of the file.
  std::vector<IgnorePragma> ignoredInFile;
  /// Mistakes in the comments themselves.
  std::vector<SectionDiagnostic> findings;

  bool ignores(const SectionDiagnostic &finding, const Section &section) const;
};

/// Whether one of them is for findings of that code.
bool haveCode(const std::vector<IgnorePragma> &pragmas, DiagnosticCode code);

Pragmas pragmasOf(const Section &section);

/// From the most severe one.
enum class ExpectedKind { Error, Warning, Remark, Note };

/// An expectation as mlir-opt's --verify-diagnostics knows it.
struct Expectation {
  ExpectedKind kind = ExpectedKind::Error;
  /// From `expected-` on.
  SectionRange range;
  /// The line that the diagnostic has to be on, counted from the section's
  /// first; nothing for @unknown.
  std::optional<uint32_t> line;
  /// What the message must contain.
  std::string substring;
  /// What the message must match instead, for `expected-error-re`; else null.
  std::shared_ptr<llvm::Regex> regex;

  bool matches(std::string_view message) const;
};

std::vector<Expectation> expectationsOf(const Section &section);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_COMMENTS_H
