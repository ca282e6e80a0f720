//===- FormatMatch.cpp ----------------------------------------------------===//
//
// A format becomes an automaton, which all readings of the text go through at
// once: so groups that may be left out, and C++ between others, cost no more
// than states times tokens.
//
//===----------------------------------------------------------------------===//

#include "core/ods/FormatMatch.h"
#include "core/ods/FormatTokens.h"
#include "core/syntax/Brackets.h"

#include <algorithm>
#include <set>

using namespace shapels;
using Kind = FormatElement::Kind;
using Part = FormatPart::Kind;

namespace {

/// One state: reads something, or goes on in two ways.
struct State {
  enum class Reads : uint8_t {
    Nothing,
    Literal,
    Value,
    Type,
    Attribute,
    Region,
    Successor,
    Dictionary,
    Properties,
    Anything,
    All
  };
  Reads reads = Reads::Nothing;
  ExpectedPart expected;
  /// Where it goes on; `other` without reading, if it is any.
  uint32_t next = 0;
  std::optional<uint32_t> other;
  /// What `custom` may read.
  std::vector<FormatPart> parts;
};

class Automaton {
public:
  explicit Automaton(const OpDefinition &op) : op(op) {}

  /// From the end to the start, as states know what follows.
  uint32_t build(const Format &format) {
    states.push_back({State::Reads::All});
    return sequence(format, 0);
  }
  const State &operator[](uint32_t state) const { return states[state]; }
  size_t size() const { return states.size(); }

private:
  uint32_t add(State state) {
    states.push_back(std::move(state));
    return static_cast<uint32_t>(states.size() - 1);
  }
  uint32_t sequence(const Format &format, uint32_t next) {
    for (size_t i = format.size(); i-- > 0;)
      next = element(format[i], next);
    return next;
  }
  uint32_t maybe(uint32_t entry, uint32_t next) {
    return entry == next ? next : add({State::Reads::Nothing, {}, entry, next});
  }
  uint32_t literal(std::string_view text, uint32_t next) {
    return add({State::Reads::Literal, {{}, std::string(text)}, next, {}, {}});
  }
  uint32_t reading(State::Reads reads, FormatPart part, uint32_t next) {
    return add({reads, {part, ""}, next, {}, {}});
  }
  uint32_t element(const FormatElement &element, uint32_t next);
  uint32_t variable(std::string_view name, uint32_t next);
  uint32_t type(const FormatElement &of, uint32_t next);
  uint32_t list(State::Reads reads, FormatPart part, Arity arity,
                uint32_t next);
  template <typename Definition>
  uint32_t all(State::Reads reads, Part kind,
               const std::vector<Definition> &definitions, uint32_t next);
  uint32_t custom(const FormatElement &element, uint32_t next);
  uint32_t anyOrder(const FormatElement &element, uint32_t next);

  const OpDefinition &op;
  std::vector<State> states;
};

} // namespace

/// One, or as many as the arity allows, with commas between.
uint32_t Automaton::list(State::Reads reads, FormatPart part, Arity arity,
                         uint32_t next) {
  if (arity == Arity::One)
    return reading(reads, part, next);
  if (arity == Arity::Optional)
    return maybe(reading(reads, part, next), next);
  if (arity == Arity::Groups)
    return add({State::Reads::Anything, {part, ""}, 0, next, {part}});
  uint32_t again = add({State::Reads::Nothing, {}, next, next, {}});
  uint32_t first = reading(reads, part, again);
  states[again].next = literal(",", first);
  return maybe(first, next);
}

/// All of a kind. Which of several of any number a value belongs to, nobody
/// asks: those behind the first may be there or not.
template <typename Definition>
uint32_t Automaton::all(State::Reads reads, Part kind,
                        const std::vector<Definition> &definitions,
                        uint32_t next) {
  for (uint32_t i = static_cast<uint32_t>(definitions.size()); i-- > 0;) {
    Arity arity = definitions[i].arity;
    if (i == 0) {
      next = list(reads, {kind, i}, arity, next);
      break;
    }
    uint32_t more =
        literal(",", list(reads, {kind, i},
                          arity == Arity::Optional ? Arity::One : arity, next));
    next = arity == Arity::One ? more : maybe(more, next);
  }
  return next;
}

uint32_t Automaton::variable(std::string_view name, uint32_t next) {
  FormatPart part = partOf(op, name);
  switch (part.kind) {
  case Part::Operand:
    return list(State::Reads::Value, part, op.operands[part.index].arity, next);
  case Part::Attribute: {
    uint32_t entry = reading(State::Reads::Attribute, part, next);
    return op.attributes[part.index].is(AttributeDefinition::Unit) ? next
                                                                   : entry;
  }
  case Part::Region:
    return list(State::Reads::Region, part, op.regions[part.index].arity, next);
  case Part::Successor:
    return list(State::Reads::Successor, part, op.successors[part.index].arity,
                next);
  default:
    return add({State::Reads::Anything, {}, 0, next, {}});
  }
}

uint32_t Automaton::type(const FormatElement &of, uint32_t next) {
  if (of.kind == Kind::Operands)
    return all(State::Reads::Type, Part::OperandType, op.operands, next);
  if (of.kind == Kind::Results)
    return all(State::Reads::Type, Part::ResultType, op.results, next);
  FormatPart part = partOf(op, of.text, /*isType=*/true);
  if (part.kind == Part::OperandType)
    return list(State::Reads::Type, part, op.operands[part.index].arity, next);
  if (part.kind == Part::ResultType)
    return list(State::Reads::Type, part, op.results[part.index].arity, next);
  return reading(State::Reads::Type, part, next);
}

static void addParts(const OpDefinition &op, const FormatElement &element,
                     std::vector<FormatPart> &parts) {
  bool isType = element.kind == Kind::Type;
  for (const FormatElement &each : element.arguments)
    if (each.kind == Kind::Variable)
      parts.push_back(partOf(op, each.text, isType));
    else if (each.kind == Kind::Type || each.kind == Kind::Qualified)
      addParts(op, each, parts);
}

uint32_t Automaton::custom(const FormatElement &element, uint32_t next) {
  State state{State::Reads::Anything, {}, 0, next, {}};
  addParts(op, element, state.parts);
  return add(std::move(state));
}

/// That each stands once only is not held.
uint32_t Automaton::anyOrder(const FormatElement &element, uint32_t next) {
  uint32_t loop = add({State::Reads::Nothing, {}, next, next, {}});
  uint32_t entry = next;
  for (const FormatElement &each : element.arguments)
    entry = add(
        {State::Reads::Nothing, {}, sequence(each.arguments, loop), entry, {}});
  states[loop].next = entry;
  return loop;
}

uint32_t Automaton::element(const FormatElement &element, uint32_t next) {
  const std::vector<FormatElement> &arguments = element.arguments;
  switch (element.kind) {
  case Kind::Literal:
    return literal(element.text, next);
  case Kind::Variable:
    return variable(element.text, next);
  case Kind::AttrDict: {
    uint32_t entry =
        reading(State::Reads::Dictionary, {Part::AttrDict, 0}, next);
    return maybe(element.text.empty() ? entry : literal(element.text, entry),
                 next);
  }
  case Kind::PropDict:
    return maybe(reading(State::Reads::Properties, {Part::AttrDict, 0}, next),
                 next);
  case Kind::Operands:
    return all(State::Reads::Value, Part::Operand, op.operands, next);
  case Kind::Regions:
    return all(State::Reads::Region, Part::Region, op.regions, next);
  case Kind::Successors:
    return all(State::Reads::Successor, Part::Successor, op.successors, next);
  case Kind::Type:
    return arguments.empty() ? next : type(arguments.front(), next);
  case Kind::FunctionalType: {
    uint32_t results =
        all(State::Reads::Type, Part::ResultType, op.results, next);
    uint32_t closed = literal(")", next);
    uint32_t listed = literal(
        "(", all(State::Reads::Type, Part::ResultType, op.results, closed));
    uint32_t behind = literal("->", maybe(results, listed));
    return literal("(", all(State::Reads::Type, Part::OperandType, op.operands,
                            literal(")", behind)));
  }
  case Kind::Qualified:
    return sequence(arguments, next);
  case Kind::Custom:
    return custom(element, next);
  case Kind::Group: {
    uint32_t entry = sequence(arguments, next);
    return element.otherwise.empty()
               ? maybe(entry, next)
               : maybe(entry, sequence(element.otherwise, next));
  }
  case Kind::AnyOrder:
    return anyOrder(element, next);
  case Kind::Results:
  case Kind::Reference:
  case Kind::Space:
    return next;
  }
  return next;
}

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

/// All places behind what the state may read at `at`, which is a token.
static std::vector<size_t> ends(const State &state, const FormatTokens &tokens,
                                size_t at) {
  using Reads = State::Reads;
  switch (state.reads) {
  case Reads::Literal:
    return {tokens.behindLiteral(at, state.expected.literal)};
  case Reads::Value:
    return {tokens.behindValue(at)};
  case Reads::Type:
    return {tokens.behindType(at)};
  case Reads::Attribute: {
    size_t end = tokens.behindAttribute(at);
    if (end >= FormatTokens::nowhere || !tokens.is(end, TokenKind::Colon) ||
        tokens.str(end) != ":")
      return {end};
    size_t typed = end + 1 < tokens.size() ? tokens.behindType(end + 1)
                                           : FormatTokens::nowhere;
    return {end, typed};
  }
  case Reads::Region:
  case Reads::Dictionary:
    return {tokens.is(at, TokenKind::LeftBrace) ? tokens.behindBracket(at)
                                                : FormatTokens::nowhere};
  case Reads::Properties:
    return {tokens.is(at, TokenKind::Less) ? tokens.behindBracket(at)
                                           : FormatTokens::nowhere};
  case Reads::Successor: {
    if (!tokens.is(at, TokenKind::BlockName))
      return {FormatTokens::nowhere};
    if (tokens.is(at + 1, TokenKind::LeftParen))
      return {tokens.behindBracket(at + 1)};
    return {at + 1};
  }
  case Reads::Anything:
    return {isOpening(tokens.all[at].kind) ? tokens.behindBracket(at) : at + 1};
  case Reads::Nothing:
  case Reads::All:
    return {};
  }
  return {};
}

namespace {

/// All readings of one text.
class Matcher {
public:
  Matcher(const Automaton &automaton, const FormatTokens &tokens)
      : automaton(automaton), tokens(tokens) {}

  std::vector<ExpectedPart> match(uint32_t start) {
    visit(start, 0);
    while (!toDo.empty()) {
      auto [at, state] = *toDo.begin();
      toDo.erase(toDo.begin());
      step(state, at);
    }
    return std::move(found);
  }

private:
  void visit(uint32_t state, size_t at) {
    if (seen.insert({at, state}).second)
      toDo.insert({at, state});
  }
  void step(uint32_t number, size_t at);
  void expect(const State &state, bool isInside);

  const Automaton &automaton;
  const FormatTokens &tokens;
  /// Later states have lower numbers, so what comes first is done first.
  std::set<std::pair<size_t, uint32_t>> seen;
  std::set<std::pair<size_t, uint32_t>, std::greater<>> toDo;
  std::vector<ExpectedPart> found;
};

} // namespace

void Matcher::expect(const State &state, bool isInside) {
  auto add = [&](ExpectedPart expected) {
    expected.isInside = isInside;
    if (std::ranges::find(found, expected) == found.end())
      found.push_back(std::move(expected));
  };
  if (state.reads == State::Reads::Anything)
    for (FormatPart part : state.parts)
      add({part, "", false, /*isLoose=*/true});
  else if (state.reads != State::Reads::Nothing &&
           state.reads != State::Reads::All)
    add(state.expected);
}

void Matcher::step(uint32_t number, size_t at) {
  const State &state = automaton[number];
  if (state.other)
    visit(*state.other, at);
  if (state.reads == State::Reads::Nothing)
    return visit(state.next, at);
  if (at == tokens.size())
    return expect(state, /*isInside=*/false);
  // What C++ reads goes on with more of the same.
  uint32_t next = state.reads == State::Reads::Anything ? number : state.next;
  for (size_t end : ends(state, tokens, at))
    if (end == FormatTokens::inside)
      expect(state, /*isInside=*/true);
    else if (end != FormatTokens::nowhere)
      visit(next, end);
}

std::vector<ExpectedPart> shapels::expectedBehind(const OpDefinition &op,
                                                  std::string_view text) {
  if (op.assemblyFormat.empty())
    return {};
  std::optional<Format> format = parseFormat(op.assemblyFormat);
  FormatTokens tokens(text);
  if (!format || tokens.isCut)
    return {};
  Automaton automaton(op);
  uint32_t start = automaton.build(*format);
  return Matcher(automaton, tokens).match(start);
}
