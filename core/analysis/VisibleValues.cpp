//===- VisibleValues.cpp --------------------------------------------------===//

#include "core/analysis/VisibleValues.h"
#include "core/analysis/OperationText.h"
#include "core/analysis/SketchOf.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/StatedShape.h"
#include "core/syntax/OpFacts.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Operation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <charconv>

using namespace shapels;

/// Statements that are looked at.
static constexpr size_t mostStatements = 2000;

namespace {

/// Goes from a place to what is before and around it.
class VisibleFinder {
public:
  VisibleFinder(const Section &section, std::string_view prefix, size_t most)
      : section(section), outline(section.outline()), prefix(prefix),
        most(most) {}

  VisibleValues find(VisiblePlace place);

private:
  bool isFull() { return found.isCut |= looked > mostStatements; }
  void addResults(StatementId id);
  void addHeader(StatementId id);
  void add(const NameOccurrence &name);
  bool isIsolated(StatementId id) const;
  /// Most values have a type that one before them has.
  const std::string &textOf(mlir::Type type) {
    auto [known, isNew] = texts.try_emplace(type);
    if (isNew)
      known->second = typeText(type);
    return known->second;
  }

  const Section &section;
  const Outline &outline;
  std::string_view prefix;
  size_t most, looked = 0;
  VisibleValues found;
  llvm::DenseMap<mlir::Type, std::string> texts;
};

} // namespace

void VisibleFinder::add(const NameOccurrence &name) {
  std::string plain(outline.plainName(name.id));
  for (unsigned number = 0; number < name.resultCount; ++number) {
    std::string spelled =
        plain + (name.resultCount > 1 ? "#" + std::to_string(number) : "");
    if (!spelled.starts_with(prefix))
      continue;
    if (found.values.size() == most) {
      found.isCut = true;
      return;
    }
    VisibleValue value{name.id, number, std::move(spelled), "", false};
    if (mlir::Value live = section.ir().valueOf(name.id, number)) {
      if (section.ir().typeSourceOf(live) != SectionIR::TypeSource::None)
        value.type = textOf(live.getType());
      value.isUsed = !live.use_empty();
    }
    found.values.push_back(std::move(value));
  }
}

/// What it defines for those behind it: results, or the arguments of a label.
void VisibleFinder::addResults(StatementId id) {
  bool isLabel = outline.kind(id) == StatementKind::BlockLabel;
  ByteOffset opName = outline.nameBegin(id);
  for (uint32_t i = 0; i < outline.nameCount(id); ++i) {
    NameOccurrence name = outline.name({id, i});
    bool isResult = name.range.begin < opName;
    if (!isLabel && !isResult)
      break;
    if (name.kind == NameKind::Value && name.isDefinition)
      add(name);
  }
}

/// What it defines for those in it.
void VisibleFinder::addHeader(StatementId id) {
  ByteOffset opName = outline.nameBegin(id);
  for (uint32_t i = 0; i < outline.nameCount(id); ++i) {
    NameOccurrence name = outline.name({id, i});
    if (name.kind == NameKind::Value && opName < name.range.begin &&
        outline.isDefinition(name.id))
      add(name);
  }
}

bool VisibleFinder::isIsolated(StatementId id) const {
  mlir::Operation *op = section.ir().operationOf(id);
  if (op && op->isRegistered())
    return op->hasTrait<mlir::OpTrait::IsIsolatedFromAbove>();
  std::string_view name = outline.opName(id);
  return namesFunction(name) || namesModule(name);
}

VisibleValues VisibleFinder::find(VisiblePlace place) {
  StatementId parent = place.parent, id = place.before;
  while (!isFull()) {
    if (id != noStatement) {
      uint32_t region = outline.statement(id).region;
      for (; id != noStatement && !isFull(); id = outline.previousSibling(id)) {
        ++looked;
        if (parent != noStatement && outline.statement(id).region != region)
          break;
        addResults(id);
      }
    }
    if (parent == noStatement)
      break;
    ++looked;
    addHeader(parent);
    if (isIsolated(parent))
      break;
    id = outline.previousSibling(parent);
    parent = outline.parent(parent);
  }
  return std::move(found);
}

VisibleValues shapels::visibleValues(const Section &section, VisiblePlace place,
                                     std::string_view prefix, size_t most) {
  return VisibleFinder(section, prefix, most).find(place);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static mlir::Value valueNamed(const Section &section, StatementId use,
                              std::string_view name) {
  unsigned number = 0;
  size_t hash = name.find('#');
  if (hash != name.npos) {
    std::from_chars(name.data() + hash + 1, name.data() + name.size(), number);
    name = name.substr(0, hash);
  }
  const Outline &outline = section.outline();
  std::optional<Spelling> spelling = outline.spelling(name);
  std::optional<NameId> definition =
      spelling ? outline.valueIn(use, *spelling) : std::nullopt;
  return definition ? section.ir().valueOf(*definition, number) : mlir::Value();
}

static std::string knownType(const Section &section, mlir::Value value) {
  bool isKnown =
      value && section.ir().typeSourceOf(value) != SectionIR::TypeSource::None;
  return isKnown ? typeText(value.getType()) : "";
}

std::string shapels::typeOfName(const Section &section, StatementId use,
                                std::string_view name) {
  return use == noStatement
             ? ""
             : knownType(section, valueNamed(section, use, name));
}

std::string shapels::shapeText(const Section &section, SectionShapes &shapes,
                               const VisibleValue &value) {
  mlir::Value live = section.ir().valueOf(value.definition, value.number);
  TypeShape declared = live ? statedShape(live.getType()) : TypeShape();
  bool isOpen =
      declared.isShaped() &&
      (!declared.isRanked() || std::ranges::any_of(*declared.dims, [](Dim dim) {
        return dim.isDynamic();
      }));
  if (!isOpen)
    return "";
  Shape shape = shapes.bestSymbolic(live);
  if (!shape.hasRank)
    return "";
  std::string text;
  bool tellsMore = false;
  for (auto [index, dim] : llvm::enumerate(shape.dims)) {
    bool isOwn = isOwnSymbol(dim, live.getAsOpaquePointer());
    bool isDeclared = declared.isRanked() && index < declared.dims->size() &&
                      !(*declared.dims)[index].isDynamic();
    tellsMore |= !isOwn && !isDeclared;
    text += (text.empty() ? "= [" : ", ") + (isOwn ? "?" : shapes.text(dim));
  }
  return tellsMore ? text + "]" : "";
}

std::string shapels::inferredResultType(const Section &section,
                                        SectionShapes &shapes,
                                        StatementId statement) {
  std::optional<OpSketch> sketch = sketchOf(section, statement);
  if (!sketch || sketch->results.size() != 1 || sketch->operands.empty() ||
      !sketch->operands.front())
    return "";
  mlir::Type like = sketch->operands.front().getType();
  Shape shape = shapes.fromTypes().symbolic(*sketch, 0);
  if (!statedShape(like).isShaped() || !shape.hasRank)
    return "";
  std::vector<Dim> dims;
  for (DimExpr dim : shape.dims)
    dims.push_back(shapes.fromTypes().dimOf(dim));
  return typeTextWith(like, dims).value_or("");
}

std::vector<std::string> shapels::operandTypes(const Section &section,
                                               StatementId statement) {
  std::vector<std::string> types;
  if (mlir::Operation *op = section.ir().operationOf(statement))
    for (mlir::Value operand : op->getOperands())
      types.push_back(knownType(section, operand));
  return types;
}
