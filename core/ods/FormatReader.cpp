//===- FormatReader.cpp ---------------------------------------------------===//

#include "core/ods/CustomDirectives.h"

#include <algorithm>
#include <set>
#include <span>

using namespace shapels;
using Kind = FormatElement::Kind;
using Part = FormatPart::Kind;

namespace {

/// What is still to be read: `elements`, then the rest behind them. Of clauses
/// in any order: those that were not read yet.
struct Rest {
  std::span<const FormatElement> elements;
  const FormatElement *anyOrder = nullptr;
  uint64_t clausesRead = 0;
  const Rest *behind = nullptr;

  Rest tail() const { return {elements.subspan(1), nullptr, 0, behind}; }
};

/// Goes through the alternatives depth first. What was read so far is `now`,
/// from which a step that leads nowhere is taken back.
class Matcher {
public:
  Matcher(const OpDefinition &op, const FormatTokens &tokens,
          const ClassifyType &classify, std::vector<ExpectedPart> *expected)
      : op(op), tokens(tokens), pieces(op, tokens, classify, expected),
        isComplete(!expected) {}

  std::optional<FormatReading> match(const Format &format);

private:
  static constexpr size_t nowhere = FormatTokens::nowhere;
  /// How many clauses in any order are told apart.
  static constexpr size_t mostClauses = 64;

  // All return whether the reading is settled.
  bool rest(const Rest &rest, size_t at);
  bool go(size_t behind, const Rest &tail) {
    return behind < nowhere && rest(tail, behind);
  }
  bool element(const FormatElement &element, const Rest &tail, size_t at);
  bool variable(std::string_view name, const Rest &tail, size_t at);
  bool parts(FormatPart part, const Rest &tail, size_t at);
  bool attribute(FormatPart part, const Rest &tail, size_t at);
  bool attrDict(const FormatElement &element, const Rest &tail, size_t at);
  bool type(const FormatElement &element, const Rest &tail, size_t at,
            bool isQualified);
  bool functionalType(const FormatElement &element, const Rest &tail,
                      size_t at);
  bool group(const FormatElement &group, const Rest &tail, size_t at);
  bool anyOrder(const Rest &clauses, size_t at);
  bool custom(const FormatElement &element, const Rest &tail, size_t at);
  bool knownCustom(const FormatElement &element, const Rest &tail, size_t at);
  bool anyCustom(const FormatElement &element, const Rest &tail, size_t at);
  void expectParts(const FormatElement &custom, size_t at, size_t end);
  bool take(FormatPart part, FormatPieces::Ranges ranges, const Rest &tail,
            size_t at);
  bool finish(size_t at);

  const OpDefinition &op;
  const FormatTokens &tokens;
  FormatPieces pieces;
  /// Whether all of the text is there.
  const bool isComplete;
  FormatReading now;
  std::optional<FormatReading> found;
  /// How many places of C++ the present path has passed.
  unsigned customs = 0;
  /// Where nothing that follows C++ fits. Not kept among clauses.
  std::set<std::pair<const FormatElement *, size_t>> dead;
  unsigned finishes = 0;
  int steps = 4000;
};

} // namespace

const FormatReading::Part *FormatReading::find(FormatPart part) const {
  auto found = std::ranges::find(parts, part, &Part::part);
  return found == parts.end() ? nullptr : &*found;
}

const FormatReading::Types *FormatReading::typesOf(FormatPart part) const {
  auto found = std::ranges::find(types, part, &Types::part);
  return found == types.end() ? nullptr : &*found;
}

bool FormatReading::isByCode(FormatPart part) const {
  return std::ranges::find(byCode, part) != byCode.end();
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

std::optional<FormatReading> Matcher::match(const Format &format) {
  rest({format}, 0);
  // Nobody knows what was not tried.
  if (found && steps < 0)
    found->isCertain = false;
  return std::move(found);
}

bool Matcher::rest(const Rest &rest, size_t at) {
  if (--steps < 0)
    return true;
  if (rest.anyOrder)
    return anyOrder(rest, at);
  if (!rest.elements.empty())
    return element(rest.elements.front(), rest.tail(), at);
  return rest.behind ? this->rest(*rest.behind, at) : finish(at);
}

/// The first reading counts. Behind C++ another one may fit too; if it has
/// other operands or types, neither is certain.
bool Matcher::finish(size_t at) {
  if (at != tokens.size())
    return false;
  ++finishes;
  auto operands = [](const FormatReading &reading) {
    std::vector<FormatReading::Part> all;
    for (const FormatReading::Part &each : reading.parts)
      if (each.part.kind == Part::Operand)
        all.push_back(each);
    return all;
  };
  if (!found)
    found = now;
  bool isSame = found->types == now.types && operands(*found) == operands(now);
  found->isCertain &= isSame;
  return customs == 0 || !isSame;
}

bool Matcher::element(const FormatElement &element, const Rest &tail,
                      size_t at) {
  switch (element.kind) {
  case Kind::Literal:
    return go(pieces.literal(at, element.text), tail);
  case Kind::Space:
  case Kind::Reference:
  case Kind::Results:
    return rest(tail, at);
  case Kind::Variable:
    return variable(element.text, tail, at);
  case Kind::Qualified: {
    if (element.arguments.empty())
      return false;
    const FormatElement &inner = element.arguments.front();
    return inner.kind == Kind::Type ? type(inner, tail, at, true)
                                    : this->element(inner, tail, at);
  }
  case Kind::AttrDict:
    return attrDict(element, tail, at);
  case Kind::PropDict: {
    size_t end = pieces.dictionary(at, TokenKind::Less);
    return tokens.is(at, TokenKind::Less) ? go(end, tail) : rest(tail, at);
  }
  case Kind::Operands:
    return parts({Part::Operand, FormatPart::all}, tail, at);
  case Kind::Regions:
    return parts({Part::Region, FormatPart::all}, tail, at);
  case Kind::Successors:
    return parts({Part::Successor, FormatPart::all}, tail, at);
  case Kind::Type:
    return type(element, tail, at, /*isQualified=*/false);
  case Kind::FunctionalType:
    return functionalType(element, tail, at);
  case Kind::Group:
    return group(element, tail, at);
  case Kind::AnyOrder:
    return rest({{}, &element, 0, &tail}, at);
  case Kind::Custom:
    return custom(element, tail, at);
  }
  return false;
}

bool Matcher::take(FormatPart part, FormatPieces::Ranges ranges,
                   const Rest &tail, size_t at) {
  now.parts.push_back({part, std::move(ranges)});
  bool isDone = rest(tail, at);
  now.parts.pop_back();
  return isDone;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static const FormatElement *
firstOf(const std::vector<FormatElement> &elements) {
  auto found = std::ranges::find_if(elements, [](const FormatElement &each) {
    return each.kind != Kind::Space;
  });
  if (found == elements.end())
    return nullptr;
  bool isWrapped = found->kind == Kind::Qualified && !found->arguments.empty();
  return isWrapped ? &found->arguments.front() : &*found;
}

bool Matcher::group(const FormatElement &group, const Rest &tail, size_t at) {
  const FormatElement *first = firstOf(group.arguments);
  Rest inside{group.arguments, nullptr, 0, &tail};
  Rest otherwise{group.otherwise, nullptr, 0, &tail};
  if (!first)
    return rest(inside, at);
  std::optional<bool> isPresent = pieces.isThere(*first, at);
  if (!isPresent.value_or(true)) {
    bool isLiteral = first->kind == Kind::Literal;
    pieces.expect(isLiteral ? ExpectedPart{{}, first->text}
                            : ExpectedPart{partOf(op, first->text), ""},
                  at);
    return rest(otherwise, at);
  }
  unsigned before = finishes;
  if (rest(inside, at))
    return true;
  return !isPresent && before == finishes && rest(otherwise, at);
}

bool Matcher::anyOrder(const Rest &clauses, size_t at) {
  const std::vector<FormatElement> &all = clauses.anyOrder->arguments;
  auto clause = [&](size_t i) {
    Rest next = clauses;
    next.clausesRead |= uint64_t(1) << i;
    return rest({all[i].arguments, nullptr, 0, &next}, at);
  };
  for (size_t i = 0; i < std::min(all.size(), mostClauses); ++i) {
    const FormatElement *first = firstOf(all[i].arguments);
    bool isRead = clauses.clausesRead >> i & 1;
    if (isRead || !first || first->kind != Kind::Literal)
      continue;
    if (tokens.behindLiteral(at, first->text) < nowhere)
      return clause(i);
    pieces.expect({{}, first->text}, at);
  }
  return rest(*clauses.behind, at);
}

/// By the table, and where that leads nowhere as if nobody knew.
bool Matcher::custom(const FormatElement &element, const Rest &tail,
                     size_t at) {
  unsigned before = finishes;
  if (isComplete && knownCustom(element, tail, at))
    return true;
  if (finishes != before)
    return false;
  std::vector<FormatPart> parts = partsOf(element, op);
  now.byCode.insert(now.byCode.end(), parts.begin(), parts.end());
  bool isDone = anyCustom(element, tail, at);
  now.byCode.resize(now.byCode.size() - parts.size());
  return isDone;
}

bool Matcher::knownCustom(const FormatElement &element, const Rest &tail,
                          size_t at) {
  std::optional<CustomReading> read =
      readCustom(element, op, tokens, pieces, at);
  if (!read)
    return false;
  now.parts.insert(now.parts.end(), read->parts.begin(), read->parts.end());
  now.types.insert(now.types.end(), read->types.begin(), read->types.end());
  bool isDone = rest(tail, read->behind);
  now.parts.resize(now.parts.size() - read->parts.size());
  now.types.resize(now.types.size() - read->types.size());
  return isDone;
}

/// How much text C++ may read, in tokens.
static constexpr int mostOfCustom = 400;

bool Matcher::anyCustom(const FormatElement &element, const Rest &tail,
                        size_t at) {
  bool isKept = true;
  for (const Rest *each = &tail; each; each = each->behind)
    isKept &= !each->anyOrder;
  auto goOn = [&] {
    std::pair<const FormatElement *, size_t> key{tail.elements.data(), at};
    if (isKept && dead.contains(key))
      return false;
    unsigned before = finishes;
    bool isDone = rest(tail, at);
    if (isKept && !isDone && before == finishes)
      dead.insert(key);
    return isDone;
  };
  ++customs;
  bool isDone = goOn();
  expectParts(element, at, nowhere);
  for (int i = 0; !isDone && i < mostOfCustom; ++i) {
    size_t behind = tokens.behindStep(at);
    expectParts(element, at, behind);
    if (behind >= nowhere)
      break;
    at = behind;
    isDone = goOn();
  }
  --customs;
  return isDone;
}

void Matcher::expectParts(const FormatElement &custom, size_t at, size_t end) {
  bool isType = custom.kind == Kind::Type;
  for (const FormatElement &each : custom.arguments)
    if (each.kind == Kind::Variable)
      pieces.expect({partOf(op, each.text, isType), "", false, true}, at, end);
    else if (each.kind == Kind::Type || each.kind == Kind::Qualified)
      expectParts(each, at, end);
}

//===----------------------------------------------------------------------===//
// Operands, regions, attributes
//===----------------------------------------------------------------------===//

bool Matcher::variable(std::string_view name, const Rest &tail, size_t at) {
  FormatPart part = partOf(op, name);
  switch (part.kind) {
  case Part::Operand:
  case Part::Region:
  case Part::Successor:
    return parts(part, tail, at);
  case Part::Attribute:
    return attribute(part, tail, at);
  default:
    return false;
  }
}

bool Matcher::parts(FormatPart part, const Rest &tail, size_t at) {
  FormatPieces::Ranges ranges;
  size_t behind = pieces.parts(part, at, ranges);
  return behind < nowhere && take(part, std::move(ranges), tail, behind);
}

bool Matcher::attribute(FormatPart part, const Rest &tail, size_t at) {
  if (pieces.isUnit(part.index))
    return rest(tail, at);
  for (size_t end : pieces.attribute(part.index, at))
    if (take(part, {tokens.range(at, end)}, tail, end))
      return true;
  return false;
}

bool Matcher::attrDict(const FormatElement &element, const Rest &tail,
                       size_t at) {
  size_t from = at;
  if (!element.text.empty()) {
    from = pieces.literal(at, element.text);
    if (from >= nowhere)
      return rest(tail, at);
  }
  size_t end = pieces.dictionary(from, TokenKind::LeftBrace);
  bool isThere = tokens.is(from, TokenKind::LeftBrace) || from != at;
  return isThere ? go(end, tail) : rest(tail, at);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// What `type` and `functional-type` say the types of.
static FormatPart subjectOf(const OpDefinition &op,
                            const FormatElement &argument) {
  switch (argument.kind) {
  case Kind::Operands:
    return {Part::OperandType, FormatPart::all};
  case Kind::Results:
    return {Part::ResultType, FormatPart::all};
  case Kind::Qualified:
    return argument.arguments.empty()
               ? FormatPart()
               : subjectOf(op, argument.arguments.front());
  default:
    return partOf(op, argument.text, /*isType=*/true);
  }
}

bool Matcher::type(const FormatElement &element, const Rest &tail, size_t at,
                   bool isQualified) {
  if (element.arguments.empty())
    return false;
  isQualified |= element.arguments.front().kind == Kind::Qualified;
  FormatPart subject = subjectOf(op, element.arguments.front());
  if (subject.kind == Part::None)
    return false;
  FormatPieces::Types types;
  size_t behind = pieces.types(subject, at, isQualified, types);
  if (behind >= nowhere)
    return false;
  now.types.push_back({subject, std::move(types)});
  bool isDone = rest(tail, behind);
  now.types.pop_back();
  return isDone;
}

bool Matcher::functionalType(const FormatElement &element, const Rest &tail,
                             size_t at) {
  if (element.arguments.size() != 2)
    return false;
  FormatPieces::Types inputs, results;
  size_t behind = pieces.functionType(at, inputs, results);
  if (behind >= nowhere)
    return false;
  now.types.push_back({subjectOf(op, element.arguments[0]), std::move(inputs)});
  now.types.push_back(
      {subjectOf(op, element.arguments[1]), std::move(results)});
  bool isDone = rest(tail, behind);
  now.types.resize(now.types.size() - 2);
  return isDone;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

std::optional<FormatReading> shapels::readFormat(const Format &format,
                                                 const OpDefinition &op,
                                                 const FormatTokens &tokens,
                                                 const ClassifyType &classify) {
  return Matcher(op, tokens, classify, nullptr).match(format);
}

std::vector<ExpectedPart> shapels::expectedBehind(const OpDefinition &op,
                                                  std::string_view text) {
  std::vector<ExpectedPart> expected;
  std::optional<Format> format;
  if (!op.assemblyFormat.empty())
    format = parseFormat(op.assemblyFormat);
  FormatTokens tokens(text);
  if (format && !tokens.isCut)
    Matcher(op, tokens, nullptr, &expected).match(*format);
  return expected;
}
