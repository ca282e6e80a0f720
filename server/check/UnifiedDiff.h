//===- UnifiedDiff.h - How two texts differ --------------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_UNIFIEDDIFF_H
#define SHAPELS_CHECK_UNIFIEDDIFF_H

#include <string>
#include <string_view>

namespace shapels {

/// As `diff -u` prints it, for `patch -p1`; empty if the texts are equal. Texts
/// that differ in thousands of lines may get a longer diff than need be.
std::string unifiedDiff(std::string_view path, std::string_view before,
                        std::string_view after);

} // namespace shapels

#endif // SHAPELS_CHECK_UNIFIEDDIFF_H
