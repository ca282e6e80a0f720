//===- MissingEnds.cpp ----------------------------------------------------===//

#include "shapels/analysis/MissingEnds.h"

using namespace shapels;

static bool isElsewhere(const std::optional<MissingEnd> &before,
                        const std::optional<MissingEnd> &now) {
  return before.has_value() != now.has_value() ||
         (now && (before->behind != now->behind || before->op != now->op));
}

void MissingEnds::note(Entry &entry, std::optional<MissingEnd> end) {
  isMoved |= isElsewhere(entry.end, end);
  entry.end = end;
}

void MissingEnds::read(StatementId id) {
  if (!section.outline().openRegion(id)) {
    if (auto found = all.find(id); found != all.end())
      erase(found);
    return;
  }
  auto [found, isNew] = all.try_emplace(id);
  Entry &entry = found->second;
  if (isNew)
    entry = {OpenLayout::of(section, id), firstAsFarLeft(section, id), {}};
  note(entry, missingEnd(section, id, entry.behind));
}

void MissingEnds::erase(Entries::iterator entry) {
  note(entry->second, std::nullopt);
  all.erase(entry);
}

std::vector<StatementId> MissingEnds::update(const StatementChanges &changes) {
  for (StatementId id : changes.removed)
    if (auto found = all.find(id); found != all.end())
      erase(found);
  std::vector<StatementId> changed;
  for (auto &[id, entry] : all)
    if (updateEntry(id, entry, changes))
      changed.push_back(id);
  return changed;
}

bool MissingEnds::updateEntry(StatementId id, Entry &entry,
                              const StatementChanges &changes) {
  std::optional<MissingEnd> before = entry.end, now;
  if (section.outline().openRegion(id)) {
    entry.behind = behindNow(id, entry, changes);
    entry.layout = OpenLayout::of(section, id);
    now = missingEnd(section, id, entry.behind);
  }
  note(entry, now);
  return before != now;
}

/// Only what an edit touched may be elsewhere on its line, or new.
StatementId MissingEnds::behindNow(StatementId id, const Entry &entry,
                                   const StatementChanges &changes) const {
  const Outline &outline = section.outline();
  OpenLayout layout = OpenLayout::of(section, id);
  StatementId found = entry.behind;
  if (layout != entry.layout)
    return firstAsFarLeft(section, id);
  if (!layout.isTold)
    return noStatement;
  bool isStill =
      found == noStatement ||
      (!llvm::is_contained(changes.removed, found) &&
       outline.parent(found) == id && layout.isAsFarLeft(section, found));
  if (!isStill)
    return firstAsFarLeft(section, id);
  ByteOffset inside = outline.openRegion(id)->inside.begin;
  auto look = [&](StatementId child) {
    bool isBefore =
        outline.parent(child) == id && inside <= outline.begin(child) &&
        (found == noStatement || outline.begin(child) < outline.begin(found));
    if (isBefore && layout.isAsFarLeft(section, child))
      found = child;
  };
  llvm::for_each(changes.dirty, look);
  llvm::for_each(changes.beside, look);
  return found;
}

const MissingEnd *MissingEnds::of(StatementId open) const {
  auto found = all.find(open);
  bool isMissing = found != all.end() && found->second.end;
  return isMissing ? &*found->second.end : nullptr;
}
