//===- InterfacesTest.cpp - Rules against what MLIR itself infers ---------===//
//
// Of the ops in public files that MLIR's interfaces infer or reify: what a rule
// says of the same operands must not contradict that, and must say as much.
//
//===----------------------------------------------------------------------===//

#include "TestData.h"
#include "core/ir/context/Dialects.h"
#include "core/ir/section/SectionIR.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/StatedShape.h"
#include "core/syntax/Sections.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include "llvm/Support/CrashRecoveryContext.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

using namespace shapels;

namespace {

/// How often, by op.
struct Tally {
  std::map<std::string, unsigned> agrees, saysLess, saysOtherwise;
  std::vector<std::string> contradictions;
};

namespace fs = std::filesystem;

const fs::path ownFile =
    fs::path(SHAPELS_TEST_DATA) / "../corpus/upstream_ops.mlir";

/// MLIR's own tests, where they are.
std::vector<fs::path> publicFiles() {
  const char *given = std::getenv("SHAPELS_SHARED");
  fs::path shared =
      given ? fs::path(given) : fs::path(SHAPELS_TEST_DATA) / "../../../shared";
  std::vector<fs::path> files;
  for (const char *folder : {"corpus/upstream", "cases/llvm", "cases/oracle"})
    if (fs::exists(shared / folder))
      for (const auto &entry : fs::directory_iterator(shared / folder))
        if (entry.path().extension() == ".mlir")
          files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Where MLIR 22 is not followed.
const std::map<std::string, const char *> disputed = {
    {"tosa.transpose_conv2d",
     "takes the size of the bias, which may be 1, for that of the result"},
    {"tosa.tile", "takes a result for known where a count is -1"},
};

/// The sizes that MLIR infers of each result; nothing where it does not.
std::vector<std::optional<std::vector<Dim>>> inferred(mlir::Operation *op) {
  std::vector<std::optional<std::vector<Dim>>> result;
  auto *context = op->getContext();
  if (auto typed = llvm::dyn_cast<mlir::InferTypeOpInterface>(op)) {
    llvm::SmallVector<mlir::Type> types;
    if (succeeded(typed.inferReturnTypes(
            context, op->getLoc(), op->getOperands(), op->getAttrDictionary(),
            op->getPropertiesStorage(), op->getRegions(), types)))
      for (mlir::Type type : types)
        result.push_back(statedShape(type).dims);
  } else if (auto shaped =
                 llvm::dyn_cast<mlir::InferShapedTypeOpInterface>(op)) {
    llvm::SmallVector<mlir::ShapedTypeComponents> components;
    if (succeeded(shaped.inferReturnTypeComponents(
            context, op->getLoc(), op->getOperands(), op->getAttrDictionary(),
            op->getPropertiesStorage(), op->getRegions(), components)))
      for (const mlir::ShapedTypeComponents &component : components) {
        std::optional<std::vector<Dim>> dims;
        if (component.hasRank()) {
          dims.emplace();
          for (int64_t size : component.getDims())
            dims->push_back(mlir::ShapedType::isDynamic(size)
                                ? Dim::dynamic()
                                : Dim::fixed(size));
        }
        result.push_back(std::move(dims));
      }
  }
  result.resize(op->getNumResults());
  return result;
}

class Comparison {
public:
  Comparison(const SectionIR &ir, Tally &tally)
      : ir(ir), tally(tally), byTypes(options(ShapeAnalysis::Trust::Declared)),
        byArguments(options(ShapeAnalysis::Trust::Arguments)) {}

  void run() {
    std::vector<mlir::Operation *> ops;
    ir.walk([&](mlir::Operation *op) {
      if (op->isRegistered() && op->getBlock() && isSoundWithOperands(op))
        ops.push_back(op);
    });
    for (mlir::Operation *op : ops)
      reify(op);
    for (mlir::Operation *op : ops)
      compare(op);
    for (auto &[result, sizes] : reified)
      compareReified(result, sizes);
  }

private:
  ShapeAnalysis::Options options(ShapeAnalysis::Trust trust) {
    ShapeAnalysis::Options options;
    options.trust = trust;
    options.isSound = [this](mlir::Operation *op) { return ir.isSound(op); };
    return options;
  }

  bool isSoundWithOperands(mlir::Operation *op) const {
    return ir.isSound(op) && llvm::all_of(op->getOperands(), [&](auto operand) {
             mlir::Operation *definition = operand.getDefiningOp();
             return !definition || ir.isSound(definition);
           });
  }

  void compare(mlir::Operation *op) {
    mlir::ScopedDiagnosticHandler silence(
        op->getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
    auto theirs = inferred(op);
    for (mlir::OpResult result : op->getResults())
      if (const auto &dims = theirs[result.getResultNumber()];
          dims && statedShape(result.getType()).isShaped())
        compare(result, *dims);
  }

  void compare(mlir::OpResult result, const std::vector<Dim> &theirs) {
    std::string name = result.getOwner()->getName().getStringRef().str();
    if (disputed.contains(name))
      return;
    const ValueShape *known = byTypes.find(result);
    if (!known || !known->shape.hasRank) {
      ++tally.saysLess[name];
      return;
    }
    std::vector<Dim> ours;
    for (DimExpr expr : known->shape.dims)
      ours.push_back(byTypes.dimOf(expr));
    bool saysLess = false, contradicts = ours.size() != theirs.size();
    for (size_t i = 0; !contradicts && i < ours.size(); ++i) {
      contradicts |= !ours[i].isDynamic() && !theirs[i].isDynamic() &&
                     ours[i] != theirs[i];
      saysLess |= ours[i].isDynamic() && !theirs[i].isDynamic();
    }
    if (contradicts)
      tally.contradictions.push_back(name + ": " + formatDims(ours) +
                                     ", MLIR: " + formatDims(theirs));
    else
      ++(saysLess ? tally.saysLess : tally.agrees)[name];
  }

  /// Has the op write how its sizes are computed, before itself.
  void reify(mlir::Operation *op) {
    auto reifier = llvm::dyn_cast<mlir::ReifyRankedShapedTypeOpInterface>(op);
    mlir::ReifiedRankedShapedTypeDims dims;
    mlir::OpBuilder builder(op);
    if (reifier && succeeded(reifier.reifyResultShapes(builder, dims)) &&
        dims.size() == op->getNumResults())
      for (mlir::OpResult result : op->getResults())
        reified.push_back({result, dims[result.getResultNumber()]});
  }

  DimExpr exprOf(mlir::OpFoldResult size) {
    if (auto attribute = llvm::dyn_cast<mlir::Attribute>(size))
      return byArguments.exprs().literal(
          llvm::cast<mlir::IntegerAttr>(attribute).getInt());
    auto elements = byArguments.elementsOf(llvm::cast<mlir::Value>(size));
    return elements ? elements->items[0] : DimExpr();
  }

  void compareReified(mlir::OpResult result,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes) {
    std::string name = result.getOwner()->getName().getStringRef().str();
    Shape known = byArguments.symbolic(result);
    // An op that cannot be has the sizes of its type.
    if (byArguments.conflictOf(result.getOwner()))
      return;
    if (!known.hasRankOf(sizes.size())) {
      ++tally.saysLess[name];
      return;
    }
    std::vector<Dim> declared = *statedShape(result.getType()).dims;
    for (auto [ours, size, stated] : llvm::zip(known.dims, sizes, declared)) {
      DimExpr theirs = byArguments.canonical(result, exprOf(size));
      Dim a = byArguments.dimOf(ours), b = byArguments.dimOf(theirs);
      if (a.isStatic() && b.isStatic() && a != b)
        tally.contradictions.push_back(name + ": " + a.str() +
                                       ", reified: " + b.str());
      else if (ours == theirs)
        ++tally.agrees[name];
      else if (!b.isStatic() || b != stated) // Else the type says it.
        ++(b.isStatic() ? tally.saysLess : tally.saysOtherwise)[name];
    }
  }

  const SectionIR &ir;
  Tally &tally;
  ShapeAnalysis byTypes, byArguments;
  std::vector<std::pair<mlir::OpResult, llvm::SmallVector<mlir::OpFoldResult>>>
      reified;
};

std::string contentOf(const fs::path &path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Calls with the IR of each section; those that kill MLIR are left out.
void forSections(const std::string &text,
                 llvm::function_ref<void(const SectionIR &)> visit) {
  TextBuffer buffer(text);
  std::unique_ptr<mlir::MLIRContext> context =
      Dialects::upstream().makeContext();
  for (DocumentRange range : sectionsOf(buffer.text())) {
    TextSpan span(buffer, range);
    Outline outline(Dialects::upstream().ops(), span);
    llvm::CrashRecoveryContext guard;
    bool isAlive =
        guard.RunSafely([&] { visit(SectionIR(span, outline, *context)); });
    if (!isAlive) {
      (void)context.release();
      context = Dialects::upstream().makeContext();
    }
  }
}

std::string listed(const std::map<std::string, unsigned> &counts) {
  std::string text;
  for (const auto &[name, count] : counts)
    text += "  " + name + ": " + std::to_string(count) + "\n";
  return text;
}

TEST(InterfacesTest, RulesSayWhatMlirInfers) {
  std::vector<fs::path> files = publicFiles();
  files.push_back(ownFile);
  llvm::CrashRecoveryContext::Enable();
  Tally tally;
  for (const fs::path &path : files)
    forSections(contentOf(path),
                [&](const SectionIR &ir) { Comparison(ir, tally).run(); });
  llvm::CrashRecoveryContext::Disable();
  for (const std::string &contradiction : tally.contradictions)
    ADD_FAILURE() << contradiction;
  EXPECT_EQ(listed(tally.saysLess), "");
  EXPECT_EQ(listed(tally.saysOtherwise), "");
  EXPECT_GT(tally.agrees.size(), 40u);
}

/// What MLIR says of an op once its regions are known is said of the op.
TEST(InterfacesTest, AreNotAskedOfOpsThatAreWrong) {
  unsigned count = 0;
  forSections("func.func @f(%a: tensor<4x2xf32>, %b: tensor<3x5xf32>, "
              "%c: tensor<4x5xf32>) {\n  %0 = linalg.matmul ins(%a, %b : "
              "tensor<4x2xf32>, tensor<3x5xf32>) outs(%c : tensor<4x5xf32>) "
              "-> tensor<4x5xf32>\n  return\n}\n",
              [&](const SectionIR &ir) {
                EXPECT_EQ(ir.subjects().size(), 1u);
                ir.walk([&](mlir::Operation *op) {
                  if (op->getName().getStringRef() != "linalg.matmul")
                    return;
                  EXPECT_FALSE(ir.isSound(op));
                  ++count;
                });
              });
  EXPECT_EQ(count, 1u);
}

TEST(InterfacesTest, EveryOpOfUpstreamHasARule) {
  unsigned count = 0;
  forSections(contentOf(ownFile), [&](const SectionIR &ir) {
    EXPECT_TRUE(ir.diagnostics().empty() && ir.subjects().empty());
    ShapeAnalysis analysis(ShapeAnalysis::Options{});
    ir.walk([&](mlir::Operation *op) {
      for (mlir::Value value : op->getResults()) {
        TypeShape declared = statedShape(value.getType());
        if (!declared.isRanked())
          continue;
        ++count;
        Shape known = analysis.symbolic(value);
        std::string name = op->getName().getStringRef().str();
        ASSERT_TRUE(known.hasRankOf(declared.rank())) << name;
        for (size_t i = 0; i < declared.rank(); ++i) {
          Dim dim = (*declared.dims)[i];
          EXPECT_TRUE(dim.isDynamic() || analysis.dimOf(known[i]) == dim)
              << name << ", dimension " << i;
        }
      }
    });
  });
  EXPECT_GT(count, 100u);
}

} // namespace
