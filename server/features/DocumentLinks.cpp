//===- DocumentLinks.cpp --------------------------------------------------===//

#include "server/features/DocumentLinks.h"
#include "core/syntax/Lexer.h"
#include "server/features/RunLines.h"

#include <algorithm>
#include <charconv>

using namespace shapels;

/// LSP and MLIR count from 0 and from 1.
static uint32_t zeroBased(std::string_view digits) {
  uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value - (value > 0);
}

/// Appends the places between the parenthesis at `open` and the one that
/// closes it.
static void addPlaces(std::string_view text, ByteOffset open,
                      std::vector<DocumentLink> &links) {
  Lexer lexer(text, open);
  Token tokens[5];
  int depth = 0;
  do {
    std::shift_left(std::begin(tokens), std::end(tokens), 1);
    Token &token = tokens[4] = lexer.next();
    depth += token.is(TokenKind::LeftParen) - token.is(TokenKind::RightParen);
    if (token.is(TokenKind::End))
      return;
    bool isPlace =
        tokens[0].is(TokenKind::String) && tokens[1].is(TokenKind::Colon) &&
        tokens[2].is(TokenKind::Number) && tokens[3].is(TokenKind::Colon) &&
        tokens[4].is(TokenKind::Number);
    std::string_view file = isPlace ? tokens[0].in(text) : "";
    if (file.size() < 3 || file.find('\\') != file.npos)
      continue;
    links.push_back(
        {{{tokens[0].range.begin.value}, {token.range.end.value}},
         {std::string(file.substr(1, file.size() - 2)),
          {zeroBased(tokens[2].in(text)), zeroBased(token.in(text))}}});
  } while (depth > 0);
}

std::vector<DocumentLink> shapels::documentLinks(const Document &document) {
  constexpr std::string_view marker = "loc(";
  const TextBuffer &text = document.buffer();
  std::vector<DocumentLink> links;
  for (const RunLine &run : runLines(text))
    for (const RunLine::Input &input : run.inputs)
      links.push_back({input.range, {input.file, {}}, true});
  std::string_view all = text.text();
  for (size_t at = all.find(marker); at != all.npos;
       at = all.find(marker, at + 1)) {
    ByteOffset begin{static_cast<uint32_t>(at)};
    if (!isInComment(all, begin))
      addPlaces(all, begin + uint32_t(marker.size()) - 1, links);
  }
  std::ranges::stable_sort(
      links, {}, [](const DocumentLink &link) { return link.range.begin; });
  auto doubled = std::ranges::unique(links, {}, &DocumentLink::range);
  links.erase(doubled.begin(), doubled.end());
  return links;
}
