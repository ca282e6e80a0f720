//===- OperationText.h - Where an op's parts stand in its text -*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_OPERATIONTEXT_H
#define SHAPELS_ANALYSIS_OPERATIONTEXT_H

#include "core/analysis/Section.h"

#include <optional>
#include <string>

namespace mlir {
class Type;
} // namespace mlir

namespace shapels {

/// The type of an op's only result where the text ends with it, without a
/// trailing `loc(...)`: behind the last `->`, or behind the last `:`.
std::optional<SectionRange> resultTypeRange(const Section &section,
                                            mlir::Operation *op);
/// The same of a statement that need not parse; nothing where the type is cut
/// off.
std::optional<SectionRange> resultTypeRange(const Section &section,
                                            StatementId id);

/// The type that the op writes for an operand, in a list of as many types as it
/// has operands: before the last `->`, or of the operands in `ins(...)` and
/// `outs(...)`. Nothing where there is none.
std::optional<SectionRange>
operandTypeRange(const Section &section, mlir::Operation *op, unsigned number);

/// Where the op writes an attribute, with its value: the first of the names,
/// separated by `|`, that stands in its text outside of its regions.
std::optional<SectionRange> attributeRange(const Section &section,
                                           mlir::Operation *op,
                                           std::string_view names);

/// Of an op in the custom form of a dialect that is not built in: its text from
/// its name up to its first region. Else empty.
std::string_view customText(const Section &section, mlir::Operation *op);

/// As MLIR prints it, shortened if it is very long.
std::string typeText(mlir::Type type);

/// `text` cut to `limit` bytes at a character's start, with `…` for the rest.
std::string shortened(std::string text, size_t limit);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_OPERATIONTEXT_H
