//===- DefinedForm.h - An unknown op's text by its definition --*- C++ -*-===//

#ifndef SHAPELS_IR_UNREGISTERED_DEFINEDFORM_H
#define SHAPELS_IR_UNREGISTERED_DEFINEDFORM_H

#include "core/ods/OpForm.h"
#include "core/syntax/Outline.h"

namespace shapels {

struct UnregisteredForm;

/// What stands behind the op's name. Each region is one token; of an op that
/// `hasRegions` not, a brace is one like any bracket.
FormatTokens formatTokens(TextSpan text, const Outline &outline,
                          StatementId statement, bool hasRegions);

/// Nothing where nobody defines the op, or its text does not follow its
/// definition.
std::optional<OpForm> readDefinedForm(TextSpan text, const Outline &outline,
                                      StatementId statement,
                                      const OpSyntaxes &definitions);

/// What the definition tells outweighs what the text looks like.
void refine(UnregisteredForm &form, const OpForm &defined);

} // namespace shapels

#endif // SHAPELS_IR_UNREGISTERED_DEFINEDFORM_H
