//===- RefineFunction.cpp -------------------------------------------------===//

#include "server/features/RefineFunction.h"
#include "core/analysis/Retyping.h"
#include "core/analysis/Section.h"
#include "core/syntax/OpFacts.h"
#include "server/features/Trial.h"

#include <span>

using namespace shapels;

/// Longer functions take too long to try.
static constexpr size_t mostStatements = 500;
/// What is inferred of the next result may rest on the type of this one.
static constexpr unsigned mostRounds = 8;
static constexpr unsigned mostTrials = 32;

/// Of the function that starts there.
static std::vector<RefinableResult> refinablesIn(const Document &document,
                                                 SectionOffset function) {
  const Section &section = document.sectionAt({0});
  const Outline &outline = section.outline();
  StatementId id = outline.statementStartingAt(function);
  StatementId end = outline.behind(id);
  std::vector<RefinableResult> result;
  for (id = outline.next(id); id != end && id != noStatement;
       id = outline.next(id))
    if (auto one = refinableResult(section, document.shapes(section), id))
      result.push_back(std::move(*one));
  return result;
}

namespace {

/// Which of several results can have other types at the same time.
class Choice {
public:
  Choice(const Document &document, std::span<const RefinableResult> results)
      : section(document.sectionAt({0})), trial(document, section),
        kept(section) {
    keep(results);
  }
  std::vector<SectionEdit> edits() const { return kept.edits(); }

private:
  void keep(std::span<const RefinableResult> results);

  const Section &section;
  Trial trial;
  Retyping kept;
  unsigned trials = 0;
};

} // namespace

/// All of them where that is right, else those of each half.
void Choice::keep(std::span<const RefinableResult> results) {
  if (results.empty() || trials++ >= mostTrials)
    return;
  Retyping more = kept;
  for (const RefinableResult &one : results) {
    Retyping next = more;
    if (next.add(one))
      more = std::move(next);
  }
  if (trial.isRight(more.edits())) {
    kept = std::move(more);
  } else if (results.size() > 1) {
    keep(results.first(results.size() / 2));
    keep(results.subspan(results.size() / 2));
  }
}

/// The lines of the section that `after`, which has as many, does not share.
static std::vector<TextEdit> otherLines(TextSpan section,
                                        const TextBuffer &after) {
  TextBuffer before{std::string(section.text())};
  std::vector<TextEdit> edits;
  for (uint32_t line = 0; line < before.lineCount(); ++line) {
    DocumentRange old = before.lineRange({line});
    std::string_view now = after.slice(after.lineRange({line}));
    if (before.slice(old) != now)
      edits.push_back(section.inDocument(
          SectionEdit{TextSpan(before).inSection(old), std::string(now)}));
  }
  return edits;
}

/// Of one that is short enough to try.
static StatementId functionAt(const Document &document, const Section &section,
                              SectionOffset place) {
  const Outline &outline = section.outline();
  StatementId function = outline.statementAt(place);
  if (function == noStatement || !namesFunction(outline.opName(function)) ||
      !Trial(document, section).isPossible())
    return noStatement;
  size_t count = 0;
  StatementId end = outline.behind(function);
  for (StatementId id = function;
       id != end && id != noStatement && count <= mostStatements;
       id = outline.next(id))
    ++count;
  return count <= mostStatements ? function : noStatement;
}

std::optional<CodeAction> shapels::refineFunction(const Document &document,
                                                  DocumentOffset place) {
  const Section &section = document.sectionAt(place);
  StatementId function =
      functionAt(document, section, section.span().inSection(place));
  if (function == noStatement)
    return std::nullopt;
  Document work(std::string(section.text()), document.configuration(),
                section.crashGuard());
  SectionOffset begin = section.outline().begin(function);
  for (unsigned round = 0; round < mostRounds; ++round) {
    if (!work.update())
      return std::nullopt;
    std::vector<SectionEdit> edits =
        Choice(work, refinablesIn(work, begin)).edits();
    if (edits.empty())
      break;
    for (size_t i = edits.size(); i-- > 0;)
      work.edit(TextSpan(work.buffer()).inDocument(edits[i]));
  }
  CodeAction action;
  action.title = "Make the result types in the function what is inferred";
  action.edits = otherLines(section.span(), work.buffer());
  return action.edits.empty() ? std::nullopt : std::optional(action);
}
