//===- RandomProgramOps.cpp - tensor, tosa and arith ----------------------===//

#include "shape/RandomProgram.h"

#include <algorithm>
#include <numeric>

using namespace shapels;

/// ` : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>`
static std::string signature(size_t operands, size_t rank) {
  std::string text, type = dynamicType(rank);
  for (size_t i = 0; i < operands; ++i)
    text += (i ? ", " : "") + type;
  return " : (" + text + ") -> " + type;
}

void RandomProgram::elementwise() {
  Tensor a = any(), b = *anyWith(a.sizes);
  make("arith.addf %" + a.name + ", %" + b.name + " : " +
           dynamicType(a.sizes.size()),
       a.sizes);
}

void RandomProgram::broadcast() {
  Tensor a = any(), b = *anyOfRank(a.sizes.size());
  Sizes result;
  for (size_t i = 0; i < a.sizes.size(); ++i) {
    if (a.sizes[i] != b.sizes[i] && a.sizes[i] != 1 && b.sizes[i] != 1)
      return;
    result.push_back(a.sizes[i] == 1 ? b.sizes[i] : a.sizes[i]);
  }
  if (isSmall(result))
    make("tosa.add %" + a.name + ", %" + b.name + signature(2, result.size()),
         result);
}

void RandomProgram::reduce() {
  Tensor a = any();
  size_t axis = anyDimOf(a);
  Sizes result = a.sizes;
  result[axis] = 1;
  make("tosa.reduce_sum %" + a.name + " {axis = " + std::to_string(axis) +
           " : i32}" + signature(1, result.size()),
       result);
}

void RandomProgram::transpose() {
  Tensor a = any();
  Sizes permutation(a.sizes.size()), result;
  std::iota(permutation.begin(), permutation.end(), 0);
  std::shuffle(permutation.begin(), permutation.end(), generator);
  for (int64_t from : permutation)
    result.push_back(a.sizes[size_t(from)]);
  make("tosa.transpose %" + a.name + " {perms = array<i32: " +
           joined(permutation) + ">}" + signature(1, result.size()),
       result);
}

void RandomProgram::concat() {
  Tensor a = any(), b = *anyOfRank(a.sizes.size());
  size_t axis = anyDimOf(a);
  Sizes result = a.sizes, other = b.sizes;
  result[axis] = other[axis] = 0;
  if (result != other)
    return;
  result[axis] = a.sizes[axis] + b.sizes[axis];
  if (isSmall(result))
    make("tensor.concat dim(" + std::to_string(axis) + ") %" + a.name + ", %" +
             b.name + signature(2, result.size()),
         result);
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
  make("tensor.collapse_shape %" + a.name + " [" + groups + "]] : " +
           dynamicType(a.sizes.size()) + " into " + dynamicType(result.size()),
       result);
}

/// The first dimension into a factor of it and the rest.
void RandomProgram::expand() {
  Tensor a = any();
  if (a.sizes.size() > 3)
    return;
  int64_t factor = random(1, a.sizes[0]);
  if (a.sizes[0] % factor != 0)
    return;
  std::string size = dim(a, 0), by = constant(factor), name = fresh();
  std::string shape =
      "%" + index("arith.divsi %" + size + ", %" + by, a.sizes[0] / factor) +
      ", " + std::to_string(factor);
  std::string groups = "[0, 1]", type = "tensor<?x" + std::to_string(factor);
  Sizes result{a.sizes[0] / factor, factor};
  for (size_t i = 1; i < a.sizes.size(); ++i) {
    shape += ", %" + dim(a, i);
    groups += ", [" + std::to_string(i + 1) + "]";
    type += "x?";
    result.push_back(a.sizes[i]);
  }
  type += "xf32>";
  line("%" + name + " = tensor.expand_shape %" + a.name + " [" + groups +
       "] output_shape [" + shape + "] : " + dynamicType(a.sizes.size()) +
       " into " + type);
  make("tensor.cast %" + name + " : " + type + " to " +
           dynamicType(result.size()),
       result);
}

/// Sizes by index arithmetic.
void RandomProgram::empty() {
  Tensor a = any(), b = any();
  std::string x = dim(a, 0), y = dim(b, b.sizes.size() - 1), two = constant(2);
  std::string sum =
      index("arith.addi %" + x + ", %" + y, numbers[x] + numbers[y]);
  std::string half =
      index("arith.divui %" + sum + ", %" + two, numbers[sum] / 2);
  std::string least = index("arith.minui %" + x + ", %" + half,
                            std::min(numbers[x], numbers[half]));
  emptyOf({sum, least});
}

/// What affine and arith make of two sizes.
void RandomProgram::arithmetic() {
  Tensor a = any(), b = any();
  std::string x = dim(a, 0), y = dim(b, b.sizes.size() - 1);
  int64_t m = numbers[x], n = numbers[y];
  auto affine = [&](const char *op, const char *results, int64_t value) {
    std::string name = fresh();
    numbers[name] = value;
    line("%" + name + " = affine." + op + " affine_map<()[s0, s1] -> (" +
         results + ")>()[%" + x + ", %" + y + "]");
  };
  affine("apply", "s0 * 3 + s1 - 1", m * 3 + n - 1);
  affine("apply", "(s0 * 5) floordiv 3 + s1 ceildiv 2",
         m * 5 / 3 + (n + 1) / 2);
  affine("apply", "s0 mod 4", m % 4);
  affine("min", "s0, s1 * 2", std::min(m, n * 2));
  affine("max", "s0 - 2, s1", std::max(m - 2, n));
  index("arith.remsi %" + x + ", %" + y, m % n);
  index("arith.ceildivsi %" + x + ", %" + y, (m + n - 1) / n);
  index("arith.floordivsi %" + x + ", %" + y, m / n);
  index("arith.subi %" + x + ", %" + y, m - n);
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
  std::string type = dynamicType(result.size());
  make("tensor.extract_slice %" + a.name + "[" + offsets + "] [" + sizesText +
           "] [" + strides + "] : " + type + " to " + type,
       result);
}

/// A tensor into one that is as large in each dimension.
void RandomProgram::insert() {
  Tensor a = any(), b = *anyOfRank(a.sizes.size());
  std::string sizesText, offsets, strides;
  for (size_t i = 0; i < a.sizes.size(); ++i) {
    if (b.sizes[i] > a.sizes[i])
      return;
    std::string separator = i ? ", " : "";
    offsets += separator + std::to_string(a.sizes[i] - b.sizes[i]);
    strides += separator + "1";
    sizesText += separator + "%" + dim(b, i);
  }
  std::string type = dynamicType(a.sizes.size());
  make("tensor.insert_slice %" + b.name + " into %" + a.name + "[" + offsets +
           "] [" + sizesText + "] [" + strides + "] : " + type + " into " +
           type,
       a.sizes);
}

void RandomProgram::pad() {
  Tensor a = any();
  Sizes result;
  for (int64_t size : a.sizes)
    result.push_back(2 * size + random(0, 2));
  if (!isSmall(result))
    return;
  std::string low, high, blocks;
  for (size_t i = 0; i < a.sizes.size(); ++i) {
    std::string separator = i ? ", " : "";
    low += separator + std::to_string(result[i] - 2 * a.sizes[i]);
    high += separator + "%" + dim(a, i);
    blocks += separator + "%i" + fresh() + ": index";
  }
  std::string zero = fresh(), type = dynamicType(result.size());
  line("%" + zero + " = arith.constant 0.0 : f32");
  make("tensor.pad %" + a.name + " low[" + low + "] high[" + high +
           "] {\n  ^bb0(" + blocks + "):\n    tensor.yield %" + zero +
           " : f32\n  } : " + type + " to " + type,
       result);
}

/// To a list of indices: the last size, and what remains.
void RandomProgram::reshape() {
  Tensor a = any();
  if (a.sizes.size() < 2)
    return;
  std::string rest = dim(a, 0);
  for (size_t i = 1; i + 1 < a.sizes.size(); ++i) {
    std::string other = dim(a, i);
    rest = index("arith.muli %" + rest + ", %" + other,
                 numbers[rest] * numbers[other]);
  }
  std::string shape = list({dim(a, a.sizes.size() - 1), rest});
  make("tensor.reshape %" + a.name + "(%" + shape + ") : (" +
           dynamicType(a.sizes.size()) +
           ", tensor<2xindex>) -> tensor<?x?xf32>",
       {a.sizes.back(), numbers[rest]});
}

void RandomProgram::generate() {
  Tensor a = any();
  std::string size = dim(a, 0), three = constant(3), zero = fresh();
  line("%" + zero + " = arith.constant 0.0 : f32");
  make("tensor.generate %" + size + ", %" + three + " {\n  ^bb0(%i" + fresh() +
           ": index, %i" + fresh() + ": index):\n    tensor.yield %" + zero +
           " : f32\n  } : tensor<?x?xf32>",
       {a.sizes[0], 3});
  std::string scalar = fresh();
  line("%" + scalar + " = arith.constant 1.0 : f32");
  make("tensor.splat %" + scalar + "[%" + size + "] : tensor<?xf32>",
       {a.sizes[0]});
}

//===----------------------------------------------------------------------===//
// tosa
//===----------------------------------------------------------------------===//

std::string RandomProgram::tosaShape(const Sizes &values) {
  std::string name = fresh(), rank = std::to_string(values.size());
  line("%" + name + " = tosa.const_shape {values = dense<[" + joined(values) +
       "]> : tensor<" + rank + "xindex>} : () -> !tosa.shape<" + rank + ">");
  return name;
}

/// To [-1, last size].
void RandomProgram::tosaReshape() {
  Tensor a = any();
  int64_t last = a.sizes.back();
  std::string target = tosaShape({-1, last});
  make("tosa.reshape %" + a.name + ", %" + target + " : (" +
           dynamicType(a.sizes.size()) + ", !tosa.shape<2>) -> tensor<?x?xf32>",
       {product(a.sizes) / last, last});
}

void RandomProgram::tosaConcat() {
  Tensor a = any();
  size_t axis = anyDimOf(a);
  Sizes result = a.sizes;
  result[axis] *= 2;
  if (isSmall(result))
    make("tosa.concat %" + a.name + ", %" + a.name + " {axis = " +
             std::to_string(axis) + " : i32}" + signature(2, result.size()),
         result);
}

void RandomProgram::tosaTile() {
  Tensor a = any();
  Sizes multiples, result;
  for (int64_t size : a.sizes) {
    multiples.push_back(random(1, 2));
    result.push_back(size * multiples.back());
  }
  if (!isSmall(result))
    return;
  std::string shape = tosaShape(multiples), type = dynamicType(result.size());
  make("tosa.tile %" + a.name + ", %" + shape + " : (" + type +
           ", !tosa.shape<" + std::to_string(result.size()) + ">) -> " + type,
       result);
}

void RandomProgram::tosaSlice() {
  Tensor a = any();
  Sizes starts, result;
  for (int64_t size : a.sizes) {
    starts.push_back(random(0, size - 1));
    result.push_back(random(1, size - starts.back()));
  }
  std::string start = tosaShape(starts), size = tosaShape(result),
              type = dynamicType(result.size()),
              shape = ", !tosa.shape<" + std::to_string(result.size()) + ">";
  make("tosa.slice %" + a.name + ", %" + start + ", %" + size + " : (" + type +
           shape + shape + ") -> " + type,
       result);
}
