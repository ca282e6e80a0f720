//===- Document.cpp -------------------------------------------------------===//

#include "core/analysis/Document.h"
#include "core/analysis/DocumentFindings.h"
#include "core/analysis/SectionList.h"
#include "core/ir/context/Context.h"
#include "core/ir/context/DefinedOps.h"
#include "core/ir/context/Dialects.h"
#include "core/ods/OpSyntax.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

using namespace shapels;

Catalogues shapels::definitions(const Configuration &configuration) {
  Catalogues all =
      (configuration.dialects ? *configuration.dialects : Dialects::upstream())
          .definitions();
  if (configuration.projectOps)
    all.add(configuration.projectOps);
  return all;
}

Document::Document(TextBuffer text, Configuration configuration,
                   CrashGuard &crashGuard)
    : text(std::move(text)), config(std::move(configuration)),
      crashGuard(crashGuard), parts(std::make_unique<SectionList>()),
      known(std::make_unique<DocumentFindings>(config, this->crashGuard)) {}

Document::~Document() = default;

bool Document::isTooLong() const {
  return text.end().value > config.longestText;
}

const Dialects &Document::dialects() const {
  return config.dialects ? *config.dialects : Dialects::upstream();
}

static std::shared_ptr<const OpSyntaxes>
opsOf(const Configuration &configuration) {
  if (!configuration.projectOps || configuration.projectOps->ops().empty())
    return nullptr;
  return std::make_shared<const OpSyntaxes>(configuration.projectOps,
                                            definitions(configuration));
}

/// Whether an op of the text that is not registered is among those.
static bool usesAny(const OpSyntaxes *ops, const Outline &outline) {
  if (!ops)
    return false;
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id)) {
    std::string_view name = outline.opName(id);
    if (outline.opTable().isUnknown(name) && ops->has(name))
      return true;
  }
  return false;
}

/// Makes `ops` hold for sections that use none of them, nor of those before;
/// returns whether some do.
static bool redefine(std::span<const std::unique_ptr<Section>> sections,
                     const std::shared_ptr<const OpSyntaxes> &ops) {
  for (const std::unique_ptr<Section> &section : sections)
    if (usesAny(definedOps(section->context()), section->outline()) ||
        usesAny(ops.get(), section->outline()))
      return true;
  for (const std::unique_ptr<Section> &section : sections)
    defineOps(section->context(), ops);
  return false;
}

bool Document::takeProjectOps(std::shared_ptr<const Catalogue> ops) {
  if (ops == config.projectOps)
    return true;
  Configuration next = config;
  next.projectOps = std::move(ops);
  std::shared_ptr<const OpSyntaxes> defined = opsOf(next);
  updateStatements();
  if (redefine(sections(), defined))
    return false;
  if (context)
    defineOps(*context->mlir, defined);
  config = std::move(next);
  if (!stale && !isUnread)
    known->finish();
  return true;
}

void Document::setConfiguration(Configuration configuration) {
  bool areOpsOther = !takeProjectOps(configuration.projectOps);
  if (configuration == config)
    return;
  known->clear();
  for (const std::unique_ptr<Section> &section : sections())
    edited.insert(section.get());
  stale = true;
  isOutlined = false;
  // The sections refer to the old dialects, which the configuration keeps.
  if (configuration.dialects != config.dialects || areOpsOther ||
      configuration.longestText != config.longestText)
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

/// Whether what is behind a border, or at the text's start, is MLIR.
bool Document::isMlirFrom(DocumentOffset begin) const {
  return begin.value == 0 ||
         isMlirBehind(
             text.slice({text.lineRange(text.lineOf(begin)).begin, begin}));
}

std::unique_ptr<Section> Document::makeSection(DocumentRange range) {
  if (!context) {
    context = std::make_unique<Context>(dialects());
    defineOps(*context->mlir, opsOf(config));
  }
  SectionOrigin origin{isMlirFrom(range.begin), facts.isForMlirOpt,
                       facts.hasParts};
  auto section = std::make_unique<Section>(text, range, dialects(), *context,
                                           crashGuard, origin);
  section->noteWaking(&awake);
  return section;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// Whether what tells where sections are may be in one of the lines.
bool Document::mayTouchBorder(DocumentRange range) const {
  DocumentRange lines{text.lineRange(text.lineOf(range.begin)).begin,
                      text.lineRange(text.lineOf(range.end)).end};
  return mayTellOfFile(text.slice(lines));
}

std::span<const std::unique_ptr<Section>> Document::sections() const {
  return parts->all();
}

const Section &Document::sectionAt(DocumentOffset offset) const {
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
  bool isStructural = mayTouchBorder(edit.range);
  size_t first = parts->indexAt(edit.range.begin);
  // A section ends with the line of its separator.
  size_t last = parts->indexAt(text.lineRange(text.lineOf(edit.range.end)).end);
  bool wasTooLong = isTooLong();
  text.apply(edit);
  if (isTooLong() != wasTooLong)
    return forgetAll();
  isStructural |=
      mayTouchBorder({edit.range.begin, edit.range.begin + newSize});
  if (isStructural && factsOf(text.text()) != facts)
    return forgetAll();
  if (isStructural)
    splitAgain(first - (first > 0), last, newSize - edit.range.size());
  else
    editSection(first, edit);
}

void Document::forget(Section &section) {
  known->forget(section);
  edited.erase(&section);
  std::erase(awake, &section);
}

void Document::forgetAll() {
  known->clear();
  edited.clear();
  awake.clear();
  parts->replace(0, sections().size(), {});
}

void Document::editSection(size_t index, const TextEdit &edit) {
  auto newSize = static_cast<uint32_t>(edit.newText.size());
  Section &section = *sections()[index];
  edited.insert(&section);
  section.edit(section.span().inSection(edit.range), newSize);
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
void Document::split(size_t begin, size_t end, DocumentRange all) {
  std::vector<DocumentRange> ranges =
      sectionsOf(text.slice(all), facts.splitsAtRules);
  // The separator at the end is followed by a section that is there already.
  if (end < sections().size())
    ranges.pop_back();
  std::vector<std::unique_ptr<Section>> fresh;
  for (DocumentRange range : ranges) {
    fresh.push_back(makeSection(range.shifted(all.begin.value)));
    edited.insert(fresh.back().get());
  }
  parts->replace(begin, end, std::move(fresh));
}

std::span<const Diagnostic> Document::diagnostics() const {
  return known->shown();
}

SectionShapes &Document::shapes(const Section &section) const {
  assert(!stale);
  return known->shapes(section);
}

std::vector<ExpectationMismatch>
Document::verifyExpectations(const Section &section) const {
  return known->verifyExpectations(section);
}

std::vector<SectionDiagnostic> Document::errors(const Section &section) const {
  return known->errors(section);
}

std::vector<ExpectationMismatch> Document::verifyExpectations() const {
  std::vector<ExpectationMismatch> result;
  for (const std::unique_ptr<Section> &section : sections())
    std::ranges::move(verifyExpectations(*section), std::back_inserter(result));
  return result;
}
