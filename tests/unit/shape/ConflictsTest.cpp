//===- ConflictsTest.cpp - Proofs of contradictions, replayed -------------===//

#include "core/ir/context/Dialects.h"
#include "core/ir/section/SectionIR.h"
#include "core/shape/ShapeAnalysis.h"
#include "shape/RandomProgram.h"
#include "shape/SizeSolver.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"

#include <gtest/gtest.h>

#include <random>

using namespace shapels;

namespace {

/// How the proofs of a test were replayed.
struct Replays {
  unsigned proved = 0, openEnded = 0;
  /// With a reason that Z3 can do without, as it sees through more than the
  /// closure does: `min(n floordiv 2, m) == 5` where `n == 8`.
  unsigned redundant = 0;
};

/// Together the facts contradict each other; without any of them they should
/// not.
void replay(FactList facts, Replays &replays) {
  SizeSolver solver;
  z3::check_result all = solver.check(facts);
  EXPECT_NE(all, z3::sat);
  ++(all == z3::unsat ? replays.proved : replays.openEnded);
  for (size_t i = 0; i < facts.size(); ++i) {
    FactList fewer = facts;
    fewer.erase(fewer.begin() + long(i));
    if (solver.check(fewer) == z3::unsat) {
      ++replays.redundant;
      return;
    }
  }
}

/// The ops of a text that contradict others, by number in the order of the
/// text. Each proof is replayed.
std::vector<unsigned> conflictsIn(const std::string &text, Replays &replays,
                                  bool isStrict = false) {
  TextBuffer buffer(text);
  TextSpan span(buffer, {{0}, buffer.end()});
  Outline outline(Dialects::upstream().ops(), span);
  std::unique_ptr<mlir::MLIRContext> context =
      Dialects::upstream().makeContext();
  SectionIR ir(span, outline, *context);
  ShapeAnalysis::Options options;
  options.isStrict = isStrict;
  ShapeAnalysis analysis(std::move(options));
  std::vector<unsigned> wrong;
  unsigned number = 0;
  ir.walk([&](mlir::Operation *op) {
    analysis.settle(op->getBlock());
    const Conflict *conflict = analysis.conflictOf(op);
    ++number;
    if (!conflict)
      return;
    wrong.push_back(number);
    FactList facts{analysis.factsOf(op)};
    for (mlir::Operation *reason : conflict->reasons)
      facts.push_back(analysis.factsOf(reason));
    replay(std::move(facts), replays);
  });
  return wrong;
}

std::vector<unsigned> conflictsIn(const std::string &text,
                                  bool isStrict = false) {
  Replays replays;
  std::vector<unsigned> wrong = conflictsIn(text, replays, isStrict);
  EXPECT_EQ(replays.openEnded + replays.redundant, 0u);
  return wrong;
}

std::string staticType(const RandomProgram::Sizes &sizes) {
  std::string type = "tensor<";
  for (int64_t size : sizes)
    type += std::to_string(size) + "x";
  return type + "f32>";
}

/// A program, and the tensors that its function's block defines.
struct Program {
  std::string text;
  std::vector<std::pair<std::string, RandomProgram::Sizes>> tensors;

  explicit Program(unsigned seed) {
    RandomProgram random(seed);
    text = random.text();
    text.resize(text.rfind("  return"));
    for (const auto &[name, sizes] : random.tensors())
      if (!sizes.empty() && text.find("\n  %" + name + " =") != text.npos)
        tensors.emplace_back(name, sizes);
  }

  void cast(const std::string &name, const RandomProgram::Sizes &sizes) {
    static unsigned next = 0;
    text += "  %cast" + std::to_string(next++) + " = tensor.cast %" + name +
            " : " + dynamicType(sizes.size()) + " to " + staticType(sizes) +
            "\n";
  }
  std::string whole() const { return text + "  return\n}\n"; }
};

/// That all sizes are what they are when the program runs contradicts nothing;
/// that one of them is another does.
void expectVerdicts(unsigned seed, Replays &replays) {
  Program program(seed);
  SCOPED_TRACE(program.whole());
  EXPECT_EQ(conflictsIn(program.whole()), std::vector<unsigned>());
  for (const auto &[name, sizes] : program.tensors)
    program.cast(name, sizes);
  EXPECT_EQ(conflictsIn(program.whole()), std::vector<unsigned>());
  bool broadcasts = program.text.find("tosa.add") != std::string::npos;
  if (!broadcasts) {
    EXPECT_EQ(conflictsIn(program.whole(), /*isStrict=*/true),
              std::vector<unsigned>());
  }
  if (program.tensors.empty())
    return;
  std::mt19937 random(seed);
  auto [name, sizes] = program.tensors[random() % program.tensors.size()];
  sizes[random() % sizes.size()] += 1 + random() % 3;
  program.cast(name, sizes);
  EXPECT_EQ(conflictsIn(program.whole(), replays).size(), 1u);
}

TEST(ConflictsTest, ProgramsThatRunHaveNoneAndThoseMadeWrongHaveOne) {
  Replays replays;
  for (unsigned seed = 0; seed < 150 && !HasFailure(); ++seed)
    expectVerdicts(seed, replays);
  EXPECT_GT(replays.proved, 100u);
  EXPECT_LT(replays.redundant, 5u);
  EXPECT_EQ(replays.openEnded, 0u);
}

/// That the first size of the tensor is between two numbers and a multiple.
std::string assume(const std::string &name, size_t rank, int64_t least,
                   int64_t most, int64_t divisor) {
  std::string dim = "%" + name + "_dim";
  return "  %" + name + "_zero = arith.constant 0 : index\n  " + dim +
         " = tensor.dim %" + name + ", %" + name +
         "_zero : " + dynamicType(rank) + "\n  %" + name +
         "_assumed = \"util.assume.int\"(" + dim +
         ") {assumptions = [[#util.int.assumption<umin = " +
         std::to_string(least) + ", umax = " + std::to_string(most) +
         ", udiv = " + std::to_string(divisor) + ">]]} : (index) -> index\n";
}

TEST(ConflictsTest, RangesContradictWhatIsOutsideThem) {
  Replays replays;
  std::mt19937 random(1);
  for (unsigned seed = 0; seed < 60 && !HasFailure(); ++seed) {
    Program program(seed);
    for (const auto &[name, sizes] : program.tensors)
      program.text += assume(name, sizes.size(), sizes[0], sizes[0] + 2,
                             std::max<int64_t>(sizes[0], 1));
    EXPECT_EQ(conflictsIn(program.whole(), replays), std::vector<unsigned>());
    if (program.tensors.empty())
      continue;
    auto [name, sizes] = program.tensors[random() % program.tensors.size()];
    // Below, no multiple, above.
    bool isSmall = sizes[0] < 2;
    sizes[0] += isSmall ? 3 : std::array{-1, 1, 3}[random() % 3];
    program.cast(name, sizes);
    SCOPED_TRACE(program.whole());
    EXPECT_EQ(conflictsIn(program.whole(), replays).size(), 1u);
  }
  EXPECT_GT(replays.proved, 30u);
  EXPECT_EQ(replays.openEnded, 0u);
}

/// What the type of an argument states counts wherever its size goes.
TEST(ConflictsTest, BoundsInTypes) {
  auto with = [](int bound) {
    std::string type =
        "tensor<?xf32, #test.bounds<" + std::to_string(bound) + ">>";
    return "func.func @f(%a: " + type +
           ") {\n  %0 = \"stablehlo.abs\"(%a) : (" + type +
           ") -> tensor<?xf32>\n  %1 = \"stablehlo.abs\"(%0) : "
           "(tensor<?xf32>) -> tensor<5xf32>\n  return\n}\n";
  };
  EXPECT_EQ(conflictsIn(with(4)), std::vector<unsigned>{3});
  EXPECT_EQ(conflictsIn(with(5)), std::vector<unsigned>());
}

/// What a tensor of rank 2 is collapsed to has the product of its sizes.
TEST(ConflictsTest, ProductsContradictOtherCounts) {
  Replays replays;
  for (int64_t rows = 2; rows < 6; ++rows)
    for (int64_t columns = 2; columns < 6; ++columns) {
      std::string begin =
          "func.func @f(%a: tensor<?x?xf32>) {\n  %b = tensor.collapse_shape "
          "%a [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>\n";
      std::string given = "  %c = tensor.cast %a : tensor<?x?xf32> to tensor<" +
                          std::to_string(rows) +
                          "x?xf32>\n  %d = tensor.cast %a : "
                          "tensor<?x?xf32> to tensor<?x" +
                          std::to_string(columns) + "xf32>\n";
      for (int64_t more : {0, 1, 2}) {
        std::string count = "  %e = tensor.cast %b : tensor<?xf32> to tensor<" +
                            std::to_string(rows * columns + more) +
                            "xf32>\n  return\n}\n";
        EXPECT_EQ(conflictsIn(begin + given + count, replays).size(),
                  size_t(more != 0))
            << begin + given + count;
      }
    }
  EXPECT_GT(replays.proved, 20u);
  EXPECT_EQ(replays.openEnded, 0u);
}

/// With callers of what the program is: `@g` makes its arguments, in static
/// types, and calls it.
struct Called {
  Program program;
  /// By name, with their types in the function.
  std::vector<std::pair<std::string, std::string>> arguments;
  std::map<std::string, RandomProgram::Sizes> sizes;

  explicit Called(unsigned seed) : program(seed) {
    sizes = RandomProgram(seed).tensors();
    std::string list = program.text.substr(0, program.text.find(") {"));
    list = list.substr(list.find('(') + 1);
    for (size_t at = 0; (at = list.find('%', at)) != list.npos;) {
      size_t colon = list.find(": ", at), end = list.find(">", colon);
      arguments.emplace_back(list.substr(at + 1, colon - at - 1),
                             list.substr(colon + 2, end - colon - 1));
      at = end;
    }
  }

  /// The function needs the sizes that it is given.
  void castArgument(const std::string &name) {
    auto argument =
        std::find_if(arguments.begin(), arguments.end(),
                     [&](const auto &each) { return each.first == name; });
    program.text += "  %" + name + "_needed = tensor.cast %" + name + " : " +
                    argument->second + " to " + staticType(sizes.at(name)) +
                    "\n";
  }

  std::string whole() const {
    std::string types, names, given, body;
    for (const auto &[name, type] : arguments) {
      std::string own = staticType(sizes.at(name));
      std::string comma = names.empty() ? "" : ", ";
      given += comma + "%" + name + ": " + own;
      names += comma + "%" + name + "_d";
      types += comma + type;
      body += "  %" + name + "_d = tensor.cast %" + name + " : " + own +
              " to " + type + "\n";
    }
    return "func.func @g(" + given + ") {\n" + body + "  call @f(" + names +
           ") : (" + types + ") -> ()\n  return\n}\n" + program.whole();
  }
};

/// A `?` in the type of an argument, by which argument and dimension.
std::optional<std::pair<std::string, size_t>> anyOpen(const Called &called) {
  for (const auto &[name, type] : called.arguments) {
    size_t dim = 0;
    for (size_t at = type.find('<'); at < type.size() - 1; ++dim) {
      if (type[at + 1] == '?')
        return std::pair(name, dim);
      at = type.find('x', at + 1);
    }
  }
  return std::nullopt;
}

TEST(ConflictsTest, CallsWithWhatAProgramRunsOnHaveNoneAndOthersOne) {
  unsigned wrong = 0;
  for (unsigned seed = 0; seed < 100 && !HasFailure(); ++seed) {
    Called called(seed);
    SCOPED_TRACE(called.whole());
    EXPECT_EQ(conflictsIn(called.whole()), std::vector<unsigned>());
    for (const auto &[name, sizes] : called.program.tensors)
      called.program.cast(name, sizes);
    EXPECT_EQ(conflictsIn(called.whole()), std::vector<unsigned>());
    auto open = anyOpen(called);
    if (!open)
      continue;
    auto [name, dim] = *open;
    called.castArgument(name);
    EXPECT_EQ(conflictsIn(called.whole()), std::vector<unsigned>());
    called.sizes[name][dim] += 1;
    EXPECT_EQ(conflictsIn(called.whole()).size(), 1u);
    ++wrong;
  }
  EXPECT_GT(wrong, 50u);
}

std::string function(const std::string &body) {
  return "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, "
         "%c: tensor<?xf32>) {\n" +
         body + "  return\n}\n";
}

std::string castTo(const std::string &value, int size) {
  static int next = 0;
  return "  %x" + std::to_string(next++) + " = tensor.cast %" + value +
         " : tensor<?xf32> to tensor<" + std::to_string(size) + "xf32>\n";
}

std::string equal(const std::string &a, const std::string &b) {
  static int next = 0;
  return "  %y" + std::to_string(next++) + " = arith.addf %" + a + ", %" + b +
         " : tensor<?xf32>\n";
}

TEST(ConflictsTest, ChainsOfEqualities) {
  EXPECT_EQ(conflictsIn(function(castTo("a", 3) + equal("a", "b") +
                                 equal("c", "b") + castTo("c", 4))),
            std::vector<unsigned>{5});
  EXPECT_EQ(conflictsIn(function(castTo("a", 3) + equal("a", "b") +
                                 castTo("c", 4) + castTo("b", 3))),
            std::vector<unsigned>());
}

TEST(ConflictsTest, EachOpThatContradictsIsWrongAndTeachesNothing) {
  EXPECT_EQ(conflictsIn(function(castTo("a", 3) + castTo("a", 4) +
                                 castTo("a", 4) + castTo("a", 3))),
            (std::vector<unsigned>{3, 4}));
}

/// Each link is a reason, and nothing beside.
TEST(ConflictsTest, LongChains) {
  constexpr int count = 90;
  std::string arguments, body = castTo("e0", 3);
  for (int i = 0; i < count; ++i) {
    std::string name = "e" + std::to_string(i);
    arguments += (i ? ", %" : "%") + name + ": tensor<?xf32>";
    if (i)
      body += equal("e" + std::to_string(i - 1), name);
  }
  body += equal("e1", "e0") + castTo("e" + std::to_string(count - 1), 4);
  EXPECT_EQ(conflictsIn("func.func @f(" + arguments + ") {\n" + body +
                        "  return\n}\n"),
            std::vector<unsigned>{count + 3});
}

} // namespace
