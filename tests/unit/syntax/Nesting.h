//===- Nesting.h - A text, and what its statements nest --------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_SYNTAX_NESTING_H
#define SHAPELS_TESTS_UNIT_SYNTAX_NESTING_H

#include "syntax/Syntax.h"

#include <gtest/gtest.h>

#include <ostream>

namespace shapels::test {

struct OutlineRow {
  const char *name, *text, *nesting;
};

inline std::ostream &operator<<(std::ostream &stream, const OutlineRow &row) {
  return stream << row.name;
}

/// Each row is held by `Nesting.Is`, whichever file has it.
class Nesting : public testing::TestWithParam<OutlineRow> {};

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_SYNTAX_NESTING_H
