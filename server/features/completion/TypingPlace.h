//===- TypingPlace.h - Where somebody types --------------------*- C++ -*-===//
//
// What the tokens before the cursor say, in text that need not parse. Costs the
// statement that the cursor is in, up to a bound.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_FEATURES_COMPLETION_TYPINGPLACE_H
#define SHAPELS_FEATURES_COMPLETION_TYPINGPLACE_H

#include "core/analysis/Document.h"
#include "core/analysis/VisibleValues.h"
#include "core/syntax/Lexer.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// Offsets count from the section's start.
struct TypingPlace {
  const Section &section;
  ByteOffset offset;
  /// From the word's first character, its sigil included, to the cursor.
  ByteRange word;
  /// Where a statement that begins here would be.
  VisiblePlace around;
  /// The statement that the cursor is in; noStatement where one begins.
  StatementId statement = noStatement;
  /// An op's name is to stand here, behind these results, as they are written.
  bool isStart = false;
  std::vector<std::string> results;
  /// Whether the word is in the quotes of a generic form.
  bool isQuoted = false;
  /// Of the statement: its op, which may have no dialect, and the text behind
  /// the name, or behind the last of its regions, up to the word.
  std::string_view op;
  ByteRange rest;
  bool isBehindRegion = false;
  /// Of `rest`: the tokens, and those that are open brackets.
  std::vector<Token> tokens, open;

  std::string_view text(ByteRange range) const { return section.slice(range); }
  std::string_view typed() const { return section.slice(word); }
  /// `%`, `@`, `^`, `#`, `!`; 0 if the word begins with none.
  char sigil() const {
    std::string_view word = typed();
    return !word.empty() && std::string_view("%@^#!").find(word[0]) != word.npos
               ? word[0]
               : 0;
  }
  /// End if there is none.
  TokenKind last() const {
    return tokens.empty() ? TokenKind::End : tokens.back().kind;
  }
  std::string_view str(const Token &token) const {
    return section.slice(token.range);
  }
  /// `op` with its dialect, where that may be left out.
  std::string fullOp(const Document &document) const;
};

/// Nothing in comments, in strings, behind long texts, and in what is no MLIR.
std::optional<TypingPlace> typingPlace(const Document &document,
                                       DocumentOffset offset);

} // namespace shapels

#endif // SHAPELS_FEATURES_COMPLETION_TYPINGPLACE_H
