//===- NewNames.cpp -------------------------------------------------------===//

#include "server/features/NewNames.h"
#include "server/features/SizeNames.h"

#include "core/syntax/OpFacts.h"

#include <algorithm>

using namespace shapels;

//===----------------------------------------------------------------------===//
// How names are written
//===----------------------------------------------------------------------===//

static bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// A word that starts with a letter, and has such punctuation in it.
static bool isWord(std::string_view name, std::string_view punctuation) {
  return !name.empty() && isLetter(name.front()) &&
         std::ranges::all_of(name, [&](char c) {
           return isLetter(c) || isDigit(c) ||
                  punctuation.find(c) != punctuation.npos;
         });
}

/// MLIR's suffix-id. A dash at the end would be an arrow's.
static bool isSuffix(std::string_view name) {
  if (!name.empty() && std::ranges::all_of(name, isDigit))
    return true;
  return !name.empty() && !isDigit(name.front()) && name.back() != '-' &&
         isWord("a" + std::string(name), "$.-");
}

static std::string_view sigilOf(NameKind kind) {
  switch (kind) {
  case NameKind::Value:
    return "%";
  case NameKind::Block:
    return "^";
  case NameKind::Symbol:
    return "@";
  case NameKind::AttributeAlias:
    return "#";
  case NameKind::TypeAlias:
    return "!";
  }
  return "";
}

static bool isPrintable(std::string_view text) {
  return std::ranges::none_of(text, [](char c) {
    return c == '"' || c == '\\' || (c >= 0 && c < ' ') || c == 0x7f;
  });
}

static void readSymbol(NewName &name) {
  std::string &plain = name.plain;
  if (plain.size() >= 2 && plain.front() == '"' && plain.back() == '"')
    plain = plain.substr(1, plain.size() - 2);
  if (plain.empty() || !isPrintable(plain))
    name.refusal = "'@" + plain +
                   "' cannot be a symbol: it needs a character, and has no "
                   "quotes, backslashes or line ends";
  name.needsQuotes = !isWord(plain, "$.");
}

NewName shapels::readNewName(std::string_view typed,
                             std::optional<NameKind> kind) {
  NewName name;
  if (kind)
    name.sigil = sigilOf(*kind);
  if (kind && typed.starts_with(name.sigil))
    typed.remove_prefix(name.sigil.size());
  name.plain = typed;
  std::string quoted = "'" + name.sigil + name.plain + "'";
  if (!kind) {
    if (!isWord(name.plain, "") || name.plain == "ignore")
      name.refusal = quoted + " cannot be a size: a name has letters, digits "
                              "and _, and starts with no digit";
  } else if (*kind == NameKind::Symbol) {
    readSymbol(name);
  } else if (*kind == NameKind::Value || *kind == NameKind::Block) {
    if (!isSuffix(name.plain))
      name.refusal = quoted + " is no name: write a number, or letters, digits "
                              "and any of _ $ . - that start with no digit";
  } else if (!isWord(name.plain, "$")) {
    name.refusal = quoted + " is no alias: write letters, digits, _ and $, "
                            "with a letter first";
  }
  return name;
}

//===----------------------------------------------------------------------===//
// What is in the way
//===----------------------------------------------------------------------===//

namespace {

class ObstacleFinder {
public:
  ObstacleFinder(const Outline &outline, const NameOccurrence &definition,
                 Spelling name)
      : outline(outline), definition(definition), home(definition.id.statement),
        name(name) {}

  std::optional<Obstacle> find() const {
    switch (definition.kind) {
    case NameKind::Value:
      return findForValue();
    case NameKind::Block:
      return firstOf(outline.parent(home), [this](const NameOccurrence &other) {
        return isBeside(other.id.statement);
      });
    case NameKind::Symbol:
      return findForSymbol();
    case NameKind::AttributeAlias:
    case NameKind::TypeAlias:
      return firstOf(noStatement, [](const auto &) { return true; });
    }
    return std::nullopt;
  }

private:
  /// The first one of the name in or below `around` for which that holds.
  template <typename Holds>
  std::optional<Obstacle> firstOf(StatementId around,
                                  const Holds &holds) const {
    StatementId end =
        around == noStatement ? noStatement : outline.behind(around);
    for (StatementId id = around == noStatement ? outline.first() : around;
         id != end; id = outline.next(id))
      for (uint32_t i = 0; i < outline.nameCount(id); ++i)
        if (outline.spelling({id, i}) == name)
          if (NameOccurrence other = outline.name({id, i}); holds(other))
            return Obstacle{other.range.begin, !outline.isDefinition(other.id)};
    return std::nullopt;
  }

  uint32_t regionOf(StatementId id) const {
    return outline.statement(id).region;
  }
  bool isBeside(StatementId id) const {
    return outline.parent(id) == outline.parent(home) &&
           regionOf(id) == regionOf(home);
  }
  /// Whether an op that shuts values out is around `inner` but not around
  /// `outer`.
  bool isShutOff(StatementId inner, StatementId outer) const {
    for (StatementId id = outline.parent(inner);
         id != noStatement && !outline.nests(id, outer);
         id = outline.parent(id))
      if (isIsolated(outline, id))
        return true;
    return false;
  }

  /// Whether arguments in the op's header are seen in the statement below it.
  bool hasArgumentsIn(StatementId op, StatementId below) const {
    while (outline.parent(below) != op)
      below = outline.parent(below);
    return regionOf(below) == 0 ||
           !hasArgumentsOfFirstRegion(outline.opName(op));
  }

  std::optional<Obstacle> findForValue() const;
  bool endsBefore(const NameOccurrence &other) const;
  bool isNamedBefore(NameId value) const;
  bool isBehind(NameId outer) const;
  bool sees(const NameOccurrence &other, StatementId around) const;
  std::optional<Obstacle> findForSymbol() const;
  StatementId nearOf(NameId use) const;
  uint32_t shared(StatementId near, StatementId other) const;

  const Outline &outline;
  const NameOccurrence &definition;
  /// The statement that defines.
  StatementId home;
  Spelling name;
};

} // namespace

/// Whether the value is seen where `other` is. `around` is the op whose regions
/// it is seen in, all of them where it is named in the header.
bool ObstacleFinder::sees(const NameOccurrence &other,
                          StatementId around) const {
  StatementId at = other.id.statement;
  bool isOfHeader = around == home;
  if (at == around) {
    // Results are there behind the op only, and operands are seen around it.
    bool isArgument = !other.isDefinition && outline.isDefinition(other.id);
    return isArgument && (isOfHeader || (around != noStatement &&
                                         hasArgumentsIn(around, home)));
  }
  if (isIsolated(outline, at) && at != home &&
      outline.definitionOf(other.id) == other.id && !other.isDefinition)
    return false;
  if (isShutOff(at, around == noStatement ? home : around))
    return false;
  if (isOfHeader)
    return hasArgumentsIn(home, at);
  while (outline.parent(at) != around)
    at = outline.parent(at);
  return around == noStatement || regionOf(at) == regionOf(home);
}

/// Whether the value, which is defined with ours or behind it, is named before
/// ours is defined: the name belongs to that value already, in all regions.
bool ObstacleFinder::isNamedBefore(NameId value) const {
  return std::ranges::any_of(
      outline.occurrencesOf(value), [&](const NameOccurrence &use) {
        StatementId at = use.id.statement;
        return use.id != value && (outline.begin(at) < outline.begin(home) ||
                                   at == home || outline.nests(home, at));
      });
}

/// Whether `other` is a value of a region that ends before ours is defined, as
/// results are behind the regions of their op: the names of a region are free
/// behind it.
bool ObstacleFinder::endsBefore(const NameOccurrence &other) const {
  std::optional<NameId> meant = outline.definitionOf(other.id);
  if (!meant)
    return false;
  StatementId inner = outline.name(*meant).isDefinition
                          ? outline.parent(meant->statement)
                          : meant->statement;
  if (inner == noStatement)
    return false;
  if (inner == home || outline.nests(home, inner))
    return definition.isDefinition;
  return outline.begin(inner) < outline.begin(home) &&
         !outline.nests(inner, home);
}

/// Whether `outer`, which ours would hide, is defined behind ours only.
bool ObstacleFinder::isBehind(NameId outer) const {
  bool isResultAround =
      outline.name(outer).isDefinition && outline.nests(outer.statement, home);
  return (isResultAround ||
          outline.begin(home) < outline.begin(outer.statement)) &&
         !isNamedBefore(outer);
}

std::optional<Obstacle> ObstacleFinder::findForValue() const {
  StatementId around = definition.isDefinition ? outline.parent(home) : home;
  bool isForward = isNamedBefore(definition.id);
  if (auto found = firstOf(around, [&](const NameOccurrence &other) {
        return sees(other, around) && (isForward || !endsBefore(other));
      }))
    return found;
  std::optional<NameId> outer = outline.valueIn(home, name);
  if (outer && outer->statement != home && !isBehind(*outer) &&
      !isIsolated(outline, home) && !isShutOff(home, outer->statement))
    return Obstacle{outline.name(*outer).range.begin, false};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// From where a symbol is looked for: see Scopes.
StatementId ObstacleFinder::nearOf(NameId use) const {
  if (use.index > 0) {
    NameOccurrence before = outline.name({use.statement, use.index - 1});
    bool isNested = before.kind == NameKind::Symbol &&
                    before.range.end + 2 == outline.name(use).range.begin;
    if (isNested)
      if (auto outer = outline.definitionOf(before.id))
        return outer->statement;
  }
  return use.statement;
}

uint32_t ObstacleFinder::shared(StatementId near, StatementId other) const {
  uint32_t count = 1;
  for (StatementId at = near; at != noStatement; at = outline.parent(at))
    count += outline.nests(at, other);
  return count;
}

/// A use finds the symbol that it shares most ops with.
std::optional<Obstacle> ObstacleFinder::findForSymbol() const {
  auto isTaken = [this](const NameOccurrence &other) {
    StatementId at = other.id.statement;
    if (outline.isDefinition(other.id))
      return outline.parent(at) == outline.parent(home);
    StatementId near = nearOf(other.id);
    std::optional<NameId> meant = outline.definitionOf(other.id);
    return !meant || shared(near, home) >= shared(near, meant->statement);
  };
  if (auto found = firstOf(noStatement, isTaken))
    return found;
  std::vector<NameOccurrence> uses = outline.occurrencesOf(definition.id);
  return firstOf(noStatement, [&](const NameOccurrence &other) {
    return outline.isDefinition(other.id) &&
           std::ranges::any_of(uses, [&](const NameOccurrence &use) {
             StatementId near = nearOf(use.id);
             return use.id != definition.id &&
                    shared(near, other.id.statement) >= shared(near, home);
           });
  });
}

std::optional<Obstacle> shapels::obstacle(const Outline &outline,
                                          const NameOccurrence &definition,
                                          std::string_view spelled) {
  std::optional<Spelling> name = outline.spelling(spelled);
  if (!name)
    return std::nullopt;
  return ObstacleFinder(outline, definition, *name).find();
}
