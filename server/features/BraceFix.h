//===- BraceFix.h - Insert the brace that an op lacks -----------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_BRACEFIX_H
#define SHAPELS_FEATURES_BRACEFIX_H

#include "server/features/CodeActions.h"

namespace shapels {

/// For the finding that an op lacks a brace: the `{` behind its header; or the
/// `}`, on a line of its own behind the body, together with those of the ops
/// around whose bodies end there without one too; or, in the generic form, the
/// `}` before the `)`.
std::optional<CodeAction> braceFix(const Document &document,
                                   const Diagnostic &finding);

} // namespace shapels

#endif // SHAPELS_FEATURES_BRACEFIX_H
