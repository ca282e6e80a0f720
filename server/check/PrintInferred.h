//===- PrintInferred.h - The inferred shape of every value -----*- C++ -*-===//

#ifndef SHAPELS_CHECK_PRINTINFERRED_H
#define SHAPELS_CHECK_PRINTINFERRED_H

#include "server/check/CheckedFile.h"

namespace shapels {

/// A line per value: `a.mlir:3:5: %0 = tosa.add: tensor<?xf32>; ...`. Lines
/// and columns count from one, columns in bytes.
std::string formatInferredText(std::span<const CheckedFile> files);

/// One object: every file with its values. Ranges are LSP's, zero-based,
/// columns in UTF-8 bytes; `null` where nothing is known. `version` changes
/// when a reader of an older one could misread it.
std::string formatInferredJson(std::span<const CheckedFile> files);

} // namespace shapels

#endif // SHAPELS_CHECK_PRINTINFERRED_H
