//===- Names.cpp ----------------------------------------------------------===//

#include "shapels/syntax/Names.h"

#include <algorithm>
#include <unordered_map>

using namespace shapels;

namespace {

/// Where a name is visible: one region of a statement, or all of them.
struct Scope {
  StatementId statement;
  uint32_t region;
  friend bool operator==(const Scope &, const Scope &) = default;
};
constexpr uint32_t allRegions = ~0u;

struct Key {
  Scope scope;
  std::string_view name;
  friend bool operator==(const Key &, const Key &) = default;
};

struct KeyHash {
  size_t operator()(const Key &key) const {
    size_t hash = std::hash<std::string_view>()(key.name);
    hash ^= (size_t(key.scope.statement) << 32 | key.scope.region) *
            0x9E3779B97F4A7C15ull;
    return hash;
  }
};

class Resolver {
public:
  Resolver(std::string_view text, Outline &outline)
      : text(text), outline(outline),
        definitions(outline.names.size(), noName) {}

  std::vector<NameId> resolve();

private:
  const Statement &statement(StatementId id) const {
    return outline.statements[id];
  }
  Scope scopeAround(StatementId id) const {
    return {statement(id).parent, statement(id).region};
  }
  bool hasRegions(StatementId id) const {
    return statement(id).kind == StatementKind::Operation &&
           statement(id).regionCount > 0;
  }
  void define(NameId id, Scope scope);
  NameId find(Scope scope, std::string_view name) const;
  NameId findValue(const NameOccurrence &use) const;
  NameId findSymbol(NameId use) const;
  bool isNestedReference(NameId use) const;
  uint32_t sharedAncestors(StatementId a, StatementId b) const;
  NameId resolveUse(NameId use);

  std::string_view text;
  Outline &outline;
  std::vector<NameId> definitions;
  std::unordered_map<Key, NameId, KeyHash> scoped;
  std::unordered_multimap<std::string_view, NameId> symbols;
};

} // namespace

std::vector<NameId> shapels::resolveNames(std::string_view text,
                                          Outline &outline) {
  return Resolver(text, outline).resolve();
}

std::string_view shapels::plainName(std::string_view text,
                                    const NameOccurrence &name) {
  std::string_view spelling =
      text.substr(name.range.begin.value, name.range.size());
  if (name.kind == NameKind::Symbol) {
    if (spelling.starts_with('@'))
      spelling.remove_prefix(1);
    if (spelling.size() >= 2 && spelling.starts_with('"') &&
        spelling.ends_with('"'))
      spelling = spelling.substr(1, spelling.size() - 2);
    return spelling;
  }
  if (name.kind == NameKind::Value)
    return spelling.substr(0, spelling.find('#'));
  return spelling;
}

std::vector<NameId> Resolver::resolve() {
  for (NameId id = 0; id < outline.names.size(); ++id) {
    const NameOccurrence &name = outline.names[id];
    if (!name.isDefinition)
      continue;
    if (name.kind == NameKind::Symbol) {
      symbols.emplace(plainName(text, name), id);
      definitions[id] = id;
    } else {
      define(id, scopeAround(name.statement));
    }
  }
  for (NameId id = 0; id < outline.names.size(); ++id)
    if (definitions[id] == noName)
      definitions[id] = resolveUse(id);
  return std::move(definitions);
}

/// The first definition of a name in a scope counts; a later one refers to
/// itself only.
void Resolver::define(NameId id, Scope scope) {
  definitions[id] = id;
  scoped.try_emplace({scope, plainName(text, outline.names[id])}, id);
}

NameId Resolver::find(Scope scope, std::string_view name) const {
  auto found = scoped.find({scope, name});
  return found == scoped.end() ? noName : found->second;
}

/// Looks outwards, through the headers of the ops around.
NameId Resolver::findValue(const NameOccurrence &use) const {
  std::string_view name = plainName(text, use);
  for (StatementId at = use.statement; at != noStatement;
       at = statement(at).parent) {
    NameId found = find({at, allRegions}, name);
    if (found == noName)
      found = find(scopeAround(at), name);
    if (found != noName)
      return found;
  }
  return noName;
}

uint32_t Resolver::sharedAncestors(StatementId a, StatementId b) const {
  uint32_t count = 0;
  for (StatementId at = a; at != noStatement; at = statement(at).parent)
    if (at <= b && b < statement(at).subtreeEnd)
      ++count;
  return count;
}

/// The `@b` of `@a::@b`.
bool Resolver::isNestedReference(NameId use) const {
  if (use == 0 || outline.names[use - 1].kind != NameKind::Symbol)
    return false;
  ByteRange between{outline.names[use - 1].range.end,
                    outline.names[use].range.begin};
  return text.substr(between.begin.value, between.size()) == "::";
}

/// The definition in the nearest symbol table around, or inside the symbol
/// that a nested reference names before.
NameId Resolver::findSymbol(NameId use) const {
  const NameOccurrence &name = outline.names[use];
  StatementId near = name.statement;
  if (isNestedReference(use) && definitions[use - 1] != noName)
    near = outline.names[definitions[use - 1]].statement;
  NameId best = noName;
  uint32_t bestShared = 0;
  auto [begin, end] = symbols.equal_range(plainName(text, name));
  for (auto it = begin; it != end; ++it) {
    uint32_t shared =
        1 + sharedAncestors(near, outline.names[it->second].statement);
    if (shared > bestShared || (shared == bestShared && it->second < best))
      best = it->second, bestShared = shared;
  }
  return best;
}

NameId Resolver::resolveUse(NameId id) {
  NameOccurrence &name = outline.names[id];
  switch (name.kind) {
  case NameKind::Value: {
    NameId found = findValue(name);
    if (found == noName && hasRegions(name.statement)) {
      name.isDefinition = true;
      define(id, {name.statement, allRegions});
      return id;
    }
    return found;
  }
  case NameKind::Block:
    return find(scopeAround(name.statement), plainName(text, name));
  case NameKind::Symbol:
    return findSymbol(id);
  case NameKind::AttributeAlias:
  case NameKind::TypeAlias:
    return find({noStatement, 0}, plainName(text, name));
  }
  return noName;
}
