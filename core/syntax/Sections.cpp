//===- Sections.cpp -------------------------------------------------------===//

#include "shapels/syntax/Sections.h"
#include "shapels/syntax/Lexer.h"

using namespace shapels;

namespace {

constexpr std::string_view separator = "// -----";

} // namespace

std::vector<ByteRange> shapels::sectionsOf(std::string_view text) {
  std::vector<ByteRange> sections;
  uint32_t begin = 0;
  for (size_t at = 0; (at = text.find(separator, at)) != text.npos;) {
    size_t separatorAt = at;
    at += separator.size();
    size_t lineEnd = std::min(text.find_first_of("\r\n", at), text.size());
    std::string_view rest = text.substr(at, lineEnd - at);
    if (rest.find_first_not_of(" \t") != rest.npos ||
        !isInComment(text, {static_cast<uint32_t>(separatorAt)}))
      continue;
    at = lineEnd;
    sections.push_back({{begin}, {static_cast<uint32_t>(lineEnd)}});
    begin = static_cast<uint32_t>(lineEnd);
  }
  sections.push_back({{begin}, {static_cast<uint32_t>(text.size())}});
  return sections;
}
