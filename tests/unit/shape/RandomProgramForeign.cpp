//===- RandomProgramForeign.cpp - Ops of dialects that are not built in ---===//

#include "shape/RandomProgram.h"

#include <algorithm>

using namespace shapels;

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
  if (!isSmall(result))
    return;
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
