//===- TypeItems.cpp - Types, those that fit first ------------------------===//

#include "core/analysis/Section.h"
#include "server/features/completion/CompletionWriter.h"

#include <algorithm>

using namespace shapels;
using Part = FormatPart::Kind;

/// Of values nearby.
static constexpr size_t mostNearby = 12;

static bool isColon(const TypingPlace &place, const Token &token) {
  return token.is(TokenKind::Colon) && place.str(token) == ":";
}

/// Whether the bracket that is open was preceded by a colon or an arrow: a
/// list of types.
static bool isListOfTypes(const TypingPlace &place) {
  if (place.open.empty() || !place.open.back().is(TokenKind::LeftParen))
    return false;
  for (size_t i = 1; i < place.tokens.size(); ++i)
    if (place.tokens[i].range == place.open.back().range)
      return place.tokens[i - 1].is(TokenKind::Arrow) ||
             isColon(place, place.tokens[i - 1]);
  return false;
}

/// How many commas are before, in the bracket that is open last.
static uint32_t numberInList(const TypingPlace &place) {
  uint32_t commas = 0;
  int depth = 0;
  for (auto token = place.tokens.rbegin(); token != place.tokens.rend();
       ++token) {
    if (token->range == place.open.back().range)
      break;
    bool closes = token->is(TokenKind::RightParen) ||
                  token->is(TokenKind::Greater) ||
                  token->is(TokenKind::RightSquare);
    bool opens = token->is(TokenKind::LeftParen) ||
                 token->is(TokenKind::Less) || token->is(TokenKind::LeftSquare);
    depth += closes - opens;
    commas += depth == 0 && token->is(TokenKind::Comma);
  }
  return commas;
}

/// Where no format tells: behind colons and arrows, and in lists behind them.
static std::optional<WantedType> byTokens(const CompletionScene &scene) {
  const TypingPlace &place = scene.place;
  if (place.tokens.empty())
    return std::nullopt;
  const Token &last = place.tokens.back();
  bool isBehindArrow = last.is(TokenKind::Arrow);
  bool isBehindColon = isColon(place, last);
  if (isListOfTypes(place) &&
      (last.is(TokenKind::Comma) || last.range == place.open.back().range))
    return WantedType{{Part::OperandType, numberInList(place)}};
  if (isBehindArrow)
    return WantedType{{Part::ResultType, 0}};
  if (!isBehindColon)
    return std::nullopt;
  if (!place.open.empty())
    return WantedType{};
  // As the nearest op of that name has it.
  for (const std::vector<NearbyOp> *side :
       {&scene.near.before, &scene.near.behind})
    for (const NearbyOp &each : *side)
      if (each.name == place.op) {
        std::string_view text = each.section->slice(
            {each.section->behindName(each.statement),
             each.section->outline().range(each.statement).end});
        return WantedType{{Part::ResultType, 0},
                          text.find(": (") != text.npos ||
                              text.find(":(") != text.npos};
      }
  return WantedType{{Part::ResultType, 0}};
}

std::optional<WantedType> shapels::wantedType(const CompletionScene &scene) {
  for (const ExpectedPart &each : scene.op.expected) {
    if (each.isInside)
      continue;
    if (each.part.kind == Part::OperandType ||
        each.part.kind == Part::ResultType)
      return WantedType{each.part};
    bool isFunctional = each.literal == "(" && !scene.place.tokens.empty() &&
                        isColon(scene.place, scene.place.tokens.back());
    if (isFunctional)
      return WantedType{{}, true};
  }
  return scene.op.expected.empty() || scene.op.expected[0].isLoose
             ? byTokens(scene)
             : std::nullopt;
}

//===----------------------------------------------------------------------===//
// What is inferred
//===----------------------------------------------------------------------===//

static std::string operandType(const CompletionScene &scene, uint32_t number) {
  return number < scene.op.operands.size()
             ? typeOfName(scene.place.section, scene.place.statement,
                          scene.op.operands[number])
             : "";
}

static std::string resultType(const CompletionScene &scene, uint32_t number) {
  if (const auto &op = scene.op.definition; op && number < op->results.size()) {
    const ValueDefinition &result = op->results[number];
    if (result.typeBy == "$_self")
      for (uint32_t i = 0; i < op->operands.size(); ++i)
        if (op->operands[i].name == result.typeFrom)
          return operandType(scene, i);
  }
  const TypingPlace &place = scene.place;
  if (place.statement == noStatement || number > 0)
    return "";
  std::string type = inferredResultType(
      place.section, scene.document.shapes(place.section), place.statement);
  return type.empty() ? operandType(scene, 0) : type;
}

/// `(T, U) -> V`.
static std::string functionalType(const CompletionScene &scene) {
  std::string text;
  for (uint32_t i = 0; i < scene.op.operands.size(); ++i) {
    std::string type = operandType(scene, i);
    if (type.empty())
      return "";
    text += (i == 0 ? "" : ", ") + type;
  }
  bool hasNoResult =
      scene.op.definition && scene.op.definition->results.empty();
  std::string result = hasNoResult ? "()" : resultType(scene, 0);
  return result.empty() ? "" : "(" + text + ") -> " + result;
}

static std::string inferredType(const CompletionScene &scene,
                                WantedType wanted) {
  if (wanted.isFunctional)
    return functionalType(scene);
  if (wanted.part.kind == Part::OperandType)
    return operandType(scene, wanted.part.index);
  if (wanted.part.kind == Part::ResultType)
    return resultType(scene, wanted.part.index);
  return "";
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

static void addBuiltins(const CompletionScene &scene, CompletionWriter &out) {
  for (const char *name : {"tensor", "memref", "vector"}) {
    bool isSnippet = scene.options.hasSnippets;
    std::string text = std::string(name) + (isSnippet ? "<$1>" : "<");
    out.add({CompletionItem::Kind::Type, name, "type", text, isSnippet, ""});
  }
  for (const char *name : {"index", "i1", "i8", "i16", "i32", "i64", "f16",
                           "bf16", "f32", "f64", "complex", "tuple", "none"})
    out.add({CompletionItem::Kind::Type, name, "type", "", false, ""});
}

void shapels::addTypes(const CompletionScene &scene, WantedType wanted,
                       CompletionWriter &out) {
  if (std::string type = inferredType(scene, wanted); !type.empty())
    out.add({CompletionItem::Kind::Type, type, "inferred", "", false, ""});
  VisibleValues visible = visibleValues(scene.place.section, scene.place.around,
                                        "%", 5 * mostNearby);
  size_t before = out.size();
  for (const VisibleValue &value : visible.values)
    if (!value.type.empty() && out.size() < before + mostNearby)
      out.add({CompletionItem::Kind::Type, value.type, "of " + value.name, "",
               false, ""});
  addAliases(scene, '!', out);
  addBuiltins(scene, out);
}

void shapels::addDialectTypes(const CompletionScene &scene, char sigil,
                              CompletionWriter &out) {
  std::string_view typed = scene.place.typed();
  size_t dot = typed.find('.');
  auto kind = sigil == '!' ? TypeDefinition::Kind::Type
                           : TypeDefinition::Kind::Attribute;
  std::string_view wanted = typed.substr(1, dot == typed.npos ? dot : dot - 1);
  for (std::string_view dialect : scene.known.dialects()) {
    if (dot == typed.npos ? !dialect.starts_with(wanted) : dialect != wanted)
      continue;
    for (const TypeDefinition &type : scene.known.typesOf(dialect))
      if (type.kind == kind && !type.mnemonic.empty() &&
          type.name().starts_with(typed))
        out.add({sigil == '!' ? CompletionItem::Kind::Type
                              : CompletionItem::Kind::Attribute,
                 type.name(), type.summary, "", false, "type " + type.name()});
  }
}
