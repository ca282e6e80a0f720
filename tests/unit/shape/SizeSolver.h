//===- SizeSolver.h - What sizes can be, by Z3 ------------------*- C++ -*-===//
//
// The independent checker of proofs: facts are handed to Z3 as formulas over
// the integers, and shares no code with what is tested.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TESTS_UNIT_SHAPE_SIZESOLVER_H
#define SHAPELS_TESTS_UNIT_SHAPE_SIZESOLVER_H

#include "core/shape/Contradiction.h"

#include <z3++.h>

#include <map>

namespace shapels {

class SizeSolver {
public:
  SizeSolver();

  /// Whether the facts can hold together: sat, unsat, or unknown where Z3
  /// gives up after a fixed number of its own steps.
  z3::check_result check(const FactList &facts);

private:
  z3::expr number(int64_t value) { return context.int_val(value); }
  z3::expr term(DimExpr expr);
  z3::expr sum(llvm::ArrayRef<DimTerm> terms);
  z3::expr operation(DimExpr expr);
  z3::expr floorDivide(const z3::expr &a, const z3::expr &b);
  z3::expr broadcast(const std::vector<z3::expr> &sizes);
  z3::expr fresh();
  void add(const SizeFacts &facts);
  void add(const z3::expr &size, const DimRange &range);

  z3::context context;
  z3::solver solver;
  std::map<const DimNode *, z3::expr> terms;
};

} // namespace shapels

#endif // SHAPELS_TESTS_UNIT_SHAPE_SIZESOLVER_H
