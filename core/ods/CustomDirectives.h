//===- CustomDirectives.h - What C++ reads of known directives -*- C++ -*-===//
//
// Private to ods/. `custom<Name>(...)` hands the text to C++ of a project. A
// table has what that reads for names that hold types and are widely used;
// where several projects have one name, by the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ODS_CUSTOMDIRECTIVES_H
#define SHAPELS_ODS_CUSTOMDIRECTIVES_H

#include "core/ods/FormatPieces.h"

namespace shapels {

/// What is read, and the number of the token behind.
struct CustomReading {
  std::vector<FormatReading::Part> parts;
  std::vector<FormatReading::Types> types;
  size_t behind = FormatPieces::nowhere;
};

/// Nothing where the table has no such directive, or the text does not follow
/// it.
std::optional<CustomReading> readCustom(const FormatElement &directive,
                                        const OpDefinition &op,
                                        const FormatTokens &tokens,
                                        FormatPieces &pieces, size_t at);

/// The operands, attributes, types ... that the directive is about, without
/// those that it only refers to.
std::vector<FormatPart> partsOf(const FormatElement &directive,
                                const OpDefinition &op);

} // namespace shapels

#endif // SHAPELS_ODS_CUSTOMDIRECTIVES_H
