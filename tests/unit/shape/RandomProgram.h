//===- RandomProgram.h - Programs whose sizes are known --------*- C++ -*-===//
//
// A well-formed program of tensor ops with dynamic sizes, and what each size is
// in one execution of it: worked out while the program is made, one simple
// formula per op, without any of the code that is tested. RunnerTest holds the
// formulas against mlir-runner.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TESTS_UNIT_SHAPE_RANDOMPROGRAM_H
#define SHAPELS_TESTS_UNIT_SHAPE_RANDOMPROGRAM_H

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace shapels {

class RandomProgram {
public:
  using Sizes = std::vector<int64_t>;
  /// Runnable: only those that MLIR can lower and run.
  enum class Ops { All, Runnable };

  explicit RandomProgram(unsigned seed, Ops ops = Ops::All);

  /// `func.func @f(...) { ... }`
  std::string text() const;
  /// `func.func @name() { ... }`, which makes the arguments itself and prints
  /// all that tensors() and integers() hold, in that order, a line for each.
  std::string printing(const std::string &name) const;
  /// `func.func @name() { ... }`, which makes the arguments, calls `callee`
  /// with them and these numbers and prints the results, indices, a line for
  /// each.
  std::string calling(const std::string &name, const std::string &callee,
                      const Sizes &numbers, size_t results) const;
  /// By the name of the value, without `%`.
  const std::map<std::string, Sizes> &tensors() const { return sizes; }
  const std::map<std::string, int64_t> &integers() const { return numbers; }

private:
  struct Tensor {
    std::string name;
    Sizes sizes;
  };
  struct Argument {
    Tensor tensor;
    std::string type;
  };

  std::string madeArguments() const;
  // What ops are made of (RandomProgram.cpp).
  void step();
  int64_t random(int64_t least, int64_t most);
  bool chance() { return random(0, 1) == 1; }
  size_t anyDimOf(const Tensor &tensor) {
    return size_t(random(0, int64_t(tensor.sizes.size()) - 1));
  }
  const Tensor &any() {
    return all[size_t(random(0, int64_t(all.size()) - 1))];
  }
  const Tensor *anyWith(const Sizes &wanted);
  const Tensor *anyOfRank(size_t rank);
  std::string fresh() { return "v" + std::to_string(next++); }
  std::string dim(const Tensor &tensor, size_t dim);
  std::string constant(int64_t value);
  std::string index(const std::string &op, int64_t value);
  std::string list(const std::vector<std::string> &items);
  Tensor emptyOf(const std::vector<std::string> &dims);
  void line(const std::string &text) { body += "  " + text + "\n"; }
  void define(const std::string &name, Sizes result);
  void make(const std::string &op, Sizes result);
  void addArgument();

  // RandomProgramOps.cpp
  void elementwise();
  void broadcast();
  void reduce();
  void transpose();
  void concat();
  void collapse();
  void expand();
  void empty();
  void arithmetic();
  void slice();
  void insert();
  void pad();
  void reshape();
  void generate();
  std::string tosaShape(const Sizes &values);
  void tosaReshape();
  void tosaConcat();
  void tosaTile();
  void tosaSlice();
  // RandomProgramLinalg.cpp
  void linalgMap();
  void linalgTranspose();
  void linalgBroadcast();
  void linalgReduce();
  void linalgMatmul();
  void linalgGeneric();
  // RandomProgramForeign.cpp
  void dynamicReshape();
  void matmul();
  void pool();
  void hloPad();
  void hloWindow();
  void onnxSlice();
  // RandomProgramFlow.cpp
  std::string condition(bool holds);
  void branch();
  void loop();
  void whileLoop();

  std::mt19937 generator;
  std::string body;
  std::vector<Argument> arguments;
  std::vector<Tensor> all;
  std::map<std::string, Sizes> sizes;
  std::map<std::string, int64_t> numbers;
  unsigned next = 0;
};

/// `tensor<?x?xf32>`
std::string dynamicType(size_t rank);
int64_t product(const RandomProgram::Sizes &sizes);
/// `1, 2`
std::string joined(const RandomProgram::Sizes &values);
/// Whether something of these sizes may be allocated.
bool isSmall(const RandomProgram::Sizes &sizes);

} // namespace shapels

#endif // SHAPELS_TESTS_UNIT_SHAPE_RANDOMPROGRAM_H
