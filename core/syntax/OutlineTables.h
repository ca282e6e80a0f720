//===- OutlineTables.h - How an outline keeps its text ---------*- C++ -*-===//
//
// Private to syntax/. Owned by the Outline, which all but its editor read only.
// Offsets in names and regions are bytes from their statement's start.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINETABLES_H
#define SHAPELS_SYNTAX_OUTLINETABLES_H

#include "core/syntax/RunPool.h"
#include "core/syntax/Scopes.h"
#include "core/syntax/Spellings.h"
#include "core/syntax/StatementOrder.h"
#include "core/text/Position.h"

#include <span>
#include <vector>

namespace shapels {

enum class StatementKind : uint8_t {
  Operation,
  Alias,      // #map = ..., !t = ...
  BlockLabel, // ^bb0(%a: i32):
  Resources,  // {-# ... #-}
  Other,      // text that starts like nothing known
};

struct OutlineName {
  /// From the statement's start.
  uint32_t begin = 0, size = 0;
  Spelling spelling = 0;
  uint32_t resultCount : 24 = 1;
  NameKind kind : 5 = NameKind::Value;
  bool isDefinition : 1 = false;
  /// The `@b` of `@a::@b`.
  bool isNestedReference : 1 = false;
};

struct OutlineRegion {
  /// Which tokens are open between a statement and its region. Missing: the
  /// region has no opening brace.
  enum class Opening : uint8_t { Direct, Missing, Paren, Other };
  /// From the statement's start.
  uint32_t begin, end;
  bool isClosed;
  Opening opening;
};

/// A statement without its place, which StatementOrder knows. Compact: there
/// are millions.
struct OutlineNode {
  uint32_t size = 0;
  /// From the statement's start.
  uint32_t nameBegin = 0;
  Spelling name = 0;
  /// How many bytes behind the statement's start the scanner looked before the
  /// next statement began: an edit there scans the statement again.
  uint32_t reach = 0;
  /// Indices in the pools.
  uint32_t firstName = 0, nameCount = 0, firstRegion = 0;
  uint32_t regionCount : 29 = 0;
  StatementKind kind : 3 = StatementKind::Other;
};

struct OutlineTables {
  const OutlineName &nameOf(NameId id) const {
    return namePool.at(nodes[id.statement].firstName + id.index);
  }
  std::span<const OutlineName> namesOf(StatementId id) const {
    return namePool.run(nodes[id].firstName, nodes[id].nameCount);
  }
  std::span<const OutlineRegion> regionsOf(StatementId id) const {
    return regionPool.run(nodes[id].firstRegion, nodes[id].regionCount);
  }
  /// Which of the regions of `parent`, which may be noStatement, holds `id`.
  uint32_t regionIn(StatementId parent, StatementId id) const;
  std::string_view opName(StatementId id) const {
    return spellings.str(nodes[id].name);
  }

  /// By handle. The handles in `unused` belong to no statement.
  std::vector<OutlineNode> nodes;
  std::vector<StatementId> unused;
  RunPool<OutlineName> namePool;
  RunPool<OutlineRegion> regionPool;
  StatementOrder order;
  Spellings spellings;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINETABLES_H
