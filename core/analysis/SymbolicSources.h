//===- SymbolicSources.h - Which values sizes come from --------*- C++ -*-===//
//
// The table of symbolic sources that the RFC on symbolic shape analysis asks
// for: for each value, the values of the original whose sizes or contents its
// sizes rest on.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SYMBOLICSOURCES_H
#define SHAPELS_ANALYSIS_SYMBOLICSOURCES_H

#include "core/text/Position.h"

#include <string>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace shapels {

class Document;
class Section;

/// A value as MLIR prints it: its op, or `<block argument> of type ...`.
struct SourceValue {
  std::string name, words;
  DocumentRange range;
};

struct ValueSources {
  SourceValue value;
  /// Empty where all sizes are numbers.
  std::vector<SourceValue> sources;
};

struct FunctionSources {
  /// Without `@`.
  std::string function;
  /// Results with a shape, in the order of the text.
  std::vector<ValueSources> values;
};

/// Of a document that is up to date, and of its section. `function`: of that
/// name only, with or without `@`; empty: of all.
std::vector<FunctionSources> symbolicSources(const Document &document,
                                             const Section &section,
                                             const std::string &function);
/// The same of one function of the section; none where there are no shapes in
/// it. Null is no function.
std::vector<FunctionSources> symbolicSources(const Document &document,
                                             const Section &section,
                                             mlir::Operation *function);

/// Tables in the words of the RFC, and which value each line is about.
struct SourcesText {
  std::string text;
  struct Line {
    uint32_t number = 0;
    DocumentRange range;
  };
  /// In their order.
  std::vector<Line> lines;
};

SourcesText sourcesText(const std::vector<FunctionSources> &tables);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SYMBOLICSOURCES_H
