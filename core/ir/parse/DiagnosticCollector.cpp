//===- DiagnosticCollector.cpp --------------------------------------------===//

#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/context/BoundedText.h"
#include "core/syntax/Lexer.h"

using namespace shapels;
using namespace mlir;

namespace shapels {
/// Tags the OpaqueLocs that hold a StatementId.
struct StatementTag;
} // namespace shapels

namespace {

Severity severityOf(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return Severity::Error;
  case DiagnosticSeverity::Warning:
    return Severity::Warning;
  case DiagnosticSeverity::Note:
  case DiagnosticSeverity::Remark:
    return Severity::Information;
  }
  return Severity::Error;
}

} // namespace

/// MLIR prints ops in some messages, and in them what stands for others.
static std::string withoutOurs(std::string message) {
  for (size_t at = 0; (at = message.find("\"shapels.", at)) != message.npos;) {
    size_t begin = message.rfind('\n', at);
    begin = begin == message.npos ? at : begin;
    message.erase(begin, message.find('\n', at) - begin);
    at = begin;
  }
  return message;
}

/// A context that has seen a resource gives its name a number: says the name
/// that stands in front of `place`, with a colon and perhaps a string that is
/// not closed.
static std::string withResourceName(std::string message, TextSpan section,
                                    ByteOffset place) {
  static constexpr std::string_view start = " for key '";
  size_t at = message.find(start);
  if (at == message.npos)
    return message;
  llvm::StringRef before = section.slice({section.lineStart(place), place});
  if (!before.rtrim().ends_with(":"))
    before = before.take_front(before.rfind('"'));
  before = before.rtrim().rtrim(':').rtrim();
  llvm::StringRef name =
      before.take_back(before.size() - (before.find_last_of(" \t\"") + 1));
  llvm::StringRef number = llvm::StringRef(message).substr(at + start.size());
  bool isNumbered = number.consume_front(name) && number.consume_front("_");
  llvm::StringRef rest = number.ltrim("0123456789");
  return isNumbered && rest.starts_with("'")
             ? message.substr(0, at + start.size()) + name.str() + rest.str()
             : message;
}

Location shapels::statementLocation(MLIRContext *context,
                                    StatementId statement) {
  // Distinct non-null numbers serve as "pointers".
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  auto *tag = reinterpret_cast<StatementTag *>(uintptr_t(statement) + 1);
  return OpaqueLoc::get<StatementTag *>(tag, context);
}

void shapels::placeAt(Operation *op, StatementId statement) {
  MLIRContext *context = op->getContext();
  op->setLoc(statementLocation(context, statement));
  for (OpResult result : op->getResults())
    if (!result.getType())
      result.setType(NoneType::get(context));
}

StatementId shapels::statementOf(Location location) {
  auto unregistered = dyn_cast<OpaqueLoc>(location);
  if (!unregistered ||
      unregistered.getUnderlyingTypeID() != TypeID::get<StatementTag *>())
    return noStatement;
  return static_cast<StatementId>(unregistered.getUnderlyingLocation() - 1);
}

bool shapels::isImplied(Operation *op) {
  return op->hasTrait<OpTrait::IsTerminator>() &&
         statementOf(op->getLoc()) == statementOf(op->getParentOp()->getLoc());
}

DiagnosticCollector::DiagnosticCollector(MLIRContext *context, TextSpan section,
                                         const Outline &outline,
                                         DiagnosticCode code)
    : section(section), outline(outline), code(code),
      handler(context,
              [this](mlir::Diagnostic &diagnostic) { collect(diagnostic); }) {}

static std::optional<TypeConflict> conflictIn(mlir::Diagnostic &diagnostic) {
  static constexpr llvm::StringLiteral start("use of value '");
  std::string message = boundedText(diagnostic);
  llvm::StringRef rest(message);
  if (!rest.consume_front(start))
    return std::nullopt;
  llvm::SmallVector<Type, 2> types;
  for (DiagnosticArgument &argument : diagnostic.getArguments())
    if (argument.getKind() == DiagnosticArgument::DiagnosticArgumentKind::Type)
      types.push_back(argument.getAsType());
  if (types.size() != 2)
    return std::nullopt;
  return TypeConflict{rest.split('\'').first.str(), types[0], types[1]};
}

/// Whether it lists what was loaded for any text so far.
static bool isAboutContext(mlir::Diagnostic &note) {
  return llvm::StringRef(boundedText(note)).starts_with("Available dialects: ");
}

void DiagnosticCollector::collect(mlir::Diagnostic &diagnostic) {
  Place place = find(diagnostic.getLocation()).value_or(Place{{}, noStatement});
  SectionDiagnostic result(
      code, place.range,
      withResourceName(withoutOurs(boundedText(diagnostic)), section,
                       place.range.begin),
      place.statement, place.statement);
  result.severity = severityOf(diagnostic.getSeverity());
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    if (!isAboutContext(note))
      result.related.push_back(
          {find(note.getLocation()).value_or(place).range, boundedText(note)});
  if (!typeConflict)
    typeConflict = conflictIn(diagnostic);
  collected.push_back(std::move(result));
}

/// Where its line ends, which is near: no page of lines is counted for it.
static ByteOffset lineEndFrom(TextSpan section, ByteOffset offset) {
  static constexpr uint32_t step = 256;
  while (offset.value < section.size()) {
    ByteOffset end{std::min(offset.value + step, section.size())};
    std::string_view piece = section.slice({offset, end});
    size_t found = piece.find_first_of("\r\n");
    if (found != piece.npos)
      return offset + static_cast<uint32_t>(found);
    offset = end;
  }
  return offset;
}

/// The token at `offset`; at the end of a line, where MLIR says that something
/// is missing, the last token before it.
DiagnosticCollector::Place
DiagnosticCollector::placeAt(ByteOffset offset) const {
  // The line ends where its line end begins.
  if (offset.value > 0 && offset.value < section.size() &&
      section.slice({{offset.value - 1}, {offset.value + 1}}) == "\r\n")
    offset.value -= 1;
  ByteRange rest{offset, lineEndFrom(section, offset)};
  Token token = Lexer(section.slice(rest)).nextWithComments();
  bool isToken = token.range.begin.value == 0 && !token.is(TokenKind::Comment);
  ByteRange range =
      isToken ? token.range.shifted(offset.value) : ByteRange{offset, offset};
  return {range, noStatement};
}

std::optional<DiagnosticCollector::Place>
DiagnosticCollector::find(Location location) const {
  std::optional<Place> found;
  location->walk([&](Location part) {
    if (StatementId statement = statementOf(part); statement != noStatement)
      found = Place{outline.statement(statement).name, statement};
    else if (auto file = dyn_cast<FileLineColLoc>(part); file && buffer)
      if (auto place = buffer->placeOf(file))
        found = place->isEnd
                    ? Place{{place->offset, place->offset}, noStatement}
                    : placeAt(place->offset);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}
