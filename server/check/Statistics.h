//===- Statistics.h - How often each code was found ------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_STATISTICS_H
#define SHAPELS_CHECK_STATISTICS_H

#include "server/check/CheckedFile.h"

namespace shapels {

/// A line for each code, those found most often first.
std::string formatStatistics(std::span<const CheckedFile> files);

} // namespace shapels

#endif // SHAPELS_CHECK_STATISTICS_H
