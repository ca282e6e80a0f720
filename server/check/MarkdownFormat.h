//===- MarkdownFormat.h - Findings for a pull request ----------*- C++ -*-===//

#ifndef SHAPELS_CHECK_MARKDOWNFORMAT_H
#define SHAPELS_CHECK_MARKDOWNFORMAT_H

#include "server/check/CheckedFile.h"

namespace shapels {

/// Findings beyond so many are counted only: GitHub takes 64 KiB of a comment.
inline constexpr size_t maxMarkdownRows = 100;

/// A sentence with the counts, and a table of findings.
std::string formatMarkdown(std::span<const CheckedFile> files);

} // namespace shapels

#endif // SHAPELS_CHECK_MARKDOWNFORMAT_H
