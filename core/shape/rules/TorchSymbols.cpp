//===- TorchSymbols.cpp - Names that torch's exporter gives to sizes ------===//

#include "core/shape/DimParser.h"
#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace shapels::rules;

/// The string behind the op's name.
static std::string symbolName(OpShapes &op) {
  if (std::string name = op.text({"symbol_name"}); !name.empty())
    return name;
  return op.written().split('"').second.split('"').first.str();
}

/// `torch.symbolic_int "s0" {min_val = 2, max_val = 9}`. The name may be an
/// expression over others: `"2*s0"`.
static void symbolicInt(OpShapes &op) {
  std::string name = symbolName(op);
  if (name.empty())
    return;
  DimExpr size = parseDim(name, op.exprs,
                          [&](llvm::StringRef part) { return op.named(part); });
  if (!size)
    size = op.named(name);
  op.setScalar(0, size);
  op.limit(size, {op.integer({"min_val"}), op.integer({"max_val"})});
}

/// The text of the map, or of an alias that stands for it.
static std::string shapeExpressions(OpShapes &op) {
  std::string text = op.text({"shape_expressions"});
  if (text.empty())
    text = op.written().str();
  llvm::StringRef rest = text;
  if (rest.contains("affine_map"))
    return text;
  while (rest.contains('#')) {
    rest = rest.drop_front(rest.find('#'));
    llvm::StringRef name = rest.take_while(
        [](char c) { return c == '#' || c == '_' || llvm::isAlnum(c); });
    if (std::string map = op.aliasValue(name); !map.empty())
      return map;
    rest = rest.drop_front();
  }
  return "";
}

/// `torch.bind_symbolic_shape %a, [%0, %1], affine_map<()[s0, s1] -> (s0, 2 *
/// s1)>`: the sizes of the value.
static void bindSymbolicShape(OpShapes &op) {
  Shape shape = op.shape(0);
  llvm::SmallVector<DimExpr> symbols;
  for (unsigned i = 1; i < op.operandCount(); ++i)
    symbols.push_back(op.scalar(i));
  auto sizes = parseAffineResults(shapeExpressions(op), op.exprs, symbols);
  if (sizes && shape.hasRankOf(sizes->size()))
    op.equal(shape, Shape::ranked(*sizes));
}

static constexpr RuleRow rows[] = {
    {"symbolic_int", symbolicInt},
    {"bind_symbolic_shape", bindSymbolicShape},
};
RuleTable shapels::torchSymbolRules() { return {"torch", rows}; }
