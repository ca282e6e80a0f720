//===- Outline.h - The statements of a text --------------------*- C++ -*-===//
//
// Finds statements from tokens alone: strings, comments, brackets, `->`, line
// starts, `{` and `}`. Never fails: unbalanced or unknown text becomes a
// statement too, and recovery is a function of the text alone.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINE_H
#define SHAPELS_SYNTAX_OUTLINE_H

#include "shapels/syntax/OpTable.h"
#include "shapels/text/Position.h"

#include <optional>
#include <string_view>
#include <vector>

namespace shapels {

/// Index of a statement in its outline.
using StatementId = uint32_t;
inline constexpr StatementId noStatement = ~0u;

enum class StatementKind : uint8_t {
  Operation,
  Alias,      // #map = ..., !t = ...
  BlockLabel, // ^bb0(%a: i32):
  Resources,  // {-# ... #-}
  Other,      // text that starts like nothing known
};

/// One op with everything nested in it, or one of the smaller things.
struct Statement {
  StatementKind kind = StatementKind::Other;
  /// First to last token, nested statements included.
  ByteRange range;
  /// The op's name without quotes, the alias's or the block's name.
  ByteRange name;
  StatementId parent = noStatement;
  /// Which of the parent's regions holds it.
  uint32_t region = 0;
  /// How many regions it has, as far as braces tell: `{}` counts.
  uint32_t regionCount = 0;
  /// One past the last statement nested in it.
  StatementId subtreeEnd = 0;
};

enum class NameKind : uint8_t {
  Value,
  Block,
  Symbol,
  AttributeAlias,
  TypeAlias
};

/// One place where a name stands.
struct NameOccurrence {
  NameKind kind;
  bool isDefinition = false;
  /// With its sigil; with the `#1` of `%0#1`.
  ByteRange range;
  /// The innermost statement around it.
  StatementId statement;
  /// How many results `%0:2` defines; 1 elsewhere.
  uint32_t resultCount = 1;
};

/// The text between the braces of a region.
struct RegionText {
  StatementId statement;
  uint32_t number;
  ByteRange inside;
  /// Whether a closing brace follows.
  bool isClosed = false;
};

/// Statements in pre-order; regions and names in the order of the text.
struct Outline {
  std::vector<Statement> statements;
  std::vector<RegionText> regions;
  std::vector<NameOccurrence> names;

  /// The innermost statement around `offset`, or noStatement.
  StatementId statementAt(ByteOffset offset) const;
  /// The statement that starts at `offset`, or noStatement.
  StatementId statementStartingAt(ByteOffset offset) const;
  /// The occurrence around or just before `offset`, if any.
  const NameOccurrence *nameAt(ByteOffset offset) const;
  /// The statement's own regions.
  std::vector<RegionText> regionsOf(StatementId statement) const;
  /// The names that stand in the statement itself, not in nested ones.
  std::vector<const NameOccurrence *> namesOf(StatementId statement) const;
};

Outline outlineOf(std::string_view text, const OpTable &ops);

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINE_H
