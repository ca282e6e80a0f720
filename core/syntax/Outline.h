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

/// A place where a name stands.
struct NameOccurrence {
  NameKind kind;
  /// Whether it is written as a definition; see Outline::definitionOf.
  bool isDefinition = false;
  /// The name with its sigil, and with the `#1` of `%0#1`.
  ByteRange range;
  /// `id.statement` is the innermost statement around the name.
  NameId id;
  /// How many results `%0:2` defines; 1 elsewhere.
  uint32_t resultCount = 1;
};

/// Consecutive siblings, with all that they nest.
struct StatementRun {
  StatementId first, last;
};

/// What an edit did to the statements.
struct OutlineChange {
  /// Handles that are gone, and new ones. A new one may have the number of one
  /// that is gone.
  std::vector<StatementId> removed, added;
  /// Statements whose own text changed, other than what they nest.
  std::vector<StatementId> changed;
  /// Runs of statements of which only the parent changed, because a brace
  /// before them was typed or deleted. They are in none of the other lists.
  std::vector<StatementRun> moved;
};

/// The statements of one text and the names in them. Several threads may read
/// it at once; the one that changes it is alone.
class Outline : public StatementTree {
public:
  explicit Outline(const OpTable &ops) : ops(ops) {}
  Outline(const OpTable &ops, TextSpan text);

  /// Follows an edit: `text` is the text after it, in which `newSize` bytes
  /// stand in place of the range `edit` of the text before. Costs what the edit
  /// may have changed, and a move of pages.
  OutlineChange apply(TextSpan text, ByteRange edit, uint32_t newSize);

  /// The op names that it knows.
  const OpTable &opTable() const { return ops; }

  // Names. Those of a statement stand in its own text, not in nested ones.
  uint32_t nameCount(StatementId id) const {
    return tables.nodes[id].nameCount;
  }
  NameOccurrence name(NameId id) const;
  std::vector<NameOccurrence> names(StatementId id) const;
  /// The name around `offset`, or that ends there.
  std::optional<NameOccurrence> nameAt(ByteOffset offset) const;
  /// The name that starts at `offset`.
  std::optional<NameId> nameStartingAt(ByteOffset offset) const;
  /// The name without `@`, quotes and number: `main` for `@main` and `@"main"`,
  /// `%0` for `%0#1`.
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
  /// Whether the name is defined inside the statement. A name in the header of
  /// an op may be an argument of its region; it is none if `isUse` says so.
  bool isDefinedIn(StatementId around, Spelling name,
                   const Scopes::Ask &isUse = {}) const {
    return knownScopes().isDefinedIn(*this, around, name, isUse);
  }
  /// Whether the same name is defined again in the same scope, or in one around
  /// it or beside it. For `isUse` see isDefinedIn().
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
  /// Every occurrence that this definition defines, in the order of the text.
  std::vector<NameOccurrence> occurrencesOf(NameId definition) const;

  /// Makes what questions about names rest on, which else the first of them
  /// makes: it takes as long as all names.
  void tieNames() const { knownScopes(); }

  /// The tables, for the rest of core/syntax.
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
