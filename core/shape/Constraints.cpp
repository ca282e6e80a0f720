//===- Constraints.cpp ----------------------------------------------------===//

#include "core/shape/Constraints.h"
#include "core/shape/ConstraintKinds.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace shapels;

using ConstraintMap = llvm::StringMap<std::vector<Constraint>>;

static void add(const ConstraintTable &table, ConstraintMap &map) {
  for (llvm::StringRef dialect : llvm::split(table.dialects, ' '))
    for (const ConstraintRow &row : table.rows)
      for (llvm::StringRef op : llvm::split(row.ops, ' '))
        llvm::append_range(map[(dialect + "." + op).str()], row.constraints);
}

static const ConstraintMap &constraintMap() {
  static const ConstraintMap map = [] {
    ConstraintMap made;
    for (const ConstraintTable &table :
         {hloConstraints(), onnxConstraints(), torchConstraints(),
          ttirConstraints(), tosaConstraints()})
      add(table, made);
    return made;
  }();
  return map;
}

Constraint constraints::special(void (*check)(OpShapes &op)) {
  Constraint made{[](OpShapes &op, const Constraint &self) { self.check(op); }};
  made.check = check;
  return made;
}

bool shapels::hasConstraints(llvm::StringRef opName) {
  return constraintMap().contains(opName);
}

void shapels::checkConstraints(OpShapes &op) {
  auto found = constraintMap().find(op.name());
  if (found == constraintMap().end())
    return;
  for (const Constraint &constraint : found->second)
    if (!op.isRejected())
      constraint.kind(op, constraint);
}
