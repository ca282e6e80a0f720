//===- LinalgBroadcastFixes.h - What its list may mean ---------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_LINALGBROADCASTFIXES_H
#define SHAPELS_FEATURES_LINALGBROADCASTFIXES_H

#include "server/features/CodeActions.h"

namespace shapels {

/// Of a finding about the list of a linalg.broadcast: one for each reading of
/// the list under which there is an op that does it. Of one about `inits`, as
/// the RFC spells it: MLIR's word for that.
std::vector<CodeAction> fixBroadcastList(const Document &document,
                                         const Diagnostic &finding);

} // namespace shapels

#endif // SHAPELS_FEATURES_LINALGBROADCASTFIXES_H
