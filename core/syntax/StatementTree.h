//===- StatementTree.h - How statements follow and nest --------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_STATEMENTTREE_H
#define SHAPELS_SYNTAX_STATEMENTTREE_H

#include "core/syntax/OutlineTables.h"
#include "core/text/Position.h"

#include <optional>
#include <string_view>
#include <vector>

namespace shapels {

/// One op with everything nested in it, an alias, a block label, resources, or
/// text that starts like none of these.
struct Statement {
  StatementKind kind = StatementKind::Other;
  /// First to last token, nested statements included.
  ByteRange range;
  /// The op's name without quotes, the alias's or the block's name.
  ByteRange name;
  StatementId parent = noStatement;
  /// The number of the parent's region that holds it.
  uint32_t region = 0;
  /// How many regions it has, as far as braces tell: `{}` counts.
  uint32_t regionCount = 0;
};

/// The text between the braces of a region.
struct RegionText {
  uint32_t number;
  ByteRange inside;
  /// Whether a closing brace follows.
  bool isClosed = false;
  /// Whether an opening one is before.
  bool isOpened = true;
};

/// The statements of one text, a tree. Positions count from the start of the
/// text. Only Outline, which is one, changes it.
class StatementTree {
public:
  // Statements in pre-order; noStatement behind the last one.
  StatementId first() const { return tables.order.first(); }
  StatementId next(StatementId id) const { return tables.order.next(id); }
  StatementId previous(StatementId id) const {
    return tables.order.previous(id);
  }
  StatementId firstFrom(ByteOffset offset) const {
    return tables.order.firstFrom(offset);
  }
  /// The last statement that starts at `offset` or before it.
  StatementId lastUntil(ByteOffset offset) const {
    return tables.order.lastUntil(offset);
  }
  /// The first statement behind all that `id` nests.
  StatementId behind(StatementId id) const {
    return tables.order.firstFrom(range(id).end);
  }

  // The tree. noStatement is the parent of the top level.
  StatementId firstChild(StatementId id) const;
  StatementId nextSibling(StatementId id) const;
  StatementId previousSibling(StatementId id) const;
  StatementId parent(StatementId id) const { return tables.order.parent(id); }
  bool hasChildren(StatementId id) const {
    return firstChild(id) != noStatement;
  }
  /// The children in one region; of noStatement, those at the top level.
  std::vector<StatementId> children(StatementId id, uint32_t region) const;
  /// Whether `id` is `ancestor` or nested in it.
  bool nests(StatementId ancestor, StatementId id) const;

  Statement statement(StatementId id) const;
  /// The text of Statement::name; lives as long as the outline.
  std::string_view opName(StatementId id) const {
    return tables.spellings.str(tables.nodes[id].name);
  }
  StatementKind kind(StatementId id) const { return tables.nodes[id].kind; }
  ByteOffset begin(StatementId id) const { return tables.order.begin(id); }
  /// 0 at the top level.
  uint32_t depth(StatementId id) const { return tables.order.depth(id); }
  /// Where Statement::name begins.
  ByteOffset nameBegin(StatementId id) const {
    return begin(id) + tables.nodes[id].nameBegin;
  }
  ByteRange range(StatementId id) const {
    return {begin(id), begin(id) + tables.nodes[id].size};
  }
  std::vector<RegionText> regions(StatementId id) const;
  /// Whether an opening brace is missing: by the layout, what follows is in a
  /// region of the statement.
  bool lacksBrace(StatementId id) const;
  /// The region whose closing brace is missing. Only the last one can be that.
  std::optional<RegionText> openRegion(StatementId id) const;
  /// The innermost statement around or in front of `offset` that has such a
  /// region; or noStatement.
  StatementId openAt(ByteOffset offset) const;

  /// The innermost statement around `offset`, or noStatement.
  StatementId statementAt(ByteOffset offset) const;
  /// The statement that starts at `offset`, or noStatement.
  StatementId statementStartingAt(ByteOffset offset) const;

protected:
  OutlineTables tables;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_STATEMENTTREE_H
