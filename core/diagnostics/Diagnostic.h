//===- Diagnostic.h - What users are told about their text -----*- C++ -*-===//
//
// MLIR's errors and our own have the same two types: a SectionDiagnostic from
// when it is found until it is chosen to be shown, with places that follow
// edits; then a Diagnostic, with its places in the document. Plain values: they
// belong to whoever holds them.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_DIAGNOSTICS_DIAGNOSTIC_H
#define SHAPELS_DIAGNOSTICS_DIAGNOSTIC_H

#include "core/base/CrashGuard.h"
#include "core/diagnostics/Anchor.h"
#include "core/diagnostics/Codes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shapels {

/// A note: another place of the same text that explains a diagnostic.
template <typename Text>
struct NoteIn {
  RangeIn<Text> range;
  std::string message;
  friend bool operator==(const NoteIn &, const NoteIn &) = default;
};

/// What users are told, with places in `Text`: their document, or a section.
template <typename Text>
struct DiagnosticIn {
  DiagnosticCode code = DiagnosticCode::MlirParse;
  Severity severity = Severity::Error;
  /// Where to look first: an operand, an op's name, a token.
  RangeIn<Text> range;
  std::string message;
  std::vector<NoteIn<Text>> related;
  /// Further places of the same fault, underlined on the command line.
  std::vector<RangeIn<Text>> alsoUnderlined;
  /// The message of MLIR about the same fault, where this diagnostic stands for
  /// it; expectations match it too.
  std::string replacedMessage;
  /// What was probably meant by the word at `range`; empty where that is not
  /// known.
  std::string meant;
  friend bool operator==(const DiagnosticIn &, const DiagnosticIn &) = default;
};

using RelatedInformation = NoteIn<DocumentText>;
using Diagnostic = DiagnosticIn<DocumentText>;
using SectionNote = NoteIn<SectionText>;

/// A diagnostic of one section; its ranges count from the section's start. They
/// are true for the text that it was made for, and after resolve() for the text
/// as it is then.
class SectionDiagnostic : public DiagnosticIn<SectionText> {
public:
  SectionDiagnostic() = default;
  SectionDiagnostic(DiagnosticIn<SectionText> diagnostic,
                    std::optional<SectionOffset> mlirPlace = {},
                    StatementId statement = noStatement)
      : DiagnosticIn(std::move(diagnostic)), statement(statement),
        mlirPlace(mlirPlace) {}
  /// An error in MLIR's words, found while the parser or the verifier (by the
  /// code) was at `subject`.
  SectionDiagnostic(DiagnosticCode code, SectionRange range,
                    std::string message, StatementId subject,
                    StatementId statement = noStatement)
      : DiagnosticIn{.code = code,
                     .range = range,
                     .message = std::move(message)},
        statement(statement), subject(subject) {}

  /// The op that it is about; noStatement where MLIR names a place only.
  StatementId statement = noStatement;
  /// The statement that MLIR's parser or verifier was at; noStatement where it
  /// was at more than one.
  StatementId subject = noStatement;
  /// Where MLIR would report the fault, if not at `range`: expectations match
  /// the line of either.
  std::optional<SectionOffset> mlirPlace;
  /// Set where MLIR does not survive the op; there is no message then.
  std::optional<Failure::Kind> failure;
  /// What it has in common with others, of which one may stand for all; empty
  /// where it is shown in any case.
  std::string cause;
  /// The number of a diagnostic that may be shown, which no other one of its
  /// document had or will have.
  uint64_t serial = 0;

  bool isFromParser() const { return code == DiagnosticCode::MlirParse; }
  bool isFromVerifier() const { return code == DiagnosticCode::MlirVerify; }
  /// Where MLIR reports the fault.
  SectionOffset reportedAt() const { return mlirPlace.value_or(range.begin); }

  /// From now on its ranges follow their statements. Returns false, and leaves
  /// it as it is, where the text of no statement keeps a range in its place;
  /// `whole` may be a statement within which no edit will be followed.
  bool follow(const Outline &outline, StatementId whole = noStatement);
  /// Whether follow() succeeded; otherwise it stays where it is.
  bool isFollowing() const { return !places.empty(); }
  /// Brings its ranges up to date with the text of `outline`.
  void resolve(const Outline &outline);
  SectionDiagnostic resolved(const Outline &outline) const;
  /// Its first range alone, as the text is now.
  SectionRange rangeIn(const Outline &outline) const;
  /// Of a diagnostic that follows its statements: where its range is.
  const Anchor &place() const { return places.front(); }
  /// Where its ranges are: its own, MLIR's, those of notes and underlines.
  const std::vector<Anchor> &anchors() const { return places; }
  /// Whether one of them is in the statement.
  bool pointsAt(StatementId id) const;

private:
  std::vector<Anchor> places;
};

/// The diagnostic as it is shown, with its places in the document that
/// `section` is a part of.
Diagnostic inDocument(const SectionDiagnostic &diagnostic, TextSpan section);
/// Brings the places of `shown`, which inDocument() made of `diagnostic`, up to
/// date.
void moveTo(Diagnostic &shown, const SectionDiagnostic &diagnostic,
            TextSpan section);

/// Whether MLIR's message is about the order of definitions and uses.
inline bool isAboutDominance(std::string_view message) {
  return message.find("does not dominate") != message.npos;
}

} // namespace shapels

#endif // SHAPELS_DIAGNOSTICS_DIAGNOSTIC_H
