//===- ShapeViews.h - Texts about a function, beside it --------*- C++ -*-===//
//
// What `--shape-function` and `--symbolic-sources` print of one function, and
// which value of the document each line is about. Where there is nothing to
// print a comment says why.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_FEATURES_SHAPEVIEWS_H
#define SHAPELS_FEATURES_SHAPEVIEWS_H

#include "core/analysis/ShapeFunctionText.h"
#include "server/features/Functions.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shapels {

struct ShapeView {
  std::string text;
  struct Value {
    /// Where the document defines it: its name; and the statement that does,
    /// without what this nests.
    DocumentRange range, statement;
    /// Of `text`, counted from 0.
    std::vector<uint32_t> lines;
  };
  /// In the order of the document.
  std::vector<Value> values;
};

/// Of a document that is up to date.
ShapeView shapeFunctionView(const Document &document,
                            const FunctionPlace &function,
                            const ShapeFunctionQuery &query);
ShapeView symbolicSourcesView(const Document &document,
                              const FunctionPlace &function);

} // namespace shapels

#endif // SHAPELS_FEATURES_SHAPEVIEWS_H
