//===- Document.cpp -------------------------------------------------------===//

#include "shapels/analysis/Document.h"
#include "shapels/analysis/ExpectationMatcher.h"
#include "shapels/analysis/SectionFindings.h"
#include "shapels/analysis/SectionList.h"
#include "shapels/analysis/SectionShapes.h"
#include "shapels/analysis/ShownFindings.h"
#include "shapels/ir/Context.h"
#include "shapels/ir/Dialects.h"
#include "shapels/syntax/Sections.h"

#include <algorithm>
#include <cassert>
#include <utility>

using namespace shapels;

//===----------------------------------------------------------------------===//
// Document
//===----------------------------------------------------------------------===//

Document::Document(TextBuffer text, Configuration configuration, Watch &watch)
    : text(std::move(text)), config(std::move(configuration)), watch(watch),
      parts(std::make_unique<SectionList>()),
      shown(std::make_unique<ShownFindings>()) {}

Document::~Document() = default;

const Dialects &Document::dialects() const {
  return config.dialects ? *config.dialects : Dialects::upstream();
}

void Document::setConfiguration(Configuration configuration) {
  if (configuration == config)
    return;
  findings.clear();
  inferred.clear();
  unknown.clear();
  shown->clear();
  for (const std::unique_ptr<Section> &section : sections())
    edited.insert(section.get());
  stale = true;
  isOutlined = false;
  // The sections refer to the old dialects, which the configuration keeps.
  if (configuration.dialects != config.dialects)
    rest();
  config = std::move(configuration);
}

void Document::rest() {
  forgetAll();
  context.reset();
  stale = true;
  isOutlined = isUnread = false;
  discarded = 0;
}

std::unique_ptr<Section> Document::makeSection(ByteRange range) {
  if (!context)
    context = std::make_unique<Context>(dialects());
  return std::make_unique<Section>(text, range, dialects(), *context, watch);
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// Whether what separates sections may be in one of the lines.
bool Document::touchesSeparator(ByteRange range) const {
  ByteRange lines{text.lineRange(text.lineOf(range.begin)).begin,
                  text.lineRange(text.lineOf(range.end)).end};
  return text.slice(lines).find("-----") != std::string_view::npos;
}

std::span<const std::unique_ptr<Section>> Document::sections() const {
  return parts->all();
}

const Section &Document::sectionAt(ByteOffset offset) const {
  return *sections()[parts->indexAt(offset)];
}

void Document::edit(TextEdit given) {
  TextEdit edit = text.narrowed(std::move(given));
  if (edit.range.empty() && edit.newText.empty())
    return;
  stale = true;
  isOutlined = false;
  if (sections().empty() || isUnread) {
    forgetAll();
    isUnread = false;
    return text.apply(edit);
  }
  auto newSize = static_cast<uint32_t>(edit.newText.size());
  bool isStructural = touchesSeparator(edit.range);
  size_t first = parts->indexAt(edit.range.begin);
  // A section ends with the line of its separator.
  size_t last = parts->indexAt(text.lineRange(text.lineOf(edit.range.end)).end);
  text.apply(edit);
  isStructural |=
      touchesSeparator({edit.range.begin, edit.range.begin + newSize});
  if (isStructural)
    splitAgain(first - (first > 0), last, newSize - edit.range.size());
  else
    editSection(first, edit);
}

void Document::forget(Section &section) {
  if (auto known = findings.find(&section); known != findings.end()) {
    countUnknown(*known->second, uint32_t(0) - 1);
    findings.erase(known);
  }
  shown->forget(section);
  inferred.erase(&section);
  edited.erase(&section);
  toConfirm.erase(&section);
}

void Document::forgetAll() {
  findings.clear();
  unknown.clear();
  shown->clear();
  inferred.clear();
  edited.clear();
  toConfirm.clear();
  parts->replace(0, sections().size(), {});
}

void Document::editSection(size_t index, const TextEdit &edit) {
  auto newSize = static_cast<uint32_t>(edit.newText.size());
  Section &section = *sections()[index];
  edited.insert(&section);
  ByteOffset begin = edit.range.begin - section.start().value;
  section.edit({begin, begin + edit.range.size()}, newSize);
  parts->moveBehind(index, newSize - edit.range.size());
}

/// Splits the text of some sections again, which became longer by `growth`.
void Document::splitAgain(size_t first, size_t last, uint32_t growth) {
  for (size_t i = first; i <= last; ++i)
    forget(*sections()[i]);
  parts->moveBehind(last, growth);
  split(first, last + 1,
        {sections()[first]->start(), sections()[last]->range().end + growth});
}

/// The text `all` is that of the sections from `begin` to before `end`.
void Document::split(size_t begin, size_t end, ByteRange all) {
  std::vector<ByteRange> ranges = sectionsOf(text.slice(all));
  // The separator at the end is followed by a section that is there already.
  if (end < sections().size())
    ranges.pop_back();
  std::vector<std::unique_ptr<Section>> fresh;
  for (ByteRange range : ranges) {
    fresh.push_back(makeSection(range.shifted(all.begin.value)));
    edited.insert(fresh.back().get());
  }
  parts->replace(begin, end, std::move(fresh));
}

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

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
  std::vector<FindingList::Entry *> entries;
  known.kept().forEach([&](FindingList::Entry &entry) {
    if (isAnyWanted)
      entry.finding.resolve(section.outline());
    if (!isAnyWanted || !matcher.wants(entry.finding.resolved()))
      entries.push_back(&entry);
  });
  shown->put(section, std::move(entries));
}

/// The one hint is about all sections.
void Document::nameAllDialects() {
  if (Diagnostic *hint = shown->hint())
    hint->message =
        unknownDialectsFinding(hint->range, unknown).diagnostic.message;
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

void Document::updateStatements() {
  if (isOutlined)
    return;
  isOutlined = true;
  if (isHarmful())
    return;
  if (sections().empty())
    split(0, 0, {{0}, text.end()});
  for (Section *section : edited)
    section->updateStatements();
}

void Document::updateShapes(const Section &section) {
  auto known = inferred.find(&section);
  if (known == inferred.end())
    return;
  if (!section.work().isWhole && known->second->update())
    return;
  inferred.erase(known);
  findings.at(&section)->forgetFlow();
}

void Document::updateFlow(const Section &section) {
  if (findings.at(&section)->hasFlow())
    findings.at(&section)->addFlow(shapesOf(section));
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

bool Document::confirm() {
  assert(!stale);
  for (; !toConfirm.empty(); toConfirm.erase(toConfirm.begin())) {
    Section &section = **toConfirm.begin();
    if (!section.confirm())
      break;
    updateWhatIsSaid(section);
  }
  finishShown();
  return toConfirm.empty();
}

std::span<const Diagnostic> Document::diagnostics() const {
  return shown->list();
}

SectionShapes &Document::shapes(const Section &section) const {
  assert(!stale);
  return shapesOf(section);
}

SectionShapes &Document::shapesOf(const Section &section) const {
  std::unique_ptr<SectionShapes> &known = inferred[&section];
  if (!known)
    known = std::make_unique<SectionShapes>(section, config);
  return *known;
}

std::vector<ExpectationMismatch>
Document::mismatchesOf(const Section &section) const {
  auto found = findings.find(&section);
  if (found == findings.end())
    return {}; // Nobody looked into it.
  const SectionFindings &known = *found->second;
  std::vector<Finding> kept;
  known.kept().forEach([&](FindingList::Entry &entry) {
    entry.finding.resolve(section.outline());
    kept.push_back(entry.finding.resolved());
  });
  return ExpectationMatcher(section, known.expectations()).mismatches(kept);
}

std::vector<ExpectationMismatch> Document::verifyExpectations() const {
  std::vector<ExpectationMismatch> result;
  for (const std::unique_ptr<Section> &section : sections())
    for (ExpectationMismatch &mismatch : mismatchesOf(*section)) {
      mismatch.range = mismatch.range.shifted(section->start().value);
      result.push_back(std::move(mismatch));
    }
  return result;
}
