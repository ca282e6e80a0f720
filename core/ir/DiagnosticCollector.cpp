//===- DiagnosticCollector.cpp --------------------------------------------===//

#include "shapels/ir/DiagnosticCollector.h"
#include "shapels/syntax/Lexer.h"

using namespace shapels;
using namespace mlir;

namespace shapels {
/// Tags the OpaqueLocs that hold a StatementId.
struct StatementTag;
} // namespace shapels

namespace {

IrDiagnostic::Level levelOf(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return IrDiagnostic::Level::Error;
  case DiagnosticSeverity::Warning:
    return IrDiagnostic::Level::Warning;
  case DiagnosticSeverity::Note:
  case DiagnosticSeverity::Remark:
    return IrDiagnostic::Level::Remark;
  }
  return IrDiagnostic::Level::Error;
}

} // namespace

Location shapels::statementLocation(MLIRContext *context,
                                    StatementId statement) {
  // Distinct non-null numbers serve as "pointers".
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  auto *tag = reinterpret_cast<StatementTag *>(uintptr_t(statement) + 1);
  return OpaqueLoc::get<StatementTag *>(tag, context);
}

StatementId shapels::statementOf(Location location) {
  auto opaque = dyn_cast<OpaqueLoc>(location);
  if (!opaque || opaque.getUnderlyingTypeID() != TypeID::get<StatementTag *>())
    return noStatement;
  return static_cast<StatementId>(opaque.getUnderlyingLocation() - 1);
}

DiagnosticCollector::DiagnosticCollector(MLIRContext *context,
                                         std::string_view section,
                                         const Outline &outline,
                                         IrDiagnostic::Stage stage)
    : section(section), outline(outline), stage(stage),
      handler(context,
              [this](mlir::Diagnostic &diagnostic) { collect(diagnostic); }) {}

void DiagnosticCollector::collect(mlir::Diagnostic &diagnostic) {
  Place place = find(diagnostic.getLocation()).value_or(Place{{}, noStatement});
  IrDiagnostic result{stage,
                      levelOf(diagnostic.getSeverity()),
                      place.range,
                      place.statement,
                      diagnostic.str(),
                      {}};
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    result.notes.push_back(
        {find(note.getLocation()).value_or(place).range, note.str()});
  collected.push_back(std::move(result));
}

/// The token at `offset`; at the end of a line, where MLIR says that something
/// is missing, the last token before it.
DiagnosticCollector::Place
DiagnosticCollector::placeAt(ByteOffset offset) const {
  Token token = Lexer(section, offset).nextWithComments();
  ByteRange range =
      token.range.begin == offset ? token.range : ByteRange{offset, offset};
  return {range, noStatement};
}

std::optional<DiagnosticCollector::Place>
DiagnosticCollector::find(Location location) const {
  std::optional<Place> found;
  location->walk([&](Location part) {
    if (StatementId statement = statementOf(part); statement != noStatement)
      found = Place{outline.statements[statement].name, statement};
    else if (auto file = dyn_cast<FileLineColLoc>(part); file && buffer)
      if (std::optional<ByteOffset> offset = buffer->offsetOf(file))
        found = placeAt(*offset);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}
