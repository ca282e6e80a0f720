//===- ShapeFunctionLayout.h - A line for each shape -----------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_SHAPEFUNCTIONLAYOUT_H
#define SHAPELS_ANALYSIS_SHAPEFUNCTIONLAYOUT_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// What MLIR prints of a module of functions, without the module, and with each
/// result of a function on a line of its own.
struct ShapeFunctionLayout {
  std::string text;
  /// Where a line of what MLIR printed went.
  std::vector<uint32_t> lines;
  /// By function: the line of each result.
  std::vector<std::vector<uint32_t>> results;
};

ShapeFunctionLayout layOut(std::string_view printed);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SHAPEFUNCTIONLAYOUT_H
