//===- CodeActions.h - Quick fixes ------------------------------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_CODEACTIONS_H
#define SHAPELS_FEATURES_CODEACTIONS_H

#include "core/analysis/Document.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

struct CodeAction {
  std::string title;
  /// In this document, in the order of the text, not overlapping.
  std::vector<TextEdit> edits;
  /// The findings that it answers.
  std::vector<Diagnostic> diagnostics;
  /// The one to take when there is a single right fix.
  bool isPreferred = false;
};

/// The findings that touch `range`.
std::vector<Diagnostic> findingsAt(const Document &document,
                                   DocumentRange range);

/// What mends these findings of the document, each once.
std::vector<CodeAction> codeActions(const Document &document,
                                    std::span<const Diagnostic> findings);

/// What ends a line and begins one as the line of `place` begins.
std::string lineBreakAt(const TextBuffer &buffer, DocumentOffset place);

/// What is offered at a place, whether there is a finding or not. `findings`:
/// those that are there.
std::vector<CodeAction> actionsAt(const Document &document,
                                  DocumentOffset place,
                                  std::span<const Diagnostic> findings);

/// Comments that expect these findings, where the file is a test of such: one
/// action for all, as apart they would look the same.
std::optional<CodeAction>
insertExpectations(const Document &document,
                   std::span<const Diagnostic> findings);

/// `// expected-error @below {{...}}`, as mlir-opt's --verify-diagnostics wants
/// it. `kind`: `error`, `warning`, `remark` or `note`.
std::string expectationComment(std::string_view kind, std::string_view message);

} // namespace shapels

#endif // SHAPELS_FEATURES_CODEACTIONS_H
