//===- RandomProgramLinalg.cpp --------------------------------------------===//

#include "shape/RandomProgram.h"

#include <algorithm>
#include <numeric>

using namespace shapels;

/// ` ins(%a, %b : T, U) outs(%c : V)`
static std::string
connected(const std::vector<std::pair<std::string, size_t>> &inputs,
          const std::string &init, size_t rank) {
  std::string names, types;
  for (const auto &[name, inputRank] : inputs) {
    names += (names.empty() ? "%" : ", %") + name;
    types += (types.empty() ? "" : ", ") + dynamicType(inputRank);
  }
  return " ins(" + names + " : " + types + ") outs(%" + init + " : " +
         dynamicType(rank) + ")";
}

void RandomProgram::linalgMap() {
  Tensor a = any(), b = *anyWith(a.sizes);
  std::vector<std::string> dims;
  for (size_t i = 0; i < a.sizes.size(); ++i)
    dims.push_back(dim(a, i));
  size_t rank = dims.size();
  Tensor init = emptyOf(dims);
  make("linalg.map { arith.mulf }" +
           connected({{a.name, rank}, {b.name, rank}}, init.name, rank),
       a.sizes);
}

void RandomProgram::linalgTranspose() {
  Tensor a = any();
  Sizes permutation(a.sizes.size());
  std::iota(permutation.begin(), permutation.end(), 0);
  std::shuffle(permutation.begin(), permutation.end(), generator);
  std::vector<std::string> dims;
  for (int64_t from : permutation)
    dims.push_back(dim(a, size_t(from)));
  Tensor init = emptyOf(dims);
  make("linalg.transpose" +
           connected({{a.name, dims.size()}}, init.name, dims.size()) +
           " permutation = [" + joined(permutation) + "]",
       init.sizes);
}

/// With one dimension more, anywhere.
void RandomProgram::linalgBroadcast() {
  Tensor a = any();
  if (a.sizes.size() > 3)
    return;
  int64_t added = random(0, int64_t(a.sizes.size()));
  Sizes result = a.sizes;
  result.insert(result.begin() + added, 2);
  if (!isSmall(result))
    return;
  std::vector<std::string> dims;
  for (size_t i = 0; i < a.sizes.size(); ++i)
    dims.push_back(dim(a, i));
  dims.insert(dims.begin() + added, constant(2));
  Tensor init = emptyOf(dims);
  make("linalg.broadcast" +
           connected({{a.name, a.sizes.size()}}, init.name, dims.size()) +
           " dimensions = [" + std::to_string(added) + "]",
       result);
}

void RandomProgram::linalgReduce() {
  Tensor a = any();
  if (a.sizes.size() < 2)
    return;
  size_t reduced = anyDimOf(a);
  std::vector<std::string> dims;
  for (size_t i = 0; i < a.sizes.size(); ++i)
    if (i != reduced)
      dims.push_back(dim(a, i));
  Tensor init = emptyOf(dims);
  make("linalg.reduce { arith.addf }" +
           connected({{a.name, a.sizes.size()}}, init.name, dims.size()) +
           " dimensions = [" + std::to_string(reduced) + "]",
       init.sizes);
}

void RandomProgram::linalgMatmul() {
  const Tensor *first = anyOfRank(2);
  if (!first)
    return;
  Tensor a = *first;
  std::vector<Tensor> fitting;
  for (const Tensor &other : all)
    if (other.sizes.size() == 2 && other.sizes[0] == a.sizes[1])
      fitting.push_back(other);
  if (fitting.empty())
    return;
  Tensor b = fitting[size_t(random(0, int64_t(fitting.size()) - 1))];
  if (!isSmall({a.sizes[0], a.sizes[1], b.sizes[1]}))
    return;
  std::string rows = dim(a, 0), columns = dim(b, 1);
  Tensor init = emptyOf({rows, columns});
  make("linalg.matmul" + connected({{a.name, 2}, {b.name, 2}}, init.name, 2) +
           " -> tensor<?x?xf32>",
       init.sizes);
}

/// Sums over the last dimension, of a vector added to each row.
void RandomProgram::linalgGeneric() {
  const Tensor *matrix = anyOfRank(2);
  if (!matrix)
    return;
  Tensor a = *matrix;
  const Tensor *vector = anyWith({a.sizes[1]});
  Tensor b = vector ? *vector : emptyOf({dim(a, 1)});
  Tensor init = emptyOf({dim(a, 0)});
  std::string x = fresh(), y = fresh(), sum = fresh(), one = fresh(),
              two = fresh();
  make("linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, "
       "affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], "
       "iterator_types = [\"parallel\", \"reduction\"]}" +
           connected({{a.name, 2}, {b.name, 1}}, init.name, 1) +
           " {\n  ^bb0(%" + x + ": f32, %" + y + ": f32, %" + sum +
           ": f32):\n    %" + one + " = arith.mulf %" + x + ", %" + y +
           " : f32\n    %" + two + " = arith.addf %" + one + ", %" + sum +
           " : f32\n    linalg.yield %" + two + " : f32\n  } -> tensor<?xf32>",
       init.sizes);
}
