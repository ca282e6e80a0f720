//===- ExplainEdit.h - All of `shapels --explain-edit` ---------*- C++ -*-===//

#ifndef SHAPELS_CHECK_EXPLAINEDIT_H
#define SHAPELS_CHECK_EXPLAINEDIT_H

#include "server/check/CheckOptions.h"
#include "server/config/ConfigOptions.h"

namespace shapels {

/// Opens the one file, applies `options.edits` one after the other, and prints
/// what each cost. All in this process and thread: what kills MLIR kills it.
/// Returns the exit code: 0, or 2 if something could not be done.
int explainEdits(const CheckOptions &options, const ConfigOptions &config);

} // namespace shapels

#endif // SHAPELS_CHECK_EXPLAINEDIT_H
