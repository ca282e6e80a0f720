//===- Completion.h - What may stand at the cursor -------------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_COMPLETION_COMPLETION_H
#define SHAPELS_FEATURES_COMPLETION_COMPLETION_H

#include "core/analysis/Document.h"

#include <optional>
#include <string>
#include <vector>

namespace shapels {

struct CompletionItem {
  enum class Kind : uint8_t {
    Operation,
    Dialect,
    Value,
    Block,
    Function,
    Symbol,
    Alias,
    Type,
    Attribute,
    Case,
    Keyword
  };
  Kind kind = Kind::Keyword;
  std::string label, detail;
  /// What is written instead of the word; the label if it is empty.
  std::string text;
  /// Whether `text` is a snippet as LSP spells them.
  bool isSnippet = false;
  /// By which completionDocumentation() knows it; empty if there is none.
  std::string key;
};

struct CompletionList {
  /// The word that they stand for, up to the cursor.
  DocumentRange word;
  /// The most likely ones first.
  std::vector<CompletionItem> items;
  /// Whether other ones may be there when more is typed.
  bool isIncomplete = false;
};

struct CompletionOptions {
  bool hasSnippets = true;
  /// What was typed, if that alone made the client ask: then the answer is
  /// empty where nobody expects one.
  char trigger = 0;
};

CompletionList completions(const Document &document, DocumentOffset offset,
                           const CompletionOptions &options);

/// What is to be said of an item, in Markdown or as plain text; empty if
/// nothing, or if the text has changed since.
std::string completionDocumentation(const Document &document,
                                    const std::string &key, bool markdown);

} // namespace shapels

#endif // SHAPELS_FEATURES_COMPLETION_COMPLETION_H
