//===- ShapeHints.cpp -----------------------------------------------------===//

#include "core/analysis/ShapeHints.h"
#include "core/analysis/OperationText.h"
#include "core/analysis/SketchOf.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/StatedShape.h"
#include "core/syntax/Brackets.h"
#include "core/syntax/Lexer.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

#include <algorithm>

using namespace shapels;

namespace {

class HintFinder {
public:
  HintFinder(const Section &section, SectionShapes &shapes, SectionRange range,
             InlayHintMode mode)
      : section(section), shapes(shapes), range(range), mode(mode) {}

  std::vector<ShapeHint> find();

private:
  void addOf(StatementId id);
  void addResults(mlir::Operation *op, StatementId id);
  void addSketched(StatementId id);
  void add(SectionOffset place, std::string label, SectionOffset subject) {
    if (range.touches(place))
      hints.push_back({place, std::move(label), subject});
  }
  std::string labelOf(mlir::Value value);
  std::string labelOf(const Shape &shape, const TypeShape &declared,
                      mlir::Value value);
  std::string sizeText(DimExpr dim);
  bool isWorthShowing(const Shape &shape, const TypeShape &declared,
                      mlir::Value value);
  SectionOffset placeOf(StatementId id, bool isParsed) const;
  SectionOffset subjectOf(mlir::Operation *op, StatementId id) const;
  std::optional<SectionOffset> behindArgumentType(mlir::Value argument) const;

  const Section &section;
  SectionShapes &shapes;
  SectionRange range;
  InlayHintMode mode;
  std::vector<ShapeHint> hints;
};

} // namespace

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

static bool holds(DimExpr expr, DimSource::Kind kind) {
  return llvm::any_of(leavesOf(expr),
                      [&](DimExpr leaf) { return leaf->source.kind == kind; });
}

/// Not known to be anything else.
static bool isOwn(DimExpr expr, mlir::Value value) {
  return isOwnSymbol(expr, value.getAsOpaquePointer()) ||
         holds(expr, DimSource::Kind::Nothing);
}

/// Of a size that the type leaves open.
bool HintFinder::isWorthShowing(const Shape &shape, const TypeShape &declared,
                                mlir::Value value) {
  for (size_t i = 0; i < shape.rank(); ++i) {
    DimExpr dim = shape[i];
    bool isOpen = !declared.isRanked() || declared.rank() != shape.rank() ||
                  (*declared.dims)[i].isDynamic();
    bool isKnown = !shapes.fromArguments().dimOf(dim).isDynamic();
    bool isOther =
        mode == InlayHintMode::All || holds(dim, DimSource::Kind::Named);
    if (isOpen && (isKnown || (isOther && !isOwn(dim, value))))
      return true;
  }
  return !declared.isRanked() && shape.rank() == 0;
}

/// Without the blanks around operators.
static std::string compact(std::string text) {
  for (const char *blank : {" + ", " - ", " * "})
    for (size_t at; (at = text.find(blank)) != text.npos;)
      text.replace(at, 3, 1, blank[1]);
  return text;
}

/// `S+1`; with `element 0 of %a` for the `%a{0}` that other texts have.
std::string HintFinder::sizeText(DimExpr dim) {
  std::string text = compact(shapes.text(dim));
  for (DimExpr leaf : leavesOf(dim)) {
    std::string own = shapes.text(leaf);
    if (leaf->source.kind != DimSource::Kind::Element || !own.ends_with('}'))
      continue;
    std::string words = "element " + std::to_string(leaf->source.index) +
                        " of " + own.substr(0, own.rfind('{'));
    if (leaf != dim)
      words = "(" + words + ")";
    for (size_t at = 0; (at = text.find(own, at)) != text.npos;
         at += words.size())
      text.replace(at, own.size(), words);
  }
  return text;
}

/// Empty where there is nothing to show.
std::string HintFinder::labelOf(mlir::Value value) {
  TypeShape declared = statedShape(value.getType());
  return declared.isShaped()
             ? labelOf(shapes.bestSymbolic(value), declared, value)
             : "";
}

std::string HintFinder::labelOf(const Shape &shape, const TypeShape &declared,
                                mlir::Value value) {
  if (!shape.hasRank || !isWorthShowing(shape, declared, value))
    return "";
  std::string label;
  for (DimExpr dim : shape.dims)
    label += (label.empty() ? "= [" : ", ") +
             (isOwn(dim, value) ? "?" : sizeText(dim));
  return (label.empty() ? "= [" : label) + "]";
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Of `%a: tensor<4xf32>`.
std::optional<SectionOffset>
HintFinder::behindArgumentType(mlir::Value argument) const {
  std::optional<SectionIR::Definition> definition =
      section.ir().definitionOf(argument);
  if (!definition)
    return std::nullopt;
  SectionOffset begin = section.outline().name(definition->name).range.end;
  std::string_view text = section.text().substr(begin.value);
  Lexer lexer(text);
  if (!lexer.next().is(TokenKind::Colon))
    return std::nullopt;
  int depth = 0;
  std::optional<SectionOffset> end;
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    bool isOpening = token.is(TokenKind::Less) ||
                     token.is(TokenKind::LeftParen) ||
                     token.is(TokenKind::LeftSquare);
    bool isClosing = token.is(TokenKind::Greater) ||
                     token.is(TokenKind::RightParen) ||
                     token.is(TokenKind::RightSquare);
    bool isBehind =
        token.is(TokenKind::Comma) || token.is(TokenKind::LeftBrace) ||
        isClosing ||
        (token.is(TokenKind::BareIdentifier) && end && token.in(text) == "loc");
    if (depth == 0 && isBehind)
      break;
    depth += isOpening - isClosing;
    end = begin + token.range.end.value;
  }
  return end;
}

/// Whether the type's end stands where only its statement goes on: without a
/// type it may have taken in what the next line says.
static bool isOwnLine(const Section &section, StatementId id,
                      SectionRange type) {
  SectionOffset line = section.span().lineStart(type.end);
  if (line <= section.outline().begin(id))
    return true;
  std::string_view rest = section.slice({line, type.end});
  Token first = Lexer(rest).next();
  return first.is(TokenKind::Colon) || first.is(TokenKind::Arrow) ||
         (line + first.range.begin.value == type.begin &&
          writtenShape(section.slice(type)).isShaped());
}

/// Behind the last colon or arrow of a part of an op's text, outside of
/// brackets: the end of the last type there.
static std::optional<SectionOffset> behindLastType(const Section &section,
                                                   SectionRange part) {
  std::string_view text = section.slice(part);
  Lexer lexer(text);
  int depth = 0;
  bool isBehindColon = false;
  std::optional<SectionOffset> end;
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    depth += isOpening(token.kind) - isClosing(token.kind);
    if (depth < 0)
      break;
    bool isWord = depth == 0 && token.is(TokenKind::BareIdentifier);
    if (isWord && (token.in(text) == "loc" || token.in(text) == "attributes"))
      break;
    if (depth == 0 &&
        (token.is(TokenKind::Arrow) || token.is(TokenKind::Colon)))
      isBehindColon = true;
    else if (isBehindColon)
      end = part.begin + token.range.end.value;
  }
  return end;
}

/// Of an op with regions: behind these, or before them.
static std::optional<SectionOffset> typeEndAroundRegions(const Section &section,
                                                         StatementId id) {
  std::vector<RegionText> regions = section.outline().regions(id);
  if (regions.empty())
    return std::nullopt;
  SectionOffset end = section.outline().range(id).end;
  SectionOffset last = regions.back().inside.end;
  if (regions.back().isClosed && last < end)
    if (auto behind = behindLastType(section, {last + 1, end}))
      return behind;
  SectionOffset first = regions.front().inside.begin;
  bool isOpened = regions.front().isOpened && first > section.behindName(id);
  return isOpened ? behindLastType(section, {section.behindName(id), first - 1})
                  : std::nullopt;
}

/// Where the hint of the only result stands.
SectionOffset HintFinder::placeOf(StatementId id, bool isParsed) const {
  if (isParsed)
    if (std::optional<SectionOffset> end = typeEndAroundRegions(section, id))
      return *end;
  std::optional<SectionRange> type = resultTypeRange(section, id);
  return type && (isParsed || isOwnLine(section, id, *type))
             ? type->end
             : section.span().lineEnd(section.behindName(id));
}

/// The name of the only result, or else the op.
SectionOffset HintFinder::subjectOf(mlir::Operation *op, StatementId id) const {
  return op->getNumResults() == 1 ? section.definitionOf(op->getResult(0)).begin
                                  : section.outline().nameBegin(id);
}

void HintFinder::addResults(mlir::Operation *op, StatementId id) {
  std::string label;
  for (mlir::Value result : op->getResults())
    if (std::string own = labelOf(result); !own.empty())
      label += (label.empty() ? "" : ", ") +
               (op->getNumResults() == 1 ? "" : section.nameOf(result) + " ") +
               own;
  if (label.empty())
    return;
  add(op->getNumResults() == 1 ? placeOf(id, op->isRegistered())
                               : section.span().lineEnd(section.behindName(id)),
      std::move(label), subjectOf(op, id));
}

/// Of a statement that does not parse, such as one that is being typed: what
/// its text still tells. Nothing of a group, which may yet become another one.
void HintFinder::addSketched(StatementId id) {
  std::optional<OpSketch> sketch = sketchOf(section, id);
  if (!sketch || sketch->results.size() != 1)
    return;
  std::string label = labelOf(shapes.fromArguments().symbolic(*sketch, 0),
                              sketch->results.front(), {});
  if (!label.empty())
    add(placeOf(id, false), std::move(label), section.outline().begin(id));
}

void HintFinder::addOf(StatementId id) {
  mlir::Operation *op = section.ir().operationOf(id);
  if (!op)
    return addSketched(id);
  if (section.ir().statementOf(op) != id)
    return;
  addResults(op, id);
  bool isFunction =
      op->hasTrait<mlir::OpTrait::IsIsolatedFromAbove>() || !op->isRegistered();
  if (!isFunction)
    return;
  for (mlir::Region &region : op->getRegions())
    if (!region.empty())
      for (mlir::Value argument : region.front().getArguments())
        if (std::string label = labelOf(argument); !label.empty())
          if (auto place = behindArgumentType(argument))
            add(*place, std::move(label), section.definitionOf(argument).begin);
}

std::vector<ShapeHint> HintFinder::find() {
  const Outline &outline = section.outline();
  StatementId around = outline.statementAt(range.begin);
  for (StatementId id = around; id != noStatement; id = outline.parent(id))
    addOf(id);
  for (StatementId id = outline.firstFrom(range.begin);
       id != noStatement && outline.begin(id) <= range.end;
       id = outline.next(id))
    if (id != around)
      addOf(id);
  std::ranges::stable_sort(hints, {}, &ShapeHint::place);
  return std::move(hints);
}

std::vector<ShapeHint> shapels::shapeHints(const Section &section,
                                           SectionShapes &shapes,
                                           SectionRange range,
                                           InlayHintMode mode) {
  return HintFinder(section, shapes, range, mode).find();
}
