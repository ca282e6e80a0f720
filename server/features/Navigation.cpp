//===- Navigation.cpp -----------------------------------------------------===//

#include "shapels/features/Navigation.h"
#include "shapels/analysis/Section.h"
#include "shapels/syntax/Lexer.h"

#include <algorithm>
#include <charconv>

using namespace shapels;

namespace {

/// The name under an offset of the document, with its section.
struct Target {
  const Section &section;
  const NameOccurrence *name;
  ByteOffset offset;

  Target(const Document &document, ByteOffset at)
      : section(document.sectionAt(at)), offset(at - section.start().value) {
    name = section.outline().nameAt(offset);
  }
  ByteRange inDocument(ByteRange range) const {
    return range.shifted(section.start().value);
  }
};

uint32_t numberOf(std::string_view digits) {
  uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

/// The first `"file":line:column` in the parentheses that come next.
std::optional<ExternalPlace> parsePlace(Lexer lexer, std::string_view text) {
  Token tokens[5];
  int depth = 0;
  do {
    std::shift_left(std::begin(tokens), std::end(tokens), 1);
    Token &token = tokens[4] = lexer.next();
    depth += token.is(TokenKind::LeftParen) - token.is(TokenKind::RightParen);
    if (token.is(TokenKind::End))
      return std::nullopt;
    bool isPlace =
        tokens[0].is(TokenKind::String) && tokens[1].is(TokenKind::Colon) &&
        tokens[2].is(TokenKind::Number) && tokens[3].is(TokenKind::Colon) &&
        tokens[4].is(TokenKind::Number);
    std::string_view file = tokens[0].in(text);
    if (!isPlace || file.size() < 3)
      continue;
    uint32_t line = numberOf(tokens[2].in(text)),
             column = numberOf(tokens[4].in(text));
    return ExternalPlace{std::string(file.substr(1, file.size() - 2)),
                         {line - (line > 0), column - (column > 0)}};
  } while (depth > 0);
  return std::nullopt;
}

/// The place in the `loc(...)`, or in the alias that it names.
std::optional<ExternalPlace> placeOf(const Section &section, Lexer behindLoc) {
  if (std::optional<ExternalPlace> place =
          parsePlace(behindLoc, section.text()))
    return place;
  behindLoc.next();
  const NameOccurrence *alias =
      section.outline().nameAt(behindLoc.next().range.begin);
  const NameOccurrence *definition =
      alias && alias->kind == NameKind::AttributeAlias
          ? section.definitionOf(*alias)
          : nullptr;
  if (!definition)
    return std::nullopt;
  Lexer lexer(section.text(), definition->range.end);
  for (Token token = lexer.next();
       !token.is(TokenKind::End) && !token.startsLine; token = lexer.next())
    if (token.in(section.text()) == "loc")
      return parsePlace(lexer, section.text());
  return std::nullopt;
}

} // namespace

std::vector<ByteRange> shapels::definition(const Document &document,
                                           ByteOffset offset) {
  Target target(document, offset);
  const NameOccurrence *found =
      target.name ? target.section.definitionOf(*target.name) : nullptr;
  if (!found)
    return {};
  return {target.inDocument(found->range)};
}

std::optional<ExternalPlace>
shapels::externalDefinition(const Document &document, ByteOffset offset) {
  Target target(document, offset);
  StatementId id = target.section.outline().statementAt(target.offset);
  if (id == noStatement)
    return std::nullopt;
  const Statement &statement = target.section.statement(id);
  // A trailing loc(...) is the last thing in the statement; nested ones go
  // before it.
  std::optional<ExternalPlace> last;
  ByteOffset from =
      statement.subtreeEnd > id + 1
          ? target.section.statement(statement.subtreeEnd - 1).range.end
          : target.section.behindName(id);
  Lexer lexer(target.section.text(), from);
  for (Token token = lexer.next();
       token.range.end <= statement.range.end && !token.is(TokenKind::End);
       token = lexer.next())
    if (token.is(TokenKind::BareIdentifier) &&
        token.in(target.section.text()) == "loc")
      last = placeOf(target.section, lexer);
  return last;
}

std::vector<ByteRange> shapels::references(const Document &document,
                                           ByteOffset offset,
                                           bool includeDeclaration) {
  Target target(document, offset);
  std::vector<ByteRange> ranges;
  if (!target.name)
    return ranges;
  for (const NameOccurrence *name : target.section.occurrencesOf(*target.name))
    if (includeDeclaration || !name->isDefinition)
      ranges.push_back(target.inDocument(name->range));
  return ranges;
}

std::vector<Highlight> shapels::highlights(const Document &document,
                                           ByteOffset offset) {
  Target target(document, offset);
  std::vector<Highlight> result;
  if (!target.name)
    return result;
  for (const NameOccurrence *name : target.section.occurrencesOf(*target.name))
    result.push_back({target.inDocument(name->range), name->isDefinition});
  return result;
}
