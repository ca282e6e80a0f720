//===- ShapeFunctionText.cpp ----------------------------------------------===//

#include "core/analysis/ShapeFunctionText.h"
#include "core/analysis/Document.h"
#include "core/analysis/FunctionsOf.h"
#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"
#include "core/analysis/ShapeFunctionLayout.h"
#include "core/ir/context/BoundedText.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/shape/emit/ShapeFunctions.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace shapels;

namespace {

/// Names what was emitted after the text, prints it and finds the way back.
class ShapeFunctionPrinter {
public:
  ShapeFunctionPrinter(const Document &document, const Section &section,
                       EmittedModule emitted)
      : document(document), section(section), shapes(document.shapes(section)),
        emitted(std::move(emitted)) {}

  ShapeFunctionText print();

private:
  DocumentRange rangeOf(mlir::Value value) const {
    return section.span().inDocument(section.definitionOf(value));
  }
  void describe(EmittedFunction &function);
  ComputedShape computed(const EmittedShape &shape);
  void addBroken(mlir::Operation *broken, std::vector<ComputedShape> &shapes);
  UnknownArgument unknown(EmittedFunction &function,
                          const EmittedUnknown &argument);
  void nameArguments(EmittedFunction &function);
  void nameResults(EmittedFunction &function);
  void addLine(uint32_t number, mlir::Operation *op);
  void addLines(const ShapeFunctionLayout &layout,
                const mlir::AsmState::LocationMap &places);
  void addMissing();

  const Document &document;
  const Section &section;
  SectionShapes &shapes;
  EmittedModule emitted;
  ShapeFunctionText done;
};

} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Without what MLIR has no use for in a name: `0_1` of `%0#1`.
static std::string plainName(std::string name) {
  name.erase(0, name.find_first_not_of('%'));
  std::replace(name.begin(), name.end(), '#', '_');
  return name;
}

/// As the text has them; others after what they stand for.
void ShapeFunctionPrinter::nameArguments(EmittedFunction &function) {
  mlir::Region &original = function.original->getRegion(0);
  auto name = [&](mlir::BlockArgument argument, const llvm::Twine &text) {
    argument.setLoc(
        mlir::NameLoc::get(mlir::StringAttr::get(argument.getContext(), text)));
  };
  for (auto [from, to] :
       llvm::zip(original.getArguments(), function.function.getArguments()))
    name(to, plainName(section.nameOf(from)));
  for (const EmittedUnknown &unknown : function.unknowns) {
    std::string of = plainName(section.nameOf(unknown.value));
    if (!of.empty() && llvm::isDigit(of.front()))
      of = "v" + of;
    name(function.function.getArgument(unknown.argument),
         unknown.dim ? of + "_dim" + llvm::Twine(*unknown.dim)
                     : llvm::Twine(of));
    function.function.setArgAttr(
        unknown.argument, "shapels.value",
        mlir::StringAttr::get(&section.context(),
                              section.nameOf(unknown.value)));
  }
  for (auto [from, to] :
       llvm::zip(original.getArguments(), function.function.getArguments()))
    if (from.getType() != to.getType())
      function.function.setArgAttr(
          to.getArgNumber(), "shapels.type",
          mlir::StringAttr::get(&section.context(),
                                boundedText(from.getType())));
}

/// Each result says of which value it is, and where that stands.
void ShapeFunctionPrinter::nameResults(EmittedFunction &function) {
  mlir::Builder builder(&section.context());
  std::vector<mlir::Attribute> all(function.function.getNumResults(),
                                   builder.getDictionaryAttr({}));
  for (const EmittedShape &shape : function.shapes) {
    Position place = document.buffer().position(rangeOf(shape.value).begin,
                                                PositionEncoding::Utf8);
    std::string at = std::to_string(place.line + 1) + ":" +
                     std::to_string(place.character + 1);
    for (unsigned i = 0; i < shape.count; ++i) {
      llvm::SmallVector<mlir::NamedAttribute> attributes{
          builder.getNamedAttr(
              "shapels.value",
              builder.getStringAttr(section.nameOf(shape.value))),
          builder.getNamedAttr("shapels.at", builder.getStringAttr(at))};
      if (llvm::isa<mlir::IndexType>(
              function.function.getResultTypes()[shape.first + i]))
        attributes.push_back(
            builder.getNamedAttr("shapels.dim", builder.getI64IntegerAttr(i)));
      all[shape.first + i] = builder.getDictionaryAttr(attributes);
    }
  }
  if (!all.empty())
    function.function.setResAttrsAttr(builder.getArrayAttr(all));
}

//===----------------------------------------------------------------------===//
// Plain values
//===----------------------------------------------------------------------===//

ComputedShape ShapeFunctionPrinter::computed(const EmittedShape &shape) {
  ComputedShape result;
  result.name = section.nameOf(shape.value);
  if (mlir::Operation *op = shape.value.getDefiningOp())
    result.op = op->getName().getStringRef();
  result.range = rangeOf(shape.value);
  result.first = shape.first;
  result.count = shape.count;
  result.missing = shape.missing;
  Shape known = shapes.bestSymbolic(shape.value);
  if (known.hasRank)
    for (DimExpr size : known.dims)
      result.sizes.push_back(shapes.text(size));
  return result;
}

UnknownArgument ShapeFunctionPrinter::unknown(EmittedFunction &function,
                                              const EmittedUnknown &argument) {
  return {
      argument.argument,
      boundedText(function.function.getArgument(argument.argument).getType()),
      section.nameOf(argument.value),
      rangeOf(argument.value),
      argument.dim,
      argument.reason};
}

/// The names that a statement defines which does not parse.
void ShapeFunctionPrinter::addBroken(mlir::Operation *broken,
                                     std::vector<ComputedShape> &shapes) {
  StatementId statement = SectionIR::statementOf(broken);
  if (statement == noStatement)
    return;
  for (const NameOccurrence &name : section.outline().names(statement))
    if (name.kind == NameKind::Value && name.isDefinition)
      shapes.push_back({std::string(section.outline().plainName(name.id)),
                        "",
                        section.span().inDocument(name.range),
                        0,
                        0,
                        {},
                        "it does not parse"});
}

static uint32_t countOps(mlir::Operation *function) {
  uint32_t count = 0;
  for (mlir::Region &region : function->getRegions())
    region.walk([&](mlir::Operation *op) {
      count += !op->hasTrait<mlir::OpTrait::ConstantLike>() &&
               !op->hasTrait<mlir::OpTrait::IsTerminator>();
    });
  return count;
}

void ShapeFunctionPrinter::describe(EmittedFunction &function) {
  DescribedFunction result;
  result.name = function.function.getName();
  result.auxiliaryOf =
      mlir::SymbolTable::getSymbolName(function.original).str();
  result.range = section.span().inDocument(section.rangeOf(function.original));
  for (const EmittedShape &shape : function.shapes)
    result.shapes.push_back(computed(shape));
  function.original->walk([&](mlir::Operation *op) {
    if (isBrokenOp(op))
      addBroken(op, result.shapes);
  });
  for (const EmittedUnknown &argument : function.unknowns)
    result.unknowns.push_back(unknown(function, argument));
  result.ops = countOps(function.function);
  result.originalOps = countOps(function.original);
  done.functions.push_back(std::move(result));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void ShapeFunctionPrinter::addLine(uint32_t number, mlir::Operation *op) {
  auto place = llvm::dyn_cast<mlir::FileLineColLoc>(op->getLoc());
  if (place && place.getLine() < emitted.located.size())
    done.lines.push_back({number, rangeOf(emitted.located[place.getLine()])});
}

/// What is not there stands behind the functions.
void ShapeFunctionPrinter::addMissing() {
  uint32_t number = uint32_t(llvm::count(done.text, '\n'));
  for (const DescribedFunction &function : done.functions)
    for (const ComputedShape &shape : function.shapes)
      if (!shape.missing.empty()) {
        done.text += "// @" + function.name + " leaves out " + shape.name +
                     ": " + shape.missing + "\n";
        done.lines.push_back({number++, shape.range});
      }
}

/// Lines of results, and of the ops that compute them.
void ShapeFunctionPrinter::addLines(const ShapeFunctionLayout &layout,
                                    const mlir::AsmState::LocationMap &places) {
  for (auto [function, lines] : llvm::zip(done.functions, layout.results))
    for (const ComputedShape &shape : function.shapes)
      for (uint32_t i = 0; i < shape.count; ++i)
        done.lines.push_back({lines[shape.first + i], shape.range});
  emitted.module->walk([&](mlir::Operation *op) {
    if (auto found = places.find(op); found != places.end())
      addLine(layout.lines[found->second.first - 1], op);
  });
}

ShapeFunctionText ShapeFunctionPrinter::print() {
  if (!emitted.module)
    return {};
  for (EmittedFunction &function : emitted.functions) {
    describe(function);
    nameArguments(function);
    nameResults(function);
  }
  mlir::OpPrintingFlags flags;
  flags.printNameLocAsPrefix();
  mlir::AsmState::LocationMap places;
  mlir::AsmState state(*emitted.module, flags, &places);
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  emitted.module->print(stream, state);
  ShapeFunctionLayout layout = layOut(printed);
  addLines(layout, places);
  done.text = std::move(layout.text);
  addMissing();
  llvm::stable_sort(done.lines, [](const auto &a, const auto &b) {
    return a.number < b.number;
  });
  return std::move(done);
}

static ShapeFunctionText
printedFunctions(const Document &document, const Section &section,
                 llvm::ArrayRef<mlir::Operation *> functions,
                 const ShapeFunctionQuery &query) {
  SectionShapes &shapes = document.shapes(section);
  return ShapeFunctionPrinter(document, section,
                              emitShapeFunctions(
                                  shapes.fromArguments(),
                                  [&shapes] { return shapes.newAnalysis(); },
                                  [&section](mlir::Operation *op) {
                                    return section.ir().isSound(op);
                                  },
                                  functions,
                                  {query.isOfResults, query.areIndices}))
      .print();
}

ShapeFunctionText shapels::shapeFunctionText(const Document &document,
                                             const Section &section,
                                             const ShapeFunctionQuery &query) {
  return printedFunctions(document, section,
                          functionsOf(section, query.function), query);
}

ShapeFunctionText shapels::shapeFunctionText(const Document &document,
                                             const Section &section,
                                             mlir::Operation *function,
                                             const ShapeFunctionQuery &query) {
  if (!function || !hasShapeFunction(function))
    return {};
  return printedFunctions(document, section, function, query);
}
