//===- SketchOf.cpp -------------------------------------------------------===//

#include "core/analysis/SketchOf.h"
#include "core/analysis/OperationText.h"
#include "core/shape/StatedShape.h"
#include "core/syntax/Brackets.h"

#include "mlir/IR/Operation.h"

using namespace shapels;

namespace {

/// Reads the operands behind an op's name.
class OperandReader {
public:
  OperandReader(const Section &section, StatementId id, SectionRange range)
      : section(section), start(range.begin), text(section.slice(range)),
        lexer(text), names(section.outline().names(id)) {}

  llvm::SmallVector<mlir::Value> read() {
    for (Token token = lexer.next(); !token.is(TokenKind::End) && !hasTypes;
         token = lexer.next()) {
      consume(token);
      previous = token;
    }
    if (!hasTypes || misses())
      operands.emplace_back();
    return std::move(operands);
  }

private:
  void consume(Token token) {
    bool isBehind = token.is(TokenKind::Comma) || isClosing(token.kind) ||
                    token.is(TokenKind::Colon) || isWord(token);
    hasTypes = depth == 0 && token.is(TokenKind::Colon);
    if (isBehind && misses())
      operands.emplace_back();
    if (token.is(TokenKind::ValueName) || token.in(text) == "%")
      operands.push_back(valueAt(start + token.range.begin.value));
    depth += isOpening(token.kind) - isClosing(token.kind);
  }

  /// Whether the token before is a comma of an operand list, behind which there
  /// is none. Other lists are in brackets of their own.
  bool misses() const {
    return previous.is(TokenKind::Comma) && !operands.empty() &&
           depth <= depthOfOperands();
  }
  /// The generic form has them in parentheses.
  int depthOfOperands() const { return text.starts_with('(') ? 1 : 0; }

  /// `dim = 0` is an attribute.
  bool isWord(Token token) const {
    if (!token.is(TokenKind::BareIdentifier))
      return false;
    Lexer ahead = lexer;
    return !ahead.next().is(TokenKind::Equal);
  }

  mlir::Value valueAt(SectionOffset place) const {
    for (const NameOccurrence &name : names)
      if (name.range.begin == place)
        return section.valueOf(name);
    return {};
  }

  const Section &section;
  SectionOffset start;
  std::string_view text;
  Lexer lexer;
  std::vector<NameOccurrence> names;
  Token previous;
  llvm::SmallVector<mlir::Value> operands;
  int depth = 0;
  bool hasTypes = false;
};

} // namespace

static SectionOffset headerEnd(const Section &section, StatementId id) {
  std::vector<RegionText> regions = section.outline().regions(id);
  return regions.empty() ? section.statement(id).range.end
                         : regions.front().inside.begin;
}

/// Of its only result, where that is all there.
static TypeShape writtenResult(const Section &section, StatementId id) {
  std::optional<SectionRange> range = resultTypeRange(section, id);
  return range ? writtenShape(section.slice(*range)) : TypeShape();
}

std::optional<OpSketch> shapels::sketchOf(const Section &section,
                                          StatementId id) {
  Statement statement = section.statement(id);
  if (statement.kind != StatementKind::Operation || statement.name.empty())
    return std::nullopt;
  OpSketch sketch;
  for (const NameOccurrence &name : section.outline().names(id))
    if (name.isDefinition && name.kind == NameKind::Value &&
        name.range.begin < statement.name.begin)
      sketch.results.resize(sketch.results.size() + name.resultCount);
  if (sketch.results.empty())
    return std::nullopt;
  if (sketch.results.size() == 1)
    sketch.results.front() = writtenResult(section, id);
  SectionOffset end = headerEnd(section, id);
  sketch.name = section.slice(statement.name);
  sketch.text = section.slice({statement.name.begin, end});
  sketch.operands =
      OperandReader(section, id, {section.behindName(id), end}).read();
  return sketch;
}

std::optional<std::pair<OpSketch, unsigned>>
shapels::sketchOf(const Section &section, mlir::Operation *placeholder) {
  auto definition = section.ir().definitionOf(placeholder->getResult(0));
  if (!definition)
    return std::nullopt;
  StatementId id = definition->name.statement;
  unsigned number = definition->number;
  for (const NameOccurrence &name : section.outline().names(id))
    if (name.isDefinition && name.id.index < definition->name.index)
      number += name.resultCount;
  std::optional<OpSketch> sketch = sketchOf(section, id);
  if (!sketch || number >= sketch->results.size())
    return std::nullopt;
  return std::pair(std::move(*sketch), number);
}
