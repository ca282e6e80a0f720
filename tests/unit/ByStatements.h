//===- ByStatements.h - Edits cost statements, as in long units -*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_BYSTATEMENTS_H
#define SHAPELS_TESTS_UNIT_BYSTATEMENTS_H

#include "shapels/ir/SectionIR.h"

#include <utility>

namespace shapels::test {

/// While it is there, no unit is so short that it is made anew.
class ByStatements {
public:
  ByStatements() = default;
  ~ByStatements() { SectionIR::shortUnit = usual; }
  ByStatements(const ByStatements &) = delete;
  ByStatements &operator=(const ByStatements &) = delete;

private:
  size_t usual = std::exchange(SectionIR::shortUnit, 0);
};

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_BYSTATEMENTS_H
