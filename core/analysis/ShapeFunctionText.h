//===- ShapeFunctionText.h - Functions that compute shapes -----*- C++ -*-===//
//
// The shape functions of a section, printed, and the way back from them to the
// text that they are about. Plain values.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SHAPEFUNCTIONTEXT_H
#define SHAPELS_ANALYSIS_SHAPEFUNCTIONTEXT_H

#include "core/text/Position.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace shapels {

class Document;
class Section;

struct ShapeFunctionQuery {
  /// The name of a function, with or without `@`; empty: all.
  std::string function;
  /// Shapes of what the function returns only, instead of all values.
  bool isOfResults = false;
  /// Each size as an index, instead of a `!shape.shape` for each value.
  bool areIndices = false;
  friend bool operator==(const ShapeFunctionQuery &,
                         const ShapeFunctionQuery &) = default;
};

/// A value of the user's text, and where a shape function has its shape.
struct ComputedShape {
  /// `%0#1`.
  std::string name;
  /// Empty for an argument of a block.
  std::string op;
  /// Where the text defines it.
  DocumentRange range;
  /// Results of the shape function, from `first` on.
  uint32_t first = 0, count = 0;
  /// Each size over arguments, as far as it is known: `%a[0] + 1`.
  std::vector<std::string> sizes;
  /// Why it is not among the results; empty where it is.
  std::string missing;
};

/// An argument that a shape function has beside those of the original.
struct UnknownArgument {
  uint32_t number = 0;
  std::string type;
  /// The value that it is about.
  std::string name;
  DocumentRange range;
  /// The dimension of the value; nothing: what is in it.
  std::optional<uint32_t> dim;
  std::string reason;
};

struct DescribedFunction {
  /// Without `@`.
  std::string name, auxiliaryOf;
  /// Of the original's name.
  DocumentRange range;
  std::vector<ComputedShape> shapes;
  std::vector<UnknownArgument> unknowns;
  /// Ops that it has, without constants and what ends blocks; and ops of the
  /// original.
  uint32_t ops = 0, originalOps = 0;
};

struct ShapeFunctionText {
  /// Functions of MLIR; it may be parsed.
  std::string text;
  std::vector<DescribedFunction> functions;
  /// What a line of `text`, counted from 0, is about.
  struct Line {
    uint32_t number = 0;
    DocumentRange range;
  };
  /// In their order; a line may have several.
  std::vector<Line> lines;
};

/// Of a document that is up to date, and of its section.
ShapeFunctionText shapeFunctionText(const Document &document,
                                    const Section &section,
                                    const ShapeFunctionQuery &query);

/// The same of one function of the section, and of those that it calls where
/// its sizes rest on that; `query.function` says nothing. Empty where there are
/// no shapes in it. Null is no function.
ShapeFunctionText shapeFunctionText(const Document &document,
                                    const Section &section,
                                    mlir::Operation *function,
                                    const ShapeFunctionQuery &query);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SHAPEFUNCTIONTEXT_H
