//===- SymbolicSources.cpp ------------------------------------------------===//

#include "core/analysis/SymbolicSources.h"
#include "core/analysis/Document.h"
#include "core/analysis/FunctionsOf.h"
#include "core/analysis/OperationText.h"
#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"
#include "core/ir/context/BoundedText.h"
#include "core/shape/StatedShape.h"
#include "core/shape/emit/SaidSize.h"
#include "core/shape/emit/ShapeFunctions.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;

namespace {

class SourceLister {
public:
  SourceLister(const Section &section, SectionShapes &shapes,
               mlir::Operation *function)
      : section(section), shapes(shapes), function(function) {}

  FunctionSources list();

private:
  void nameGiven();
  void add(mlir::Value value);
  void addSources(DimExpr size, llvm::SetVector<mlir::Value> &sources) const;
  bool addSaid(mlir::Value value, const TypeShape &type,
               llvm::SetVector<mlir::Value> &sources);
  SourceValue describe(mlir::Value value) const;

  const Section &section;
  SectionShapes &shapes;
  mlir::Operation *function;
  /// What names without a value stand for, and sizes that nobody tells.
  llvm::DenseMap<const DimNode *, mlir::Value> owners;
  FunctionSources done;
};

} // namespace

/// The op's text on one line, up to its regions; of the generic form no more
/// than the name, as the rest is long.
static std::string opText(const Section &section, mlir::Operation *op) {
  StatementId statement = SectionIR::statementOf(op);
  std::string_view text =
      statement == noStatement
          ? std::string_view(op->getName().getStringRef())
          : section.slice(section.statement(statement).range);
  std::string line;
  for (char c : text.substr(0, text.find('\n')))
    if (!llvm::isSpace(c) || (!line.empty() && line.back() != ' '))
      line += llvm::isSpace(c) ? ' ' : c;
  size_t name = line.find("= \"");
  name = line.starts_with('"') ? 0 : name == line.npos ? name : name + 2;
  size_t end = name == line.npos ? name : line.find('"', name + 1);
  if (end != line.npos)
    return line.substr(0, end + 1) + "...";
  return shortened(llvm::StringRef(line).rtrim().str(), 200);
}

SourceValue SourceLister::describe(mlir::Value value) const {
  SourceValue result{section.nameOf(value), "",
                     section.span().inDocument(section.definitionOf(value))};
  if (mlir::Operation *op = value.getDefiningOp())
    result.words = opText(section, op);
  else
    result.words =
        "<block argument> of type '" + boundedText(value.getType()) +
        "' at index: " +
        std::to_string(llvm::cast<mlir::BlockArgument>(value).getArgNumber());
  return result;
}

/// Names that users give sizes.
void SourceLister::nameGiven() {
  ShapeAnalysis &analysis = shapes.fromArguments();
  for (mlir::Value argument : function->getRegion(0).getArguments()) {
    TypeShape type = statedShape(argument.getType());
    for (unsigned i = 0; type.isRanked() && i < type.rank(); ++i)
      if ((*type.dims)[i].isDynamic())
        owners.try_emplace(
            analysis.canonical(argument, analysis.sizeOf(argument, i)).get(),
            argument);
  }
}

void SourceLister::addSources(DimExpr size,
                              llvm::SetVector<mlir::Value> &sources) const {
  for (DimExpr leaf : leavesOf(size)) {
    bool hasValue = leaf->source.kind != DimSource::Kind::Named &&
                    leaf->source.kind != DimSource::Kind::Nothing;
    if (hasValue)
      sources.insert(mlir::Value::getFromOpaquePointer(leaf->source.value));
    else if (mlir::Value owner = owners.lookup(leaf.get()))
      sources.insert(owner);
  }
}

/// Of a value of which only `shape.with_shape` tells the sizes. False where
/// that leaves one open.
bool SourceLister::addSaid(mlir::Value value, const TypeShape &type,
                           llvm::SetVector<mlir::Value> &sources) {
  bool isKnown = type.isRanked();
  for (unsigned i = 0; isKnown && i < type.rank(); ++i) {
    if (!(*type.dims)[i].isDynamic())
      continue;
    DimExpr said = saidSize(shapes.fromArguments(), value, i);
    isKnown = bool(said);
    if (said)
      addSources(said, sources);
  }
  return isKnown;
}

void SourceLister::add(mlir::Value value) {
  TypeShape type = statedShape(value.getType());
  if (!type.isShaped())
    return;
  Shape shape = shapes.symbolic(value);
  llvm::SetVector<mlir::Value> sources;
  bool isKnown =
      shape.hasRank && (!type.isRanked() || type.rank() == shape.rank());
  for (size_t i = 0; isKnown && i < shape.rank(); ++i)
    if (owners.try_emplace(shape[i].get(), value);
        !type.isRanked() || (*type.dims)[i].isDynamic())
      addSources(shape[i], sources);
  if (!isKnown && !addSaid(value, type, sources))
    sources.insert(value);
  ValueSources &entry = done.values.emplace_back();
  entry.value = describe(value);
  for (mlir::Value source : sources)
    entry.sources.push_back(describe(source));
}

FunctionSources SourceLister::list() {
  done.function = mlir::SymbolTable::getSymbolName(function).str();
  nameGiven();
  function->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      add(result);
  });
  return std::move(done);
}

std::vector<FunctionSources>
shapels::symbolicSources(const Document &document, const Section &section,
                         const std::string &function) {
  std::vector<FunctionSources> all;
  for (mlir::Operation *op : functionsOf(section, function))
    all.push_back(SourceLister(section, document.shapes(section), op).list());
  return all;
}

std::vector<FunctionSources>
shapels::symbolicSources(const Document &document, const Section &section,
                         mlir::Operation *function) {
  if (!function || !hasShapeFunction(function))
    return {};
  return {SourceLister(section, document.shapes(section), function).list()};
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void addTable(const FunctionSources &table, SourcesText &to,
                     uint32_t &line) {
  auto add = [&](const std::string &text) {
    to.text += text + "\n";
    ++line;
  };
  auto addValue = [&](const char *title, const SourceValue &value) {
    to.lines.push_back({line, value.range});
    add(title + value.words);
  };
  add("============= symbolic expr sources table for @" + table.function +
      " =============");
  for (const ValueSources &entry : table.values) {
    addValue("original value: ", entry.value);
    add("symbolic shape sources:");
    for (const SourceValue &source : entry.sources)
      addValue("", source);
  }
}

SourcesText shapels::sourcesText(const std::vector<FunctionSources> &tables) {
  SourcesText result;
  uint32_t line = 0;
  for (const FunctionSources &table : tables)
    addTable(table, result, line);
  return result;
}
