//===- Functions.cpp ------------------------------------------------------===//

#include "server/features/Functions.h"
#include "core/analysis/Section.h"
#include "core/shape/emit/ShapeFunctions.h"
#include "core/syntax/OpFacts.h"
#include "server/features/Symbols.h"

#include "llvm/ADT/STLFunctionalExtras.h"

using namespace shapels;

/// By its name, which tells this of all functions of MLIR.
static bool isFunctionOp(const Outline &outline, StatementId statement) {
  std::string_view op = outline.opName(statement);
  return outline.kind(statement) == StatementKind::Operation &&
         (namesFunction(op) || (outline.opTable().isUnknown(op) &&
                                outlineKindOf(op) == OutlineKind::Function));
}

static std::optional<FunctionPlace> placeOf(const Section &section,
                                            StatementId statement) {
  const Outline &outline = section.outline();
  auto name = symbolDefinedIn(outline, section.span(), statement);
  if (!name)
    return std::nullopt;
  return FunctionPlace{&section, statement,
                       std::string(outline.plainName(name->id)),
                       section.span().inDocument(name->range)};
}

/// Calls back with each function until that returns true.
static void findFunction(const Section &section,
                         llvm::function_ref<bool(StatementId)> isFound) {
  const Outline &outline = section.outline();
  for (StatementId id = outline.first(); id != noStatement;)
    if (!isFunctionOp(outline, id))
      id = outline.next(id);
    else if (isFound(id))
      return;
    else
      id = outline.behind(id);
}

/// Types with a shape are written so, or have a dialect or an alias.
static bool mayHaveShapes(std::string_view text) {
  for (std::string_view type : {"tensor<", "!", "memref<", "vector<"})
    if (text.find(type) != text.npos)
      return true;
  return false;
}

std::vector<DocumentRange>
shapels::functionsWithShapes(const Document &document) {
  std::vector<DocumentRange> names;
  for (const auto &section : document.sections())
    findFunction(*section, [&](StatementId id) {
      const Statement own = section->statement(id);
      if (own.regionCount != 0 && mayHaveShapes(section->slice(own.range)))
        if (std::optional<FunctionPlace> place = placeOf(*section, id))
          names.push_back(place->range);
      return false;
    });
  return names;
}

std::optional<FunctionPlace> shapels::functionAround(const Document &document,
                                                     DocumentOffset offset) {
  const Section &section = document.sectionAt(offset);
  const Outline &outline = section.outline();
  std::optional<FunctionPlace> found;
  auto isFunction = [&](StatementId id) {
    mlir::Operation *op = section.ir().operationOf(id);
    return isFunctionOp(outline, id) || (op && hasShapeFunction(op));
  };
  for (StatementId id = outline.statementAt(section.span().inSection(offset));
       id != noStatement; id = outline.parent(id))
    if (isFunction(id))
      if (std::optional<FunctionPlace> place = placeOf(section, id))
        found = std::move(place);
  return found;
}

std::optional<FunctionPlace> shapels::functionNamed(const Document &document,
                                                    std::string_view name) {
  std::optional<FunctionPlace> found;
  for (const auto &section : document.sections())
    if (!found)
      findFunction(*section, [&](StatementId id) {
        std::optional<FunctionPlace> place = placeOf(*section, id);
        if (!place || place->name != name)
          return false;
        found = std::move(place);
        return true;
      });
  return found;
}
