//===- GithubFormat.h - Findings as GitHub annotations ---------*- C++ -*-===//

#ifndef SHAPELS_CHECK_GITHUBFORMAT_H
#define SHAPELS_CHECK_GITHUBFORMAT_H

#include "server/check/CheckedFile.h"

namespace shapels {

/// One workflow command per finding (`::error file=...::message`); its notes
/// are further lines of the message. Columns count UTF-16 code units from one.
std::string formatGithub(std::span<const CheckedFile> files);

} // namespace shapels

#endif // SHAPELS_CHECK_GITHUBFORMAT_H
