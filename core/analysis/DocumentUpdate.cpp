//===- DocumentUpdate.cpp - What a document finds after edits -------------===//

#include "core/analysis/Document.h"
#include "core/analysis/DocumentFindings.h"
#include "core/analysis/SectionList.h"
#include "core/ir/context/Context.h"

#include <algorithm>
#include <cassert>
#include <utility>

using namespace shapels;

/// The text as a whole did harm, and nobody knows with what.
void Document::leaveUnread(Failure::Kind failure) {
  isUnread = true;
  forgetAll();
  std::vector<std::unique_ptr<Section>> all;
  all.push_back(makeSection({{0}, text.end()}));
  all.back()->leaveUnread();
  parts->replace(0, 0, std::move(all));
  known->showOnly(unreadFinding(text.lineRange({0}), failure));
}

/// Whether a text that is new does harm as a whole; it is left unread then.
bool Document::isBlocklisted() {
  if (isUnread || !stale ||
      !crashGuard.knowsFailureOf(Step::Update, text.end().value))
    return isUnread;
  if (auto failures = crashGuard.failuresOf(Step::Update, text.text());
      !failures.empty())
    leaveUnread(failures.front().kind);
  return isUnread;
}

/// False where the text is left unread.
bool Document::findSections() {
  if (isBlocklisted())
    return false;
  if (sections().empty()) {
    facts = factsOf(text.text());
    known->expectFailure(facts.expectsFailure);
    split(0, 0, {{0}, text.end()});
  }
  return true;
}

void Document::updateStatements() {
  if (std::exchange(isOutlined, true) || !findSections())
    return;
  for (Section *section : edited)
    section->updateStatements();
}

bool Document::updateSection(Section &section, UpdateResult &result) {
  std::optional<SectionUpdate> done = section.update();
  if (!done)
    return false;
  discarded += done->garbage;
  known->update(section, *done);
  result.sections.push_back({&section, std::move(*done)});
  return true;
}

/// What outlines tell is there, and costs an edit no more than that.
void Document::keepStatements() {
  for (Section *section : edited)
    section->leaveUnread();
  edited.clear();
  stale = false;
  Diagnostic finding = tooLongFinding(text.lineRange({0}), config.longestText);
  auto severity = config.severity.find(info(finding.code).id);
  if (severity == config.severity.end())
    return known->showOnly(std::move(finding));
  known->clear();
  if (!severity->second)
    return known->finish();
  finding.severity = *severity->second;
  known->showOnly(std::move(finding));
}

/// So many sections may have their IR and what is inferred of it, or more, if
/// they are long.
static constexpr size_t mostAwake = 64;
/// In bytes: what is made again in about a millisecond.
static constexpr uint32_t shortSection = 64 << 10;

/// Where a text has very many sections, their IR and what is inferred takes far
/// more memory than the text. Who looks at a section has both made again.
/// Leaves `kept` alone, and the one that was read last.
void Document::restSections(const std::unordered_set<const Section *> &kept) {
  if (awake.size() <= mostAwake)
    return;
  const Section *last = awake.back();
  std::erase_if(awake, [&](const Section *section) {
    if (section == last || kept.contains(section))
      return false;
    if (section->range().size() <= shortSection) {
      known->rest(*section);
      section->rest();
    }
    return true;
  });
}

UpdateResult Document::update() {
  UpdateResult result;
  if (!stale)
    return result;
  updateStatements();
  stale = !isUnread;
  known->begin();
  for (const Section *section : awake)
    if (section->isHalfAwake())
      section->rest();
  if (isUnread)
    return result;
  if (isTooLong()) {
    keepStatements();
    return result;
  }
  std::vector<Section *> inOrder(edited.begin(), edited.end());
  std::ranges::sort(inOrder, {}, &Section::start);
  // Those that are still to be updated, or of whose ops the result tells.
  std::unordered_set<const Section *> kept(inOrder.begin(), inOrder.end());
  for (Section *section : inOrder) {
    result.isDone = updateSection(*section, result);
    if (!result.isDone)
      return result;
    edited.erase(section);
    if (result.sections.back().update.work.isWhole)
      kept.erase(section);
    restSections(kept);
  }
  stale = false;
  known->follow(*sections().front());
  known->finish();
  return result;
}

bool Document::conclude() {
  assert(!stale);
  return known->conclude();
}

bool Document::isToConclude() const { return !stale && known->isToConclude(); }

void Document::readOnce(const std::function<void(const Section &)> &visit,
                        const std::function<bool(const Section &)> &mayRead) {
  assert(edited.empty() && "it was read before");
  bool isRead = findSections();
  isOutlined = true;
  stale = false;
  edited.clear();
  if (!isRead)
    return;
  for (const std::unique_ptr<Section> &section : sections()) {
    section->updateStatements();
    if (mayRead && !mayRead(*section))
      return;
    std::optional<SectionUpdate> done = section->update();
    if (!done)
      return;
    known->readOnce(*section, *done);
    if (section == sections().front())
      known->follow(*section);
    visit(*section);
    known->giveUp(*section);
    section->giveUp();
  }
  known->finish();
}
