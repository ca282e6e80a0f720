//===- AliasParser.cpp - The aliases that a statement needs ---------------===//

#include "core/ir/parse/AliasParser.h"
#include "core/ir/parse/BufferParser.h"

using namespace shapels;
using namespace mlir;

/// The aliases of the section, each with those before it that it may name.
template <typename Visit>
static void forEachAlias(const Outline &outline, Visit visit) {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.nextSibling(id))
    if (outline.kind(id) == StatementKind::Alias)
      visit(id);
}

/// Whether MLIR takes the statement for several: `#a = 1 #b = 2`.
bool AliasParser::holdsOtherAliases(StatementId id) const {
  return llvm::any_of(outline.names(id), [&](const NameOccurrence &name) {
    return !name.isDefinition && text.firstFrom(name.range.end) == '=';
  });
}

/// Whether an alias follows the op in its line: to MLIR it is none of the op's.
bool AliasParser::isBeforeAlias(StatementId id) const {
  auto isAlias = [&](const NameOccurrence &name) {
    return (name.kind == NameKind::AttributeAlias ||
            name.kind == NameKind::TypeAlias) &&
           text.firstFrom(name.range.end) == '=';
  };
  return outline.kind(id) == StatementKind::Operation &&
         llvm::any_of(outline.names(id), isAlias);
}

/// Its name; nothing if that is taken, or not the only one.
std::optional<Spelling> AliasParser::defineAlias(StatementId id) {
  if (holdsOtherAliases(id))
    return std::nullopt;
  for (const NameOccurrence &name : outline.names(id)) {
    if (!name.isDefinition)
      continue;
    Spelling written = outline.spelling(name.id);
    SectionIR::Contents::Alias alias{id, written};
    bool isNew = shared.aliases.try_emplace(spelling(name.range), alias).second;
    return isNew ? std::optional(written) : std::nullopt;
  }
  return std::nullopt;
}

bool AliasParser::collectAliases() {
  bool areDistinct = true;
  forEachAlias(outline, [&](StatementId id) {
    areDistinct &= defineAlias(id).has_value();
  });
  return areDistinct;
}

bool AliasParser::areAliasesApart() const {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.nextSibling(id))
    if (isBeforeAlias(id))
      return false;
  return true;
}

/// What they stand for, of a section that parses.
void AliasParser::readAliases() {
  ParseBuffer buffer(text);
  buffer.blame({{0}, {text.size()}});
  bool isAny = false;
  forEachAlias(outline, [&](StatementId id) {
    buffer.append(outline.range(id));
    buffer.appendEnd("\n", outline.range(id).end);
    isAny = true;
  });
  Block none;
  size_t before = contents.diagnostics.size();
  if (isAny)
    BufferParser(state).parseBuffer(buffer, none);
  contents.diagnostics.resize(before);
}

void AliasParser::parseAliases() {
  forEachAlias(outline, [&](StatementId id) {
    if (defineAlias(id))
      return;
    contents.isLocal = false;
    reportRedefinedAlias(id);
  });
  forEachAlias(outline, [&](StatementId id) { parseAlias(id); });
}

/// What the parser says of an alias whose name is taken.
void AliasParser::reportRedefinedAlias(StatementId id) {
  for (const NameOccurrence &name : outline.names(id)) {
    auto known = shared.aliases.find(spelling(name.range));
    if (!name.isDefinition || known == shared.aliases.end() ||
        known->second.statement == id)
      continue;
    std::string_view bare = spelling(name.range).substr(1);
    bool isType = name.kind == NameKind::TypeAlias;
    contents.diagnostics.emplace_back(
        DiagnosticCode::MlirParse, name.range,
        "redefinition of " + std::string(isType ? "type" : "attribute") +
            " alias id '" + std::string(bare) + "'",
        id);
  }
}

/// Reports what is wrong with the alias alone.
void AliasParser::parseAlias(StatementId id) {
  ParseBuffer buffer(text);
  buffer.blame(statement(id).range);
  bool isWhole = appendAliasesFor(buffer, id, Extent::Whole);
  buffer.append(statement(id).range);
  buffer.appendEnd("\n", statement(id).range.end);
  Block ignored;
  size_t before = contents.diagnostics.size();
  if (!isWhole || quarantine.isCulprit(id) ||
      !BufferParser(state).parseBuffer(buffer, ignored))
    shared.brokenAliases.insert(id);
  for (size_t i = before; i < contents.diagnostics.size(); ++i)
    contents.diagnostics[i].subject = id;
}

/// Locations alone may name aliases that come behind them.
bool AliasParser::isForLocation(StatementId alias) const {
  std::string_view value = spelling(statement(alias).range);
  size_t at = value.find_first_not_of(" \t\r\n", value.find('=') + 1);
  return at != value.npos && value.substr(at).starts_with("loc(");
}

/// The aliases that the statement names, with all that it nests or alone, and
/// those that they need.
void AliasParser::addAliasesFor(StatementId id, Extent extent,
                                std::set<StatementId> &needed) const {
  if (shared.aliases.empty())
    return;
  StatementId end =
      extent == Extent::Whole ? outline.behind(id) : outline.next(id);
  for (; id != end; id = outline.next(id))
    for (const NameOccurrence &name : outline.names(id)) {
      if (name.kind != NameKind::AttributeAlias &&
          name.kind != NameKind::TypeAlias)
        continue;
      auto found = shared.aliases.find(spelling(name.range));
      if (found == shared.aliases.end() || name.isDefinition)
        continue;
      StatementId alias = found->second.statement;
      bool isKnown =
          outline.begin(alias) < name.range.begin || isForLocation(alias);
      if (isKnown && alias != id && needed.insert(alias).second)
        addAliasesFor(alias, Extent::Whole, needed);
    }
}

/// Appends the aliases that the statement needs. Returns false if some are
/// broken.
bool AliasParser::appendAliasesFor(ParseBuffer &buffer, StatementId id,
                                   Extent extent) const {
  std::set<StatementId> needed;
  addAliasesFor(id, extent, needed);
  return appendAliases(buffer, needed);
}

bool AliasParser::appendAliases(ParseBuffer &buffer,
                                const std::set<StatementId> &needed) const {
  std::vector<StatementId> inOrder(needed.begin(), needed.end());
  llvm::sort(inOrder, [&](StatementId a, StatementId b) {
    return outline.begin(a) < outline.begin(b);
  });
  for (StatementId alias : inOrder) {
    if (shared.brokenAliases.contains(alias))
      return false;
    buffer.append(statement(alias).range);
    buffer.appendEnd("\n", statement(alias).range.end);
  }
  return true;
}
