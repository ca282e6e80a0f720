//===- TypeFixes.h - A value has another type than its user writes -*-C++-*-=//

#ifndef SHAPELS_FEATURES_TYPEFIXES_H
#define SHAPELS_FEATURES_TYPEFIXES_H

#include "server/features/CodeActions.h"

namespace shapels {

/// For the finding that an op takes a value for another type than it has: the
/// edit that writes the type that it has, and the cast to the one that is
/// wanted. Only those that leave no other error in place of it.
std::vector<CodeAction> fixTypes(const Document &document,
                                 const Diagnostic &finding);

} // namespace shapels

#endif // SHAPELS_FEATURES_TYPEFIXES_H
