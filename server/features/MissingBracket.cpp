//===- MissingBracket.cpp -------------------------------------------------===//

#include "server/features/MissingBracket.h"
#include "core/analysis/Section.h"
#include "core/syntax/Lexer.h"

#include <algorithm>
#include <optional>
#include <vector>

using namespace shapels;

namespace {

bool isSized(std::string_view word, std::string_view prefix) {
  return word.starts_with(prefix) && word.size() > prefix.size() &&
         std::all_of(word.begin() + prefix.size(), word.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

/// Whether a token begins a type, and no attribute.
bool beginsType(const Token &token, std::string_view text) {
  static constexpr std::string_view names[] = {"bf16",   "complex", "index",
                                               "memref", "none",    "tensor",
                                               "tf32",   "tuple",   "vector"};
  static constexpr std::string_view sized[] = {"i", "si", "ui", "f"};
  std::string_view word = token.in(text);
  return token.is(TokenKind::TypeName) ||
         std::ranges::find(names, word) != std::end(names) ||
         std::ranges::any_of(sized, [&](std::string_view prefix) {
           return isSized(word, prefix);
         });
}

/// Follows the brackets that are open.
class OpenBrackets {
public:
  OpenBrackets(std::string_view text, ByteOffset end) : text(text) {
    last.range = {end, end};
  }

  void read(const Token &token) {
    if (last.is(TokenKind::Comma) && !open.empty() && open.back().takesNoType &&
        !open.back().close && beginsType(token, text))
      open.back().close = beforeLast;
    if (token.is(TokenKind::Less))
      open.push_back({last.in(text) == "tensor" || last.in(text) == "memref",
                      std::nullopt});
    else if (token.is(TokenKind::Greater) && !open.empty())
      open.pop_back();
    beforeLast = last.range.end;
    last = token;
  }

  /// Where the innermost one should have been closed.
  ByteOffset missing() const {
    ByteOffset end = last.range.end;
    return open.empty() ? end : open.back().close.value_or(end);
  }

private:
  struct Bracket {
    bool takesNoType;
    /// Before the comma that a type follows.
    std::optional<ByteOffset> close;
  };

  std::string_view text;
  std::vector<Bracket> open;
  Token last;
  ByteOffset beforeLast;
};

} // namespace

ByteOffset shapels::missingBracket(const Document &document,
                                   ByteOffset expected) {
  const Section &section = document.sectionAt(expected);
  ByteOffset end = expected - section.start().value;
  StatementId around = section.outline().statementAt(end);
  ByteOffset begin = around == noStatement
                         ? ByteOffset{}
                         : section.statement(around).range.begin;
  OpenBrackets brackets(section.text(), end);
  Lexer lexer(section.text(), begin);
  for (Token token = lexer.next();
       !token.is(TokenKind::End) && token.range.end <= end;
       token = lexer.next())
    brackets.read(token);
  return brackets.missing() + section.start().value;
}
