//===- AnchoredDiagnostic.h - A diagnostic that moves ----------*- C++ -*-===//

#ifndef SHAPELS_IR_ANCHOREDDIAGNOSTIC_H
#define SHAPELS_IR_ANCHOREDDIAGNOSTIC_H

#include "core/ir/section/IrDiagnostic.h"

#include <optional>

namespace shapels {

/// A range that follows the statement that it is in.
class AnchoredRange {
public:
  /// Nothing where no statement keeps the range in its place: behind all of
  /// them, in a region or between two; unless it is in `whole`, in which no
  /// edit is going to be followed.
  static std::optional<AnchoredRange> make(const Outline &outline,
                                           ByteRange range,
                                           StatementId whole = noStatement);
  ByteRange resolve(const Outline &outline) const;
  StatementId statement() const { return anchor; }
  /// Its first place.
  AnchoredRange atBegin() const {
    return AnchoredRange(anchor, {relative.begin, relative.begin}, isFromEnd);
  }

private:
  AnchoredRange(StatementId anchor, ByteRange relative, bool isFromEnd = false)
      : anchor(anchor), relative(relative), isFromEnd(isFromEnd) {}

  StatementId anchor;
  /// To the statement's begin, or to its end, behind its regions.
  ByteRange relative;
  bool isFromEnd;
};

/// An IrDiagnostic whose ranges follow their statements.
class AnchoredDiagnostic {
public:
  static std::optional<AnchoredDiagnostic>
  make(const Outline &outline, IrDiagnostic diagnostic,
       StatementId whole = noStatement);
  IrDiagnostic resolve(const Outline &outline) const;

  StatementId subject() const { return diagnostic.subject; }
  IrDiagnostic::Stage stage() const { return diagnostic.stage; }
  std::string_view message() const { return diagnostic.message; }
  /// Whether one of its ranges is in the statement.
  bool pointsAt(StatementId id) const;
  const std::vector<AnchoredRange> &places() const { return ranges; }

private:
  AnchoredDiagnostic(IrDiagnostic diagnostic)
      : diagnostic(std::move(diagnostic)) {}

  IrDiagnostic diagnostic;
  /// Its range, then those of its notes.
  std::vector<AnchoredRange> ranges;
};

} // namespace shapels

#endif // SHAPELS_IR_ANCHOREDDIAGNOSTIC_H
