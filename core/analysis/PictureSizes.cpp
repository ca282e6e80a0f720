//===- PictureSizes.cpp ---------------------------------------------------===//

#include "core/analysis/PictureSizes.h"
#include "core/ir/context/BoundedText.h"
#include "core/shape/FlowSources.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/StatedShape.h"

#include "mlir/IR/Operation.h"

using namespace shapels;

PictureSize PictureSizes::sizeOf(DimExpr expr, uint32_t node) {
  auto [entry, isNew] = sizes.try_emplace(expr.get());
  if (!isNew)
    return entry->second;
  PictureSize size{shapes.text(expr), {}};
  for (DimExpr leaf : leavesOf(expr)) {
    auto [number, isFirst] =
        numbers.try_emplace(leaf.get(), uint32_t(symbols.size()));
    if (isFirst) {
      symbols.push_back({shapes.text(leaf), node});
      leaves.push_back(leaf);
    }
    size.symbols.push_back(number->second);
  }
  return entry->second = std::move(size);
}

/// `[B, 4]`
static std::string listed(const std::vector<PictureSize> &sizes) {
  std::string text;
  for (const PictureSize &size : sizes)
    text += (text.empty() ? "" : ", ") + size.text;
  return "[" + text + "]";
}

/// From arguments and types; where neither tells, by the value's own name.
void PictureSizes::describeShape(mlir::Value value, PictureValue &done) {
  TypeShape type = statedShape(value.getType());
  Shape known = shapes.bestSymbolic(value);
  if (known.hasRank) {
    for (DimExpr size : known.dims)
      done.sizes.push_back(sizeOf(size, done.node));
  } else if (type.isRanked()) {
    ShapeAnalysis &analysis = shapes.fromArguments();
    for (auto [dim, size] : llvm::enumerate(*type.dims))
      done.sizes.push_back(
          size.isDynamic()
              ? sizeOf(analysis.canonical(value, analysis.sizeOf(value, dim)),
                       done.node)
              : PictureSize{size.str(), {}});
  } else {
    done.shape = "[*]";
    return;
  }
  done.shape = listed(done.sizes);
}

/// Whether a shape that is handed to the value's op, or flows into the value,
/// has a known rank.
bool PictureSizes::isKnownBefore(mlir::Value value) {
  auto isKnown = [&](mlir::Value before) {
    TypeShape type = statedShape(before.getType());
    return type.isShaped() &&
           (type.isRanked() || shapes.bestSymbolic(before).hasRank);
  };
  return llvm::any_of(value.getDefiningOp()->getOperands(), isKnown) ||
         llvm::any_of(flowsInto(value,
                                [&](mlir::Operation *op) {
                                  return section.ir().isSound(op);
                                }),
                      isKnown);
}

std::string PictureSizes::lossOf(mlir::Value value, const PictureValue &done) {
  mlir::Operation *op = value.getDefiningOp();
  if (!op || !isKnownBefore(value))
    return "";
  size_t rank = std::max<size_t>(done.sizes.size(), 1);
  for (unsigned dim = 0; dim < rank; ++dim)
    if (std::string why = origins.loss(value, dim); !why.empty())
      return (done.sizes.empty()
                  ? "its rank is lost here: "
                  : "dimension " + std::to_string(dim) + " is lost here: ") +
             writer.finish(why).text;
  return "";
}

PictureValue PictureSizes::describe(mlir::Value value, uint32_t node) {
  auto [type, isNew] = types.try_emplace(value.getType());
  if (isNew)
    type->second = boundedText(value.getType());
  PictureValue done;
  done.name = section.nameOf(value);
  done.type = type->second;
  done.node = node;
  if (statedShape(value.getType()).isShaped()) {
    describeShape(value, done);
    done.lost = lossOf(value, done);
  } else if (std::optional<Elements> items = shapes.elements(value);
             items && items->isScalar && !items->areBits) {
    done.sizes.push_back(sizeOf(items->items.front(), node));
    done.shape = done.sizes.front().text;
  }
  return done;
}

void PictureSizes::place(
    llvm::function_ref<std::optional<uint32_t>(mlir::Value)> nodeOf) {
  for (auto [symbol, leaf] : llvm::zip(symbols, leaves))
    if (mlir::Value value = valueOf(leaf->source))
      if (std::optional<uint32_t> node = nodeOf(value))
        symbol.node = *node;
}
