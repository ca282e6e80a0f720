//===- TextFormat.h - Findings for people ----------------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_TEXTFORMAT_H
#define SHAPELS_CHECK_TEXTFORMAT_H

#include "server/check/CheckedFile.h"
#include "server/check/Snippet.h"

namespace shapels {

/// Each finding as `file:line:column: severity[code]: message` with its source
/// lines and notes. Lines and columns count from one, columns in bytes, as
/// mlir-opt does.
std::string formatText(std::span<const CheckedFile> files,
                       const TextStyle &style);

} // namespace shapels

#endif // SHAPELS_CHECK_TEXTFORMAT_H
