//===- LinalgBroadcastFixes.h - What a linalg.broadcast may mean -*- C++
//-*-===//

#ifndef SHAPELS_FEATURES_LINALGBROADCASTFIXES_H
#define SHAPELS_FEATURES_LINALGBROADCASTFIXES_H

#include "shapels/features/CodeActions.h"

namespace shapels {

/// Of a finding about the list of a linalg.broadcast: one for each reading of
/// the list under which there is an op that does it.
std::vector<CodeAction> fixBroadcastList(const Document &document,
                                         const Diagnostic &finding);

} // namespace shapels

#endif // SHAPELS_FEATURES_LINALGBROADCASTFIXES_H
