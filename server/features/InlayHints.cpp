//===- InlayHints.cpp -----------------------------------------------------===//

#include "server/features/InlayHints.h"
#include "core/analysis/ShapeHints.h"

#include <algorithm>

using namespace shapels;

std::vector<InlayHint> shapels::inlayHints(const Document &document,
                                           ByteRange range,
                                           InlayHintMode mode) {
  std::vector<InlayHint> hints;
  if (mode == InlayHintMode::Off)
    return hints;
  for (const std::unique_ptr<Section> &section : document.sections()) {
    ByteRange part{std::max(range.begin, section->range().begin),
                   std::min(range.end, section->range().end)};
    if (part.end < part.begin)
      continue;
    uint32_t start = section->start().value;
    for (ShapeHint &hint :
         shapeHints(*section, document.shapes(*section),
                    {part.begin - start, part.end - start}, mode))
      hints.push_back({hint.place + start, std::move(hint.label)});
  }
  return hints;
}
