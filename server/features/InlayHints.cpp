//===- InlayHints.cpp -----------------------------------------------------===//

#include "server/features/InlayHints.h"
#include "core/analysis/ShapeHints.h"

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
