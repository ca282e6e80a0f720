//===- Functions.h - The functions of a text -------------------*- C++ -*-===//
//
// Those that nothing but modules is around, as `--shape-function` takes them.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_FEATURES_FUNCTIONS_H
#define SHAPELS_FEATURES_FUNCTIONS_H

#include "core/analysis/Document.h"
#include "core/syntax/Outline.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// A function, by its place. Valid until the next edit.
struct FunctionPlace {
  const Section *section = nullptr;
  StatementId statement = noStatement;
  /// Without `@`.
  std::string name;
  /// Of the name.
  DocumentRange range;
};

/// The names of functions that have a body and may have values with a shape, in
/// the order of the text. By the statements alone; passes over bodies.
std::vector<DocumentRange> functionsWithShapes(const Document &document);

/// The function around a place, or the one that a name stands for, without `@`;
/// of several the first. Needs the analysis.
std::optional<FunctionPlace> functionAround(const Document &document,
                                            DocumentOffset offset);
std::optional<FunctionPlace> functionNamed(const Document &document,
                                           std::string_view name);

} // namespace shapels

#endif // SHAPELS_FEATURES_FUNCTIONS_H
