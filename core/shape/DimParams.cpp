//===- DimParams.cpp ------------------------------------------------------===//

#include "core/shape/DimParams.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace mlir;

static constexpr llvm::StringLiteral attribute = "onnx.dim_params";

/// `0:batch,1:sequence`
static void addListed(StringAttr list, DimParams &params) {
  for (llvm::StringRef item :
       llvm::split(list ? list.getValue() : llvm::StringRef(), ',')) {
    auto [number, name] = item.split(':');
    unsigned dim = 0;
    if (!number.trim().getAsInteger(10, dim) && !name.trim().empty())
      params.emplace_back(dim, name.trim());
  }
}

/// `[@S0, @S1]`: a symbol for each dimension.
static void addEncoded(Type type, DimParams &params) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto list =
      tensor ? dyn_cast_if_present<ArrayAttr>(tensor.getEncoding()) : nullptr;
  if (!list || int64_t(list.size()) != tensor.getRank())
    return;
  for (auto [dim, item] : llvm::enumerate(list))
    if (auto symbol = dyn_cast<FlatSymbolRefAttr>(item))
      params.emplace_back(unsigned(dim), symbol.getValue());
}

DimParams shapels::paramsOfArgument(FunctionOpInterface function,
                                    unsigned number) {
  DimParams params;
  addListed(function.getArgAttrOfType<StringAttr>(number, attribute), params);
  addEncoded(function.getArgumentTypes()[number], params);
  return params;
}

DimParams shapels::paramsOfResult(FunctionOpInterface function,
                                  unsigned number) {
  DimParams params;
  addListed(function.getResultAttrOfType<StringAttr>(number, attribute),
            params);
  addEncoded(function.getResultTypes()[number], params);
  return params;
}

bool shapels::namesSizes(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return false;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (!paramsOfArgument(function, i).empty())
      return true;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (!paramsOfResult(function, i).empty())
      return true;
  return false;
}
