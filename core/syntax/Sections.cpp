//===- Sections.cpp -------------------------------------------------------===//

#include "shapels/syntax/Sections.h"
#include "shapels/syntax/Lexer.h"

using namespace shapels;

namespace {

constexpr std::string_view separator = "// -----";

/// Whether the line that `offset` stands in has a comment before it, found by
/// lexing the line alone: strings do not cross lines.
bool isInComment(std::string_view line, size_t separatorAt) {
  Lexer lexer(line);
  for (;;) {
    Token token = lexer.nextWithComments();
    if (token.is(TokenKind::Comment))
      return token.range.begin.value <= separatorAt;
    if (token.is(TokenKind::End))
      return false;
  }
}

} // namespace

std::vector<ByteRange> shapels::sectionsOf(std::string_view text) {
  std::vector<ByteRange> sections;
  uint32_t begin = 0;
  for (size_t at = 0; (at = text.find(separator, at)) != text.npos;) {
    size_t separatorAt = at;
    at += separator.size();
    size_t lineEnd = std::min(text.find_first_of("\r\n", at), text.size());
    std::string_view rest = text.substr(at, lineEnd - at);
    size_t lineStart = text.find_last_of("\r\n", separatorAt);
    lineStart = lineStart == text.npos ? 0 : lineStart + 1;
    if (rest.find_first_not_of(" \t") != rest.npos ||
        !isInComment(text.substr(lineStart, lineEnd - lineStart),
                     separatorAt - lineStart))
      continue;
    at = lineEnd;
    sections.push_back({{begin}, {static_cast<uint32_t>(lineEnd)}});
    begin = static_cast<uint32_t>(lineEnd);
  }
  sections.push_back({{begin}, {static_cast<uint32_t>(text.size())}});
  return sections;
}
