//===- RefineFunction.h - All result types of a function -------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_REFINEFUNCTION_H
#define SHAPELS_FEATURES_REFINEFUNCTION_H

#include "server/features/CodeActions.h"

namespace shapels {

/// In the header of a function: the edit that declares results in it as what is
/// inferred, with the types that their users write for them, until none says
/// less than is known. What is handed to a terminator or to an op with regions
/// stays as it is, and so does what would leave an error that is not there now.
std::optional<CodeAction> refineFunction(const Document &document,
                                         DocumentOffset place);

} // namespace shapels

#endif // SHAPELS_FEATURES_REFINEFUNCTION_H
