//===- Truncated.h - What an op's text visibly lacks ------------*- C++ -*-===//

#ifndef SHAPELS_IR_UNREGISTERED_TRUNCATED_H
#define SHAPELS_IR_UNREGISTERED_TRUNCATED_H

#include "core/syntax/Outline.h"

namespace shapels {

class OpSyntaxes;

/// Whether the tokens of an op in the custom form of a dialect that is not
/// built in tell that it is not all there: nothing stands between two commas, a
/// bracket is not closed, an operand or a type is missing. Such an op is read
/// nevertheless.
bool isTruncated(TextSpan text, const Outline &outline, StatementId statement,
                 const OpSyntaxes *definitions);

} // namespace shapels

#endif // SHAPELS_IR_UNREGISTERED_TRUNCATED_H
