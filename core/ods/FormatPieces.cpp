//===- FormatPieces.cpp ---------------------------------------------------===//

#include "core/ods/FormatPieces.h"
#include "core/syntax/Brackets.h"

#include <algorithm>

using namespace shapels;
using Kind = FormatElement::Kind;
using Part = FormatPart::Kind;

//===----------------------------------------------------------------------===//
// What the definition says
//===----------------------------------------------------------------------===//

/// Null for what is no value, and for all of a kind.
const ValueDefinition *FormatPieces::value(FormatPart part) const {
  bool isOperand = part.kind == Part::Operand || part.kind == Part::OperandType;
  if (part.index == FormatPart::all ||
      (!isOperand && part.kind != Part::ResultType))
    return nullptr;
  return &(isOperand ? op.operands : op.results)[part.index];
}

Arity FormatPieces::arityOf(FormatPart part) const {
  if (part.index == FormatPart::all)
    return Arity::Variadic;
  if (const ValueDefinition *found = value(part))
    return found->arity;
  if (part.kind == Part::Region)
    return op.regions[part.index].arity;
  if (part.kind == Part::Successor)
    return op.successors[part.index].arity;
  return Arity::One;
}

/// What the thing of that number is in a list: itself for a name that stands
/// for many; of all names, the one whose turn it is.
std::optional<FormatPart> FormatPieces::nth(FormatPart part,
                                            size_t number) const {
  if (part.index != FormatPart::all)
    return part;
  auto among = [&](const auto &all) -> std::optional<FormatPart> {
    for (uint32_t i = 0; i < all.size(); ++i)
      if (i == number || all[i].arity == Arity::Variadic ||
          all[i].arity == Arity::Groups)
        return FormatPart{part.kind, i};
    return std::nullopt;
  };
  switch (part.kind) {
  case Part::Operand:
  case Part::OperandType:
    return among(op.operands);
  case Part::ResultType:
    return among(op.results);
  case Part::Region:
    return among(op.regions);
  default:
    return among(op.successors);
  }
}

/// How many there have to be.
size_t FormatPieces::leastOf(FormatPart part) const {
  auto ones = [](const auto &all) {
    return static_cast<size_t>(std::ranges::count(
        all, Arity::One, [](const auto &each) { return each.arity; }));
  };
  if (part.index != FormatPart::all)
    return 0;
  return part.kind == Part::ResultType  ? ones(op.results)
         : part.kind == Part::Region    ? ones(op.regions)
         : part.kind == Part::Successor ? ones(op.successors)
                                        : ones(op.operands);
}

std::string_view FormatPieces::dialect() const {
  return std::string_view(op.name).substr(0, op.name.find('.'));
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

void FormatPieces::expect(ExpectedPart part, size_t at, size_t end) {
  part.isInside = end == FormatTokens::inside;
  bool isHere = at == tokens.size() || part.isInside;
  if (expected && isHere && part.part.index != FormatPart::all &&
      std::ranges::find(*expected, part) == expected->end())
    expected->push_back(std::move(part));
}

size_t FormatPieces::literal(size_t at, std::string_view text) {
  expect({{}, std::string(text)}, at);
  return tokens.behindLiteral(at, text);
}

/// `x, x, x`, or nothing.
template <typename Read>
size_t FormatPieces::list(FormatPart part, size_t at, Read read) {
  size_t least = leastOf(part);
  for (size_t count = 0;; ++count) {
    std::optional<FormatPart> next = nth(part, count);
    bool isFirst = count == 0, isAtEnd = at == tokens.size();
    if (!isFirst) {
      if (next)
        expect({{}, ","}, at);
      if (!tokens.is(at, TokenKind::Comma))
        return isAtEnd && count < least ? nowhere : at;
      ++at;
    }
    size_t end = read(next.value_or(part), at);
    if (end >= nowhere)
      return isFirst && end == nowhere && !(isAtEnd && least > 0) ? at
                                                                  : nowhere;
    at = end;
  }
}

/// `(x, x), (x)`, or nothing.
template <typename Read>
size_t FormatPieces::groups(FormatPart part, size_t at, Read read) {
  while (literal(at, "(") < nowhere) {
    size_t end = list(part, at + 1, read);
    end = end < nowhere ? literal(end, ")") : end;
    if (end >= nowhere)
      return nowhere;
    at = end;
    if (!tokens.is(at, TokenKind::Comma))
      break;
    ++at;
  }
  return at;
}

/// As many as the name stands for.
template <typename Read>
size_t FormatPieces::several(FormatPart part, size_t at, Read read) {
  switch (arityOf(part)) {
  case Arity::One:
    return std::min(read(part, at), nowhere);
  case Arity::Optional: {
    size_t end = read(part, at);
    return end == nowhere ? at : std::min(end, nowhere);
  }
  case Arity::Variadic:
    return list(part, at, read);
  case Arity::Groups:
    return groups(part, at, read);
  }
  return nowhere;
}

//===----------------------------------------------------------------------===//
// Values, regions, successors
//===----------------------------------------------------------------------===//

size_t FormatPieces::one(FormatPart part, size_t at, Ranges &ranges) {
  size_t end = nowhere;
  if (part.kind == Part::Operand)
    end = tokens.behindValue(at);
  else if (part.kind == Part::Successor)
    // Its operands are for other elements.
    end = tokens.is(at, TokenKind::BlockName) ? at + 1 : nowhere;
  else if (tokens.is(at, TokenKind::LeftBrace))
    end = tokens.behindBracket(at);
  expect({part, ""}, at, end);
  if (end < nowhere)
    ranges.push_back(tokens.range(at, end));
  return end;
}

size_t FormatPieces::parts(FormatPart part, size_t at, Ranges &ranges) {
  return several(part, at, [&](FormatPart each, size_t from) {
    return one(each, from, ranges);
  });
}

size_t FormatPieces::dictionary(size_t at, TokenKind opening) {
  size_t end =
      tokens.is(at, opening) ? tokens.behindBracket(at) : FormatTokens::nowhere;
  expect({{Part::AttrDict, 0}, ""}, at, end);
  return std::min(end, nowhere);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

size_t FormatPieces::oneType(FormatPart part, size_t at, bool isQualified,
                             Types &types) {
  auto add = [&](size_t end, std::string prefix, bool isCertain) {
    expect({part, ""}, at, end);
    if (end < nowhere)
      types.push_back({tokens.range(at, end), tokens.slice(at, end),
                       std::move(prefix), isCertain});
    return end;
  };
  const ValueDefinition *of = value(part);
  TypeClass known;
  if (of && !isQualified && !tokens.is(at, TokenKind::TypeName) && classify)
    known = classify(of->cppType, dialect());
  if (known.kind == TypeClass::Kind::Plain)
    return add(tokens.behindType(at), "", true);
  bool isShort = known.kind == TypeClass::Kind::OfDialect;
  std::string prefix = isShort ? "!" + known.dialect + "." : "";
  bool isBody = tokens.is(at, TokenKind::Less);
  bool isCertain = isShort && (!isBody || !known.mnemonic.empty());
  return add(tokens.behindShortType(at),
             isBody ? prefix + known.mnemonic : prefix, isCertain);
}

size_t FormatPieces::types(FormatPart part, size_t at, bool isQualified,
                           Types &types) {
  // Of all together, none leaves anything out.
  isQualified |= part.index == FormatPart::all;
  return several(part, at, [&](FormatPart each, size_t from) {
    return oneType(each, from, isQualified, types);
  });
}

size_t FormatPieces::functionType(size_t at, Types &inputs, Types &results) {
  auto inParens = [&](FormatPart part, Types &types) {
    at = literal(at, "(");
    at = at < nowhere ? this->types(part, at, /*isQualified=*/true, types) : at;
    at = at < nowhere ? literal(at, ")") : at;
  };
  FormatPart result{Part::ResultType, FormatPart::all};
  inParens({Part::OperandType, FormatPart::all}, inputs);
  at = at < nowhere ? literal(at, "->") : at;
  if (at >= nowhere)
    return nowhere;
  // Without parentheses it is one; a function type is always in some.
  if (!tokens.is(at, TokenKind::LeftParen)) {
    size_t first = at;
    at = oneType(nth(result, 0).value_or(result), at, /*isQualified=*/true,
                 results);
    literal(first, "(");
    return std::min(at, nowhere);
  }
  inParens(result, results);
  return at;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static bool isOfBuiltin(std::string_view cppType) {
  return cppType.starts_with("::mlir::") &&
         cppType.find("::", 8) == cppType.npos;
}

bool FormatPieces::isUnit(uint32_t index) const {
  const AttributeDefinition &attribute = op.attributes[index];
  return attribute.is(AttributeDefinition::Unit) ||
         (attribute.is(AttributeDefinition::Property) &&
          attribute.constraint == "unit property");
}

std::vector<size_t> FormatPieces::attribute(uint32_t index, size_t at) {
  using Definition = AttributeDefinition;
  const Definition &attribute = op.attributes[index];
  std::vector<size_t> ends;
  auto add = [&](size_t end) {
    expect({{Part::Attribute, index}, ""}, at, end);
    if (end < nowhere && std::ranges::find(ends, end) == ends.end())
      ends.push_back(end);
  };
  if (attribute.is(Definition::Symbol)) {
    add(tokens.behindSymbol(at));
    return ends;
  }
  if (attribute.is(Definition::Type)) {
    add(tokens.behindType(at));
    return ends;
  }
  if (!attribute.cases.empty()) {
    // A set of bits: `a|b`, or `a, b`.
    std::vector<size_t> words;
    for (size_t end = at; tokens.is(end, TokenKind::BareIdentifier);) {
      words.push_back(++end);
      bool goesOn = tokens.str(end) == "|" || tokens.is(end, TokenKind::Comma);
      end = goesOn ? end + 1 : tokens.size();
    }
    for (; !words.empty(); words.pop_back())
      add(words.back());
  }
  bool isProperty = attribute.is(Definition::Property);
  bool mayBeShort = isProperty || !isOfBuiltin(attribute.cppType);
  size_t plain = tokens.behindAttribute(at, mayBeShort);
  if (plain < nowhere && !isProperty && attribute.typeBuilder.empty() &&
      attribute.cppType != "::mlir::StringAttr")
    add(tokens.behindTypeOf(plain));
  add(plain);
  if (mayBeShort && tokens.is(at, TokenKind::BareIdentifier))
    add(at + 1);
  return ends;
}

std::optional<bool> FormatPieces::isThere(const FormatElement &first,
                                          size_t at) const {
  if (first.kind == Kind::Literal)
    return tokens.behindLiteral(at, first.text) < nowhere;
  if (first.kind != Kind::Variable)
    return std::nullopt;
  FormatPart part = partOf(op, first.text);
  switch (part.kind) {
  case Part::Operand:
    return arityOf(part) == Arity::Groups ? tokens.is(at, TokenKind::LeftParen)
                                          : tokens.behindValue(at) < nowhere;
  case Part::Region:
    return tokens.is(at, TokenKind::LeftBrace);
  case Part::Successor:
    return tokens.is(at, TokenKind::BlockName);
  default:
    return std::nullopt;
  }
}
