//===- DimReasons.cpp -----------------------------------------------------===//

#include "core/analysis/DimReasons.h"

#include "mlir/IR/Operation.h"

#include <algorithm>
#include <string_view>
#include <vector>

using namespace shapels;

namespace {

/// How a value, a size or an element is written.
using LeafText = llvm::function_ref<std::string(const SizeExpression &)>;

using Kind = SizeExpression::Kind;

/// Sources that are listed.
constexpr size_t maxSources = 4;

std::string dimText(int64_t dim, const std::string &name) {
  return "dim " + std::to_string(dim) + " of " + name;
}

/// `a`, `a and b`, `a, b and c`.
std::string listed(const std::vector<std::string> &items) {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i)
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return text;
}

std::string expressionText(const SizeExpression &expression, LeafText leafText);

std::string_view signOf(Kind kind) {
  switch (kind) {
  case Kind::Product:
    return " * ";
  case Kind::FloorDiv:
    return " floordiv ";
  case Kind::CeilDiv:
    return " ceildiv ";
  case Kind::Mod:
    return " mod ";
  default:
    return " + ";
  }
}

/// `dim 0 of %a`, `%n`.
std::string leafWords(const SizeExpression &leaf, NameOf nameOf) {
  std::string index = std::to_string(leaf.number);
  std::string name = nameOf(leaf.value);
  return leaf.kind == Kind::Dim       ? "dim " + index + " of " + name
         : leaf.kind == Kind::Element ? "element " + index + " of " + name
                                      : name;
}

/// Of a sum that stands in something that binds more.
std::string factorText(const SizeExpression &expression, LeafText leafText) {
  std::string text = expressionText(expression, leafText);
  bool isPlain = expression.parts.empty() || expression.kind == Kind::Min ||
                 expression.kind == Kind::Max;
  return isPlain ? text : "(" + text + ")";
}

std::string binaryText(const SizeExpression &expression, LeafText leafText) {
  const SizeExpression &lhs = expression.parts[0];
  bool isChain = lhs.kind == Kind::Product && expression.kind == Kind::Product;
  return (isChain ? expressionText(lhs, leafText) : factorText(lhs, leafText)) +
         std::string(signOf(expression.kind)) +
         factorText(expression.parts[1], leafText);
}

/// `x` of `x * -1`.
const SizeExpression *negated(const SizeExpression &expression) {
  bool isNegated = expression.kind == Kind::Product &&
                   expression.parts[1].kind == Kind::Number &&
                   expression.parts[1].number == -1;
  return isNegated ? &expression.parts[0] : nullptr;
}

std::string sumText(const SizeExpression &sum, LeafText leafText) {
  const SizeExpression &lhs = sum.parts[0], &rhs = sum.parts[1];
  std::string text = expressionText(lhs, leafText);
  if (const SizeExpression *minus = negated(rhs))
    return text + " - " + factorText(*minus, leafText);
  if (rhs.kind == Kind::Number && rhs.number < 0)
    return text + " - " + std::to_string(rhs.number).substr(1);
  if (const SizeExpression *minus = negated(lhs))
    return expressionText(rhs, leafText) + " - " + factorText(*minus, leafText);
  return text + " + " + expressionText(rhs, leafText);
}

std::string callText(std::string_view name, const SizeExpression &expression,
                     LeafText leafText) {
  std::string text;
  for (const SizeExpression &part : expression.parts)
    text += (text.empty() ? "" : ", ") + expressionText(part, leafText);
  return std::string(name) + "(" + text + ")";
}

/// What it rests on, each once.
void addLeaves(const SizeExpression &expression, NameOf nameOf,
               std::vector<std::string> &leaves) {
  for (const SizeExpression &part : expression.parts)
    addLeaves(part, nameOf, leaves);
  if (!expression.parts.empty() || expression.kind == Kind::Number)
    return;
  std::string text = leafWords(expression, nameOf);
  if (std::ranges::find(leaves, text) == leaves.end())
    leaves.push_back(std::move(text));
}

std::string expressionText(const SizeExpression &expression,
                           LeafText leafText) {
  switch (expression.kind) {
  case Kind::Number:
    return std::to_string(expression.number);
  case Kind::Value:
  case Kind::Dim:
  case Kind::Element:
    return leafText(expression);
  case Kind::Sum:
    return sumText(expression, leafText);
  case Kind::Min:
    return callText("min", expression, leafText);
  case Kind::Max:
    return callText("max", expression, leafText);
  case Kind::Product:
  case Kind::FloorDiv:
  case Kind::CeilDiv:
  case Kind::Mod:
    return binaryText(expression, leafText);
  }
  return {};
}

/// `14 + 1 - 3 = `; empty of what is no formula, and where a number in it is
/// not known.
std::string formulaText(const SizeExpression &expression, NumberOf numberOf) {
  if (expression.parts.empty())
    return "";
  bool isKnown = true;
  std::string text =
      expressionText(expression, [&](const SizeExpression &leaf) {
        std::optional<int64_t> number = numberOf(leaf);
        isKnown &= number.has_value();
        return std::to_string(number.value_or(0));
      });
  return isKnown && text.size() <= longestExpression ? text + " = " : "";
}

} // namespace

std::string shapels::listedShort(std::vector<std::string> items) {
  if (items.size() > maxSources) {
    std::string more = std::to_string(items.size() - maxSources + 1) + " more";
    items.resize(maxSources - 1);
    items.push_back(std::move(more));
  }
  return listed(items);
}

std::string shapels::reasonOf(std::string_view size,
                              const std::optional<SizeExpression> &source,
                              NameOf nameOf, NumberOf numberOf) {
  if (!source)
    return {};
  if (source->kind == Kind::Number)
    return std::string(size) + " as the op states";
  std::string formula = formulaText(*source, numberOf) + std::string(size);
  std::string text = expressionText(*source, [&](const SizeExpression &leaf) {
    return leafWords(leaf, nameOf);
  });
  if (text.size() <= longestExpression)
    return formula + " from " + text;
  std::vector<std::string> leaves;
  addLeaves(*source, nameOf, leaves);
  return formula + " computed from " + listedShort(std::move(leaves));
}

std::string shapels::reasonOf(std::string_view size,
                              const DimDependence &dependence,
                              mlir::Operation *op, NameOf nameOf) {
  if (dependence.isFixed)
    return std::string(size) + " whatever the operands' sizes";
  if (dependence.sources.empty())
    return {};
  std::vector<std::string> sources;
  bool isCopy = true, readsValue = false;
  for (const DimDependence::Source &source : dependence.sources) {
    std::string name = nameOf(op->getOperand(source.operand));
    sources.push_back(source.dim ? dimText(*source.dim, name)
                                 : "the value of " + name);
    isCopy &= source.isCopied;
    readsValue |= !source.dim;
  }
  bool hasMore = isCopy || readsValue;
  if (!hasMore && !op->getAttrDictionary().empty()) {
    sources.push_back("the attributes");
    hasMore = true;
  }
  return std::string(size) + (hasMore ? " from " : " computed from ") +
         listedShort(std::move(sources));
}
