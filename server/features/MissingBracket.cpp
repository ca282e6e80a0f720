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

/// Whether a token begins a type or an argument, and no attribute.
bool beginsNoAttribute(const Token &token, std::string_view text) {
  static constexpr std::string_view names[] = {"bf16",   "complex", "index",
                                               "memref", "none",    "tensor",
                                               "tf32",   "tuple",   "vector"};
  static constexpr std::string_view sized[] = {"i", "si", "ui", "f"};
  std::string_view word = token.in(text);
  return token.is(TokenKind::TypeName) || token.is(TokenKind::ValueName) ||
         std::ranges::find(names, word) != std::end(names) ||
         std::ranges::any_of(sized, [&](std::string_view prefix) {
           return isSized(word, prefix);
         });
}

/// Follows the brackets that are open.
class OpenBrackets {
public:
  OpenBrackets(std::string_view text, SectionOffset end) : text(text) {
    last.range = {end, end};
  }

  /// What stands behind a comma tells whether that is in the brackets.
  void peek(const Token &token) {
    if (last.is(TokenKind::Comma) && !open.empty() && open.back().takesNoType &&
        !open.back().close && beginsNoAttribute(token, text))
      open.back().close = beforeLast;
  }
  void read(const Token &token) {
    peek(token);
    if (token.is(TokenKind::Less))
      open.push_back({last.in(text) == "tensor" || last.in(text) == "memref",
                      std::nullopt});
    else if (token.is(TokenKind::Greater) && !open.empty())
      open.pop_back();
    beforeLast = last.range.end;
    last = token;
  }

  /// Where the innermost one should have been closed.
  SectionOffset missing() const {
    SectionOffset end = last.range.end;
    return open.empty() ? end : open.back().close.value_or(end);
  }

private:
  struct Bracket {
    bool takesNoType;
    /// Before the comma that a type follows.
    std::optional<SectionOffset> close;
  };

  std::string_view text;
  std::vector<Bracket> open;
  Token last;
  SectionOffset beforeLast;
};

} // namespace

DocumentOffset shapels::missingBracket(const Document &document,
                                       DocumentOffset expected) {
  const Section &section = document.sectionAt(expected);
  SectionOffset end = section.span().inSection(expected);
  StatementId around = section.outline().statementAt(end);
  SectionOffset begin = around == noStatement
                            ? SectionOffset{}
                            : section.statement(around).range.begin;
  OpenBrackets brackets(section.text(), end);
  Lexer lexer(section.text(), begin);
  Token token = lexer.next();
  for (; !token.is(TokenKind::End) && token.range.end <= end;
       token = lexer.next())
    brackets.read(token);
  brackets.peek(token);
  return section.span().inDocument(brackets.missing());
}
