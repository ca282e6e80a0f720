//===- RandomProgramFlow.cpp - Branches and loops -------------------------===//

#include "shape/RandomProgram.h"

using namespace shapels;

/// Of something that is known when it runs only.
std::string RandomProgram::condition(bool holds) {
  std::string size = dim(any(), 0), limit = constant(holds ? 1000000 : 0),
              name = fresh();
  line("%" + name + " = arith.cmpi slt, %" + size + ", %" + limit + " : index");
  return name;
}

/// One of two tensors of the same rank.
void RandomProgram::branch() {
  Tensor a = any(), b = *anyOfRank(a.sizes.size());
  bool isFirst = chance();
  std::string type = dynamicType(a.sizes.size());
  std::string holds = condition(isFirst);
  make("scf.if %" + holds + " -> (" + type + ") {\n    scf.yield %" + a.name +
           " : " + type + "\n  } else {\n    scf.yield %" + b.name + " : " +
           type + "\n  }",
       isFirst ? a.sizes : b.sizes);
}

/// Twice round a loop that may append to what it carries.
void RandomProgram::loop() {
  Tensor a = any(), b = a;
  std::string zero = constant(0), one = constant(1), two = constant(2);
  std::string carried = fresh(), more = fresh(),
              type = dynamicType(a.sizes.size());
  Sizes result = a.sizes;
  result[0] *= 3;
  bool grows = chance() && isSmall(result);
  std::string same = type + ", " + type;
  std::string step =
      grows ? "tensor.concat dim(0) %" + carried + ", %" + b.name + " : (" +
                  same + ") -> " + type
            : "arith.addf %" + carried + ", %" + b.name + " : " + type;
  make("scf.for %i" + fresh() + " = %" + zero + " to %" + two + " step %" +
           one + " iter_args(%" + carried + " = %" + a.name + ") -> (" + type +
           ") {\n    %" + more + " = " + step + "\n    scf.yield %" + more +
           " : " + type + "\n  }",
       grows ? result : a.sizes);
}

/// Three times round, by a number that is carried along; what is carried beside
/// it has other sizes from the first time on.
void RandomProgram::whileLoop() {
  Tensor a = any(), b = *anyOfRank(a.sizes.size());
  std::string zero = constant(0), one = constant(1), three = constant(3);
  std::string type = dynamicType(a.sizes.size()),
              both = "(index, " + type + ")";
  std::string n = fresh(), t = fresh(), test = fresh(), m = fresh(),
              u = fresh(), more = fresh(), name = fresh();
  numbers[name + "#0"] = 3;
  line("%" + name + ":2 = scf.while (%" + n + " = %" + zero + ", %" + t +
       " = %" + a.name + ") : " + both + " -> " + both + " {\n    %" + test +
       " = arith.cmpi slt, %" + n + ", %" + three +
       " : index\n    scf.condition(%" + test + ") %" + n + ", %" + t +
       " : index, " + type + "\n  } do {\n  ^bb0(%" + m + ": index, %" + u +
       ": " + type + "):\n    %" + more + " = arith.addi %" + m + ", %" + one +
       " : index\n    scf.yield %" + more + ", %" + b.name + " : index, " +
       type + "\n  }");
  define(name + "#1", b.sizes);
}
