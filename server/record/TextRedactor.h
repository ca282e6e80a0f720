//===- TextRedactor.h - A text without its names ----------------*- C++ -*-===//
//
// Replaces what tells whose model a text is of: names, strings, floating-point
// numbers, comments, and all of dialects that are not public. What a text is
// made of stays: keywords, ops, attribute keys, integers, punctuation, lines.
// Each replacement is as long as what it replaces, in every encoding, so places
// in the text stay true; one name has one replacement in the whole session.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_RECORD_TEXTREDACTOR_H
#define SHAPELS_RECORD_TEXTREDACTOR_H

#include "core/syntax/Lexer.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

namespace shapels {

class TextRedactor {
public:
  /// Whole lines of MLIR text; what becomes of one depends on no other.
  std::string lines(std::string_view text);
  /// One name, without its sigil. What has no letter is no name.
  std::string name(std::string_view word);
  /// Prose: words that were seen as names are replaced as these, others are
  /// made unreadable.
  std::string prose(std::string_view text) const;
  /// A URI or a path, without what its folders are called.
  std::string path(std::string_view text);

private:
  std::string line(std::string_view text);
  std::string token(std::string_view line, const Token &token, Lexer behind);
  std::string string(std::string_view token, bool isOpName);
  std::string comment(std::string_view token);
  std::string pragma(std::string_view token);
  std::string dotted(std::string_view word);

  std::unordered_map<std::string, std::string> names;
  /// By length: how many names of it there are.
  std::map<size_t, size_t> counts;
};

} // namespace shapels

#endif // SHAPELS_RECORD_TEXTREDACTOR_H
