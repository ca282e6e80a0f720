//===- Picture.cpp --------------------------------------------------------===//

#include "core/analysis/Picture.h"
#include "core/analysis/Document.h"
#include "core/analysis/PictureSizes.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/shape/FlowSources.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Visitors.h"
#include "llvm/ADT/SetVector.h"

using namespace shapels;

namespace {

/// By the statement of an op: the first error about it.
using Errors = llvm::DenseMap<StatementId, std::string>;

/// Draws one function.
class PictureMaker {
public:
  PictureMaker(const Section &section, SectionShapes &shapes,
               const Errors &errors)
      : section(section), shapes(shapes), errors(errors),
        sizes(section, shapes, done.symbols) {}

  FunctionPicture draw(mlir::Operation *function, uint32_t mostOps);

private:
  using Kind = PictureNode::Kind;

  void drawOp(mlir::Operation *op);
  void drawArguments(mlir::Operation *op, uint32_t node);
  void drawResults(mlir::Operation *op);
  void connectBlocks(mlir::Operation *op);
  uint32_t addNode(Kind kind, mlir::Operation *op);
  void addValue(mlir::Value value, uint32_t node);
  void connect(uint32_t from, uint32_t to, mlir::Value value);
  std::string nameOf(mlir::Operation *op) const;
  std::string conflictOf(mlir::Operation *op);
  llvm::SmallVector<mlir::Value, 2> handedTo(mlir::Value value) const;

  const Section &section;
  SectionShapes &shapes;
  const Errors &errors;
  FunctionPicture done;
  PictureSizes sizes;
  llvm::DenseMap<mlir::Operation *, uint32_t> nodes;
  llvm::DenseMap<mlir::Value, uint32_t> values;
  llvm::SetVector<std::tuple<uint32_t, uint32_t, uint32_t>> edges;
};

} // namespace

/// Whether the text has no word for it: what a parent's syntax implies.
static bool isImplied(mlir::Operation *op) {
  return op->getNumOperands() == 0 && op->getNumResults() == 0 &&
         op->getParentOp() &&
         SectionIR::statementOf(op) ==
             SectionIR::statementOf(op->getParentOp());
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// As written: of what does not parse, too.
std::string PictureMaker::nameOf(mlir::Operation *op) const {
  StatementId statement = SectionIR::statementOf(op);
  return isPlaceholder(op) && statement != noStatement
             ? std::string(section.outline().opName(statement))
             : op->getName().getStringRef().str();
}

std::string PictureMaker::conflictOf(mlir::Operation *op) {
  if (auto error = errors.find(SectionIR::statementOf(op));
      error != errors.end())
    return error->second;
  if (isPlaceholder(op))
    return "it does not parse";
  // What nests something wrong is so by that.
  return op->getNumRegions() == 0 && shapes.isWrong(op)
             ? "it is in conflict with others"
             : "";
}

uint32_t PictureMaker::addNode(Kind kind, mlir::Operation *op) {
  PictureNode node;
  node.kind = kind;
  StatementId statement = SectionIR::statementOf(op);
  if (statement != noStatement) {
    node.range = section.span().inDocument(section.statement(statement).range);
    node.nameRange = section.span().inDocument(section.rangeOf(op));
  }
  done.nodes.push_back(std::move(node));
  return uint32_t(done.nodes.size()) - 1;
}

void PictureMaker::addValue(mlir::Value value, uint32_t node) {
  values[value] = uint32_t(done.values.size());
  done.values.push_back(sizes.describe(value, node));
}

void PictureMaker::drawArguments(mlir::Operation *op, uint32_t node) {
  for (mlir::Region &region : op->getRegions())
    for (mlir::Block &block : region)
      for (mlir::Value argument : block.getArguments()) {
        uint32_t own = addNode(Kind::Argument, op);
        PictureNode &drawn = done.nodes[own];
        drawn.name = section.nameOf(argument);
        drawn.range = drawn.nameRange =
            section.span().inDocument(section.definitionOf(argument));
        drawn.parent = node;
        drawn.region = region.getRegionNumber();
        addValue(argument, own);
        if (node != 0 && block.isEntryBlock())
          connect(node, own, argument);
      }
}

llvm::SmallVector<mlir::Value, 2>
PictureMaker::handedTo(mlir::Value value) const {
  return flowsInto(
      value, [&](mlir::Operation *op) { return section.ir().isSound(op); });
}

void PictureMaker::drawOp(mlir::Operation *op) {
  if (isImplied(op))
    return;
  uint32_t node = addNode(Kind::Op, op);
  nodes[op] = node;
  mlir::Operation *parent = op->getParentOp();
  PictureNode &drawn = done.nodes[node];
  drawn.name = nameOf(op);
  drawn.conflict = conflictOf(op);
  drawn.parent = nodes.lookup(parent);
  drawn.region = op->getParentRegion()->getRegionNumber();
  for (mlir::Value operand : op->getOperands())
    if (auto known = values.find(operand); known != values.end())
      connect(done.values[known->second].node, node, operand);
  bool isHandedOn = llvm::any_of(op->getResults(), [&](mlir::Value result) {
    return op->getNumRegions() != 0 && !handedTo(result).empty();
  });
  if (!isHandedOn)
    for (mlir::Value result : op->getResults())
      addValue(result, node);
  drawArguments(op, node);
}

/// Of an op that hands on what its regions end with. What it nests was drawn.
void PictureMaker::drawResults(mlir::Operation *op) {
  if (op->getNumRegions() == 0 || op->getNumResults() == 0 ||
      values.contains(op->getResult(0)))
    return;
  uint32_t node = addNode(Kind::Results, op);
  done.nodes[node].name = nameOf(op);
  done.nodes[node].parent = nodes.lookup(op);
  done.nodes[node].region = op->getNumRegions() - 1;
  for (mlir::Value result : op->getResults()) {
    addValue(result, node);
    for (mlir::Value from : handedTo(result))
      for (mlir::Operation *user : from.getUsers())
        if (user->getParentOp() == op &&
            user->hasTrait<mlir::OpTrait::IsTerminator>())
          connect(nodes.lookup(user), node, result);
  }
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

void PictureMaker::connect(uint32_t from, uint32_t to, mlir::Value value) {
  edges.insert({from, to, values.lookup(value)});
}

/// From the ends of blocks to the arguments of others.
void PictureMaker::connectBlocks(mlir::Operation *op) {
  for (mlir::Region &region : op->getRegions())
    for (mlir::Block &block : llvm::drop_begin(region))
      for (mlir::Value argument : block.getArguments())
        for (mlir::Block *from : block.getPredecessors())
          if (auto end = nodes.find(&from->back()); end != nodes.end())
            connect(end->second, done.values[values.lookup(argument)].node,
                    argument);
}

FunctionPicture PictureMaker::draw(mlir::Operation *function,
                                   uint32_t mostOps) {
  done.name = mlir::SymbolTable::getSymbolName(function).str();
  function->walk([&](mlir::Operation *op) {
    done.ops += op != function && !isImplied(op);
  });
  uint32_t node = addNode(Kind::Function, function);
  done.nodes[node].name = "@" + done.name;
  done.nodes[node].conflict = conflictOf(function);
  nodes[function] = node;
  done.isCut = done.ops > mostOps;
  if (done.isCut)
    return std::move(done);
  drawArguments(function, node);
  function->walk([&](mlir::Operation *op, const mlir::WalkStage &stage) {
    if (op != function && stage.isBeforeAllRegions())
      drawOp(op);
    if (op != function && stage.isAfterAllRegions())
      drawResults(op);
  });
  function->walk([&](mlir::Operation *op) { connectBlocks(op); });
  for (auto [from, to, value] : edges)
    done.edges.push_back({from, to, value});
  sizes.place([&](mlir::Value value) -> std::optional<uint32_t> {
    auto known = values.find(value);
    return known == values.end()
               ? std::nullopt
               : std::optional(done.values[known->second].node);
  });
  return std::move(done);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static Errors errorsOf(const Document &document, const Section &section) {
  Errors errors;
  for (const SectionDiagnostic &error : document.errors(section))
    errors.try_emplace(error.statement != noStatement ? error.statement
                                                      : error.subject,
                       error.message);
  return errors;
}

std::vector<FunctionPicture> shapels::picturesOf(const Document &document,
                                                 const Section &section,
                                                 Functions functions,
                                                 uint32_t mostOps) {
  if (functions.empty())
    return {};
  Errors errors = errorsOf(document, section);
  std::vector<FunctionPicture> pictures;
  for (mlir::Operation *function : functions)
    pictures.push_back(PictureMaker(section, document.shapes(section), errors)
                           .draw(function, mostOps));
  return pictures;
}
