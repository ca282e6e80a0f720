//===- ChangedFiles.h - Which files differ from a revision -----*- C++ -*-===//

#ifndef SHAPELS_CHECK_CHANGEDFILES_H
#define SHAPELS_CHECK_CHANGEDFILES_H

#include <optional>
#include <set>
#include <string>

namespace shapels {

/// The files of the working directory's git repository that differ from the
/// commit where its branch left `revision`, and those that are not tracked nor
/// ignored: real paths. Nothing, and a failure, if git cannot tell.
std::optional<std::set<std::string>> changedSince(const std::string &revision,
                                                  std::string &failure);

} // namespace shapels

#endif // SHAPELS_CHECK_CHANGEDFILES_H
