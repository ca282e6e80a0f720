//===- StickyInlayHints.cpp -----------------------------------------------===//

#include "server/lsp/StickyInlayHints.h"

#include "core/analysis/Incomplete.h"
#include "core/syntax/Lexer.h"

#include <algorithm>
#include <iterator>
#include <utility>

using namespace shapels;

/// More than that is not typing.
static constexpr size_t mostStatements = 64, mostTyped = 32;
/// Hints that are kept beside those of the last answer.
static constexpr size_t mostOthers = 4096;

static uint32_t newSizeOf(const TextEdit &edit) {
  return static_cast<uint32_t>(edit.newText.size());
}

/// Where that is behind the edit.
static DocumentOffset moved(DocumentOffset place, const TextEdit &edit) {
  if (place <= edit.range.begin)
    return place;
  DocumentOffset end = std::max(place, edit.range.end);
  return end - edit.range.size() + newSizeOf(edit);
}

static DocumentRange linesOf(const TextBuffer &text, DocumentRange range) {
  return {text.lineStart(range.begin),
          text.lineRange(text.lineOf(range.end)).end};
}

static bool isBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == text.npos;
}

/// Whether it only moves what follows: blanks where a line starts or ends.
static bool isLayout(const TextBuffer &text, DocumentRange lines,
                     const TextEdit &edit) {
  return isBlank(edit.newText) && isBlank(text.slice(edit.range)) &&
         (isBlank(text.slice({lines.begin, edit.range.begin})) ||
          isBlank(text.slice({edit.range.end, lines.end})));
}

/// Whether the lines have, or had, a comment that says what sizes are.
static bool namesSizes(const TextBuffer &text, DocumentRange lines,
                       const TextEdit &edit) {
  std::string after(text.slice({lines.begin, edit.range.begin}));
  after += edit.newText;
  after += text.slice({edit.range.end, lines.end});
  auto isOurs = [](std::string_view text) {
    return text.find("shapels:") != text.npos;
  };
  return isOurs(text.slice(lines)) || isOurs(after);
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

void StickyInlayHints::edit(const Document &document, const TextEdit &edit) {
  if (known.empty())
    return forget();
  DocumentRange lines = linesOf(document.buffer(), edit.range);
  bool isTyped = !isLayout(document.buffer(), lines, edit);
  if (isTyped && namesSizes(document.buffer(), lines, edit))
    return forget();
  if (isTyped && !note(document, lines, edit.range))
    return forget();
  for (InlayHint &hint : known)
    hint.place = moved(hint.place, edit);
  for (Typed &each : typed)
    each.range = {moved(each.range.begin, edit), moved(each.range.end, edit)};
  if (isTyped)
    typed.back().range.end =
        std::max(typed.back().range.end, edit.range.begin + newSizeOf(edit));
}

/// The lines have no hints of their own any more. Edits of the same lines are
/// one, which becomes the last. False if that is too much.
bool StickyInlayHints::note(const Document &document, DocumentRange lines,
                            DocumentRange edited) {
  erase(lines);
  Typed all{edited};
  std::erase_if(typed, [&](Typed &each) {
    if (each.range.end < lines.begin || each.range.begin > lines.end)
      return false;
    all.range = {std::min(all.range.begin, each.range.begin),
                 std::max(all.range.end, each.range.end)};
    all.values.merge(each.values);
    all.hadStatement |= each.hadStatement;
    all.hadText |= each.hadText;
    return true;
  });
  bool isSmall = true;
  all.hadText |=
      !Lexer(document.buffer().slice(lines)).next().is(TokenKind::End);
  if (!document.sections().empty()) {
    const Section &section = document.sectionAt(lines.begin);
    SectionRange own = section.span().inSection(lines);
    auto ids = statementsIn(section, own, mostStatements);
    isSmall = ids.size() < mostStatements;
    all.hadStatement |=
        !ids.empty() && section.outline().begin(ids.back()) >= own.begin;
    for (StatementId id : ids)
      all.values.merge(valuesDefinedBy(section.outline(), id));
  }
  isSmall = isSmall && all.values.size() < mostStatements;
  typed.push_back(std::move(all));
  return isSmall && typed.size() <= mostTyped;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

std::vector<InlayHint> StickyInlayHints::answer(const Document &document,
                                                DocumentRange range,
                                                InlayHintMode wanted) {
  if (mode != wanted)
    forget();
  mode = wanted;
  judge(document);
  std::vector<InlayHint> hints = inlayHints(document, range, mode);
  if (!typed.empty())
    keepKnown(document.buffer(), range, hints);
  remember(range, hints);
  return hints;
}

/// Is done with what is whole, and with what was known in its function.
void StickyInlayHints::judge(const Document &document) {
  std::erase_if(typed, [&](const Typed &each) {
    if (isHalf(document, each))
      return false;
    erase(functionAround(document, each.range)
              .value_or(DocumentRange{{0}, document.buffer().end()}));
    return true;
  });
}

bool StickyInlayHints::isHalf(const Document &document,
                              const Typed &each) const {
  const Section &section = document.sectionAt(each.range.begin);
  const Outline &outline = section.outline();
  SectionRange lines =
      section.span().inSection(linesOf(document.buffer(), each.range));
  auto ids = statementsIn(section, lines, mostStatements);
  StatementId around = outline.statementAt(lines.begin);
  // What was there is gone, and what is around misses it.
  if (ids.empty() && each.hadText && around != noStatement &&
      lacksPart(section, around))
    return true;
  // What began there goes on with the statement before.
  if (!ids.empty() && each.hadStatement &&
      outline.begin(ids.back()) < lines.begin)
    return true;
  auto isHalf = [&](StatementId id) {
    return isIncomplete(section, document.configuration(), id);
  };
  auto isMissing = [&](const std::string &value) {
    return section.ir().isMissing(around, value) ||
           section.ir().isMissing(outline.firstFrom(lines.end), value);
  };
  return std::ranges::any_of(ids, isHalf) ||
         std::ranges::any_of(each.values, isMissing);
}

/// Lines that have known ones have these only.
void StickyInlayHints::keepKnown(const TextBuffer &text, DocumentRange range,
                                 std::vector<InlayHint> &hints) const {
  std::set<Line> lines;
  std::vector<InlayHint> kept;
  for (const InlayHint &hint : known)
    if (range.touches(hint.place)) {
      lines.insert(text.lineOf(hint.place));
      kept.push_back(hint);
    }
  std::erase_if(hints, [&](const InlayHint &hint) {
    return lines.contains(text.lineOf(hint.place));
  });
  std::ranges::move(kept, std::back_inserter(hints));
  std::ranges::stable_sort(hints, {}, &InlayHint::place);
}

void StickyInlayHints::remember(DocumentRange range,
                                const std::vector<InlayHint> &hints) {
  erase(range);
  if (known.size() > mostOthers)
    known.clear();
  auto behind =
      std::ranges::lower_bound(known, range.end, {}, &InlayHint::place);
  known.insert(behind, hints.begin(), hints.end());
}

void StickyInlayHints::erase(DocumentRange range) {
  std::erase_if(
      known, [&](const InlayHint &hint) { return range.touches(hint.place); });
}
