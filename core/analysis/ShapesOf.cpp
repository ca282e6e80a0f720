//===- ShapesOf.cpp -------------------------------------------------------===//

#include "shapels/analysis/ShapesOf.h"
#include "shapels/analysis/Document.h"
#include "shapels/analysis/Section.h"
#include "shapels/analysis/SectionShapes.h"
#include "shapels/shape/StatedShape.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"

#include <algorithm>

using namespace shapels;

static std::string printed(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

/// The symbol of the function that `op` is or is in.
static std::string functionOf(mlir::Operation *op) {
  for (; op; op = op->getParentOp())
    if (!llvm::isa<mlir::ModuleOp>(op))
      if (auto name = op->getAttrOfType<mlir::StringAttr>(
              mlir::SymbolTable::getSymbolAttrName()))
        return "@" + name.str();
  return "";
}

static std::vector<std::string> texts(SectionShapes &shapes,
                                      llvm::ArrayRef<DimExpr> exprs) {
  std::vector<std::string> result;
  for (DimExpr expr : exprs)
    result.push_back(shapes.text(expr));
  return result;
}

namespace {

/// The values of one section.
class Lister {
public:
  Lister(const Section &section, SectionShapes &shapes)
      : section(section), shapes(shapes) {}

  std::vector<InferredValue> list() {
    section.ir().walk([&](mlir::Operation *op) { addValuesOf(op); });
    std::stable_sort(values.begin(), values.end(),
                     [](const InferredValue &a, const InferredValue &b) {
                       return a.range.begin < b.range.begin;
                     });
    return std::move(values);
  }

private:
  void addValuesOf(mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      add(result, op);
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region)
        for (mlir::Value argument : block.getArguments())
          add(argument, op);
  }

  void add(mlir::Value value, mlir::Operation *op);

  const Section &section;
  SectionShapes &shapes;
  std::vector<InferredValue> values;
};

} // namespace

void Lister::add(mlir::Value value, mlir::Operation *op) {
  bool isShaped = statedShape(value.getType()).isShaped();
  if (!isShaped && !value.getType().isIndex())
    return;
  InferredValue entry;
  entry.range = section.definitionOf(value).shifted(section.start().value);
  entry.function = functionOf(op);
  entry.name = section.nameOf(value);
  bool isResult = llvm::isa<mlir::OpResult>(value);
  if (isResult)
    entry.op = op->getName().getStringRef();
  entry.declared = printed(value.getType());
  const ValueShape *known = shapes.find(value);
  if (isShaped) {
    entry.inferred = isResult ? shapes.inferredType(value) : entry.declared;
    entry.fromArguments = shapes.typeFromArguments(value);
    if (known && known->shape.hasRank)
      entry.symbolic = texts(shapes, shapes.symbolic(value).dims);
  }
  entry.isStatedByType = isShaped && known && known->isStated;
  bool hasElements = known && known->elements;
  if (hasElements || !isResult || !isShaped)
    if (std::optional<Elements> elements = shapes.elements(value))
      entry.value = texts(shapes, elements->items);
  values.push_back(std::move(entry));
}

std::vector<InferredValue> shapels::inferredValues(const Document &document) {
  std::vector<InferredValue> all;
  uint64_t number = 0;
  for (const std::unique_ptr<Section> &section : document.sections()) {
    Lister lister(*section, document.shapes(*section));
    for (InferredValue &value : lister.list()) {
      value.section = number;
      all.push_back(std::move(value));
    }
    ++number;
  }
  return all;
}
