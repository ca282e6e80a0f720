//===- TypeShape.cpp ------------------------------------------------------===//

#include "core/shape/TypeShape.h"

using namespace shapels;

std::string Dim::str() const {
  if (isDynamic())
    return "?";
  std::string digits = std::to_string(size());
  return isScalable() ? "[" + digits + "]" : digits;
}

TypeShape shapels::refined(TypeShape declared,
                           const std::vector<Dim> &inferred) {
  if (!declared.isShaped())
    return declared;
  if (!declared.dims)
    declared.dims = inferred;
  else if (declared.rank() == inferred.size())
    for (size_t dim = 0; dim < inferred.size(); ++dim)
      if ((*declared.dims)[dim].isDynamic())
        (*declared.dims)[dim] = inferred[dim];
  return declared;
}

bool shapels::contradict(const TypeShape &declared,
                         const std::vector<Dim> &inferred) {
  if (!declared.isRanked())
    return false;
  if (declared.rank() != inferred.size())
    return true;
  for (size_t dim = 0; dim < inferred.size(); ++dim) {
    Dim lhs = (*declared.dims)[dim], rhs = inferred[dim];
    if (lhs != rhs && !lhs.isDynamic() && !rhs.isDynamic())
      return true;
  }
  return false;
}

std::string shapels::formatDims(const std::vector<Dim> &dims) {
  std::string result;
  for (const Dim &dim : dims)
    result += (result.empty() ? "" : "x") + dim.str();
  return result;
}
