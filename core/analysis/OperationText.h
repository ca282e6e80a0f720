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
/// The same for a statement that need not parse; nothing where the type is cut
/// off.
std::optional<SectionRange> resultTypeRange(const Section &section,
                                            StatementId id);

/// The place of the type that the op's text has for an operand, in a list with
/// one type for each operand: before the last `->`, or in `ins(...)` and
/// `outs(...)`. Nothing where there is no such list.
std::optional<SectionRange>
operandTypeRange(const Section &section, mlir::Operation *op, unsigned number);

/// The place of an attribute and its value in the op's text outside of its
/// regions. `names` are alternatives separated by `|`, of which the first that
/// is there counts.
std::optional<SectionRange> attributeRange(const Section &section,
                                           mlir::Operation *op,
                                           std::string_view names);

/// The text of an op in the custom form of a dialect that is not built in, from
/// its name up to its first region. Empty for all other ops.
std::string_view customText(const Section &section, mlir::Operation *op);

/// The type as MLIR prints it, shortened if it is very long.
std::string typeText(mlir::Type type);

/// `text` cut to `limit` bytes at a character's start, with `…` for the rest.
std::string shortened(std::string text, size_t limit);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_OPERATIONTEXT_H
