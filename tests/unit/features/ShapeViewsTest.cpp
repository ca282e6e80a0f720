//===- ShapeViewsTest.cpp - Texts about a function, beside it -------------===//

#include "features/Cursor.h"

#include "core/analysis/Section.h"
#include "core/analysis/SymbolicSources.h"
#include "server/features/ShapeViews.h"

#include <gmock/gmock.h>

#include <sstream>

using namespace shapels;
using namespace shapels::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

const char *const concat = R"(
func.func @f(%a: tensor<?x4xf32>, %b: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %0 = tensor.concat dim(0) %a, %b
      : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
)";

std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

/// `VALUE: LINE | LINE`, of each value.
std::vector<std::string> mapOf(const Document &document,
                               const ShapeView &view) {
  std::vector<std::string> lines = linesOf(view.text), result;
  for (const ShapeView::Value &value : view.values) {
    std::string entry(document.buffer().slice(value.range));
    for (uint32_t line : value.lines)
      entry += (line == value.lines.front() ? ": " : " | ") + lines.at(line);
    result.push_back(entry);
  }
  return result;
}

std::vector<std::string> lensesOf(std::string text) {
  Document document(std::move(text));
  document.updateStatements();
  std::vector<std::string> names;
  for (DocumentRange range : functionsWithShapes(document))
    names.emplace_back(document.buffer().slice(range));
  return names;
}

struct Opened {
  explicit Opened(std::string text) : document(std::move(text)) {
    document.update();
  }
  FunctionPlace named(std::string_view name) const {
    return functionNamed(document, name).value();
  }
  std::string shapeFunction(std::string_view name) const {
    return shapeFunctionView(document, named(name), {}).text;
  }
  Document document;
};

} // namespace

TEST(Functions, WithShapesAreThoseThatMayHaveSome) {
  EXPECT_THAT(lensesOf("func.func @scalars(%x: i32) {\n  return\n}\n"
                       "func.func private @declared(tensor<3xf32>)\n"
                       "func.func @f(%a: tensor<3xf32>) {\n  return\n}\n"
                       "module @m {\n  my.func @g(%a: !t) {\n  }\n}\n"
                       "// -----\n"
                       "func.func @f(%a: memref<3xwrong>) {\n"),
              ElementsAre("@f", "@g", "@f"));
}

TEST(Functions, AreFoundByPlaceAndName) {
  Opened opened("func.func @f(%a: tensor<3xf32>) {\n  return\n}\n"
                "// -----\n"
                "func.func @f(%a: tensor<4xf32>) {\n"
                "  scf.execute_region {\n    scf.yield\n  }\n  return\n}\n");
  const Document &document = opened.document;
  size_t yield = document.buffer().text().find("scf.yield");
  auto around = functionAround(document, {uint32_t(yield)});
  ASSERT_TRUE(around);
  EXPECT_EQ(around->section, document.sections()[1].get());
  EXPECT_EQ(document.buffer().slice(around->range), "@f");
  EXPECT_EQ(opened.named("f").section, document.sections()[0].get());
  EXPECT_FALSE(functionNamed(document, "g"));
  size_t border = document.buffer().text().find("// -----");
  EXPECT_FALSE(functionAround(document, {uint32_t(border)}));
}

TEST(ShapeView, IsWhatIsPrintedOfTheFunction) {
  Opened opened(concat + std::string(R"(
func.func @g(%a: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = math.exp %a : tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
)"));
  const Section &section = *opened.document.sections().front();
  for (const char *name : {"f", "g"}) {
    EXPECT_EQ(
        opened.shapeFunction(name),
        shapeFunctionText(opened.document, section, ShapeFunctionQuery{name})
            .text);
    EXPECT_EQ(symbolicSourcesView(opened.document, opened.named(name)).text,
              sourcesText(
                  symbolicSources(opened.document, section, std::string(name)))
                  .text);
  }
}

TEST(ShapeView, KnowsWhichValueALineIsAbout) {
  Opened opened(concat);
  ShapeView view =
      shapeFunctionView(opened.document, opened.named("f"), {"", true, true});
  EXPECT_THAT(
      mapOf(opened.document, view),
      ElementsAre(
          "%a:   %c0 = arith.constant 0 : index"
          " |   %dim = tensor.dim %a, %c0 : tensor<?x4xf32>",
          "%0:     index {shapels.at = \"3:3\", shapels.dim = 0 : i64,"
          " shapels.value = \"%0\"},"
          " |     index {shapels.at = \"3:3\", shapels.dim = 1 : i64,"
          " shapels.value = \"%0\"}) attributes {auxiliary_of = \"f\"} {"
          " |   %c3 = arith.constant 3 : index"
          " |   %c4 = arith.constant 4 : index"
          " |   %0 = arith.addi %dim, %c3 : index"));
  EXPECT_THAT(
      std::string(opened.document.buffer().slice(view.values.back().statement)),
      testing::EndsWith("-> tensor<?x4xf32>"));
}

TEST(ShapeView, OfSourcesKnowsThemToo) {
  Opened opened(concat);
  EXPECT_THAT(
      mapOf(opened.document,
            symbolicSourcesView(opened.document, opened.named("f"))),
      ElementsAre("%a: <block argument> of type 'tensor<?x4xf32>' at index: 0",
                  "%0: original value: %0 = tensor.concat dim(0) %a, %b"));
}

TEST(ShapeView, SaysWhatIsMissing) {
  Opened opened(R"(
func.func @broken(%a: tensor<?xf32>) {
  %0 = math.exp %a : tensor<?xf32>
  %1 = math.exp %0 : tensor<?xf32
  return
}
func.func @header(%a: tensor<?xf32> {
  return
}
func.func @scalars(%a: i32) {
  return
}
func.func private @declared(tensor<3xf32>)
)");
  EXPECT_THAT(opened.shapeFunction("broken"),
              HasSubstr("shapels.value = \"%0\""));
  EXPECT_THAT(opened.shapeFunction("broken"),
              HasSubstr("// @_shape_infer_broken leaves out %1: it does not "
                        "parse\n"));
  EXPECT_THAT(
      opened.shapeFunction("header"),
      testing::StartsWith(
          "// @header has no shape function: its header does not parse: "));
  EXPECT_EQ(opened.shapeFunction("scalars"),
            "// @scalars has no shape function: no value in it has a shape.\n");
  EXPECT_EQ(symbolicSourcesView(opened.document, opened.named("declared")).text,
            "// @declared has no sources: it has no body.\n");
  EXPECT_THAT(
      shapeFunctionView(opened.document, opened.named("scalars"), {}).values,
      IsEmpty());
}

/// By its strides the view may have dropped other dimensions, and MLIR's own
/// folding of its size reads behind the operands. No rule tells the size while
/// %c1 has no type.
TEST(ShapeView, AsksForTheSizesOfAViewThatDropsDimensionsUnclearly) {
  Opened opened(R"(
func.func @f(%a: memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>, %n: index) -> index {
  %c1 = arith.constant 1 :
  %s = memref.subview %a[0, 0, 0] [1, %n, 1] [1, 1, 1] : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>> to memref<1x?xf32, strided<[?, ?], offset: ?>>
  %d = memref.dim %s, %c1 : memref<1x?xf32, strided<[?, ?], offset: ?>>
  return %d : index
}
)");
  EXPECT_THAT(
      opened.shapeFunction("f"),
      HasSubstr("it is not plain which dimensions the view leaves out"));
}

TEST(ShapeView, FollowsEdits) {
  Opened opened(concat);
  std::string text(opened.document.buffer().text());
  for (size_t at = text.rfind("3x4xf32"); at != text.npos;
       at = at == 0 ? text.npos : text.rfind("3x4xf32", at - 1))
    opened.document.edit({{{uint32_t(at)}, {uint32_t(at + 1)}}, "5"});
  opened.document.update();
  EXPECT_THAT(opened.shapeFunction("f"), HasSubstr("arith.constant 5"));
  EXPECT_EQ(
      opened.shapeFunction("f"),
      Opened(std::string(opened.document.buffer().text())).shapeFunction("f"));
}
