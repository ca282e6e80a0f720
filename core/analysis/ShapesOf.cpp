//===- ShapesOf.cpp -------------------------------------------------------===//

#include "shapels/analysis/ShapesOf.h"
#include "shapels/analysis/Document.h"
#include "shapels/analysis/Finding.h"
#include "shapels/analysis/OperationText.h"
#include "shapels/analysis/Section.h"
#include "shapels/shape/ShapeAnalysis.h"
#include "shapels/shape/StatedShape.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"

#include <algorithm>

using namespace shapels;

namespace {

using Trust = ShapeAnalysis::Trust;

/// The values of one section.
class SectionShapes {
public:
  SectionShapes(const Section &section, const Configuration &configuration)
      : section(section), byTypes(optionsFor(Trust::Declared, configuration)),
        byArguments(optionsFor(Trust::Arguments, configuration)) {}

  std::vector<InferredValue> list() {
    mlir::Operation *root = nullptr;
    section.ir().walk([&](mlir::Operation *op) { root = root ? root : op; });
    if (!root)
      return {};
    while (mlir::Operation *parent = root->getParentOp())
      root = parent;
    byTypes.analyze(root);
    byArguments.analyze(root);
    section.ir().walk([&](mlir::Operation *op) { addValuesOf(op); });
    std::stable_sort(values.begin(), values.end(),
                     [](const InferredValue &a, const InferredValue &b) {
                       return a.range.begin < b.range.begin;
                     });
    return std::move(values);
  }

private:
  ShapeAnalysis::Options optionsFor(Trust trust,
                                    const Configuration &configuration) {
    ShapeAnalysis::Options options;
    options.trust = trust;
    options.isBroadcastable = [&configuration](mlir::Operation *op) {
      return isBroadcastable(op, configuration);
    };
    options.isSound = [this](mlir::Operation *op) {
      return section.ir().isSound(op);
    };
    options.textOf = [this](mlir::Operation *op) {
      return customText(section, op);
    };
    return options;
  }

  void addValuesOf(mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      add(result, op);
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region)
        for (mlir::Value argument : block.getArguments())
          add(argument, op);
  }

  void add(mlir::Value value, mlir::Operation *op);
  std::optional<std::string> typeOf(ShapeAnalysis &analysis, mlir::Value value);
  std::vector<std::string> texts(llvm::ArrayRef<DimExpr> exprs);

  const Section &section;
  ShapeAnalysis byTypes, byArguments;
  std::vector<InferredValue> values;
};

} // namespace

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

std::vector<std::string> SectionShapes::texts(llvm::ArrayRef<DimExpr> exprs) {
  std::vector<std::string> result;
  for (DimExpr expr : exprs)
    result.push_back(
        toString(byArguments.canonical(expr), [&](const DimSource &source) {
          return section.nameOf(
              mlir::Value::getFromOpaquePointer(source.value));
        }));
  return result;
}

std::optional<std::string> SectionShapes::typeOf(ShapeAnalysis &analysis,
                                                 mlir::Value value) {
  const ValueShape *known = analysis.find(value);
  if (!known || !known->shape.hasRank)
    return std::nullopt;
  std::vector<Dim> dims;
  for (DimExpr dim : known->shape.dims)
    dims.push_back(analysis.dimOf(dim));
  return typeTextWith(value.getType(), dims);
}

void SectionShapes::add(mlir::Value value, mlir::Operation *op) {
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
  const ValueShape *known = byArguments.find(value);
  if (isShaped) {
    entry.inferred = isResult ? typeOf(byTypes, value) : entry.declared;
    entry.fromArguments = typeOf(byArguments, value);
    if (known && known->shape.hasRank)
      entry.symbolic = texts(known->shape.dims);
  }
  entry.isStatedByType = isShaped && known && known->isStated;
  bool hasElements = known && known->elements;
  if (hasElements || !isResult || !isShaped)
    if (std::optional<Elements> elements = byArguments.elementsOf(value))
      entry.value = texts(elements->items);
  values.push_back(std::move(entry));
}

std::vector<InferredValue> shapels::inferredValues(const Document &document) {
  std::vector<InferredValue> all;
  uint64_t number = 0;
  for (const std::unique_ptr<Section> &section : document.sections()) {
    SectionShapes shapes(*section, document.configuration());
    for (InferredValue &value : shapes.list()) {
      value.section = number;
      all.push_back(std::move(value));
    }
    ++number;
  }
  return all;
}
