//===- JsonFormat.h - Findings for programs --------------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_JSONFORMAT_H
#define SHAPELS_CHECK_JSONFORMAT_H

#include "server/check/CheckedFile.h"

namespace shapels {

/// One object: every checked file with its findings, and a summary. Ranges
/// are LSP's, zero-based, columns in UTF-8 bytes. `version` changes when a
/// reader of an older one could misread it. What is not UTF-8 becomes U+FFFD.
std::string formatJson(std::span<const CheckedFile> files);

} // namespace shapels

#endif // SHAPELS_CHECK_JSONFORMAT_H
