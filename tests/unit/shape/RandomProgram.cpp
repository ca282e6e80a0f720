//===- RandomProgram.cpp --------------------------------------------------===//

#include "shape/RandomProgram.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

using namespace shapels;

using Sizes = RandomProgram::Sizes;

std::string shapels::dynamicType(size_t rank) {
  std::string text = "tensor<";
  for (size_t i = 0; i < rank; ++i)
    text += "?x";
  return text + "f32>";
}

int64_t shapels::product(const Sizes &sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                         std::multiplies<>());
}

std::string shapels::joined(const Sizes &values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return text;
}

bool shapels::isSmall(const Sizes &sizes) { return product(sizes) <= 100000; }

RandomProgram::RandomProgram(unsigned seed, Ops ops) : generator(seed) {
  using Step = void (RandomProgram::*)();
  constexpr Step runnable[] = {
      &RandomProgram::elementwise,
      &RandomProgram::elementwise,
      &RandomProgram::broadcast,
      &RandomProgram::transpose,
      &RandomProgram::concat,
      &RandomProgram::collapse,
      &RandomProgram::expand,
      &RandomProgram::empty,
      &RandomProgram::arithmetic,
      &RandomProgram::slice,
      &RandomProgram::insert,
      &RandomProgram::pad,
      &RandomProgram::reshape,
      &RandomProgram::generate,
      &RandomProgram::tosaConcat,
      &RandomProgram::linalgMap,
      &RandomProgram::linalgTranspose,
      &RandomProgram::linalgBroadcast,
      &RandomProgram::linalgReduce,
      &RandomProgram::linalgMatmul,
      &RandomProgram::linalgGeneric,
      &RandomProgram::branch,
      &RandomProgram::loop,
      &RandomProgram::whileLoop,
  };
  // MLIR 22 does not lower these of tosa where sizes are dynamic.
  constexpr Step others[] = {
      &RandomProgram::reduce,         &RandomProgram::tosaReshape,
      &RandomProgram::tosaTile,       &RandomProgram::tosaSlice,
      &RandomProgram::dynamicReshape, &RandomProgram::matmul,
      &RandomProgram::pool,           &RandomProgram::hloPad,
      &RandomProgram::hloWindow,      &RandomProgram::onnxSlice,
  };
  std::vector<Step> steps(std::begin(runnable), std::end(runnable));
  if (ops == Ops::All)
    steps.insert(steps.end(), std::begin(others), std::end(others));
  for (int i = 0; i < 4; ++i)
    addArgument();
  for (int i = 0; i < 18; ++i)
    (this->*steps[size_t(random(0, int64_t(steps.size()) - 1))])();
}

int64_t RandomProgram::random(int64_t least, int64_t most) {
  return std::uniform_int_distribution<int64_t>(least, most)(generator);
}

std::string RandomProgram::text() const {
  std::string list;
  for (const Argument &argument : arguments)
    list += (list.empty() ? "%" : ", %") + argument.tensor.name + ": " +
            argument.type;
  return "func.func @f(" + list + ") {\n" + body + "  return\n}\n";
}

std::string RandomProgram::madeArguments() const {
  std::string text;
  for (const Argument &argument : arguments) {
    std::string type = "tensor<";
    for (int64_t size : argument.tensor.sizes)
      type += std::to_string(size) + "x";
    type += "f32>";
    std::string value = "%" + argument.tensor.name;
    text += "  " + value + "_made = tensor.empty() : " + type + "\n  " + value +
            " = tensor.cast " + value + "_made : " + type + " to " +
            argument.type + "\n";
  }
  return text;
}

/// Prints an index, under a name that nothing else has.
static std::string printed(const std::string &index, unsigned number) {
  std::string integer = "%print" + std::to_string(number);
  return "  " + integer + " = arith.index_cast " + index +
         " : index to i64\n  call @printI64(" + integer +
         ") : (i64) -> ()\n  call @printNewline() : () -> ()\n";
}

std::string RandomProgram::calling(const std::string &name,
                                   const std::string &callee,
                                   const Sizes &numbers, size_t results) const {
  std::string text = "func.func @" + name + "() {\n" + madeArguments();
  std::string operands, types, indices;
  for (const Argument &argument : arguments) {
    operands += (operands.empty() ? "%" : ", %") + argument.tensor.name;
    types += (types.empty() ? "" : ", ") + argument.type;
  }
  for (int64_t number : numbers) {
    std::string index = "%given" + std::to_string(text.size());
    text += "  " + index + " = arith.constant " + std::to_string(number) +
            " : index\n";
    operands += ", " + index;
    types += ", index";
  }
  for (size_t i = 0; i < results; ++i)
    indices += i ? ", index" : "index";
  text += "  %all:" + std::to_string(results) + " = call @" + callee + "(" +
          operands + ") : (" + types + ") -> (" + indices + ")\n";
  for (unsigned i = 0; i < results; ++i)
    text += printed("%all#" + std::to_string(i), i);
  return text + "  return\n}\n";
}

std::string RandomProgram::printing(const std::string &name) const {
  std::string text = "func.func @" + name + "() {\n" + madeArguments() + body;
  unsigned number = 0;
  auto print = [&](const std::string &index) {
    text += printed(index, number++);
  };
  auto typeOf = [&](const std::string &tensor, size_t rank) {
    for (const Argument &argument : arguments)
      if (argument.tensor.name == tensor)
        return argument.type;
    return dynamicType(rank);
  };
  for (const auto &[tensor, all] : sizes)
    for (size_t i = 0; i < all.size(); ++i) {
      std::string at = "%at" + std::to_string(number),
                  size = "%size" + std::to_string(number);
      text += "  " + at + " = arith.constant " + std::to_string(i) +
              " : index\n  " + size + " = tensor.dim %" + tensor + ", " + at +
              " : " + typeOf(tensor, all.size()) + "\n";
      print(size);
    }
  for (const auto &[integer, value] : numbers)
    print("%" + integer);
  return text + "  return\n}\n";
}

void RandomProgram::define(const std::string &name, Sizes result) {
  sizes[name] = result;
  all.push_back({name, std::move(result)});
}

/// Defines a tensor by an op.
void RandomProgram::make(const std::string &op, Sizes result) {
  std::string name = fresh();
  line("%" + name + " = " + op);
  define(name, std::move(result));
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
  type = "tensor<" + type + "f32>";
  arguments.push_back({{name, result}, type});
  // Whatever it is declared as, from here on it is dynamic.
  sizes[name] = result;
  make("tensor.cast %" + name + " : " + type + " to " +
           dynamicType(result.size()),
       result);
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

/// Defines an index by an op, without its type.
std::string RandomProgram::index(const std::string &op, int64_t value) {
  std::string name = fresh();
  numbers[name] = value;
  line("%" + name + " = " + op + " : index");
  return name;
}

std::string RandomProgram::constant(int64_t value) {
  return index("arith.constant " + std::to_string(value), value);
}

std::string RandomProgram::dim(const Tensor &tensor, size_t dim) {
  std::string at = constant(int64_t(dim)), name = fresh();
  numbers[name] = tensor.sizes[dim];
  line("%" + name + " = tensor.dim %" + tensor.name + ", %" + at + " : " +
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

/// A tensor whose sizes are these indices.
RandomProgram::Tensor
RandomProgram::emptyOf(const std::vector<std::string> &dims) {
  std::string operands;
  Sizes result;
  for (const std::string &dim : dims) {
    operands += (operands.empty() ? "%" : ", %") + dim;
    result.push_back(numbers[dim]);
  }
  make("tensor.empty(" + operands + ") : " + dynamicType(dims.size()), result);
  return all.back();
}
