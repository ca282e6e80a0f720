//===- Navigation.cpp -----------------------------------------------------===//

#include "server/features/Navigation.h"
#include "core/analysis/Section.h"
#include "core/syntax/Brackets.h"
#include "core/syntax/Lexer.h"

#include <algorithm>
#include <charconv>

using namespace shapels;

namespace {

/// The name under an offset of the document, with its section.
struct Target {
  const Section &section;
  std::optional<NameOccurrence> name;
  SectionOffset offset;

  Target(const Document &document, DocumentOffset at)
      : section(document.sectionAt(at)), offset(section.span().inSection(at)) {
    name = section.outline().nameAt(offset);
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

/// The place in the `loc(...)` of a text that begins at `begin`, or in the
/// alias that it names.
std::optional<ExternalPlace> placeOf(const Section &section,
                                     SectionOffset begin, std::string_view text,
                                     Lexer behindLoc) {
  if (std::optional<ExternalPlace> place = parsePlace(behindLoc, text))
    return place;
  behindLoc.next();
  std::optional<NameOccurrence> alias =
      section.outline().nameAt(begin + behindLoc.next().range.begin.value);
  std::optional<NameOccurrence> definition;
  if (alias && alias->kind == NameKind::AttributeAlias)
    definition = section.definitionOf(*alias);
  if (!definition)
    return std::nullopt;
  std::string_view value =
      section.slice({definition->range.end,
                     section.statement(definition->id.statement).range.end});
  Lexer lexer(value);
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next())
    if (token.in(value) == "loc")
      return parsePlace(lexer, value);
  return std::nullopt;
}

} // namespace

std::vector<DocumentRange> shapels::definition(const Document &document,
                                               DocumentOffset offset) {
  Target target(document, offset);
  std::optional<NameOccurrence> found;
  if (target.name)
    found = target.section.definitionOf(*target.name);
  if (!found)
    return {};
  return {target.section.span().inDocument(found->range)};
}

/// Where the type of what `definition` defines is written: behind the last
/// arrow or colon of an op; up to the next comma for an argument.
static ByteRange writtenType(const Section &section,
                             const NameOccurrence &definition) {
  ByteRange all = section.outline().range(definition.id.statement);
  ByteRange type{definition.range.end, all.end};
  Lexer lexer(section.slice(type));
  int depth = 0;
  bool isArgument = !definition.isDefinition ||
                    section.outline().kind(definition.id.statement) ==
                        StatementKind::BlockLabel;
  ByteOffset start = type.begin;
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    depth += isOpening(token.kind) - isClosing(token.kind);
    ByteOffset end = start + token.range.begin.value;
    if (isArgument && (depth < 0 || (depth == 0 && token.is(TokenKind::Comma))))
      return {type.begin, end};
    bool isBeforeType =
        token.is(TokenKind::Arrow) || token.is(TokenKind::Colon);
    if (!isArgument && depth == 0 && isBeforeType)
      type.begin = end;
  }
  return type;
}

std::vector<DocumentRange> shapels::typeDefinition(const Document &document,
                                                   DocumentOffset offset) {
  Target target(document, offset);
  if (!target.name)
    return {};
  if (target.name->kind == NameKind::TypeAlias)
    return definition(document, offset);
  std::optional<NameOccurrence> value;
  if (target.name->kind == NameKind::Value)
    value = target.section.definitionOf(*target.name);
  if (!value)
    return {};
  std::vector<DocumentRange> result;
  ByteRange type = writtenType(target.section, *value);
  for (const NameOccurrence &name :
       target.section.outline().names(value->id.statement)) {
    if (name.kind != NameKind::TypeAlias || !type.contains(name.range))
      continue;
    std::optional<NameOccurrence> alias = target.section.definitionOf(name);
    if (alias && !std::ranges::count(
                     result, target.section.span().inDocument(alias->range)))
      result.push_back(target.section.span().inDocument(alias->range));
  }
  return result;
}

std::optional<ExternalPlace>
shapels::externalDefinition(const Document &document, DocumentOffset offset) {
  Target target(document, offset);
  StatementId id = target.section.outline().statementAt(target.offset);
  if (id == noStatement)
    return std::nullopt;
  const Statement statement = target.section.statement(id);
  // A trailing loc(...) is the last thing in the statement; nested ones go
  // before it.
  std::optional<ExternalPlace> last;
  SectionOffset from = target.section.behindName(id);
  // An open region reaches behind the last token.
  for (const RegionText &region : target.section.outline().regions(id))
    from = std::min(region.inside.end, statement.range.end);
  std::string_view text = target.section.slice({from, statement.range.end});
  Lexer lexer(text);
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next())
    if (token.is(TokenKind::BareIdentifier) && token.in(text) == "loc")
      last = placeOf(target.section, from, text, lexer);
  return last;
}

std::optional<ExternalPlace>
shapels::operationDefinition(const Document &document, DocumentOffset offset) {
  const std::shared_ptr<const Catalogue> &known =
      document.configuration().projectOps;
  Target target(document, offset);
  const Outline &outline = target.section.outline();
  StatementId id = outline.statementAt(target.offset);
  if (!known || id == noStatement)
    return std::nullopt;
  SectionRange name = target.section.statement(id).name;
  bool isOn = name.begin <= target.offset && target.offset <= name.end;
  std::optional<OpDefinition> op;
  if (isOn)
    op = known->op(outline.opName(id));
  if (!op || op->place.line == 0)
    return std::nullopt;
  return ExternalPlace{op->place.file, {op->place.line - 1, 0}};
}

std::vector<DocumentRange> shapels::references(const Document &document,
                                               DocumentOffset offset,
                                               bool includeDeclaration) {
  Target target(document, offset);
  std::vector<DocumentRange> ranges;
  if (!target.name)
    return ranges;
  for (const NameOccurrence &name : target.section.occurrencesOf(*target.name))
    if (includeDeclaration || !target.section.outline().isDefinition(name.id))
      ranges.push_back(target.section.span().inDocument(name.range));
  return ranges;
}

std::vector<Highlight> shapels::highlights(const Document &document,
                                           DocumentOffset offset) {
  Target target(document, offset);
  std::vector<Highlight> result;
  if (!target.name)
    return result;
  for (const NameOccurrence &name : target.section.occurrencesOf(*target.name))
    result.push_back({target.section.span().inDocument(name.range),
                      target.section.outline().isDefinition(name.id)});
  return result;
}
