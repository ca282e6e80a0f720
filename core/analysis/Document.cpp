//===- Document.cpp -------------------------------------------------------===//

#include "shapels/analysis/Document.h"
#include "shapels/analysis/ExpectationMatcher.h"
#include "shapels/analysis/SectionFindings.h"
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

size_t Document::indexAt(ByteOffset offset) const {
  auto after = std::upper_bound(
      parts.begin() + 1, parts.end(), offset,
      [](ByteOffset at, const std::unique_ptr<Section> &section) {
        return at < section->start();
      });
  return static_cast<size_t>(after - parts.begin()) - 1;
}

const Section &Document::sectionAt(ByteOffset offset) const {
  return *parts[indexAt(offset)];
}

void Document::edit(TextEdit given) {
  TextEdit edit = text.narrowed(std::move(given));
  if (edit.range.empty() && edit.newText.empty())
    return;
  stale = true;
  isOutlined = false;
  if (parts.empty() || isUnread) {
    forgetAll();
    isUnread = false;
    return text.apply(edit);
  }
  auto newSize = static_cast<uint32_t>(edit.newText.size());
  bool isStructural = touchesSeparator(edit.range);
  size_t first = indexAt(edit.range.begin);
  // A section ends with the line of its separator.
  size_t last = indexAt(text.lineRange(text.lineOf(edit.range.end)).end);
  text.apply(edit);
  isStructural |=
      touchesSeparator({edit.range.begin, edit.range.begin + newSize});
  if (isStructural)
    splitAgain(first - (first > 0), last, int64_t(newSize) - edit.range.size());
  else
    editSection(first, edit);
}

void Document::forget(const Section &section) {
  findings.erase(&section);
  inferred.erase(&section);
  edited.erase(&section);
}

void Document::forgetAll() {
  findings.clear();
  inferred.clear();
  edited.clear();
  parts.clear();
}

void Document::editSection(size_t index, const TextEdit &edit) {
  auto newSize = static_cast<uint32_t>(edit.newText.size());
  Section &section = *parts[index];
  edited.insert(&section);
  ByteOffset begin = edit.range.begin - section.start().value;
  section.edit({begin, begin + edit.range.size()}, newSize);
  for (size_t i = index + 1; i < parts.size(); ++i)
    parts[i]->moveTo(parts[i]->start() - edit.range.size() + newSize);
}

/// Splits the text of some sections again, which became longer by `growth`.
void Document::splitAgain(size_t first, size_t last, int64_t growth) {
  auto moved = [&](ByteOffset offset) {
    return ByteOffset{static_cast<uint32_t>(offset.value + growth)};
  };
  ByteRange all{parts[first]->start(), moved(parts[last]->range().end)};
  for (size_t i = last + 1; i < parts.size(); ++i)
    parts[i]->moveTo(moved(parts[i]->start()));
  std::vector<ByteRange> ranges = sectionsOf(text.slice(all));
  // The separator at the end is followed by a section that is there already.
  if (last + 1 < parts.size())
    ranges.pop_back();
  std::vector<std::unique_ptr<Section>> fresh;
  for (ByteRange range : ranges)
    fresh.push_back(makeSection(range.shifted(all.begin.value)));
  for (size_t i = first; i <= last; ++i)
    forget(*parts[i]);
  parts.erase(parts.begin() + first, parts.begin() + last + 1);
  parts.insert(parts.begin() + first, std::make_move_iterator(fresh.begin()),
               std::make_move_iterator(fresh.end()));
}

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

void Document::updateFindings(const Section &section) {
  auto &known = findings[&section];
  bool isStale = edited.erase(&section) != 0 || !known;
  if (!known)
    known = std::make_unique<SectionFindings>(section, config, serials);
  if (isStale)
    known->update();
  for (const auto &[dialect, count] : known->unknown())
    unknown[dialect] += count;
}

/// What of it is shown, if there is room.
void Document::addShown(const Section &section, std::vector<ShownItem> &items) {
  const SectionFindings &known = *findings.at(&section);
  ExpectationMatcher matcher(section, known.expectations());
  bool isAnyWanted = !config.showExpected && !known.expectations().empty();
  known.kept().forEach([&](FindingList::Entry &entry) {
    const Finding &finding = entry.finding.resolved();
    if (finding.diagnostic.code == DiagnosticCode::UnknownDialect &&
        std::exchange(hasHint, true))
      return; // Once is enough.
    if (isAnyWanted)
      entry.finding.resolve(section.outline());
    if (!isAnyWanted || !matcher.wants(finding))
      items.push_back({&entry, &section});
  });
}

/// The one hint is about all sections.
void Document::nameAllDialects() {
  if (Diagnostic *hint = shown->find(DiagnosticCode::UnknownDialect))
    hint->message =
        unknownDialectsFinding(hint->range, unknown).diagnostic.message;
}

/// The text as a whole did harm, and nobody knows with what.
void Document::leaveUnread(Harm::Kind harm) {
  isUnread = true;
  forgetAll();
  parts.push_back(makeSection({{0}, text.end()}));
  parts.back()->leaveUnread();
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
  if (parts.empty())
    for (ByteRange range : sectionsOf(text.text()))
      parts.push_back(makeSection(range));
  for (const std::unique_ptr<Section> &section : parts)
    section->updateStatements();
}

void Document::updateShapes(const Section &section) {
  auto known = inferred.find(&section);
  if (known == inferred.end() || !edited.contains(&section))
    return;
  if (section.work().isWhole || !known->second->update())
    inferred.erase(known);
}

bool Document::update() {
  if (!stale)
    return true;
  updateStatements();
  stale = !isUnread;
  if (isUnread)
    return true;
  unknown.clear();
  hasHint = false;
  std::vector<ShownItem> items;
  for (const std::unique_ptr<Section> &section : parts) {
    if (!section->update())
      return false;
    discarded += section->takeGarbage();
    updateShapes(*section);
    updateFindings(*section);
    addShown(*section, items);
  }
  stale = false;
  shown->update(std::move(items), config.maxDiagnostics);
  if (hasHint)
    nameAllDialects();
  return true;
}

std::span<const Diagnostic> Document::diagnostics() const {
  return shown->list();
}

SectionShapes &Document::shapes(const Section &section) const {
  assert(!stale);
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
  for (const std::unique_ptr<Section> &section : parts)
    for (ExpectationMismatch &mismatch : mismatchesOf(*section)) {
      mismatch.range = mismatch.range.shifted(section->start().value);
      result.push_back(std::move(mismatch));
    }
  return result;
}
