//===- ByStatements.h - Edits cost statements, as in long units -*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_BYSTATEMENTS_H
#define SHAPELS_TESTS_UNIT_BYSTATEMENTS_H

#include "core/ir/section/SectionIR.h"

#include <utility>

namespace shapels::test {

/// While it is there, no unit is so short that it is made anew, and no op that
/// nests more than so many statements.
class ByStatements {
public:
  explicit ByStatements(size_t shortOp = 0)
      : usualOp(std::exchange(SectionIR::shortOp, shortOp)) {}
  ~ByStatements() {
    SectionIR::shortUnit = usual;
    SectionIR::shortOp = usualOp;
  }
  ByStatements(const ByStatements &) = delete;
  ByStatements &operator=(const ByStatements &) = delete;

private:
  size_t usual = std::exchange(SectionIR::shortUnit, 0);
  size_t usualOp;
};

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_BYSTATEMENTS_H
