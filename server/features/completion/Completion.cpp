//===- Completion.cpp -----------------------------------------------------===//

#include "server/features/completion/Completion.h"
#include "core/analysis/Section.h"
#include "server/features/DefinitionText.h"
#include "server/features/Hover.h"
#include "server/features/completion/CompletionWriter.h"

#include <algorithm>
#include <charconv>

using namespace shapels;
using Part = FormatPart::Kind;

/// Whether the cursor is in the brackets of a type or an attribute; those of
/// properties, `<{`, are not.
static bool isInAngles(const TypingPlace &place) {
  for (size_t i = 0; i < place.open.size(); ++i) {
    bool isProperties =
        i + 1 < place.open.size() && place.open[i + 1].is(TokenKind::LeftBrace);
    if (place.open[i].is(TokenKind::Less) && !isProperties)
      return true;
  }
  return false;
}

/// What a person who typed the character alone may be asking for.
static bool isAsked(const TypingPlace &place, char trigger) {
  switch (trigger) {
  case ' ':
    return place.last() == TokenKind::Arrow ||
           (place.last() == TokenKind::Colon && !isInAngles(place));
  case ':':
    return place.last() == TokenKind::Colon &&
           place.str(place.tokens.back()) == ":";
  case '>':
    return place.last() == TokenKind::Arrow;
  default:
    return true;
  }
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// `name = ` in a dictionary: those that the op has and the text does not.
static void addAttributeNames(const CompletionScene &scene,
                              CompletionWriter &out) {
  if (!scene.op.definition)
    return;
  for (const AttributeDefinition &attribute : scene.op.definition->attributes) {
    bool isThere =
        std::ranges::any_of(scene.place.tokens, [&](const Token &token) {
          return scene.place.str(token) == attribute.name;
        });
    if (isThere)
      continue;
    bool isUnit = attribute.is(AttributeDefinition::Unit);
    out.add({CompletionItem::Kind::Attribute, attribute.name,
             attribute.constraint,
             isUnit ? attribute.name : attribute.name + " = ", false,
             "op " + scene.op.definition->name});
  }
}

static void addCases(const AttributeDefinition &attribute,
                     CompletionWriter &out) {
  for (const std::string &each : attribute.cases)
    out.add({CompletionItem::Kind::Case, each, attribute.name, "", false, ""});
  if (attribute.cppType == "::mlir::BoolAttr")
    for (const char *each : {"true", "false"})
      out.add(
          {CompletionItem::Kind::Case, each, attribute.name, "", false, ""});
}

/// Behind `name =`.
static void addAttributeValues(const CompletionScene &scene,
                               CompletionWriter &out) {
  const std::vector<Token> &tokens = scene.place.tokens;
  if (!scene.op.definition || tokens.size() < 2)
    return;
  for (const AttributeDefinition &attribute : scene.op.definition->attributes)
    if (attribute.name == scene.place.str(tokens[tokens.size() - 2])) {
      addCases(attribute, out);
      if (attribute.is(AttributeDefinition::Symbol))
        addSymbols(scene, out);
    }
}

//===----------------------------------------------------------------------===//
// By what is expected
//===----------------------------------------------------------------------===//

static bool isKeyword(std::string_view literal) {
  return !literal.empty() &&
         (std::isalpha(static_cast<unsigned char>(literal[0])) ||
          literal[0] == '_');
}

static void addExpected(const CompletionScene &scene, const ExpectedPart &each,
                        CompletionWriter &out) {
  if (each.isInside)
    return;
  switch (each.part.kind) {
  case Part::Operand:
    return addValues(scene, out);
  case Part::Successor:
    return addBlocks(scene, out);
  case Part::Attribute: {
    const AttributeDefinition &attribute =
        scene.op.definition->attributes[each.part.index];
    addCases(attribute, out);
    if (attribute.is(AttributeDefinition::Symbol))
      addSymbols(scene, out);
    return;
  }
  case Part::None:
    if (isKeyword(each.literal))
      out.add({CompletionItem::Kind::Keyword, each.literal, "keyword", "",
               false, ""});
    return;
  default:
    return;
  }
}

/// Where a value may stand, as far as the tokens before it tell.
static bool mayBeOperand(const TypingPlace &place) {
  if (place.op == "^" || place.op.empty())
    return false;
  switch (place.last()) {
  case TokenKind::End:
    return !place.isBehindRegion;
  case TokenKind::Comma:
  case TokenKind::LeftParen:
  case TokenKind::LeftSquare:
  case TokenKind::Equal:
  case TokenKind::BareIdentifier:
    return true;
  default:
    return false;
  }
}

/// Before a function's name, of which no assembly format tells.
static void addVisibilities(const TypingPlace &place, CompletionWriter &out) {
  bool isFunction = place.op == "func.func" || place.op == "func";
  if (!isFunction || place.isBehindRegion || !place.tokens.empty())
    return;
  for (const char *each : {"private", "public", "nested"})
    out.add({CompletionItem::Kind::Keyword, each, "visibility", "", false, ""});
}

static void addInStatement(const CompletionScene &scene,
                           CompletionWriter &out) {
  const TypingPlace &place = scene.place;
  addVisibilities(place, out);
  if (isInAngles(place))
    return;
  bool isInDictionary =
      !place.open.empty() && place.open.back().is(TokenKind::LeftBrace);
  if (std::optional<WantedType> type = wantedType(scene))
    return addTypes(scene, *type, out);
  if (isInDictionary) {
    if (place.last() == TokenKind::Equal)
      return addAttributeValues(scene, out);
    if (place.last() == TokenKind::LeftBrace ||
        place.last() == TokenKind::Comma)
      addAttributeNames(scene, out);
    return;
  }
  for (const ExpectedPart &each : scene.op.expected)
    addExpected(scene, each, out);
  // In brackets that the format says no more of.
  bool isUntold = std::ranges::all_of(scene.op.expected, [](const auto &each) {
    return each.isInside || each.isLoose;
  });
  if (isUntold && mayBeOperand(place))
    addValues(scene, out);
}

static void addAll(const CompletionScene &scene, CompletionWriter &out) {
  const TypingPlace &place = scene.place;
  switch (place.sigil()) {
  case '%':
    // At the start it is the name of a result.
    if (!place.op.empty() && place.op != "^")
      addValues(scene, out);
    return;
  case '@':
    return addSymbols(scene, out);
  case '^':
    return addBlocks(scene, out);
  case '#':
  case '!':
    if (place.isStart)
      return;
    addAliases(scene, place.sigil(), out);
    return addDialectTypes(scene, place.sigil(), out);
  default:
    return place.isStart ? addOps(scene, out) : addInStatement(scene, out);
  }
}

CompletionList shapels::completions(const Document &document,
                                    DocumentOffset offset,
                                    const CompletionOptions &options) {
  CompletionList list{{offset, offset}, {}, false};
  std::optional<TypingPlace> place = typingPlace(document, offset);
  if (!place || !isAsked(*place, options.trigger))
    return list;
  list.word = place->section.span().inDocument(place->word);
  CompletionScene scene{document,
                        *place,
                        options,
                        definitions(document.configuration()),
                        neighboursOf(document, *place),
                        typedOp(document, *place)};
  CompletionWriter out(list);
  addAll(scene, out);
  return list;
}

std::string shapels::completionDocumentation(const Document &document,
                                             const std::string &key,
                                             bool markdown) {
  size_t blank = key.find(' ');
  if (blank == key.npos)
    return "";
  std::string kind = key.substr(0, blank), name = key.substr(blank + 1);
  Catalogues known = definitions(document.configuration());
  if (kind == "op") {
    std::optional<OpDefinition> op = known.op(name);
    return op ? opText(*op, markdown) : "";
  }
  if (kind == "type") {
    std::optional<TypeDefinition> type = known.type(name);
    return type ? typeText(*type, markdown) : "";
  }
  if (kind == "dialect") {
    std::optional<DialectDefinition> dialect = known.dialect(name);
    return dialect ? dialectText(*dialect, markdown) : "";
  }
  uint32_t place = 0;
  auto [end, error] =
      std::from_chars(name.data(), name.data() + name.size(), place);
  if (error != std::errc() || place > document.buffer().end().value)
    return "";
  HoverOptions options;
  options.markdown = markdown;
  std::optional<Hover> found = hover(document, {place}, options);
  return found ? found->text : "";
}
