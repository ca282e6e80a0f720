//===- MergeSarif.h - Several reports as one -------------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_MERGESARIF_H
#define SHAPELS_CHECK_MERGESARIF_H

#include <span>
#include <string>
#include <vector>

namespace shapels {

/// The reports of a tree's parts, which formatSarif() wrote, as one with one
/// run; what several of them say is in it once. They are of one version of the
/// tool. Nothing and a failure, which names the report by its number, if these
/// are none.
std::string mergedSarif(std::span<const std::string> reports,
                        std::string &failure);

/// All of `shapels --merge-sarif`. Returns the exit code.
int mergeSarif(const std::vector<std::string> &paths);

} // namespace shapels

#endif // SHAPELS_CHECK_MERGESARIF_H
