//===- RandomOp.h - Random broadcast ops, shrunk and printed ---*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_SHAPE_RANDOMOP_H
#define SHAPELS_TESTS_UNIT_SHAPE_RANDOMOP_H

#include "mlir/IR/Types.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace shapels::test {

/// A size, or `dynamic`.
using Size = int64_t;
inline constexpr Size dynamic = -1;

/// A type as the specification sees it: nothing of shapels is in it.
struct PlainType {
  enum Kind { Tensor, Vector, Memref, Scalar };
  Kind kind = Tensor;
  /// Nothing: unranked. Not looked at for scalars.
  std::optional<std::vector<Size>> shape;

  std::string str() const;
  mlir::Type in(mlir::MLIRContext &context) const;
};

struct RandomOp {
  std::vector<PlainType> operands, results;

  /// As MLIR text: `%0 = "test.broadcastable"(%arg0) : (...) -> ...`.
  std::string str() const;
};

/// Ops of 0 to 5 operands and 0 to 2 results, of ranks 0 to 6. Most operands
/// and results are cut from one shape, so that right ops are not rare.
class OpGenerator {
public:
  explicit OpGenerator(uint32_t seed) : random(seed) {}
  RandomOp next();

private:
  /// In [0, bound).
  unsigned below(unsigned bound) {
    return static_cast<unsigned>(random() % bound);
  }
  bool chance(unsigned percent) { return below(100) < percent; }
  Size anySize();
  PlainType cut(const std::vector<Size> &from, unsigned noise);
  void restrict(PlainType &type) const;

  std::mt19937 random;
  PlainType::Kind mainKind = PlainType::Tensor;
};

/// A smallest op, by removing and simplifying its parts, of which `fails`.
RandomOp shrink(RandomOp op,
                const std::function<bool(const RandomOp &)> &fails);

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_SHAPE_RANDOMOP_H
