//===- Anchor.h - A range that follows its statement -----------*- C++ -*-===//

#ifndef SHAPELS_DIAGNOSTICS_ANCHOR_H
#define SHAPELS_DIAGNOSTICS_ANCHOR_H

#include "core/syntax/Outline.h"

#include <optional>

namespace shapels {

/// A range of a section that moves with the statement that it is in. A plain
/// value of 16 bytes; valid as long as the statement is in the outline.
class Anchor {
public:
  /// Returns nothing where the text of no statement keeps the range in its
  /// place: behind all of them, in a region or between two statements; unless
  /// the range is in `whole`, within which no edit will be followed.
  static std::optional<Anchor> make(const Outline &outline, SectionRange range,
                                    StatementId whole = noStatement);
  /// The range as the text of `outline` is now.
  SectionRange resolve(const Outline &outline) const;
  StatementId statement() const { return anchor; }

private:
  Anchor(StatementId anchor, SectionRange relative, bool isFromEnd = false)
      : anchor(anchor), relative(relative), isFromEnd(isFromEnd) {}

  StatementId anchor;
  /// Counted from the statement's begin, or backwards from its end, behind its
  /// regions.
  SectionRange relative;
  bool isFromEnd;
};

} // namespace shapels

#endif // SHAPELS_DIAGNOSTICS_ANCHOR_H
