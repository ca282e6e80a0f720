//===- JunitFormat.h - Findings as test results ----------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_JUNITFORMAT_H
#define SHAPELS_CHECK_JUNITFORMAT_H

#include "server/check/CheckedFile.h"

namespace shapels {

/// JUnit XML: a suite for each file with a failed test for each finding, or one
/// that passed if there is none. A file that could not be checked is an error.
std::string formatJunit(std::span<const CheckedFile> files);

} // namespace shapels

#endif // SHAPELS_CHECK_JUNITFORMAT_H
