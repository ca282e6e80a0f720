//===- UnclosedRegion.cpp -------------------------------------------------===//

#include "core/analysis/UnclosedRegion.h"
#include "core/ir/unregistered/UnregisteredWriter.h"
#include "core/syntax/OpFacts.h"

using namespace shapels;

//===----------------------------------------------------------------------===//
// The layout
//===----------------------------------------------------------------------===//

/// Of what starts its line.
static std::optional<size_t> columnOf(const Section &section,
                                      SectionOffset at) {
  std::string_view before = section.slice({section.span().lineStart(at), at});
  bool isFirst = before.find_first_not_of(" \t") == before.npos;
  return isFirst ? std::optional(before.size()) : std::nullopt;
}

static std::optional<size_t> columnOf(const Section &section, StatementId id) {
  return columnOf(section, section.outline().begin(id));
}

bool OpenLayout::isAsFarLeft(const Section &section, StatementId child) const {
  std::optional<size_t> own = columnOf(section, child);
  return own && *own <= *column &&
         section.outline().kind(child) != StatementKind::BlockLabel;
}

OpenLayout OpenLayout::of(const Section &section, StatementId id) {
  OpenLayout layout{columnOf(section, id)};
  const Outline &outline = section.outline();
  StatementId first =
      outline.firstFrom(outline.regions(id).back().inside.begin);
  if (first == noStatement || !outline.nests(id, first))
    return layout;
  layout.first = first;
  StatementId around = outline.parent(id);
  std::optional<size_t> outer =
      around == noStatement ? std::nullopt : columnOf(section, around);
  bool isIndented = outer && outer < layout.column;
  layout.isTold = layout.column && columnOf(section, first) &&
                  (isIndented || !layout.isAsFarLeft(section, first));
  return layout;
}

StatementId shapels::firstAsFarLeft(const Section &section, StatementId id) {
  OpenLayout layout = OpenLayout::of(section, id);
  StatementId child = layout.isTold ? layout.first : noStatement;
  while (child != noStatement && !layout.isAsFarLeft(section, child))
    child = section.outline().nextSibling(child);
  return child;
}

/// Whether the statement, which is not in that column, ends with a brace that
/// is.
static bool endsIn(const Section &section, StatementId id, size_t column) {
  std::vector<RegionText> regions = section.outline().regions(id);
  std::optional<size_t> own = columnOf(section, id);
  return own && *own > column && !regions.empty() && regions.back().isClosed &&
         columnOf(section, regions.back().inside.end) == column;
}

//===----------------------------------------------------------------------===//
// What is missing
//===----------------------------------------------------------------------===//

/// Units are at the top, or in modules: where they begin, others know.
static bool mayBeUnit(const Outline &outline, StatementId id) {
  StatementId parent = outline.parent(id);
  return parent == noStatement || namesModule(outline.opName(parent));
}

/// In the generic form a brace is not all that is missing.
static bool isTold(const Section &section, StatementId open,
                   StatementId behind) {
  const Outline &outline = section.outline();
  return behind != noStatement && !mayBeUnit(outline, open) &&
         !isQuoted(section.span(), outline.statement(open).name);
}

bool shapels::isOpen(const Section &section, StatementId id) {
  const Outline &outline = section.outline();
  bool isUnknown = outline.opTable().isUnknown(outline.opName(id));
  return outline.openRegion(id) && section.ir().operationOf(id) &&
         (isUnknown || section.ir().isRejected(id));
}

/// The last one in its last region; or noStatement.
static StatementId lastIn(const Outline &outline, StatementId id) {
  StatementId last = outline.lastUntil(outline.range(id).end - 1);
  while (last != id && outline.parent(last) != id)
    last = outline.parent(last);
  SectionOffset inside = outline.regions(id).back().inside.begin;
  return outline.begin(last) < inside ? noStatement : last;
}

/// Where the layout does not tell, it is said of the innermost one.
static std::optional<UnclosedRegion> missingSomewhere(const Section &section,
                                                      StatementId open) {
  StatementId last = lastIn(section.outline(), open);
  if (last != noStatement && isOpen(section, last))
    return std::nullopt;
  return UnclosedRegion{open, noStatement, open, last};
}

/// Behind which the op's last region was to end.
static StatementId lastBefore(const Section &section, StatementId op,
                              StatementId behind) {
  const Outline &outline = section.outline();
  if (behind == noStatement)
    return lastIn(outline, op);
  bool isEmpty = behind == OpenLayout::of(section, op).first;
  return isEmpty ? noStatement : outline.previousSibling(behind);
}

std::optional<UnclosedRegion>
shapels::missingEnd(const Section &section, StatementId open,
                    llvm::function_ref<StatementId(StatementId)> behindOf) {
  if (!isOpen(section, open))
    return std::nullopt;
  const Outline &outline = section.outline();
  StatementId behind = behindOf(open);
  UnclosedRegion end{open, behind, open, lastBefore(section, open, behind)};
  std::optional<size_t> column = columnOf(section, open);
  while (end.last != noStatement && column &&
         endsIn(section, end.last, *column) &&
         lastIn(outline, end.last) != noStatement) {
    end.op = end.last;
    end.last = lastBefore(section, end.op, behindOf(end.op));
    column = columnOf(section, end.op);
  }
  // Of what is around all, only a brace of what it holds tells.
  bool isTaken =
      end.op != open && !isQuoted(section.span(), outline.statement(open).name);
  return isTaken || isTold(section, open, behind)
             ? end
             : missingSomewhere(section, open);
}

SectionOffset shapels::placeOf(const Section &section,
                               const UnclosedRegion &end) {
  const Outline &outline = section.outline();
  return end.last == noStatement ? outline.regions(end.op).back().inside.begin
                                 : outline.range(end.last).end;
}

std::optional<UnclosedRegion> shapels::missingEndOf(const Section &section,
                                                    StatementId op) {
  for (StatementId id = op; id != noStatement;
       id = section.outline().parent(id))
    if (auto end = missingEnd(
            section, id,
            [&](StatementId each) { return firstAsFarLeft(section, each); });
        end && end->op == op)
      return end;
  return std::nullopt;
}

std::vector<StatementId> shapels::endedAt(const Section &section,
                                          const UnclosedRegion &end) {
  std::vector<StatementId> ops{end.op};
  if (end.op != end.open)
    return ops;
  const Outline &outline = section.outline();
  auto endsToo = [&](StatementId id) {
    return end.behind == noStatement
               ? !isTold(section, id, firstAsFarLeft(section, id))
               : columnOf(section, id) >= columnOf(section, end.behind);
  };
  for (StatementId id = outline.parent(end.open);
       id != noStatement && outline.openRegion(id) && endsToo(id);
       id = outline.parent(id))
    ops.push_back(id);
  return ops;
}
