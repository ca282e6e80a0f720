//===- FoundScripts.h - What random edits have found -----------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_EQUALITY_FOUNDSCRIPTS_H
#define SHAPELS_TESTS_UNIT_EQUALITY_FOUNDSCRIPTS_H

#include <span>

namespace shapels::test {

/// As readScript() reads them; once each showed something else than a fresh
/// document.
std::span<const char *const> foundScripts();

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_EQUALITY_FOUNDSCRIPTS_H
