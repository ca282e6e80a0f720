//===- ShapeWorkTest.cpp - Which ops an edit has inferred again -----------===//

#include "ByStatements.h"

#include "core/analysis/Document.h"
#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"
#include "core/analysis/ShapesOf.h"
#include "core/shape/ShapeAnalysis.h"

#include <gtest/gtest.h>

#include <set>

using namespace shapels;

namespace {

constexpr std::string_view program =
    "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) {\n" // 1
    "  %0 = math.exp %a : tensor<?xf32>\n"                              // 2
    "  %1 = arith.addf %0, %a : tensor<?xf32>\n"                        // 3
    "  %2 = tensor.empty(%n) : tensor<?xf32>\n"                         // 4
    "  %3 = math.exp %2 : tensor<?xf32>\n"                              // 5
    "  %4 = math.sin %3 : tensor<?xf32>\n"                              // 6
    "  %5 = scf.for %i = %n to %n step %n iter_args(%c = %1)"
    " -> (tensor<?xf32>) {\n"                // 7
    "    %6 = math.exp %c : tensor<?xf32>\n" // 8
    "    scf.yield %6 : tensor<?xf32>\n"     // 9
    "  }\n"                                  // 10
    "  %7 = math.cos %5 : tensor<?xf32>\n"   // 11
    "  return\n"                             // 12
    "}\n"                                    // 13
    "func.func @g(%a: tensor<?xf32>) {\n"    // 14
    "  %0 = math.exp %a : tensor<?xf32>\n"   // 15
    "  return\n"                             // 16
    "}\n";

/// A document about whose shapes somebody asks after each edit.
class Edited {
public:
  explicit Edited(std::string_view text) : document(std::string(text)) {
    ask();
  }

  /// Puts `after` in the place of the first `before`.
  Edited &replace(std::string_view before, std::string_view after) {
    return edit(before, static_cast<uint32_t>(before.size()), after);
  }
  /// Puts `text` in front of the first `behind`.
  Edited &insert(std::string_view behind, std::string_view text) {
    return edit(behind, 0, text);
  }

  /// The lines of the ops that were inferred again since the last question.
  std::string work() {
    ask();
    std::set<uint32_t> lines;
    const Section &section = *document.sections()[0];
    for (mlir::Operation *op : again())
      lines.insert(section.lineOf(section.rangeOf(op).begin) + 1);
    std::string text;
    for (uint32_t line : lines)
      text += (text.empty() ? "" : " ") + std::to_string(line);
    return text;
  }

  llvm::ArrayRef<mlir::Operation *> again() const {
    return document.shapes(*document.sections()[0])
        .fromArguments()
        .inferredAgain();
  }

  void ask() {
    document.update();
    std::vector<InferredValue> values = inferredValues(document);
    Document fresh{std::string(document.buffer().text())};
    fresh.update();
    EXPECT_EQ(values, inferredValues(fresh));
  }

private:
  Edited &edit(std::string_view at, uint32_t size, std::string_view text) {
    size_t found = document.buffer().text().find(at);
    EXPECT_NE(found, std::string_view::npos) << at;
    auto begin = static_cast<uint32_t>(found);
    document.edit({{{begin}, {begin + size}}, std::string(text)});
    return *this;
  }

  test::ByStatements byStatements;
  Document document;
};

} // namespace

TEST(ShapeWork, OfAnOperand) {
  Edited document(program);
  EXPECT_EQ(document.replace("math.exp %a", "math.exp %b").work(),
            "2 3 7 8 11");
}

/// Its users look, and see what they saw before.
TEST(ShapeWork, OfWhatChangesNothing) {
  Edited document(program);
  EXPECT_EQ(document.replace("math.exp %a", "math.tan %a").work(), "2 3");
  EXPECT_EQ(document.replace("math.sin", "math.tan").work(), "6");
}

/// What a comment says rests on its function and on where it stands.
TEST(ShapeWork, BesideNamesOfSizes) {
  Edited document("// shapels: %a = [N], %b = [M]\n" + std::string(program));
  EXPECT_EQ(document.replace("math.exp %a", "math.tan %a").work(), "3 4");
  EXPECT_EQ(document.replace("math.sin", "math.tan").work(), "7");
  document.replace("M]", "N]").ask();
  document.insert("func.func @f", "\"t.op\"() : () -> ()\n").ask();
  document.replace("\"t.op\"() : () -> ()\n", "").ask();
  document.replace("// shapels: %a = [N], %b = [N]\n", "").ask();
}

/// A type is written where the value is defined and where it is used.
TEST(ShapeWork, OfAType) {
  Edited document("func.func @f(%a: tensor<?xf32>) {\n"
                  "  %0 = tensor.cast %a : tensor<?xf32> to tensor<?xf32>\n"
                  "  %1 = tensor.cast %0 : tensor<?xf32> to tensor<?xf32>\n"
                  "  %2 = math.exp %1 : tensor<?xf32>\n"
                  "  %3 = math.exp %a : tensor<?xf32>\n"
                  "  return\n"
                  "}\n");
  document.replace("to tensor<?x", "to tensor<4x");
  EXPECT_EQ(document.replace("%0 : tensor<?x", "%0 : tensor<4x").work(),
            "2 3 4");
}

TEST(ShapeWork, OfAnOpThatIsInserted) {
  Edited document(program);
  EXPECT_EQ(
      document.insert("  %4 =", "  %8 = math.exp %a : tensor<?xf32>\n").work(),
      "6");
  EXPECT_EQ(document.replace("math.sin %3", "math.sin %8").work(), "7");
}

/// A loop is inferred as a whole where what goes round in it is another one
/// now, and what uses it where it brings something else.
TEST(ShapeWork, OfAnOpInALoop) {
  Edited document(program);
  EXPECT_EQ(document.replace("math.exp %c", "math.sin %c").work(), "8");
  EXPECT_EQ(document.replace("math.sin %c", "math.sin %b").work(), "7 8 11");
}

/// The same of a loop that MLIR knows nothing of, and of a branch.
TEST(ShapeWork, OfAnOpInALoopThatNobodyRegistered) {
  Edited document(
      "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %p: tensor<i1>) {\n"
      "  %0 = stablehlo.while(%x = %a) : tensor<?xf32>\n"
      "   cond {\n"
      "    stablehlo.return %p : tensor<i1>\n"
      "  } do {\n"
      "    %1 = stablehlo.abs %x : tensor<?xf32>\n"
      "    stablehlo.return %1 : tensor<?xf32>\n"
      "  }\n"
      "  %2 = stablehlo.sine %0 : tensor<?xf32>\n"
      "  %3 = \"stablehlo.if\"(%p) ({\n"
      "    %4 = stablehlo.exponential %2 : tensor<?xf32>\n"
      "    stablehlo.return %4 : tensor<?xf32>\n"
      "  }, {\n"
      "    stablehlo.return %2 : tensor<?xf32>\n"
      "  }) : (tensor<i1>) -> tensor<?xf32>\n"
      "  %5 = stablehlo.cosine %3 : tensor<?xf32>\n"
      "  return\n}\n");
  EXPECT_EQ(document.replace("stablehlo.abs %x", "stablehlo.negate %x").work(),
            "2 6");
  EXPECT_EQ(document.replace("negate %x", "negate %b").work(),
            "2 6 9 10 11 16");
  EXPECT_EQ(document.replace("exponential", "tanh").work(), "10 11");
}

TEST(ShapeWork, OfAName) {
  Edited document(program);
  EXPECT_EQ(document.replace("%7 =", "%x =").work(), "11");
}

/// What names and bounds the size of the argument is asked for anew, and
/// nothing that has it. That the names are those of a fresh document, ask()
/// says.
TEST(ShapeWork, OfWhatNamesASize) {
  Edited document(
      "func.func @f(%a: !torch.vtensor<[?],f32>) {\n"
      "  %0 = torch.symbolic_int \"t\" {min_val = 2, max_val = 9} : "
      "!torch.int\n"
      "  %1 = torch.symbolic_int \"s\" {min_val = 2, max_val = 9} : "
      "!torch.int\n"
      "  torch.bind_symbolic_shape %a, [%0], affine_map<()[s0] -> (s0)> : "
      "!torch.vtensor<[?],f32>\n"
      "  %2 = torch.aten.tanh %a : !torch.vtensor<[?],f32> -> "
      "!torch.vtensor<[?],f32>\n"
      "  return\n}\n");
  EXPECT_EQ(document.replace("\"t\"", "\"u\"").work(), "2 4");
  EXPECT_EQ(document.replace("[%0]", "[%1]").work(), "4");
  EXPECT_EQ(document.replace("\"s\"", "\"u\"").work(), "3 4");
  EXPECT_EQ(document.replace("max_val = 9", "max_val = 2").work(), "2");
}

TEST(ShapeWork, OfAnOpThatIsErased) {
  Edited document(program);
  EXPECT_EQ(document.replace("  %7 = math.cos %5 : tensor<?xf32>\n", "").work(),
            "");
}

TEST(ShapeWork, OfAnOpThatBreaksAndIsWholeAgain) {
  Edited document(program);
  EXPECT_EQ(document.replace("math.sin", "math.").work(), "");
  EXPECT_EQ(document.replace("math. ", "math.sin ").work(), "6");
}

/// What does not parse is inferred from its text, whenever that changes or what
/// it names does.
TEST(ShapeWork, OfWhatIsBeingTyped) {
  Edited document(program);
  document.replace("%3 = math.exp %2 :", "%3 = math.exp %2 + :");
  EXPECT_EQ(document.work(), "6");
  EXPECT_EQ(document.replace("tensor.empty(%n)", "math.exp %a").work(), "4 6");
  EXPECT_EQ(document.replace("%2 + :", "%0 + :").work(), "6");
  EXPECT_EQ(document.replace("%0 + :", "%0 :").work(), "5 6");
}

/// The function is new, and is looked at when somebody asks about it; the other
/// one stays as it is.
TEST(ShapeWork, OfASignature) {
  Edited document(program);
  EXPECT_EQ(document.replace("%n: index", "%n: index, %m: i1").work(), "");
  EXPECT_EQ(document.replace("math.sin", "math.tan").work(), "6");
}

TEST(ShapeWork, OfSeveralEditsBetweenQuestions) {
  Edited document(program);
  document.replace("math.sin", "math.tan");
  EXPECT_EQ(document
                .replace("%0 = math.exp %a : tensor<?xf32>\n  return",
                         "%0 = math.sin %a : tensor<?xf32>\n  return")
                .work(),
            "6 15");
}

/// What goes round is narrower, or wider, as in a fresh document.
TEST(ShapeWork, OfWhatGoesRound) {
  Edited document(
      "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) {\n"
      "  %0 = scf.for %i = %n to %n step %n iter_args(%c = %a) -> "
      "(tensor<?xf32>) {\n"
      "    %1 = tensor.concat dim(0) %b, %c : (tensor<?xf32>, tensor<?xf32>) "
      "-> "
      "tensor<?xf32>\n"
      "    %2 = math.exp %1 : tensor<?xf32>\n"
      "    %3 = arith.addf %c, %2 : tensor<?xf32>\n"
      "    scf.yield %3 : tensor<?xf32>\n  }\n"
      "  %4 = math.exp %0 : tensor<?xf32>\n"
      "  return\n}\n");
  EXPECT_EQ(document.replace("math.exp %1", "math.sin %1").work(), "4 5");
  EXPECT_EQ(document.replace("math.sin %1", "math.sin %c").work(), "4 5");
  EXPECT_EQ(document.replace("%b, %c", "%c, %c").work(), "3");
  EXPECT_EQ(document.replace("scf.yield %3", "scf.yield %1").work(),
            "2 3 4 5 8");
  EXPECT_EQ(document.replace("%c, %c", "%b, %c").work(), "3");
  EXPECT_EQ(document.replace("scf.yield %1", "scf.yield %b").work(), "2 3 4 5");
}

/// Of a document in which all sizes are that of the argument: how many ops were
/// inferred again.
static size_t inferredAgainIn(Document &document) {
  document.update();
  const Section &section = *document.sections()[0];
  SectionShapes &shapes = document.shapes(section);
  section.ir().walk([&](mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      ASSERT_EQ(shapes.text(shapes.symbolic(result)[0]), "%0[0]");
  });
  return shapes.fromArguments().inferredAgain().size();
}

TEST(ShapeWork, OfAnEditInALongChain) {
  constexpr size_t ops = 100'000;
  std::string text = "func.func @f(%0: tensor<?xf32>) {\n";
  for (size_t i = 1; i <= ops; ++i)
    text += "  %" + std::to_string(i) + " = math.exp %" +
            std::to_string(i - 1) + " : tensor<?xf32>\n";
  Document document(text + "  return\n}\n");
  EXPECT_EQ(inferredAgainIn(document), 0u);
  auto begin = static_cast<uint32_t>(text.find("exp %49999 "));
  document.edit({{{begin}, {begin + 3}}, "sin"});
  EXPECT_EQ(inferredAgainIn(document), 2u);
  document.edit({{{begin + 9}, {begin + 10}}, "8"});
  EXPECT_EQ(inferredAgainIn(document), 2u);
}

/// The loop is short, so it is made anew; what it brings is what it brought
/// before.
TEST(ShapeWork, OfAnEditInALoopInALongChain) {
  constexpr size_t ops = 20'000;
  std::string text = "func.func @f(%0: tensor<?xf32>, %n: index) {\n";
  for (size_t i = 1; i <= ops; ++i) {
    std::string from = "%" + std::to_string(i - 1),
                name = "  %" + std::to_string(i);
    text +=
        i == ops / 2
            ? name + " = scf.for %i = %n to %n step %n iter_args(%c = " + from +
                  ") -> (tensor<?xf32>) {\n" +
                  "    %x = math.tan %c : tensor<?xf32>\n"
                  "    scf.yield %x : tensor<?xf32>\n  }\n"
            : name + " = math.exp " + from + " : tensor<?xf32>\n";
  }
  Document document(text + "  return\n}\n");
  EXPECT_EQ(inferredAgainIn(document), 0u);
  auto begin = static_cast<uint32_t>(text.find("tan %c"));
  document.edit({{{begin}, {begin + 3}}, "sin"});
  EXPECT_EQ(inferredAgainIn(document), 3u);
}

/// A counter goes round too, which takes a second round.
TEST(ShapeWork, OfAnEditInALongLoop) {
  constexpr size_t ops = 20'000;
  std::string text =
      "func.func @f(%0: tensor<?xf32>, %n: index) {\n"
      "  %r:2 = scf.for %i = %n to %n step %n iter_args(%x0 = %0, %c = %n) -> "
      "(tensor<?xf32>, index) {\n"
      "    %d = arith.addi %c, %n : index\n";
  for (size_t i = 1; i <= ops; ++i)
    text += "    %x" + std::to_string(i) + " = math.exp %x" +
            std::to_string(i - 1) + " : tensor<?xf32>\n";
  text += "    scf.yield %x20000, %d : tensor<?xf32>, index\n  }\n";
  Document document(text + "  return\n}\n");
  auto again = [&] {
    document.update();
    const Section &section = *document.sections()[0];
    SectionShapes &shapes = document.shapes(section);
    section.ir().walk([&](mlir::Operation *op) {
      if (op->getName().getStringRef() == "scf.for") {
        EXPECT_EQ(shapes.text(shapes.symbolic(op->getResult(0))[0]), "%0[0]");
      }
    });
    return shapes.fromArguments().inferredAgain().size();
  };
  EXPECT_EQ(again(), 0u);
  auto begin = static_cast<uint32_t>(text.find("exp %x9999 "));
  document.edit({{{begin}, {begin + 3}}, "sin"});
  EXPECT_EQ(again(), 2u); // And its user.
}

/// Each leads to the next one and to itself.
TEST(ShapeWork, OfAnEditInOneOfManyBlocks) {
  constexpr size_t blocks = 5'000;
  std::string text = "func.func @f(%0: tensor<?xf32>, %p: i1) {\n"
                     "  cf.br ^bb1(%0 : tensor<?xf32>)\n";
  for (size_t i = 1; i <= blocks; ++i) {
    std::string n = std::to_string(i), next = std::to_string(i + 1);
    text += "^bb" + n + "(%x" + n + ": tensor<?xf32>):\n  %y" + n +
            " = math.exp %x" + n + " : tensor<?xf32>\n  cf.cond_br %p, ^bb" +
            next + "(%y" + n + " : tensor<?xf32>), ^bb" + n + "(%y" + n +
            " : tensor<?xf32>)\n";
  }
  text += "^bb5001(%z: tensor<?xf32>):\n  return\n}\n";
  Document document(text);
  EXPECT_EQ(inferredAgainIn(document), 0u);
  auto begin = static_cast<uint32_t>(text.find("exp %x2500 "));
  document.edit({{{begin}, {begin + 3}}, "sin"});
  EXPECT_EQ(inferredAgainIn(document), 1u);
}

/// What returns a value goes by the attributes of the function around it.
TEST(ShapeWork, NamesOfResultsFollowEdits) {
  Edited("func.func @f(%a: tensor<?xf32> {onnx.dim_params = \"0:B\"}, %b: "
         "tensor<?xf32>) -> (tensor<?xf32> {onnx.dim_params = \"0:B\"}) {\n"
         "  %0 = math.absf %a : tensor<?xf32>\n"
         "  %1 = tensor.cast %b : tensor<?xf32> to tensor<3xf32>\n"
         "  return %b : tensor<?xf32>\n}\n")
      .replace("-> (tensor<?xf32> {onnx.dim_params = \"0:B\"})",
               "-> (tensor<?xf32> {onnx.dim_params = \"0:C\"})")
      .replace(" {onnx.dim_params = \"0:C\"})", ")")
      .replace(" {onnx.dim_params = \"0:B\"}", "")
      .replace("-> (tensor<?xf32>)",
               "-> (tensor<?xf32> {onnx.dim_params = \"0:B\"})")
      .replace("return %b", "return %a");
}

/// The encoding of an argument's type may name its sizes.
TEST(ShapeWork, SymbolsInTypesFollowEdits) {
  Edited("func.func @f(%a: tensor<?xf32, [@S]>, %b: tensor<?xf32, [@S]>) {\n"
         "  %0 = tensor.cast %a : tensor<?xf32, [@S]> to tensor<3xf32>\n"
         "  %1 = tensor.cast %b : tensor<?xf32, [@S]> to tensor<4xf32>\n"
         "  return\n}\n")
      .replace("%b: tensor<?xf32, [@S]>", "%b: tensor<?xf32, [@T]>")
      .replace("%b : tensor<?xf32, [@S]>", "%b : tensor<?xf32, [@T]>")
      .replace("%b : tensor<?xf32, [@T]>", "%b : tensor<?xf32, [@S]>")
      .replace("%b: tensor<?xf32, [@T]>", "%b: tensor<?xf32, [@S]>");
}
