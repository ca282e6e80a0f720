//===- TypeShape.cpp ------------------------------------------------------===//

#include "shapels/shape/TypeShape.h"

using namespace shapels;

std::string Dim::str() const {
  if (isDynamic())
    return "?";
  std::string digits = std::to_string(size());
  return isScalable() ? "[" + digits + "]" : digits;
}

std::string shapels::formatDims(const std::vector<Dim> &dims) {
  std::string result;
  for (const Dim &dim : dims)
    result += (result.empty() ? "" : "x") + dim.str();
  return result;
}
