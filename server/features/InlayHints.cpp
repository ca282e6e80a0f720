//===- InlayHints.cpp -----------------------------------------------------===//

#include "server/features/InlayHints.h"
#include "core/analysis/Section.h"
#include "core/analysis/ShapeHints.h"
#include "core/analysis/ValueInfo.h"
#include "server/features/ResultTypeFix.h"

#include <algorithm>

using namespace shapels;

std::vector<InlayHint> shapels::inlayHints(const Document &document,
                                           DocumentRange range,
                                           InlayHintMode mode) {
  std::vector<InlayHint> hints;
  if (mode == InlayHintMode::Off)
    return hints;
  for (const std::unique_ptr<Section> &section : document.sections()) {
    DocumentRange part{std::max(range.begin, section->range().begin),
                       std::min(range.end, section->range().end)};
    if (part.end < part.begin)
      continue;
    TextSpan span = section->span();
    for (ShapeHint &hint : shapeHints(*section, document.shapes(*section),
                                      span.inSection(part), mode))
      hints.push_back({span.inDocument(hint.place), std::move(hint.label)});
  }
  return hints;
}

/// The section's hint of that label there.
static std::optional<ShapeHint> findHint(const Document &document,
                                         const Section &section,
                                         const InlayHint &hint,
                                         InlayHintMode mode) {
  SectionOffset place = section.span().inSection(hint.place);
  for (ShapeHint &found :
       shapeHints(section, document.shapes(section), {place, place}, mode))
    if (found.label == hint.label)
      return std::move(found);
  return std::nullopt;
}

/// The first place that the reason for a size that the type leaves open names,
/// or else the value itself.
static std::optional<SectionRange> originOf(const Document &document,
                                            const Section &section,
                                            SectionOffset subject) {
  std::optional<NameOccurrence> name = section.outline().nameAt(subject);
  if (!name)
    return std::nullopt;
  std::optional<ValueInfo> value =
      valueInfo(section, document.shapes(section), *name);
  for (bool isOpen : {true, false})
    if (value)
      for (const DimInfo &dim : value->dims)
        if (dim.isOpen == isOpen && !dim.because.links.empty())
          return dim.because.links.front().target;
  return name->range;
}

InlayHintDetails shapels::inlayHintDetails(const Document &document,
                                           const InlayHint &hint,
                                           InlayHintMode mode,
                                           const HoverOptions &options) {
  InlayHintDetails details;
  if (hint.place > document.buffer().end())
    return details;
  const Section &section = document.sectionAt(hint.place);
  std::optional<ShapeHint> found = findHint(document, section, hint, mode);
  if (!found)
    return details;
  TextSpan span = section.span();
  DocumentOffset subject = span.inDocument(found->subject);
  if (std::optional<Hover> said = hover(document, subject, options))
    details.tooltip = std::move(said->text);
  if (auto origin = originOf(document, section, found->subject))
    details.origin = span.inDocument(*origin);
  if (std::optional<CodeAction> fix = resultTypeFix(document, subject, {}))
    details.edits = std::move(fix->edits);
  return details;
}
