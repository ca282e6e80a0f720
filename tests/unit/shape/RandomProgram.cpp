//===- RandomProgram.cpp --------------------------------------------------===//

#include "shape/RandomProgram.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

using namespace shapels;

using Sizes = RandomProgram::Sizes;

static std::string dynamicType(size_t rank) {
  std::string text = "tensor<";
  for (size_t i = 0; i < rank; ++i)
    text += "?x";
  return text + "f32>";
}

static int64_t product(const Sizes &sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                         std::multiplies<>());
}

static std::string joined(const Sizes &values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return text;
}

RandomProgram::RandomProgram(unsigned seed) : generator(seed) {
  for (int i = 0; i < 4; ++i)
    addArgument();
  for (int i = 0; i < 14; ++i)
    step();
}

int64_t RandomProgram::random(int64_t least, int64_t most) {
  return std::uniform_int_distribution<int64_t>(least, most)(generator);
}

std::string RandomProgram::text() const {
  return "func.func @f(" + arguments + ") {\n" + body + "  return\n}\n";
}

void RandomProgram::define(const std::string &name, Sizes result) {
  sizes[name] = result;
  all.push_back({name, std::move(result)});
}

/// Few sizes, so that they often agree; 1 and equal ones matter most.
void RandomProgram::addArgument() {
  Sizes result;
  std::string type;
  for (int64_t rank = random(1, 4); rank > 0; --rank) {
    result.push_back(
        std::array<int64_t, 5>{1, 2, 3, 4, 6}[size_t(random(0, 4))]);
    type += (chance() ? "?" : std::to_string(result.back())) + "x";
  }
  std::string name = fresh();
  arguments +=
      (arguments.empty() ? "%" : ", %") + name + ": tensor<" + type + "f32>";
  // Whatever it is declared as, from here on it is dynamic.
  sizes[name] = result;
  std::string erased = fresh();
  line("%" + erased + " = tensor.cast %" + name + " : tensor<" + type +
       "f32> to " + dynamicType(result.size()));
  define(erased, result);
}

const RandomProgram::Tensor *RandomProgram::anyWith(const Sizes &wanted) {
  std::vector<const Tensor *> found;
  for (const Tensor &tensor : all)
    if (tensor.sizes == wanted)
      found.push_back(&tensor);
  return found.empty() ? nullptr
                       : found[size_t(random(0, int64_t(found.size()) - 1))];
}

const RandomProgram::Tensor *RandomProgram::anyOfRank(size_t rank) {
  std::vector<const Tensor *> found;
  for (const Tensor &tensor : all)
    if (tensor.sizes.size() == rank)
      found.push_back(&tensor);
  return found.empty() ? nullptr
                       : found[size_t(random(0, int64_t(found.size()) - 1))];
}

std::string RandomProgram::constant(int64_t value) {
  std::string name = fresh();
  numbers[name] = value;
  line("%" + name + " = arith.constant " + std::to_string(value) + " : index");
  return name;
}

std::string RandomProgram::dim(const Tensor &tensor, size_t dim) {
  std::string index = constant(int64_t(dim)), name = fresh();
  numbers[name] = tensor.sizes[dim];
  line("%" + name + " = tensor.dim %" + tensor.name + ", %" + index + " : " +
       dynamicType(tensor.sizes.size()));
  return name;
}

std::string RandomProgram::list(const std::vector<std::string> &items) {
  std::string name = fresh(), text;
  for (const std::string &item : items)
    text += (text.empty() ? "%" : ", %") + item;
  line("%" + name + " = tensor.from_elements " + text + " : tensor<" +
       std::to_string(items.size()) + "xindex>");
  return name;
}

void RandomProgram::step() {
  using Step = void (RandomProgram::*)();
  constexpr Step steps[] = {
      &RandomProgram::elementwise, &RandomProgram::elementwise,
      &RandomProgram::broadcast,   &RandomProgram::reduce,
      &RandomProgram::transpose,   &RandomProgram::concat,
      &RandomProgram::collapse,    &RandomProgram::empty,
      &RandomProgram::slice,       &RandomProgram::pad,
      &RandomProgram::tosaReshape, &RandomProgram::dynamicReshape,
      &RandomProgram::matmul,      &RandomProgram::pool,
      &RandomProgram::hloPad,      &RandomProgram::hloWindow,
      &RandomProgram::onnxSlice,   &RandomProgram::branch,
      &RandomProgram::loop,
  };
  (this->*steps[size_t(random(0, std::size(steps) - 1))])();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void RandomProgram::elementwise() {
  Tensor a = any();
  Tensor b = *anyWith(a.sizes);
  std::string name = fresh();
  line("%" + name + " = arith.addf %" + a.name + ", %" + b.name + " : " +
       dynamicType(a.sizes.size()));
  define(name, a.sizes);
}

void RandomProgram::broadcast() {
  Tensor a = any(), b = *anyOfRank(a.sizes.size());
  Sizes result;
  for (size_t i = 0; i < a.sizes.size(); ++i) {
    if (a.sizes[i] != b.sizes[i] && a.sizes[i] != 1 && b.sizes[i] != 1)
      return;
    result.push_back(a.sizes[i] == 1 ? b.sizes[i] : a.sizes[i]);
  }
  std::string name = fresh(), type = dynamicType(result.size());
  line("%" + name + " = tosa.add %" + a.name + ", %" + b.name + " : (" + type +
       ", " + type + ") -> " + type);
  define(name, result);
}

void RandomProgram::reduce() {
  Tensor a = any();
  auto axis = size_t(random(0, int64_t(a.sizes.size()) - 1));
  Sizes result = a.sizes;
  result[axis] = 1;
  std::string name = fresh(), type = dynamicType(result.size());
  line("%" + name + " = tosa.reduce_sum %" + a.name + " {axis = " +
       std::to_string(axis) + " : i32} : (" + type + ") -> " + type);
  define(name, result);
}

void RandomProgram::transpose() {
  Tensor a = any();
  Sizes permutation(a.sizes.size()), result;
  std::iota(permutation.begin(), permutation.end(), 0);
  std::shuffle(permutation.begin(), permutation.end(), generator);
  for (int64_t from : permutation)
    result.push_back(a.sizes[size_t(from)]);
  std::string name = fresh(), type = dynamicType(result.size());
  line("%" + name + " = tosa.transpose %" + a.name + " {perms = array<i32: " +
       joined(permutation) + ">} : (" + type + ") -> " + type);
  define(name, result);
}

void RandomProgram::concat() {
  Tensor a = any(), b = *anyOfRank(a.sizes.size());
  auto axis = size_t(random(0, int64_t(a.sizes.size()) - 1));
  Sizes result = a.sizes;
  for (size_t i = 0; i < result.size(); ++i)
    if (i != axis && a.sizes[i] != b.sizes[i])
      return;
  result[axis] += b.sizes[axis];
  std::string name = fresh(), type = dynamicType(result.size());
  line("%" + name + " = tensor.concat dim(" + std::to_string(axis) + ") %" +
       a.name + ", %" + b.name + " : (" + type + ", " + type + ") -> " + type);
  define(name, result);
}

void RandomProgram::collapse() {
  Tensor a = any();
  if (a.sizes.size() < 2)
    return;
  auto at = size_t(random(0, int64_t(a.sizes.size()) - 2));
  Sizes result = a.sizes;
  result[at] *= result[at + 1];
  result.erase(result.begin() + int64_t(at) + 1);
  std::string groups;
  for (size_t i = 0; i < a.sizes.size(); ++i)
    groups += i == 0 ? "[0" : (i == at + 1 ? ", " : "], [") + std::to_string(i);
  std::string name = fresh();
  line("%" + name + " = tensor.collapse_shape %" + a.name + " [" + groups +
       "]] : " + dynamicType(a.sizes.size()) + " into " +
       dynamicType(result.size()));
  define(name, result);
}

/// Sizes by index arithmetic.
void RandomProgram::empty() {
  Tensor a = any(), b = any();
  std::string x = dim(a, 0), y = dim(b, b.sizes.size() - 1), sum = fresh(),
              half = fresh(), least = fresh(), two = constant(2);
  numbers[sum] = numbers[x] + numbers[y];
  line("%" + sum + " = arith.addi %" + x + ", %" + y + " : index");
  numbers[half] = numbers[sum] / 2;
  line("%" + half + " = arith.divui %" + sum + ", %" + two + " : index");
  numbers[least] = std::min(numbers[x], numbers[half]);
  line("%" + least + " = arith.minui %" + x + ", %" + half + " : index");
  std::string name = fresh();
  line("%" + name + " = tensor.empty(%" + sum + ", %" + least +
       ") : tensor<?x?xf32>");
  define(name, {numbers[sum], numbers[least]});
}

void RandomProgram::slice() {
  Tensor a = any();
  std::string sizesText, offsets, strides;
  Sizes result;
  for (size_t i = 0; i < a.sizes.size(); ++i) {
    std::string separator = i ? ", " : "";
    offsets += separator + "0";
    strides += separator + "1";
    if (chance()) {
      sizesText += separator + "%" + dim(a, i);
      result.push_back(a.sizes[i]);
    } else {
      result.push_back(random(1, a.sizes[i]));
      sizesText += separator + "%" + constant(result.back());
    }
  }
  std::string name = fresh(), type = dynamicType(result.size());
  line("%" + name + " = tensor.extract_slice %" + a.name + "[" + offsets +
       "] [" + sizesText + "] [" + strides + "] : " + type + " to " + type);
  define(name, result);
}

void RandomProgram::pad() {
  Tensor a = any();
  std::string low, high, blocks;
  Sizes result;
  for (size_t i = 0; i < a.sizes.size(); ++i) {
    int64_t before = random(0, 2);
    std::string behind = dim(a, i), separator = i ? ", " : "";
    low += separator + std::to_string(before);
    high += separator + "%" + behind;
    blocks += separator + "%i" + std::to_string(i) + fresh() + ": index";
    result.push_back(2 * a.sizes[i] + before);
  }
  std::string name = fresh(), zero = fresh(), type = dynamicType(result.size());
  line("%" + zero + " = arith.constant 0.0 : f32");
  line("%" + name + " = tensor.pad %" + a.name + " low[" + low + "] high[" +
       high + "] {\n  ^bb0(" + blocks + "):\n    tensor.yield %" + zero +
       " : f32\n  } : " + type + " to " + type);
  define(name, result);
}

/// To [-1, last size].
void RandomProgram::tosaReshape() {
  Tensor a = any();
  int64_t last = a.sizes.back();
  std::string target = fresh(), name = fresh();
  line("%" + target + " = tosa.const_shape {values = dense<[-1, " +
       std::to_string(last) + "]> : tensor<2xindex>} : () -> !tosa.shape<2>");
  line("%" + name + " = tosa.reshape %" + a.name + ", %" + target + " : (" +
       dynamicType(a.sizes.size()) + ", !tosa.shape<2>) -> tensor<?x?xf32>");
  define(name, {product(a.sizes) / last, last});
}

/// All but one size by name, the other one as what remains.
void RandomProgram::dynamicReshape() {
  Tensor a = any();
  if (a.sizes.size() < 2)
    return;
  std::string rest = dim(a, 0);
  for (size_t i = 1; i + 1 < a.sizes.size(); ++i) {
    std::string other = dim(a, i), both = fresh();
    numbers[both] = numbers[rest] * numbers[other];
    line("%" + both + " = arith.muli %" + rest + ", %" + other + " : index");
    rest = both;
  }
  std::string last = dim(a, a.sizes.size() - 1);
  std::string shape = list({rest, last}), name = fresh();
  line("%" + name + " = \"stablehlo.dynamic_reshape\"(%" + a.name + ", %" +
       shape + ") : (" + dynamicType(a.sizes.size()) +
       ", tensor<2xindex>) -> tensor<?x?xf32>");
  define(name, {numbers[rest], a.sizes.back()});
}

void RandomProgram::matmul() {
  const Tensor *a = anyOfRank(2);
  if (!a)
    return;
  for (const Tensor &b : all)
    if (b.sizes.size() == 2 && b.sizes[0] == a->sizes[1]) {
      std::string name = fresh();
      Sizes result{a->sizes[0], b.sizes[1]};
      line("%" + name + " = \"onnx.MatMul\"(%" + a->name + ", %" + b.name +
           ") : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>");
      return define(name, result);
    }
}

void RandomProgram::pool() {
  const Tensor *a = anyOfRank(4);
  if (!a)
    return;
  int64_t kernel = random(1, 2), stride = random(1, 2);
  std::string name = fresh();
  line("%" + name + " = \"onnx.MaxPoolSingleOut\"(%" + a->name +
       ") {kernel_shape = [" + joined({kernel, kernel}) +
       "], pads = [1, 1, 0, "
       "0], strides = [" +
       joined({stride, stride}) +
       "]} : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>");
  Sizes result = a->sizes;
  for (size_t i : {2, 3})
    result[i] = (a->sizes[i] + 1 - kernel) / stride + 1;
  define(name, result);
}

void RandomProgram::hloPad() {
  Tensor a = any();
  Sizes low, high, interior, result;
  for (int64_t size : a.sizes) {
    low.push_back(random(0, 2));
    high.push_back(random(0, 2));
    interior.push_back(random(0, 2));
    result.push_back(low.back() + high.back() + size +
                     (size - 1) * interior.back());
  }
  std::string zero = fresh(), name = fresh(), type = dynamicType(low.size());
  line("%" + zero +
       " = \"stablehlo.constant\"() {value = dense<0.0> : "
       "tensor<f32>} : () -> tensor<f32>");
  line("%" + name + " = \"stablehlo.pad\"(%" + a.name + ", %" + zero +
       ") {edge_padding_low = array<i64: " + joined(low) +
       ">, edge_padding_high = array<i64: " + joined(high) +
       ">, interior_padding = array<i64: " + joined(interior) + ">} : (" +
       type + ", tensor<f32>) -> " + type);
  define(name, result);
}

void RandomProgram::hloWindow() {
  Tensor a = any();
  Sizes window, strides, result;
  for (int64_t size : a.sizes) {
    window.push_back(random(1, size));
    strides.push_back(random(1, 3));
    result.push_back((size - window.back()) / strides.back() + 1);
  }
  std::string zero = fresh(), name = fresh(), type = dynamicType(window.size());
  line("%" + zero +
       " = \"stablehlo.constant\"() {value = dense<0.0> : "
       "tensor<f32>} : () -> tensor<f32>");
  line("%" + name + " = \"stablehlo.reduce_window\"(%" + a.name + ", %" + zero +
       ") ({\n  ^bb0(%x" + fresh() + ": tensor<f32>, %y" + fresh() +
       ": tensor<f32>):\n    \"stablehlo.return\"() : () -> ()\n  }) "
       "{window_dimensions = array<i64: " +
       joined(window) + ">, window_strides = array<i64: " + joined(strides) +
       ">} : (" + type + ", tensor<f32>) -> " + type);
  define(name, result);
}

/// From some place to the end of the first dimension.
void RandomProgram::onnxSlice() {
  Tensor a = any();
  int64_t start = random(-2, 2), step = random(1, 2), size = a.sizes[0];
  int64_t end = chance() ? INT64_MAX : random(-2, 4);
  int64_t first =
      std::clamp<int64_t>(start < 0 ? start + size : start, 0, size);
  int64_t last = std::clamp<int64_t>(end < 0 ? end + size : end, 0, size);
  if (last <= first)
    return; // Nothing would be left for the ops behind it.
  auto list = [&](int64_t value) {
    std::string name = fresh();
    line("%" + name + " = \"onnx.Constant\"() {value = dense<" +
         std::to_string(value) + "> : tensor<1xi64>} : () -> tensor<1xi64>");
    return name;
  };
  std::string starts = list(start), ends = list(end), axes = list(0),
              steps = list(step), name = fresh();
  std::string type = dynamicType(a.sizes.size()), i64 = ", tensor<1xi64>";
  line("%" + name + " = \"onnx.Slice\"(%" + a.name + ", %" + starts + ", %" +
       ends + ", %" + axes + ", %" + steps + ") : (" + type + i64 + i64 + i64 +
       i64 + ") -> " + type);
  Sizes result = a.sizes;
  result[0] = (last - first + step - 1) / step;
  define(name, result);
}

/// One of two tensors of the same rank; the first one in this execution.
void RandomProgram::branch() {
  Tensor a = any(), b = *anyOfRank(a.sizes.size());
  std::string condition = fresh(), name = fresh(),
              type = dynamicType(a.sizes.size());
  line("%" + condition + " = \"my.condition\"() : () -> i1");
  line("%" + name + " = scf.if %" + condition + " -> " + type +
       " {\n    scf.yield %" + a.name + " : " + type +
       "\n  } else {\n    scf.yield %" + b.name + " : " + type + "\n  }");
  define(name, a.sizes);
}

/// Twice round a loop that appends to what it carries.
void RandomProgram::loop() {
  Tensor a = any(), b = a;
  std::string zero = constant(0), one = constant(1), two = constant(2);
  std::string name = fresh(), carried = fresh(), more = fresh(),
              type = dynamicType(a.sizes.size());
  bool grows = chance();
  line("%" + name + " = scf.for %i" + fresh() + " = %" + zero + " to %" + two +
       " step %" + one + " iter_args(%" + carried + " = %" + a.name + ") -> (" +
       type + ") {");
  if (grows)
    line("  %" + more + " = tensor.concat dim(0) %" + carried + ", %" + b.name +
         " : (" + type + ", " + type + ") -> " + type);
  else
    line("  %" + more + " = arith.addf %" + carried + ", %" + b.name + " : " +
         type);
  line("  scf.yield %" + more + " : " + type + "\n  }");
  Sizes result = a.sizes;
  if (grows)
    result[0] *= 3;
  define(name, result);
}
