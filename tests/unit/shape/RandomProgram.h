//===- RandomProgram.h - Programs whose sizes are known --------*- C++ -*-===//
//
// A well-formed program of tensor ops with dynamic sizes, and what each size is
// in one execution of it: worked out while the program is made, one simple
// formula per op, without any of the code that is tested.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TESTS_SHAPE_RANDOMPROGRAM_H
#define SHAPELS_TESTS_SHAPE_RANDOMPROGRAM_H

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace shapels {

class RandomProgram {
public:
  using Sizes = std::vector<int64_t>;

  explicit RandomProgram(unsigned seed);

  /// `func.func @f(...) { ... }`
  std::string text() const;
  /// By the name of the value, without `%`.
  const std::map<std::string, Sizes> &tensors() const { return sizes; }
  const std::map<std::string, int64_t> &integers() const { return numbers; }

private:
  struct Tensor {
    std::string name;
    Sizes sizes;
  };

  void step();
  int64_t random(int64_t least, int64_t most);
  bool chance() { return random(0, 1) == 1; }
  const Tensor &any() {
    return all[size_t(random(0, int64_t(all.size()) - 1))];
  }
  const Tensor *anyWith(const Sizes &wanted);
  const Tensor *anyOfRank(size_t rank);
  std::string fresh() { return "v" + std::to_string(next++); }
  std::string dim(const Tensor &tensor, size_t dim);
  std::string constant(int64_t value);
  std::string list(const std::vector<std::string> &items);
  void line(const std::string &text) { body += "  " + text + "\n"; }
  void define(const std::string &name, Sizes result);
  void addArgument();

  void elementwise();
  void broadcast();
  void reduce();
  void transpose();
  void concat();
  void collapse();
  void empty();
  void slice();
  void pad();
  void tosaReshape();
  void dynamicReshape();
  void matmul();
  void pool();
  void hloPad();
  void hloWindow();
  void onnxSlice();
  void branch();
  void loop();

  std::mt19937 generator;
  std::string arguments, body;
  std::vector<Tensor> all;
  std::map<std::string, Sizes> sizes;
  std::map<std::string, int64_t> numbers;
  unsigned next = 0;
};

} // namespace shapels

#endif // SHAPELS_TESTS_SHAPE_RANDOMPROGRAM_H
