//===- ShapesOf.cpp -------------------------------------------------------===//

#include "core/analysis/ShapesOf.h"
#include "core/analysis/Document.h"
#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"
#include "core/ir/context/BoundedText.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/StatedShape.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"

#include <algorithm>
#include <iterator>

using namespace shapels;

/// The symbol of the op, if it is a function's.
static std::string symbolOf(mlir::Operation *op) {
  auto name = llvm::isa<mlir::ModuleOp>(op)
                  ? mlir::StringAttr()
                  : op->getAttrOfType<mlir::StringAttr>(
                        mlir::SymbolTable::getSymbolAttrName());
  return name ? "@" + name.str() : "";
}

namespace {

/// The values of one section. Texts that many of them share are made once.
class Lister {
public:
  Lister(const Section &section, SectionShapes &shapes)
      : section(section), shapes(shapes) {}

  std::vector<InferredValue> list() {
    section.ir().walk([&](mlir::Operation *op) { addValuesOf(op); });
    auto startsBefore = [](const InferredValue &a, const InferredValue &b) {
      return a.range.begin < b.range.begin;
    };
    if (!std::is_sorted(values.begin(), values.end(), startsBefore))
      std::stable_sort(values.begin(), values.end(), startsBefore);
    return std::move(values);
  }

private:
  struct TypeText {
    TypeShape stated;
    std::string text;
  };
  const TypeText &textOf(mlir::Type type);
  std::optional<std::string> textWith(mlir::Type type,
                                      std::optional<std::vector<Dim>> sizes);
  std::vector<std::string> texts(llvm::ArrayRef<DimExpr> exprs);
  const std::string &functionOf(mlir::Operation *op);

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
  llvm::DenseMap<mlir::Type, TypeText> types;
  llvm::DenseMap<const DimNode *, std::string> sizes;
  /// By the op with regions that it is or is directly in.
  llvm::DenseMap<mlir::Operation *, std::string> functions;
};

} // namespace

const Lister::TypeText &Lister::textOf(mlir::Type type) {
  auto [entry, isNew] = types.try_emplace(type);
  if (isNew)
    entry->second = {statedShape(type), boundedText(type)};
  return entry->second;
}

std::optional<std::string>
Lister::textWith(mlir::Type type, std::optional<std::vector<Dim>> sizes) {
  if (!sizes)
    return std::nullopt;
  const TypeText &own = textOf(type);
  return own.stated.dims == sizes ? own.text : typeTextWith(type, *sizes);
}

std::vector<std::string> Lister::texts(llvm::ArrayRef<DimExpr> exprs) {
  std::vector<std::string> result;
  for (DimExpr expr : exprs) {
    auto [entry, isNew] = sizes.try_emplace(expr.get());
    if (isNew)
      entry->second = shapes.text(expr);
    result.push_back(entry->second);
  }
  return result;
}

/// The symbol of the function that `op` is or is in.
const std::string &Lister::functionOf(mlir::Operation *op) {
  while (op->getNumRegions() == 0 && op->getParentOp())
    op = op->getParentOp();
  auto [entry, isNew] = functions.try_emplace(op);
  if (isNew)
    for (; op && entry->second.empty(); op = op->getParentOp())
      entry->second = symbolOf(op);
  return entry->second;
}

void Lister::add(mlir::Value value, mlir::Operation *op) {
  const TypeText &type = textOf(value.getType());
  bool isShaped = type.stated.isShaped();
  if (!isShaped && !value.getType().isIndex())
    return;
  InferredValue entry;
  entry.range = section.span().inDocument(section.definitionOf(value));
  entry.function = functionOf(op);
  entry.name = section.nameOf(value);
  bool isResult = llvm::isa<mlir::OpResult>(value);
  if (isResult)
    entry.op = op->getName().getStringRef();
  entry.declared = type.text;
  const ValueShape *known = shapes.find(value);
  if (isShaped) {
    entry.inferred = isResult
                         ? textWith(value.getType(), shapes.sizesByTypes(value))
                         : entry.declared;
    entry.fromArguments =
        textWith(value.getType(), shapes.fromArguments().sizes(value));
    if (known && known->shape.hasRank)
      entry.symbolic = texts(shapes.symbolic(value).dims);
  }
  const Summary *summary = isResult && ShapeAnalysis::mayCall(op->getName())
                               ? shapes.fromArguments().summaryAt(op)
                               : nullptr;
  if (summary && known && !known->isStated && !known->rule.empty())
    entry.callee = symbolOf(summary->function);
  entry.isStatedByType = isShaped && known && known->isStated;
  bool hasElements = known && known->elements;
  if (hasElements || !isResult || !isShaped)
    if (std::optional<Elements> elements = shapes.elements(value))
      entry.value = texts(elements->items);
  values.push_back(std::move(entry));
}

std::vector<InferredValue> shapels::inferredValues(const Document &document,
                                                   const Section &section,
                                                   uint64_t number) {
  std::vector<InferredValue> values =
      Lister(section, document.shapes(section)).list();
  for (InferredValue &value : values)
    value.section = number;
  return values;
}

std::vector<InferredValue> shapels::inferredValues(const Document &document) {
  std::vector<InferredValue> all;
  uint64_t number = 0;
  for (const std::unique_ptr<Section> &section : document.sections())
    std::ranges::move(inferredValues(document, *section, number++),
                      std::back_inserter(all));
  return all;
}
