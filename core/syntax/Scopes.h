//===- Scopes.h - What each name refers to ---------------------*- C++ -*-===//
//
// Scopes come from the outline: a region's names are visible in it and in
// what it nests. Works on broken text too; MLIR is not asked. Names in the
// header of an op with regions that nothing around defines are its region's
// arguments (`func.func @f(%a: i32) {`, `scf.for %i = ...`): they define
// themselves. So do those of a function of a dialect that is not built in, and
// those of a function in an op of such, whatever its header names.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_SCOPES_H
#define SHAPELS_SYNTAX_SCOPES_H

#include "core/syntax/HashIndex.h"
#include "core/syntax/Spellings.h"
#include "core/syntax/StatementOrder.h"

#include <functional>
#include <optional>
#include <vector>

namespace shapels {

class Outline;

enum class NameKind : uint8_t {
  Value,
  Block,
  Symbol,
  AttributeAlias,
  TypeAlias
};

/// A name in a statement: the `index`-th one in the order of the text.
struct NameId {
  StatementId statement = noStatement;
  uint32_t index = 0;
  friend bool operator==(NameId, NameId) = default;
};

/// Where the names of an outline are defined. The outline makes it when the
/// first question comes, and keeps it up to date with its edits.
class Scopes {
public:
  /// Reads the whole outline.
  explicit Scopes(const Outline &outline);
  /// Adds the names of a statement, which is in the tree. remove(): before the
  /// statement loses them.
  void add(const Outline &outline, StatementId id) {
    update(outline, id, true);
  }
  void remove(const Outline &outline, StatementId id) {
    update(outline, id, false);
  }

  std::optional<NameId> definitionOf(const Outline &outline, NameId id) const;
  /// The definition that the value's name would have in the statement `use`,
  /// whether the name stands there or not.
  std::optional<NameId> findValue(const Outline &outline, StatementId use,
                                  Spelling name) const;

  std::optional<NameId> earlierDefinition(const Outline &outline,
                                          NameId definition) const;
  /// Whether a name in a header is a use, and not an argument of a region.
  using Ask = std::function<bool(NameId)>;
  bool isDefinedIn(const Outline &outline, StatementId around, Spelling name,
                   const Ask &isUse) const;
  bool isDefinedElsewhere(const Outline &outline, NameId definition,
                          const Ask &isUse) const;

private:
  /// A name in one region of a statement, or in all of them.
  struct Key {
    StatementId statement;
    uint32_t region;
    Spelling name;
    friend bool operator==(const Key &, const Key &) = default;
  };

  static Key keyOf(const Outline &outline, NameId definition);
  static Key keyAround(const Outline &outline, StatementId id, Spelling name);
  static uint32_t hashOf(const Key &key);
  static bool namesArguments(const Outline &outline, StatementId id);
  static bool hasArgumentsIn(const Outline &outline, StatementId op,
                             StatementId nested);
  static bool hidesNames(const Outline &outline, NameId ofHeader,
                         StatementId around);
  size_t count(const Outline &outline, const Key &key) const;
  bool definesIn(const Outline &outline, StatementId around,
                 Spelling name) const;
  bool headerDefines(const Outline &outline, StatementId id, Spelling name,
                     const Ask &isUse) const;
  bool isDefinedBelow(const Outline &outline, StatementId around, Spelling name,
                      const Ask &isUse) const;
  void update(const Outline &outline, StatementId id, bool isAdded);
  std::optional<NameId> find(const Outline &outline, const Key &key) const;
  std::optional<NameId> findSymbol(const Outline &outline, NameId use) const;

  /// By key, and by spelling.
  HashIndex<NameId> scoped, symbols;
  /// How many entries of `scoped` each spelling has.
  std::vector<uint32_t> counts;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_SCOPES_H
