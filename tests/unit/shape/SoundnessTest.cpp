//===- SoundnessTest.cpp - What is inferred holds when it runs ------------===//

#include "Said.h"
#include "core/ir/context/Dialects.h"
#include "core/ir/section/SectionIR.h"
#include "core/shape/ShapeAnalysis.h"
#include "shape/RandomProgram.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <vector>

using namespace shapels;

namespace {

/// The sizes and integers of one execution, by value.
class Execution {
public:
  Execution(const RandomProgram &program, const SectionIR &ir,
            const Outline &outline) {
    ir.walk([&](mlir::Operation *op) {
      auto add = [&](mlir::Value value) {
        if (auto definition = ir.definitionOf(value))
          record(program, value,
                 std::string(outline.plainName(definition->name)).substr(1));
      };
      for (mlir::Value result : op->getResults())
        add(result);
      for (mlir::Region &region : op->getRegions())
        for (mlir::Value argument : region.getArguments())
          add(argument);
    });
  }

  const RandomProgram::Sizes *sizesOf(mlir::Value value) const {
    auto found = sizes.find(value.getAsOpaquePointer());
    return found == sizes.end() ? nullptr : &found->second;
  }
  std::optional<int64_t> integerOf(mlir::Value value) const {
    auto found = integers.find(value.getAsOpaquePointer());
    return found == integers.end() ? std::nullopt
                                   : std::optional(found->second);
  }

  /// Nothing where it rests on what this execution does not tell.
  std::optional<int64_t> evaluate(DimExpr expr) const {
    std::vector<int64_t> x;
    for (DimExpr operand : expr->operands) {
      std::optional<int64_t> value = evaluate(operand);
      if (!value)
        return std::nullopt;
      x.push_back(*value);
    }
    switch (expr->kind) {
    case DimKind::Literal:
      return expr->value;
    case DimKind::Symbol:
      return valueOf(expr->source);
    case DimKind::VScale:
      return std::nullopt;
    case DimKind::Sum:
      return sum(expr->terms);
    case DimKind::FloorDiv:
      return x[1] == 0 ? std::nullopt : std::optional(floorDivide(x[0], x[1]));
    case DimKind::CeilDiv:
      return x[1] == 0 ? std::nullopt
                       : std::optional(-floorDivide(-x[0], x[1]));
    case DimKind::Mod:
      return x[1] == 0 ? std::nullopt
                       : std::optional(x[0] - floorDivide(x[0], x[1]) * x[1]);
    case DimKind::Min:
      return *std::min_element(x.begin(), x.end());
    case DimKind::Max:
      return *std::max_element(x.begin(), x.end());
    case DimKind::Select:
      return expr->predicate == DimPredicate::Equal
                 ? (x[0] == x[1] ? x[2] : x[3])
             : expr->predicate == DimPredicate::Less
                 ? (x[0] < x[1] ? x[2] : x[3])
                 : (x[0] <= x[1] ? x[2] : x[3]);
    case DimKind::Broadcast:
      for (int64_t size : x)
        if (size != 1)
          return size;
      return 1;
    }
    return std::nullopt;
  }

private:
  static int64_t floorDivide(int64_t a, int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
  }

  void record(const RandomProgram &program, mlir::Value value,
              const std::string &name) {
    if (auto found = program.tensors().find(name);
        found != program.tensors().end())
      sizes[value.getAsOpaquePointer()] = found->second;
    if (auto found = program.integers().find(name);
        found != program.integers().end())
      integers[value.getAsOpaquePointer()] = found->second;
  }

  std::optional<int64_t> valueOf(const DimSource &source) const {
    auto value = mlir::Value::getFromOpaquePointer(source.value);
    if (source.kind == DimSource::Kind::Scalar)
      return integerOf(value);
    const RandomProgram::Sizes *all =
        source.kind == DimSource::Kind::Size ? sizesOf(value) : nullptr;
    return all && source.index < all->size()
               ? std::optional((*all)[source.index])
               : std::nullopt;
  }

  std::optional<int64_t> sum(llvm::ArrayRef<DimTerm> terms) const {
    int64_t total = 0;
    for (const DimTerm &term : terms) {
      int64_t product = term.coefficient;
      for (DimExpr factor : term.factors) {
        std::optional<int64_t> value = evaluate(factor);
        if (!value)
          return std::nullopt;
        product *= *value;
      }
      total += product;
    }
    return total;
  }

  std::map<const void *, RandomProgram::Sizes> sizes;
  std::map<const void *, int64_t> integers;
};

/// Coefficients by factors; those of the number have none.
using LinearRow = std::map<std::vector<const DimNode *>, double>;

/// `a - b`.
LinearRow differenceOf(DimExprs &exprs, DimExpr a, DimExpr b) {
  LinearRow row;
  for (auto [expr, sign] : {std::pair(a, 1), std::pair(b, -1)})
    for (const DimTerm &term : exprs.termsOf(expr)) {
      LinearRow::key_type key;
      for (DimExpr factor : term.factors)
        key.push_back(factor.get());
      row[key] += double(sign * term.coefficient);
    }
  std::erase_if(row, [](const auto &entry) { return entry.second == 0; });
  return row;
}

void subtract(LinearRow &row, const LinearRow &other, double times) {
  for (const auto &[key, value] : other)
    row[key] -= times * value;
  std::erase_if(
      row, [](const auto &entry) { return std::abs(entry.second) < 1e-9; });
}

/// Whether sizes are equal by linear equalities between others, found by plain
/// elimination: what is no sum is a variable.
class LinearOracle {
public:
  LinearOracle(DimExprs &exprs, llvm::ArrayRef<Facts::Pair> pairs)
      : exprs(exprs) {
    for (const auto &[a, b] : pairs)
      add(differenceOf(exprs, a, b));
  }

  bool areEqual(DimExpr a, DimExpr b) const {
    return reduced(differenceOf(exprs, a, b)).empty();
  }

private:
  LinearRow reduced(LinearRow row) const {
    for (const auto &[pivot, other] : rows)
      if (auto found = row.find(pivot); found != row.end())
        subtract(row, other, found->second / other.at(pivot));
    return row;
  }

  void add(LinearRow row) {
    row = reduced(std::move(row));
    auto pivot = std::find_if(row.begin(), row.end(), [](const auto &entry) {
      return !entry.first.empty();
    });
    if (pivot == row.end())
      return;
    LinearRow::key_type key = pivot->first;
    for (auto &[other, line] : rows)
      if (auto found = line.find(key); found != line.end())
        subtract(line, row, found->second / row.at(key));
    rows.emplace_back(key, std::move(row));
  }

  DimExprs &exprs;
  std::vector<std::pair<LinearRow::key_type, LinearRow>> rows;
};

/// Every size and integer of a program, by what was inferred before anything
/// was said to be equal, and what it is called.
struct Called {
  DimExpr own;
  std::string text;
  int64_t actual;
};

/// Two are called alike exactly when they are known to be equal. Returns how
/// many pairs are so by equalities alone.
size_t expectOneNameEach(const std::vector<Called> &all,
                         const LinearOracle &oracle) {
  size_t united = 0;
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const Called &a = all[i], &b = all[j];
      bool areEqual = oracle.areEqual(a.own, b.own);
      if (a.text == b.text)
        EXPECT_EQ(a.actual, b.actual) << a.text;
      else
        EXPECT_FALSE(areEqual) << a.text << " and " << b.text;
      united += areEqual && a.own != b.own;
    }
  return united;
}

/// Returns how many pairs of sizes are equal by what ops state only.
size_t expectSound(unsigned seed) {
  RandomProgram program(seed);
  SCOPED_TRACE(program.text());
  TextBuffer buffer(program.text());
  TextSpan span(buffer, {{0}, buffer.end()});
  Outline outline(Dialects::upstream().ops(), span);
  std::unique_ptr<mlir::MLIRContext> context =
      Dialects::upstream().makeContext();
  SectionIR ir(span, outline, *context);
  for (const SectionDiagnostic &diagnostic : test::allSaid(ir, outline))
    ADD_FAILURE() << diagnostic.message;
  Execution execution(program, ir, outline);
  size_t told = 0;
  std::vector<Called> called;
  mlir::Operation *function = nullptr;

  ShapeAnalysis analysis(ShapeAnalysis::Options{});
  auto nameOf = [&](const DimSource &source) {
    if (source.kind == DimSource::Kind::Nothing) // Of an op.
      return std::to_string(reinterpret_cast<uintptr_t>(source.value));
    auto name =
        ir.definitionOf(mlir::Value::getFromOpaquePointer(source.value));
    return name ? std::string(outline.plainName(name->name)) : "<value>";
  };
  auto expect = [&](mlir::Operation *op, DimExpr expr, int64_t actual) {
    std::optional<int64_t> size = execution.evaluate(expr);
    EXPECT_EQ(size.value_or(actual), actual)
        << op->getName().getStringRef().str() << ": " << toString(expr, nameOf);
    told += size.has_value();
  };
  auto call = [&](DimExpr own, DimExpr canonical, int64_t actual) {
    std::string text = toString(canonical, nameOf);
    auto same = [&](const Called &other) {
      return other.own == own && other.text == text && other.actual == actual;
    };
    if (std::none_of(called.begin(), called.end(), same))
      called.push_back({own, std::move(text), actual});
  };
  ir.walk([&](mlir::Operation *op) {
    if (op->getName().getStringRef() == "func.func")
      function = op;
    for (mlir::Value value : op->getResults()) {
      const ValueShape *known = analysis.find(value);
      const RandomProgram::Sizes *sizes = execution.sizesOf(value);
      if (known && sizes && known->shape.hasRank) {
        ASSERT_EQ(known->shape.rank(), sizes->size());
        Shape symbolic = analysis.symbolic(value);
        for (size_t dim = 0; dim < sizes->size(); ++dim) {
          expect(op, known->shape[dim], (*sizes)[dim]);
          expect(op, symbolic[dim], (*sizes)[dim]);
          call(known->shape[dim], symbolic[dim], (*sizes)[dim]);
        }
      }
      std::optional<int64_t> integer = execution.integerOf(value);
      std::optional<Elements> elements = analysis.elements(value);
      if (integer && elements && elements->items.size() == 1) {
        expect(op, elements->items[0], *integer);
        call(known && known->elements ? known->elements->items[0]
                                      : elements->items[0],
             elements->items[0], *integer);
      }
    }
  });
  EXPECT_GT(told, 10u);
  return expectOneNameEach(
      called, LinearOracle(analysis.exprs(), analysis.equalities(function)));
}

TEST(SoundnessTest, EverySizeIsWhatItIsWhenTheProgramRuns) {
  const char *wanted = std::getenv("SHAPELS_PROGRAMS");
  unsigned count = wanted ? unsigned(std::atoi(wanted)) : 300;
  size_t united = 0;
  for (unsigned seed = 0; seed < count && !HasFailure(); ++seed)
    united += expectSound(seed);
  EXPECT_GT(united, count / 4);
}

} // namespace
