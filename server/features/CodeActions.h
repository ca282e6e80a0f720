//===- CodeActions.h - Quick fixes -*- C++ -*-===//

#ifndef SHAPELS_FEATURES_CODEACTIONS_H
#define SHAPELS_FEATURES_CODEACTIONS_H

#include "shapels/analysis/Document.h"

#include <string>
#include <vector>

namespace shapels {

struct CodeAction {
  std::string title;
  /// In this document, in the order of the text, not overlapping.
  std::vector<TextEdit> edits;
  /// The finding that it answers.
  Diagnostic diagnostic;
  /// The one to take when there is a single right fix.
  bool isPreferred = false;
};

/// The quick fixes for the findings that touch `range`.
std::vector<CodeAction> codeActions(const Document &document, ByteRange range);

} // namespace shapels

#endif // SHAPELS_FEATURES_CODEACTIONS_H
