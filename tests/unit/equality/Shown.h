//===- Shown.h - What an editor shows of a document ------------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_EQUALITY_SHOWN_H
#define SHAPELS_TESTS_UNIT_EQUALITY_SHOWN_H

#include "core/analysis/Document.h"

namespace shapels::test {

/// The first thing that they show otherwise, of findings, hovers, definitions,
/// references, symbols, and of what analysis knows; empty if there is nothing.
std::string differenceOf(const Document &edited, const Document &fresh);

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_EQUALITY_SHOWN_H
