//===- FoldingRanges.cpp --------------------------------------------------===//

#include "server/features/FoldingRanges.h"
#include "core/analysis/Section.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

using namespace shapels;

namespace {

/// Takes the folds of a document, in any order.
class FoldingCollector {
public:
  explicit FoldingCollector(const Document &document)
      : text(document.buffer()) {}

  void addStatements(const Section &section);
  /// Of the part of the section in front of `stop`.
  void addComments(const Section &section, SectionOffset stop);
  void addSections(std::span<const std::unique_ptr<Section>> sections);
  std::vector<FoldingRange> take();

private:
  /// Takes nothing where all is in one line.
  void add(FoldingRange fold) {
    if (fold.first < fold.last)
      folds.push_back(fold);
  }
  void extend(std::optional<FoldingRange> &run, FoldingRange by);
  void end(std::optional<FoldingRange> &run);
  void addBody(DocumentRange body, bool isClosed);
  void addRegions(const Section &section, StatementId id);
  void addMetadata(const Section &section, StatementId id);

  const TextBuffer &text;
  std::vector<FoldingRange> folds;
};

/// The line that ends a section which is not the last one.
Line borderOf(const Section &section, const TextBuffer &text) {
  return text.lineOf(section.range().end - 1);
}

} // namespace

/// `by` goes on with the run, or begins another one where a line is between.
void FoldingCollector::extend(std::optional<FoldingRange> &run,
                              FoldingRange by) {
  if (run && by.first.value <= run->last.value + 1) {
    run->last = by.last;
    return;
  }
  end(run);
  run = by;
}

void FoldingCollector::end(std::optional<FoldingRange> &run) {
  if (run)
    add(*run);
  run.reset();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// `body` begins in the line that stays, and ends with the closing brace, or
/// behind the last token if that brace is missing.
void FoldingCollector::addBody(DocumentRange body, bool isClosed) {
  Line last = text.lineOf(body.end);
  if (isClosed && last.value > 0)
    --last.value;
  add({text.lineOf(body.begin), last, FoldingKind::Code});
}

void FoldingCollector::addRegions(const Section &section, StatementId id) {
  SectionOffset behind = section.outline().range(id).end;
  for (const RegionText &region : section.outline().regions(id)) {
    SectionOffset begin = region.inside.begin;
    SectionOffset open = region.isOpened ? begin - 1 : begin;
    addBody(section.span().inDocument(SectionRange{
                open, region.isClosed ? region.inside.end : behind}),
            region.isClosed);
  }
}

void FoldingCollector::addMetadata(const Section &section, StatementId id) {
  SectionRange range = section.outline().range(id);
  bool isClosed = section.slice(range).ends_with("#-}");
  addBody(section.span().inDocument(range), isClosed);
}

void FoldingCollector::addStatements(const Section &section) {
  const Outline &outline = section.outline();
  std::optional<FoldingRange> aliases;
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id)) {
    StatementKind kind = outline.kind(id);
    if (kind == StatementKind::Alias) {
      DocumentRange range = section.span().inDocument(outline.range(id));
      extend(aliases, {text.lineOf(range.begin), text.lineOf(range.end),
                       FoldingKind::Imports});
      continue;
    }
    end(aliases);
    if (kind == StatementKind::Resources)
      addMetadata(section, id);
    else
      addRegions(section, id);
  }
  end(aliases);
}

//===----------------------------------------------------------------------===//
// Comments and sections
//===----------------------------------------------------------------------===//

/// Whether there are only blanks before `at` in its line.
static bool startsLine(std::string_view text, size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
    --at;
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
}

/// Neither strings nor comments cross lines, so `//` that starts one is a
/// comment.
void FoldingCollector::addComments(const Section &section, SectionOffset stop) {
  std::string_view part = section.slice({{0}, stop});
  std::optional<FoldingRange> run;
  for (size_t at = part.find("//"); at != part.npos; at = part.find("//", at)) {
    if (!startsLine(part, at)) {
      at += 2;
      continue;
    }
    Line line = text.lineOf(section.start() + static_cast<uint32_t>(at));
    extend(run, {line, line, FoldingKind::Comment});
    at = std::min(part.find_first_of("\r\n", at), part.size());
  }
  end(run);
}

/// The border in front of a section stays, the one behind it is the next one's.
void FoldingCollector::addSections(
    std::span<const std::unique_ptr<Section>> sections) {
  Line first{0};
  for (const auto &section : sections.first(sections.size() - 1)) {
    Line border = borderOf(*section, text);
    if (border.value > 0)
      add({first, {border.value - 1}, FoldingKind::Region});
    first = border;
  }
  const Section &last = *sections.back();
  size_t behind = last.text().find_last_not_of(" \t\r\n");
  if (behind != std::string_view::npos && sections.size() > 1)
    add({first, text.lineOf(last.start() + static_cast<uint32_t>(behind)),
         FoldingKind::Region});
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

std::vector<FoldingRange> FoldingCollector::take() {
  auto isBefore = [](const FoldingRange &a, const FoldingRange &b) {
    return a.first != b.first ? a.first < b.first : a.last > b.last;
  };
  std::ranges::stable_sort(folds, isBefore);
  auto doubled = std::ranges::unique(folds, [](const auto &a, const auto &b) {
    return a.first == b.first && a.last == b.last;
  });
  folds.erase(doubled.begin(), doubled.end());
  return std::move(folds);
}

/// For each of `folds`, in their order, in how many others it is.
static std::vector<size_t> depthsOf(const std::vector<FoldingRange> &folds) {
  std::vector<size_t> depths;
  std::vector<Line> ends;
  for (const FoldingRange &fold : folds) {
    while (!ends.empty() && ends.back() < fold.last)
      ends.pop_back();
    depths.push_back(ends.size());
    ends.push_back(fold.last);
  }
  return depths;
}

/// Those that are nested least, the first ones of the deepest that are left.
static std::vector<FoldingRange> outermost(std::vector<FoldingRange> folds,
                                           size_t limit) {
  if (folds.size() <= limit)
    return folds;
  std::vector<size_t> depths = depthsOf(folds), inOrder(folds.size());
  for (size_t i = 0; i < inOrder.size(); ++i)
    inOrder[i] = i;
  std::ranges::stable_sort(inOrder, {}, [&](size_t i) { return depths[i]; });
  inOrder.resize(limit);
  std::ranges::sort(inOrder);
  std::vector<FoldingRange> result;
  for (size_t i : inOrder)
    result.push_back(folds[i]);
  return result;
}

std::vector<FoldingRange> shapels::foldingRanges(const Document &document,
                                                 size_t limit) {
  FoldingCollector collector(document);
  auto sections = document.sections();
  collector.addSections(sections);
  for (const std::unique_ptr<Section> &section : sections) {
    collector.addStatements(*section);
    bool isLast = section == sections.back();
    SectionOffset size{section->range().size()};
    collector.addComments(*section,
                          isLast ? size : section->span().lineStart(size - 1));
  }
  return outermost(collector.take(), limit);
}
