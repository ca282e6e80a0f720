//===- ShapeFunctions.cpp -------------------------------------------------===//

#include "core/shape/emit/ShapeFunctions.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/shape/FunctionLike.h"
#include "core/shape/StatedShape.h"
#include "core/shape/emit/PlainTypes.h"
#include "core/shape/emit/ShapeEmitter.h"
#include "core/shape/emit/Simplify.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

#include <deque>
#include <map>

using namespace shapels;
using namespace mlir;

//===----------------------------------------------------------------------===//
// The original
//===----------------------------------------------------------------------===//

static StringAttr symbolOf(Operation *op) {
  return op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
}

static bool isShaped(Value value) {
  return statedShape(value.getType()).isShaped();
}

/// Results and arguments of blocks with a shape, in the order of the text, but
/// for the function's own arguments.
static std::vector<Value> shapedValues(Operation *function) {
  std::vector<Value> values;
  auto add = [&](Value value) {
    if (isShaped(value))
      values.push_back(value);
  };
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != function && isFunctionLike(op))
      return WalkResult::skip();
    if (!isPlaceholder(op))
      llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (op != function || !block.isEntryBlock())
          llvm::for_each(block.getArguments(), add);
    return WalkResult::advance();
  });
  return values;
}

/// What it returns, if all ends of it return the same; null for the others.
static SmallVector<Value> returnedBy(Operation *function) {
  std::optional<SmallVector<Value>> all;
  for (Block &block : function->getRegion(0)) {
    if (block.empty() || block.back().getNumSuccessors() != 0)
      continue;
    SmallVector<Value> values(block.back().getOperands());
    if (all && all->size() != values.size())
      return {};
    for (size_t i = 0; all && i < values.size(); ++i)
      if ((*all)[i] != values[i])
        values[i] = {};
    all = std::move(values);
  }
  return all.value_or(SmallVector<Value>());
}

static bool isFunction(Operation *op) {
  return !isa<ModuleOp>(op) && isFunctionLike(op) && symbolOf(op) &&
         op->getNumRegions() == 1 && !op->getRegion(0).empty() &&
         (!op->isRegistered() || isa<FunctionOpInterface>(op));
}

bool shapels::hasShapeFunction(Operation *op) {
  for (Operation *around = op->getParentOp(); around;
       around = around->getParentOp())
    if (isFunction(around))
      return false;
  return isFunction(op) &&
         (llvm::any_of(op->getRegion(0).getArguments(), isShaped) ||
          !shapedValues(op).empty());
}

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

namespace {

/// Writes one function, into an empty one that has its arguments.
class FunctionWriter {
public:
  FunctionWriter(const EmitSources &sources, Operation *original,
                 func::FuncOp into, EmitDemand &demand)
      : sources(sources), original(original), function(into),
        emitter(sources, original, into, demand) {}

  EmittedFunction write();

private:
  void nameOwners(ArrayRef<Value> values);
  size_t add(Value value);
  void addSizes(EmittedShape &shape, ArrayRef<Value> sizes);
  void addWhole(EmittedShape &shape);
  std::optional<size_t> rankOf(Value value);
  Value shapeOf(const std::vector<const void *> &key, ArrayRef<Value> sizes);
  Value asShape(Value extents);
  void finish();

  const EmitSources &sources;
  Operation *original;
  func::FuncOp function;
  ShapeEmitter emitter;
  EmittedFunction done;
  SmallVector<Value> results;
  std::map<std::vector<const void *>, Value> made;
};

} // namespace

std::optional<size_t> FunctionWriter::rankOf(Value value) {
  TypeShape type = statedShape(value.getType());
  if (type.isRanked())
    return type.rank();
  Shape known = sources.analysis.symbolic(value);
  return known.hasRank ? std::optional(known.rank()) : std::nullopt;
}

/// The first value that has a size which has no name of its own names it.
void FunctionWriter::nameOwners(ArrayRef<Value> values) {
  for (Value value : values) {
    Shape known = sources.analysis.symbolic(value);
    for (auto [dim, size] : llvm::enumerate(known.dims))
      if (known.hasRank)
        emitter.own(size, value, unsigned(dim));
  }
}

Value FunctionWriter::asShape(Value extents) {
  OpBuilder builder = OpBuilder::atBlockEnd(&function.front());
  return shape::ValueAsShapeOp::create(
      builder, extents.getLoc(), shape::ShapeType::get(builder.getContext()),
      extents);
}

Value FunctionWriter::shapeOf(const std::vector<const void *> &key,
                              ArrayRef<Value> sizes) {
  Value &shape = made[key];
  if (shape)
    return shape;
  OpBuilder builder = OpBuilder::atBlockEnd(&function.front());
  auto type =
      RankedTensorType::get({int64_t(sizes.size())}, builder.getIndexType());
  Location place = emitter.place(done.shapes.back().value);
  SmallVector<int64_t> numbers;
  for (Value size : sizes)
    if (APInt number; matchPattern(size, m_ConstantInt(&number)))
      numbers.push_back(number.getSExtValue());
  if (numbers.size() == sizes.size())
    return shape = asShape(shape::ConstShapeOp::create(
               builder, place, type, builder.getIndexTensorAttr(numbers)));
  return shape = asShape(
             tensor::FromElementsOp::create(builder, place, type, sizes));
}

void FunctionWriter::addSizes(EmittedShape &shape, ArrayRef<Value> sizes) {
  if (sources.options.areIndices) {
    results.append(sizes.begin(), sizes.end());
  } else {
    std::vector<const void *> key;
    for (Value size : sizes)
      key.push_back(size.getAsOpaquePointer());
    results.push_back(shapeOf(key, sizes));
  }
}

/// Of a value of unknown rank.
void FunctionWriter::addWhole(EmittedShape &shape) {
  static constexpr const char *why = "its rank is not known before it runs";
  if (sources.options.areIndices || !emitter.frameOf(shape.value)) {
    shape.missing = why;
    return;
  }
  Value extents = emitter.wholeShape(shape.value);
  results.push_back(
      extents
          ? asShape(extents)
          : emitter.unknown({shape.value, std::nullopt},
                            shape::ShapeType::get(function.getContext()), why));
}

/// Returns its place in `done.shapes`.
size_t FunctionWriter::add(Value value) {
  EmittedShape &shape = done.shapes.emplace_back();
  shape.value = value;
  shape.first = unsigned(results.size());
  if (std::optional<size_t> rank = rankOf(value)) {
    SmallVector<Value> sizes;
    for (unsigned dim = 0; dim < *rank; ++dim) {
      sizes.push_back(emitter.dim(value, dim));
      if (!sizes.back()) {
        shape.missing = emitter.why();
        break;
      }
    }
    if (shape.missing.empty())
      addSizes(shape, sizes);
  } else {
    addWhole(shape);
  }
  shape.count = unsigned(results.size()) - shape.first;
  return done.shapes.size() - 1;
}

EmittedFunction FunctionWriter::write() {
  done.original = original;
  done.function = function;
  std::vector<Value> values = shapedValues(original);
  nameOwners(values);
  DenseMap<Value, size_t> places;
  if (!sources.options.isOfResults)
    for (Value value : values)
      places[value] = add(value);
  for (Value value : returnedBy(original)) {
    bool hasShape = value && isShaped(value);
    if (hasShape && (sources.options.isOfResults || !places.contains(value)))
      places[value] = add(value);
    done.returned.push_back(hasShape ? std::optional(places[value])
                                     : std::nullopt);
  }
  finish();
  return std::move(done);
}

void FunctionWriter::finish() {
  OpBuilder builder = OpBuilder::atBlockEnd(&function.front());
  func::ReturnOp::create(builder, function.getLoc(), results);
  function.setType(builder.getFunctionType(function.getArgumentTypes(),
                                           ValueRange(results).getTypes()));
  done.unknowns = emitter.unknowns().vec();
}

//===----------------------------------------------------------------------===//
// All functions
//===----------------------------------------------------------------------===//

namespace {

class ModuleWriter {
public:
  explicit ModuleWriter(EmitSources given) : sources(std::move(given)) {
    sources.written = [this](Operation *original) { return write(original); };
    sources.located = &located;
  }

  const EmittedFunction *write(Operation *original);
  EmittedModule take();

private:
  func::FuncOp makeEmpty(Operation *original);

  EmitSources sources;
  OwningOpRef<ModuleOp> module;
  std::vector<Value> located;
  std::deque<EmittedFunction> functions;
  DenseMap<Operation *, const EmittedFunction *> known;
  llvm::StringSet<> names;
  Simplifier simplifier;
};

} // namespace

static void loadDialects(MLIRContext *context) {
  context
      ->loadDialect<arith::ArithDialect, func::FuncDialect,
                    memref::MemRefDialect, scf::SCFDialect, shape::ShapeDialect,
                    tensor::TensorDialect, vector::VectorDialect>();
}

func::FuncOp ModuleWriter::makeEmpty(Operation *original) {
  MLIRContext *context = original->getContext();
  if (!module) {
    loadDialects(context);
    module = ModuleOp::create(UnknownLoc::get(context));
  }
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  StringRef symbol = symbolOf(original).getValue();
  std::string name = ("_shape_infer_" + symbol).str();
  for (unsigned i = 0; !names.insert(name).second; ++i)
    name = ("_shape_infer_" + symbol + "_" + Twine(i)).str();
  SmallVector<Type> types;
  for (Value argument : original->getRegion(0).getArguments())
    types.push_back(plainType(argument.getType()));
  auto function = func::FuncOp::create(builder, UnknownLoc::get(context), name,
                                       builder.getFunctionType(types, {}));
  function.setPrivate();
  function->setAttr("auxiliary_of", builder.getStringAttr(symbol));
  function.addEntryBlock();
  return function;
}

/// Takes back arguments for what turned out not to matter.
static void dropUnused(EmittedFunction &written) {
  for (size_t i = written.unknowns.size(); i-- > 0;) {
    unsigned number = written.unknowns[i].argument;
    if (!written.function.getArgument(number).use_empty() ||
        failed(written.function.eraseArgument(number)))
      continue;
    written.unknowns.erase(written.unknowns.begin() + i);
    for (EmittedUnknown &other : written.unknowns)
      other.argument -= other.argument > number;
  }
}

const EmittedFunction *ModuleWriter::write(Operation *original) {
  if (auto found = known.find(original); found != known.end())
    return found->second;
  if (!isFunction(original))
    return nullptr;
  known[original] = nullptr;
  func::FuncOp function = makeEmpty(original);
  EmitDemand demand;
  EmittedFunction written =
      FunctionWriter(sources, original, function, demand).write();
  for (unsigned pass = 0; demand.isRepeated && pass < 3; ++pass) {
    names.erase(function.getName());
    function.erase();
    function = makeEmpty(original);
    demand.isRepeated = false;
    written = FunctionWriter(sources, original, function, demand).write();
  }
  simplifier.simplify(function);
  dropUnused(written);
  functions.push_back(std::move(written));
  return known[original] = &functions.back();
}

EmittedModule ModuleWriter::take() {
  EmittedModule all;
  all.module = std::move(module);
  for (EmittedFunction &function : functions)
    all.functions.push_back(std::move(function));
  all.located = std::move(located);
  return all;
}

/// Names for sizes and integers; numbers where the analysis has them.
static ValueShape knownOf(ShapeAnalysis &analysis, Value value) {
  ValueShape known;
  known.elements = analysis.elements(value);
  TypeShape type = statedShape(value.getType());
  std::optional<std::vector<Dim>> inferred = analysis.sizes(value);
  if (inferred)
    type = refined(std::move(type), *inferred);
  if (!type.isRanked())
    return known;
  known.shape = Shape::ranked({});
  for (auto [index, dim] : llvm::enumerate(*type.dims))
    known.shape.dims.push_back(dim.isDynamic()
                                   ? analysis.sizeOf(value, unsigned(index))
                                   : analysis.exprOf(dim));
  return known;
}

EmittedModule shapels::emitShapeFunctions(
    ShapeAnalysis &analysis, LocalShapes::MakeAnalysis makeAnalysis,
    std::function<bool(Operation *)> isSound,
    llvm::ArrayRef<Operation *> functions, EmitOptions options) {
  LocalShapes local(std::move(makeAnalysis),
                    [&](Value value) { return knownOf(analysis, value); });
  ModuleWriter writer(
      {analysis, local, std::move(isSound), options, nullptr, nullptr});
  for (Operation *function : functions)
    writer.write(function);
  return writer.take();
}
