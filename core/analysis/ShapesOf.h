//===- ShapesOf.h - The inferred shape of every value ----------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_SHAPESOF_H
#define SHAPELS_ANALYSIS_SHAPESOF_H

#include "core/analysis/Configuration.h"
#include "core/text/Position.h"

#include <optional>
#include <string>
#include <vector>

namespace shapels {

class Document;
class Section;

/// A result or block argument with a shape, or an index, and what is inferred
/// for it. A member is empty where nothing is.
struct InferredValue {
  /// Where the text defines it.
  DocumentRange range;
  /// Number of its `// -----` section.
  uint64_t section = 0;
  /// `@main`; empty outside functions.
  std::string function;
  /// `%0#1`.
  std::string name;
  /// Empty for a block argument.
  std::string op;
  std::string declared;
  /// What the declared types of the op's operands imply.
  std::optional<std::string> inferred;
  /// What follows from arguments and constants alone.
  std::optional<std::string> fromArguments;
  /// Whether only the op's result type tells its sizes.
  bool isStatedByType = false;
  /// Of a call: the function by which its sizes are known; empty where they are
  /// not.
  std::string callee;
  /// Each dimension as text. Within a function two texts are the same exactly
  /// if the dimensions are known to be equal.
  std::optional<std::vector<std::string>> symbolic;
  /// The integers in an index or in a small tensor of integers.
  std::optional<std::vector<std::string>> value;
  friend bool operator==(const InferredValue &,
                         const InferredValue &) = default;
};

/// The values of a document, which must be up to date, in the order of the
/// text.
std::vector<InferredValue> inferredValues(const Document &document);
/// The same of its section of that number.
std::vector<InferredValue> inferredValues(const Document &document,
                                          const Section &section,
                                          uint64_t number);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SHAPESOF_H
