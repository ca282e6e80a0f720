//===- Outline.h - The statements of a text --------------------*- C++ -*-===//
//
// Finds statements from tokens alone: strings, comments, brackets, `->`, line
// starts, `{` and `}`. Never fails: unbalanced or unknown text becomes a
// statement too, and recovery is a function of the text alone. An edit scans
// again what it may have changed, and no more.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINE_H
#define SHAPELS_SYNTAX_OUTLINE_H

#include "core/base/MadeOnce.h"
#include "core/syntax/OpTable.h"
#include "core/syntax/Scopes.h"
#include "core/syntax/StatementTree.h"
#include "core/text/TextSpan.h"

#include <optional>
#include <string_view>
#include <vector>

namespace shapels {

/// One place where a name stands.
struct NameOccurrence {
  NameKind kind;
  /// Whether it is written as a definition; see Outline::definitionOf.
  bool isDefinition = false;
  /// With its sigil; with the `#1` of `%0#1`.
  ByteRange range;
  /// The innermost statement around it is `id.statement`.
  NameId id;
  /// How many results `%0:2` defines; 1 elsewhere.
  uint32_t resultCount = 1;
};

/// Siblings that follow each other, with what they nest.
struct StatementRun {
  StatementId first, last;
};

/// What an edit did to the statements.
struct OutlineChange {
  /// Handles that are gone, and new ones, which may be the same numbers.
  std::vector<StatementId> removed, added;
  /// Statements whose own text changed, other than what they nest.
  std::vector<StatementId> changed;
  /// Statements, many at once, that are nested elsewhere now and otherwise as
  /// they were: what follows a brace that was typed or deleted. They are in
  /// none of the other lists.
  std::vector<StatementRun> moved;
};

/// The statements of one text and the names in them. Several threads may read
/// it at once; the one that changes it is alone.
class Outline : public StatementTree {
public:
  explicit Outline(const OpTable &ops) : ops(ops) {}
  Outline(const OpTable &ops, TextSpan text);

  /// `edit` was applied to what is now `text`: it replaced `edit` by
  /// `newSize` bytes.
  OutlineChange apply(TextSpan text, ByteRange edit, uint32_t newSize);

  /// The op names that it was told of.
  const OpTable &opTable() const { return ops; }

  // The names that stand in the statement itself, not in nested ones.
  uint32_t nameCount(StatementId id) const {
    return tables.nodes[id].nameCount;
  }
  NameOccurrence name(NameId id) const;
  std::vector<NameOccurrence> names(StatementId id) const;
  /// The occurrence around or just before `offset`, if any.
  std::optional<NameOccurrence> nameAt(ByteOffset offset) const;
  /// The one that starts at `offset`, if any.
  std::optional<NameId> nameStartingAt(ByteOffset offset) const;
  /// Without what marks it as a name: `main` for `@main` and `@"main"`, `%0`
  /// for `%0#1`.
  std::string_view plainName(NameId id) const;
  Spelling spelling(NameId id) const { return tables.nameOf(id).spelling; }
  /// Nothing if no statement has ever had the name.
  std::optional<Spelling> spelling(std::string_view name) const {
    return tables.spellings.find(name);
  }
  /// A definition of the same name before it, in the same scope or around it.
  std::optional<NameId> earlierDefinition(NameId definition) const {
    return knownScopes().earlierDefinition(*this, definition);
  }
  /// Whether the name is defined inside the statement. What a header names may
  /// be an argument of a region: it is none where `isUse`.
  bool isDefinedIn(StatementId around, Spelling name,
                   const Scopes::Ask &isUse = {}) const {
    return knownScopes().isDefinedIn(*this, around, name, isUse);
  }
  /// Whether another definition of the same name stands in the same scope, or
  /// in one around it or beside it. Headers as above.
  bool isDefinedElsewhere(NameId definition,
                          const Scopes::Ask &isUse = {}) const {
    return knownScopes().isDefinedElsewhere(*this, definition, isUse);
  }
  /// The occurrence that defines the name; itself for a definition.
  std::optional<NameId> definitionOf(NameId id) const;
  bool isDefinition(NameId id) const { return definitionOf(id) == id; }
  /// The definition that a value's name would have in the statement.
  std::optional<NameId> valueIn(StatementId use, Spelling name) const {
    return knownScopes().findValue(*this, use, name);
  }
  /// Every occurrence that means the same, in tables.order.
  std::vector<NameOccurrence> occurrencesOf(NameId definition) const;

  /// How it is kept: for the rest of syntax/.
  const OutlineTables &parts() const { return tables; }

private:
  const Scopes &knownScopes() const {
    return scopes.get([this] { return Scopes(*this); });
  }

  const OpTable &ops;
  MadeOnce<Scopes> scopes;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINE_H
