//===- LinalgBroadcastRepair.cpp ------------------------------------------===//

#include "core/analysis/LinalgBroadcastRepair.h"
#include "core/analysis/LinalgBroadcastText.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/Support/DebugStringHelper.h"

#include <algorithm>
#include <set>

using namespace shapels;
using llvm::SmallVector;

namespace {

std::string listOf(llvm::ArrayRef<size_t> items) {
  return listText(SmallVector<int64_t>(items.begin(), items.end()));
}

/// Of `rank` dimensions, such that each of `collapsed` is with one that is
/// not; none if all are.
SmallVector<SmallVector<size_t>> groupsWithout(llvm::ArrayRef<size_t> collapsed,
                                               size_t rank) {
  SmallVector<SmallVector<size_t>> groups;
  SmallVector<size_t> leading;
  for (size_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(collapsed, dim)) {
      groups.push_back(std::exchange(leading, {}));
      groups.back().push_back(dim);
    } else if (groups.empty()) {
      leading.push_back(dim);
    } else {
      groups.back().push_back(dim);
    }
  return groups;
}

/// Writes the ops that a repair needs before the broadcast.
class Preparation {
public:
  Preparation(const Section &section, mlir::Value input)
      : section(section), value(section.nameOf(input)), type(input.getType()) {}

  /// False where there is no op for it.
  bool collapse(llvm::ArrayRef<size_t> dims);
  bool transpose(llvm::ArrayRef<size_t> permutation);

  const Section &section;
  std::vector<std::string> lines;
  /// What is broadcast in the end.
  std::string value;
  mlir::Type type;

private:
  std::string fresh(const std::string &base);
  void define(const std::string &base, const std::string &op, mlir::Type made);
  std::string emptyOf(mlir::RankedTensorType made,
                      llvm::ArrayRef<size_t> permutation);

  std::set<std::string> taken;
};

} // namespace

/// No name of the section, nor one of those before.
std::string Preparation::fresh(const std::string &base) {
  std::string name = "%" + base;
  for (unsigned number = 0;
       section.text().find(name) != std::string_view::npos ||
       taken.contains(name);
       ++number)
    name = "%" + base + "_" + std::to_string(number);
  taken.insert(name);
  return name;
}

void Preparation::define(const std::string &base, const std::string &op,
                         mlir::Type made) {
  std::string name = fresh(base);
  lines.push_back(name + " = " + op);
  value = name;
  type = made;
}

bool Preparation::collapse(llvm::ArrayRef<size_t> dims) {
  auto shaped = llvm::cast<mlir::ShapedType>(type);
  SmallVector<int64_t> sizes;
  std::string groups;
  for (const auto &group : groupsWithout(dims, size_t(shaped.getRank())))
    groups += (groups.empty() ? "" : ", ") + listOf(group);
  for (auto [dim, size] : llvm::enumerate(shaped.getShape()))
    if (!llvm::is_contained(dims, dim))
      sizes.push_back(size);
  auto memref = llvm::dyn_cast<mlir::MemRefType>(type);
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (memref ? !memref.getLayout().isIdentity() : bool(tensor.getEncoding()))
    return false;
  mlir::Type made = shaped.clone(sizes);
  std::string op = memref ? "memref.collapse_shape " : "tensor.collapse_shape ";
  define("collapsed",
         op + value + " [" + groups + "] : " + mlir::debugString(type) +
             " into " + mlir::debugString(made),
         made);
  return true;
}

/// A tensor of that type; its sizes are those of the value, permuted.
std::string Preparation::emptyOf(mlir::RankedTensorType made,
                                 llvm::ArrayRef<size_t> permutation) {
  std::string sizes;
  for (auto [dim, size] : llvm::enumerate(made.getShape())) {
    if (!mlir::ShapedType::isDynamic(size))
      continue;
    std::string number = std::to_string(permutation[dim]);
    std::string index = fresh("c" + number), extent = fresh("dim");
    lines.push_back(index + " = arith.constant " + number + " : index");
    lines.push_back(extent + " = tensor.dim " + value + ", " + index + " : " +
                    mlir::debugString(type));
    sizes += (sizes.empty() ? "" : ", ") + extent;
  }
  std::string name = fresh("empty");
  lines.push_back(name + " = tensor.empty(" + sizes +
                  ") : " + mlir::debugString(made));
  return name;
}

bool Preparation::transpose(llvm::ArrayRef<size_t> permutation) {
  auto permuted = [&](llvm::ArrayRef<int64_t> list) {
    return llvm::map_to_vector(permutation,
                               [&](size_t from) { return list[from]; });
  };
  if (auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type)) {
    if (tensor.getEncoding())
      return false;
    mlir::RankedTensorType made = tensor.clone(permuted(tensor.getShape()));
    std::string empty = emptyOf(made, permutation);
    define("transposed",
           "linalg.transpose ins(" + value + " : " + mlir::debugString(type) +
               ") outs(" + empty + " : " + mlir::debugString(made) +
               ") permutation = " + listOf(permutation),
           made);
    return true;
  }
  // A view, so that nothing is allocated that somebody must free.
  auto memref = llvm::cast<mlir::MemRefType>(type);
  if (!memref.isStrided())
    return false;
  auto [strides, offset] = memref.getStridesAndOffset();
  auto layout = mlir::StridedLayoutAttr::get(memref.getContext(), offset,
                                             permuted(strides));
  mlir::MemRefType made = mlir::MemRefType::get(permuted(memref.getShape()),
                                                memref.getElementType(), layout,
                                                memref.getMemorySpace());
  auto map = mlir::AffineMap::getPermutationMap(
      SmallVector<unsigned>(permutation.begin(), permutation.end()),
      memref.getContext());
  define("transposed",
         "memref.transpose " + value + " " + mlir::debugString(map) + " : " +
             mlir::debugString(type) + " to " + mlir::debugString(made),
         made);
  return true;
}

//===----------------------------------------------------------------------===//
// In the text
//===----------------------------------------------------------------------===//

/// `0, 1` as the op's form has it.
static std::string written(const BroadcastText &text,
                           const std::vector<int64_t> &list) {
  std::string brackets = listText(list);
  if (!text.isGeneric)
    return brackets;
  std::string inside = brackets.substr(1, brackets.size() - 2);
  return "array<i64" + (list.empty() ? "" : ": " + inside) + ">";
}

static std::optional<BroadcastRepair>
inText(const Section &section, mlir::Operation *op, const ListRepair &repair) {
  BroadcastText text = textOfBroadcast(section, op);
  if (!text.list)
    return std::nullopt;
  BroadcastRepair result;
  result.repair = repair;
  result.input = section.nameOf(op->getOperand(0));
  result.edits.push_back({*text.list, written(text, repair.added)});
  Preparation before(section, op->getOperand(0));
  if ((!repair.collapsed.empty() && !before.collapse(repair.collapsed)) ||
      (!repair.permutation.empty() && !before.transpose(repair.permutation)))
    return std::nullopt;
  if (before.lines.empty())
    return result;
  SectionRange input = section.operandRanges(op)[0];
  if (!text.inputType || !section.slice(input).starts_with("%"))
    return std::nullopt;
  result.edits.push_back({input, before.value});
  result.edits.push_back({*text.inputType, mlir::debugString(before.type)});
  std::ranges::sort(result.edits, {},
                    [](const SectionEdit &edit) { return edit.range.begin; });
  result.linesBefore = std::move(before.lines);
  return result;
}

std::vector<BroadcastRepair>
shapels::repairsOfBroadcast(const Section &section, StatementId statement) {
  std::vector<BroadcastRepair> result;
  mlir::Operation *op = section.ir().operationOf(statement);
  std::optional<ListVerdict> verdict =
      op ? checkBroadcastList(op) : std::nullopt;
  if (verdict)
    for (const ListRepair &repair : verdict->repairs)
      if (std::optional<BroadcastRepair> made = inText(section, op, repair))
        result.push_back(std::move(*made));
  return result;
}
