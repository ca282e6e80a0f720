//===- ConflictsTest.cpp - Proofs of contradictions, replayed -------------===//

#include "shape/LinearRow.h"
#include "shape/RandomProgram.h"
#include "shapels/ir/Dialects.h"
#include "shapels/ir/SectionIR.h"
#include "shapels/shape/ShapeAnalysis.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"

#include <gtest/gtest.h>

#include <random>

using namespace shapels;

namespace {

/// Whether facts contradict each other, by plain elimination over what is no
/// sum, for each way to choose between 1 and what a size broadcasts to: none of
/// the code that is tested.
class Checker {
public:
  explicit Checker(DimExprs &exprs) : exprs(exprs) {}

  /// What ranges and products imply is beyond it.
  static bool isFor(const SizeFacts *facts) {
    auto isLinear = [](DimExpr expr) {
      return expr->operands.empty() &&
             std::all_of(
                 expr->terms.begin(), expr->terms.end(),
                 [](const DimTerm &term) { return term.factors.size() < 2; });
    };
    return facts->limits.empty() &&
           std::all_of(facts->pairs.begin(), facts->pairs.end(),
                       [&](const SizeFacts::Pair &pair) {
                         return isLinear(pair.first) && isLinear(pair.second);
                       });
  }
  bool isContradictory(const std::vector<const SizeFacts *> &facts) {
    std::vector<SizeFacts::Pair> pairs, choices;
    for (const SizeFacts *each : facts) {
      if (!each->rejection.empty())
        return true;
      pairs.insert(pairs.end(), each->pairs.begin(), each->pairs.end());
      choices.insert(choices.end(), each->choices.begin(), each->choices.end());
    }
    return fails(pairs, choices, 0);
  }

private:
  bool fails(std::vector<SizeFacts::Pair> pairs,
             const std::vector<SizeFacts::Pair> &choices, size_t next) {
    if (next == choices.size())
      return isUnsolvable(pairs);
    auto [size, other] = choices[next];
    pairs.emplace_back(size, exprs.literal(1));
    if (!fails(pairs, choices, next + 1))
      return false;
    pairs.back().second = other;
    return fails(pairs, choices, next + 1);
  }

  bool isUnsolvable(const std::vector<SizeFacts::Pair> &pairs) const {
    std::vector<std::pair<LinearRow::key_type, LinearRow>> rows;
    for (const auto &[a, b] : pairs) {
      LinearRow row = differenceOf(exprs, a, b);
      for (const auto &[pivot, other] : rows)
        if (auto found = row.find(pivot); found != row.end())
          subtract(row, other, found->second / other.at(pivot));
      if (row.empty())
        continue;
      auto pivot = std::find_if(row.begin(), row.end(), [](const auto &entry) {
        return !entry.first.empty();
      });
      if (pivot == row.end())
        return true;
      LinearRow::key_type key = pivot->first;
      for (auto &[other, line] : rows)
        if (auto found = line.find(key); found != line.end())
          subtract(line, row, found->second / row.at(key));
      rows.emplace_back(key, std::move(row));
    }
    return false;
  }

  DimExprs &exprs;
};

/// The ops of a text that contradict others, by number in the order of the
/// text. Each proof is replayed: together its facts contradict each other, and
/// without any of them they do not.
std::vector<unsigned> conflictsIn(const std::string &text,
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
    std::vector<const SizeFacts *> facts{analysis.factsOf(op)};
    for (mlir::Operation *reason : conflict->reasons)
      facts.push_back(analysis.factsOf(reason));
    Checker checker(analysis.exprs());
    if (!std::all_of(facts.begin(), facts.end(), Checker::isFor))
      return;
    EXPECT_TRUE(checker.isContradictory(facts));
    for (size_t i = 0; i < facts.size(); ++i) {
      std::vector<const SizeFacts *> fewer = facts;
      fewer.erase(fewer.begin() + long(i));
      EXPECT_FALSE(checker.isContradictory(fewer)) << i;
    }
  });
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
void expectVerdicts(unsigned seed) {
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
  EXPECT_EQ(conflictsIn(program.whole()).size(), 1u);
}

TEST(ConflictsTest, ProgramsThatRunHaveNoneAndThoseMadeWrongHaveOne) {
  for (unsigned seed = 0; seed < 150 && !HasFailure(); ++seed)
    expectVerdicts(seed);
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
