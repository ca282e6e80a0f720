//===- ConvolutionLayouts.cpp ---------------------------------------------===//

#include "core/shape/rules/ConvolutionLayouts.h"
#include "core/shape/Attributes.h"

#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

using Layouts = llvm::SmallVector<ConvolutionLayout>;

constexpr llvm::StringLiteral attributes = "dimension_numbers|dim_numbers";

/// Whose layouts they are.
const char *const tensors[] = {"$0", "$1", "$r0"};

bool reject(OpShapes &op, const llvm::Twine &why,
            llvm::StringRef about = attributes) {
  op.reject(why, {Subject::attribute(about)});
  return false;
}

/// One side of what is spelled out: `input_batch_dimension = 0, ...`.
class Spelled {
public:
  Spelled(OpShapes &op, llvm::StringRef text, llvm::StringRef side)
      : op(op), text(text), side(side) {}

  /// Empty where something is missing, or is not right.
  ConvolutionLayout read() {
    Integers spatial = numbers("spatial_dimensions");
    layout.resize(spatial.size() + 2);
    bool isGood = side == "kernel"
                      ? nameOne("input_feature_dimension", "i") &&
                            nameOne("output_feature_dimension", "o")
                      : nameOne("batch_dimension", "b") &&
                            nameOne("feature_dimension", "f");
    for (auto [axis, dim] : llvm::enumerate(spatial))
      isGood = isGood && name(dim, "spatial_dimensions", std::to_string(axis));
    return isGood ? layout : ConvolutionLayout();
  }

private:
  Integers numbers(llvm::StringRef what) const {
    return integersInText(text, (side + "_" + what).str()).value_or(Integers());
  }
  bool nameOne(llvm::StringRef what, const char *label) {
    Integers number = numbers(what);
    return number.size() == 1 && name(number[0], what, label);
  }
  bool name(int64_t dim, llvm::StringRef what, std::string label) {
    std::string list = (side + "_" + what).str();
    if (dim < 0 || dim >= int64_t(layout.size()))
      return reject(op,
                    "has " + llvm::Twine(dim) + " in " + list + ", but names " +
                        llvm::Twine(layout.size()) + " dimensions: 0 to " +
                        llvm::Twine(layout.size() - 1) + " are possible",
                    list);
    std::string &known = layout[size_t(dim)];
    if (!known.empty())
      return reject(op,
                    "names dimension " + llvm::Twine(dim) + " of the " + side +
                        " twice in its dimension numbers, which must be unique",
                    list);
    known = std::move(label);
    return true;
  }

  OpShapes &op;
  llvm::StringRef text, side;
  ConvolutionLayout layout;
};

Layouts spelledLayouts(OpShapes &op, llvm::StringRef text) {
  Layouts layouts;
  for (llvm::StringRef side : {"input", "kernel", "output"}) {
    layouts.push_back(Spelled(op, text, side).read());
    if (layouts.back().empty())
      return {};
  }
  return layouts;
}

Layouts shortLayouts(llvm::StringRef text) {
  Layouts layouts;
  while (layouts.size() < 3) {
    size_t open = text.find('['), close = text.find(']', open);
    if (open == text.npos || close == text.npos)
      return {};
    layouts.emplace_back();
    for (llvm::StringRef part : llvm::split(text.slice(open + 1, close), ','))
      layouts.back().push_back(part.trim().str());
    text = text.drop_front(close + 1);
  }
  return layouts;
}

/// Whether each of its dimensions is named, once.
bool isWhole(OpShapes &op, const ConvolutionLayout &layout, size_t side) {
  llvm::SmallVector<std::string> names = {side == 1 ? "i" : "b",
                                          side == 1 ? "o" : "f"};
  for (size_t axis = 0; axis + 2 < layout.size(); ++axis)
    names.push_back(std::to_string(axis));
  for (const std::string &name : names)
    if (auto count = llvm::count(layout, name); count != 1)
      return reject(op, "has " + llvm::Twine(count == 0 ? "no" : "several") +
                            " `" + name + "` among the dimension numbers of " +
                            tensors[side]);
  return true;
}

/// Whether they fit each other, and the operands.
bool areRight(OpShapes &op, const Layouts &layouts) {
  size_t rank = layouts[0].size();
  for (size_t side = 0; side < 3; ++side) {
    if (layouts[side].size() != rank)
      return reject(op, "has dimension numbers for " + llvm::Twine(rank) +
                            " dimensions of $0 and " +
                            llvm::Twine(layouts[side].size()) + " of " +
                            tensors[side]);
    if (!llvm::is_contained(layouts[side], "?") &&
        !isWhole(op, layouts[side], side))
      return false;
  }
  for (unsigned side : {0, 1}) {
    Shape shape = op.shape(side);
    if (!shape.hasRank || (shape.rank() == rank && rank >= 2))
      continue;
    op.reject("has dimension numbers for " + llvm::Twine(rank) +
                  " dimensions, but $" + llvm::Twine(side) + " has rank " +
                  llvm::Twine(shape.rank()),
              {Subject::operand(side)});
    return false;
  }
  return true;
}

} // namespace

Layouts rules::convolutionLayouts(OpShapes &op) {
  std::string text = op.text({"dimension_numbers", "dim_numbers"});
  bool isSpelled = llvm::StringRef(text).contains("raw");
  Layouts layouts = isSpelled ? spelledLayouts(op, text) : shortLayouts(text);
  return layouts.size() == 3 && areRight(op, layouts) ? layouts : Layouts();
}
