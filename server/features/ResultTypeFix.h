//===- ResultTypeFix.h - Give a result its inferred type -------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_RESULTTYPEFIX_H
#define SHAPELS_FEATURES_RESULTTYPEFIX_H

#include "server/features/CodeActions.h"

namespace shapels {

/// For the value or the op at `place`, if it has one result that is inferred to
/// be another type than it is declared: the edit that declares it so, with a
/// cast back for its uses where these need that. Nothing where the edited text
/// would have an error that the text has not, or is too large to try.
/// `findings`: those that the action is offered for.
std::optional<CodeAction> resultTypeFix(const Document &document,
                                        DocumentOffset place,
                                        std::span<const Diagnostic> findings);

} // namespace shapels

#endif // SHAPELS_FEATURES_RESULTTYPEFIX_H
