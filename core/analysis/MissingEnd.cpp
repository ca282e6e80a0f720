//===- MissingEnd.cpp -----------------------------------------------------===//

#include "shapels/analysis/MissingEnd.h"
#include "shapels/ir/OpaqueWriter.h"
#include "shapels/syntax/OpFacts.h"

using namespace shapels;

//===----------------------------------------------------------------------===//
// The layout
//===----------------------------------------------------------------------===//

/// Of what starts its line.
static std::optional<size_t> columnOf(const Section &section, ByteOffset at) {
  std::string_view before = section.slice({section.span().lineStart(at), at});
  bool isFirst = before.find_first_not_of(" \t") == before.npos;
  return isFirst ? std::optional(before.size()) : std::nullopt;
}

static std::optional<size_t> columnOf(const Section &section, StatementId id) {
  return columnOf(section, section.outline().begin(id));
}

/// What the last region of a statement has first that is as far to the left as
/// the statement is; not in one that begins so.
static StatementId firstAsFarLeft(const Section &section, StatementId id,
                                  llvm::ArrayRef<StatementId> children) {
  std::optional<size_t> column = columnOf(section, id);
  auto isAsFarLeft = [&](StatementId child) {
    std::optional<size_t> own = columnOf(section, child);
    return own && *own <= *column &&
           section.outline().kind(child) != StatementKind::BlockLabel;
  };
  if (!column || children.empty() || !columnOf(section, children[0]) ||
      isAsFarLeft(children[0]))
    return noStatement;
  const auto *found = llvm::find_if(children, isAsFarLeft);
  return found == children.end() ? noStatement : *found;
}

static std::vector<StatementId> lastChildren(const Outline &outline,
                                             StatementId id) {
  uint32_t regions = outline.statement(id).regionCount;
  return regions == 0 ? std::vector<StatementId>()
                      : outline.children(id, regions - 1);
}

/// Whether the statement, which is not in that column, ends with a brace that
/// is.
static bool endsIn(const Section &section, StatementId id, size_t column) {
  std::vector<RegionText> regions = section.outline().regions(id);
  std::optional<size_t> own = columnOf(section, id);
  return own && *own > column && !regions.empty() && regions.back().isClosed &&
         columnOf(section, regions.back().inside.end) == column;
}

/// Units are at the top, or in modules: where they begin, others know.
static bool mayBeUnit(const Outline &outline, StatementId id) {
  StatementId parent = outline.parent(id);
  return parent == noStatement || namesModule(outline.opName(parent));
}

std::optional<MissingEnd> shapels::missingEnd(const Section &section,
                                              StatementId open) {
  const Outline &outline = section.outline();
  if (!outline.openRegion(open) || mayBeUnit(outline, open))
    return std::nullopt;
  // In the generic form a brace is not all that is missing.
  bool isParsed = section.ir().operationOf(open) &&
                  !isQuoted(section.span(), outline.statement(open).name);
  bool isUnknown = outline.opTable().isUnknown(outline.opName(open));
  StatementId behind =
      isParsed && (isUnknown || section.ir().isRejected(open))
          ? firstAsFarLeft(section, open, lastChildren(outline, open))
          : noStatement;
  if (behind == noStatement)
    return std::nullopt;
  MissingEnd end{open, behind, open, {}};
  StatementId last = outline.previousSibling(behind);
  while (endsIn(section, last, *columnOf(section, end.op))) {
    std::vector<StatementId> children = lastChildren(outline, last);
    if (children.empty())
      break;
    end.op = last;
    StatementId next = firstAsFarLeft(section, last, children);
    last =
        next == noStatement ? children.back() : outline.previousSibling(next);
  }
  end.place = outline.range(last).end;
  return end;
}

std::optional<MissingEnd> shapels::missingEndOf(const Section &section,
                                                StatementId op) {
  for (StatementId id = op; id != noStatement;
       id = section.outline().parent(id))
    if (auto end = missingEnd(section, id); end && end->op == op)
      return end;
  return std::nullopt;
}

std::vector<StatementId> shapels::endedAt(const Section &section,
                                          const MissingEnd &end) {
  std::vector<StatementId> ops{end.op};
  if (end.op != end.open)
    return ops;
  const Outline &outline = section.outline();
  std::optional<size_t> column = columnOf(section, end.behind);
  for (StatementId id = outline.parent(end.open);
       id != noStatement && outline.openRegion(id) &&
       columnOf(section, id) >= column;
       id = outline.parent(id))
    ops.push_back(id);
  return ops;
}

//===----------------------------------------------------------------------===//
// What follows
//===----------------------------------------------------------------------===//

namespace {

class Consequences {
public:
  Consequences(const MissingEnd &end, const Section &section,
               const IrDiagnostic &diagnostic)
      : end(end), outline(section.outline()), said(diagnostic),
        message(diagnostic.message),
        at(diagnostic.statement != noStatement
               ? diagnostic.statement
               : outline.lastUntil(diagnostic.range.begin)) {}

  bool has() const;

private:
  bool isBehind(StatementId id) const {
    return outline.nests(end.open, id) &&
           outline.begin(end.behind) <= outline.begin(id);
  }
  bool isUnknownHere() const;
  bool isNotedBefore() const;

  const MissingEnd &end;
  const Outline &outline;
  const IrDiagnostic &said;
  llvm::StringRef message;
  StatementId at;
};

} // namespace

/// An op without its dialect's name, which the op around would give it.
bool Consequences::isUnknownHere() const {
  std::string_view name = outline.opName(at);
  return outline.opTable().isBare(name) &&
         message.starts_with("custom op '" + std::string(name) +
                             "' is unknown");
}

/// Whether the other place is in the region, in front of where it ends; or in
/// the header.
bool Consequences::isNotedBefore() const {
  if (said.notes.empty())
    return false;
  StatementId other = outline.lastUntil(said.notes[0].range.begin);
  return outline.nests(end.open, other) && !isBehind(other);
}

bool Consequences::has() const {
  if (at == noStatement)
    return false;
  if (message.starts_with("block with no terminator"))
    return outline.nests(at, end.open) || isBehind(at);
  bool isIn = outline.parent(at) == end.open;
  if (message == "expected operation name in quotes")
    return outline.nests(end.open, at) &&
           outline.range(end.open).end <= said.range.begin;
  if (message.ends_with("must be the last operation in the parent block"))
    return isIn;
  if (!isBehind(at))
    return false;
  if (isAboutDominance(message) || message.starts_with("redefinition of SSA") ||
      message.starts_with("region entry argument"))
    return isNotedBefore();
  return isIn && (isUnknownHere() || message.contains("expects parent op"));
}

bool shapels::followsFrom(const MissingEnd &end, const Section &section,
                          const IrDiagnostic &diagnostic) {
  return Consequences(end, section, diagnostic).has();
}
