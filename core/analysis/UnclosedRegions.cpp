//===- UnclosedRegions.cpp ------------------------------------------------===//

#include "core/analysis/UnclosedRegions.h"

using namespace shapels;

/// Whether other findings may follow from it.
static bool isElsewhere(const std::optional<UnclosedRegion> &before,
                        const std::optional<UnclosedRegion> &now) {
  return before.has_value() != now.has_value() ||
         (now && (before->behind != now->behind || before->op != now->op));
}

StatementId UnclosedRegions::behindOf(StatementId op) {
  auto [found, isNew] = told.try_emplace(op);
  if (isNew)
    found->second = {OpenLayout::of(section, op), firstAsFarLeft(section, op)};
  found->second.isAsked = true;
  return found->second.behind;
}

bool UnclosedRegions::find(StatementId open,
                           std::optional<UnclosedRegion> &end) {
  std::optional<UnclosedRegion> now = missingEnd(
      section, open, [this](StatementId op) { return behindOf(op); });
  isMoved |= isElsewhere(end, now);
  return std::exchange(end, now) != now;
}

void UnclosedRegions::read(StatementId id) {
  if (section.outline().openRegion(id))
    find(id, all[id]);
  else if (auto found = all.find(id); found != all.end())
    erase(found);
}

void UnclosedRegions::erase(Ends::iterator open) {
  isMoved |= open->second.has_value();
  all.erase(open);
}

void UnclosedRegions::clear() {
  told.clear();
  all.clear();
}

std::vector<StatementId>
UnclosedRegions::update(const StatementChanges &changes) {
  for (StatementId id : changes.removed)
    if (auto found = all.find(id); found != all.end())
      erase(found);
  updateTold(changes);
  std::vector<StatementId> changed;
  for (auto &[id, end] : all)
    if (find(id, end))
      changed.push_back(id);
  std::erase_if(told, [](const auto &entry) { return !entry.second.isAsked; });
  return changed;
}

void UnclosedRegions::updateTold(const StatementChanges &changes) {
  for (StatementId id : changes.removed)
    told.erase(id);
  std::erase_if(told, [this](const auto &entry) {
    return section.outline().regions(entry.first).empty();
  });
  for (auto &[id, entry] : told)
    entry = {OpenLayout::of(section, id), behindNow(id, entry, changes)};
}

/// Only what an edit touched may be elsewhere on its line, or new.
StatementId UnclosedRegions::behindNow(StatementId id, const Told &before,
                                       const StatementChanges &changes) const {
  const Outline &outline = section.outline();
  OpenLayout layout = OpenLayout::of(section, id);
  StatementId found = before.behind;
  if (layout != before.layout)
    return firstAsFarLeft(section, id);
  if (!layout.isTold)
    return noStatement;
  bool isStill =
      found == noStatement ||
      (!llvm::is_contained(changes.removed, found) &&
       outline.parent(found) == id && layout.isAsFarLeft(section, found));
  if (!isStill)
    return firstAsFarLeft(section, id);
  SectionOffset inside = outline.regions(id).back().inside.begin;
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

const UnclosedRegion *UnclosedRegions::of(StatementId open) const {
  auto found = all.find(open);
  bool isMissing = found != all.end() && found->second;
  return isMissing ? &*found->second : nullptr;
}
