//===- DocumentUpdate.cpp - What a document finds after edits -------------===//

#include "core/analysis/Document.h"
#include "core/analysis/ExpectationMatcher.h"
#include "core/analysis/SectionFindings.h"
#include "core/analysis/SectionList.h"
#include "core/analysis/SectionShapes.h"
#include "core/analysis/ShownFindings.h"
#include "core/ir/context/Context.h"

#include <algorithm>
#include <cassert>
#include <utility>

using namespace shapels;

/// Adds `by` to the numbers of sections of the dialects that it has.
void Document::countUnknown(const SectionFindings &known, uint32_t by) {
  for (const auto &[dialect, ops] : known.unknown()) {
    auto count = unknown.try_emplace(dialect, 0).first;
    if ((count->second += by) == 0)
      unknown.erase(count);
  }
}

void Document::updateFindings(const Section &section) {
  auto &known = findings[&section];
  if (known)
    countUnknown(*known, uint32_t(0) - 1);
  else
    known = std::make_unique<SectionFindings>(section, config, serials);
  known->update();
  countUnknown(*known, 1);
}

/// What of it is shown, if there is room.
void Document::show(const Section &section) {
  const SectionFindings &known = *findings.at(&section);
  ExpectationMatcher matcher(section, known.expectations());
  bool isAnyWanted = !config.showExpected && !known.expectations().empty();
  std::vector<SectionDiagnostic *> entries;
  known.kept().forEach([&](SectionDiagnostic &finding) {
    if (isAnyWanted)
      finding.resolve(section.outline());
    if (!isAnyWanted || !matcher.wants(finding))
      entries.push_back(&finding);
  });
  shown->put(section, std::move(entries));
}

/// The one hint is about all sections.
void Document::nameAllDialects() {
  if (Diagnostic *hint = shown->hint())
    hint->message = unknownDialectsMessage(unknown);
}

/// The text as a whole did harm, and nobody knows with what.
void Document::leaveUnread(Harm::Kind harm) {
  isUnread = true;
  forgetAll();
  std::vector<std::unique_ptr<Section>> all;
  all.push_back(makeSection({{0}, text.end()}));
  all.back()->leaveUnread();
  parts->replace(0, 0, std::move(all));
  shown->showOnly(unreadFinding(text.lineRange({0}), harm));
}

/// Whether a text that is new does harm as a whole; it is left unread then.
bool Document::isHarmful() {
  if (isUnread || !stale || !watch.knowsHarmOf(Step::Update, text.end().value))
    return isUnread;
  if (auto harms = watch.harmsOf(Step::Update, text.text()); !harms.empty())
    leaveUnread(harms.front().kind);
  return isUnread;
}

/// False where the text is left unread.
bool Document::findSections() {
  if (isHarmful())
    return false;
  if (sections().empty()) {
    facts = factsOf(text.text());
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

void Document::updateShapes(const Section &section) {
  auto known = inferred.find(&section);
  if (known == inferred.end())
    return;
  SectionFindings &said = *findings.at(&section);
  if (!section.work().isWhole && known->second->update(said.judged()))
    return;
  inferred.erase(known);
  said.forgetFlow();
}

/// In bytes: what is inferred in about 1 ms.
static constexpr uint32_t mostConcluded = 64 << 10;

/// To infer all of a section for the first time takes a while.
void Document::updateFlow(const Section &section) {
  if (!inferred.contains(&section)) {
    uint32_t size = std::min(section.range().size(), mostConcluded + 1);
    if (concluded + size > mostConcluded) {
      toConclude.insert(&section);
      return;
    }
    concluded += size;
  }
  toConclude.erase(&section);
  addFlow(section);
}

void Document::addFlow(const Section &section) {
  auto known = findings.find(&section);
  if (known == findings.end())
    return; // Nobody looks into it.
  std::optional<WatchScope> scope;
  if (!inferred.contains(&section))
    scope.emplace(watch, Errand{Step::Check, section.text(), {}});
  known->second->addFlow(shapesOf(section));
}

bool Document::conclude() {
  assert(!stale);
  if (toConclude.empty())
    return true;
  for (; !toConclude.empty(); toConclude.erase(toConclude.begin())) {
    if (watch.isSuperseded())
      break;
    const Section &section = **toConclude.begin();
    addFlow(section);
    show(section);
  }
  finishShown();
  return toConclude.empty();
}

void Document::updateWhatIsSaid(const Section &section) {
  updateFindings(section);
  updateShapes(section);
  updateFlow(section);
  show(section);
}

bool Document::updateSection(Section &section) {
  if (!section.update())
    return false;
  discarded += section.takeGarbage();
  toConfirm.erase(&section);
  if (section.isToConfirm())
    toConfirm.insert(&section);
  updateWhatIsSaid(section);
  return true;
}

void Document::finishShown() {
  shown->update(config.maxDiagnostics);
  nameAllDialects();
}

bool Document::update() {
  if (!stale)
    return true;
  updateStatements();
  stale = !isUnread;
  concluded = 0;
  if (isUnread)
    return true;
  std::vector<Section *> inOrder(edited.begin(), edited.end());
  std::ranges::sort(inOrder, {}, &Section::start);
  for (Section *section : inOrder) {
    if (!updateSection(*section))
      return false;
    edited.erase(section);
  }
  stale = false;
  finishShown();
  return true;
}

/// What is shown of it stays.
void Document::giveUp(Section &section) {
  inferred.erase(&section);
  shown->keepOwn(section);
  findings.erase(&section);
  section.giveUp();
}

void Document::readOnce(const std::function<void(const Section &)> &visit) {
  assert(edited.empty() && "it was read before");
  bool isRead = findSections();
  isOutlined = true;
  stale = false;
  edited.clear();
  if (!isRead)
    return;
  for (const std::unique_ptr<Section> &section : sections()) {
    if (!section->update())
      return;
    updateFindings(*section);
    addFlow(*section);
    show(*section);
    visit(*section);
    giveUp(*section);
  }
  finishShown();
}

bool Document::confirm() {
  assert(!stale);
  for (; !toConfirm.empty(); toConfirm.erase(toConfirm.begin())) {
    Section &section = **toConfirm.begin();
    if (!section.confirm())
      break;
    updateWhatIsSaid(section);
  }
  finishShown();
  return conclude() && toConfirm.empty();
}
