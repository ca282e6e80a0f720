//===- GitlabFormat.h - Findings for GitLab --------------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_GITLABFORMAT_H
#define SHAPELS_CHECK_GITLABFORMAT_H

#include "server/check/CheckedFile.h"

namespace shapels {

/// A Code Quality report: a JSON list of issues, each with a fingerprint of its
/// own. Files that could not be checked are issues, too.
std::string formatGitlab(std::span<const CheckedFile> files);

} // namespace shapels

#endif // SHAPELS_CHECK_GITLABFORMAT_H
