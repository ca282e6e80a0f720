//===- ShapeFunctionsTest.cpp - Shapes that users teach -------------------===//

#include "analysis/Edited.h"
#include "analysis/Findings.h"

#include "core/analysis/ShapesOf.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// A library with one function for `my.op`, which is used behind it.
std::string taught(const std::string &arguments, const std::string &body,
                   const std::string &use) {
  return "shape.function_library @library {\n"
         "func.func @taught(" +
         arguments + ") -> !shape.shape {\n" + body +
         "}\n} mapping {\n  my.op = @taught\n}\n"
         "func.func @f(%a: tensor<?x4xf32>, %b: tensor<4x5xf32>, "
         "%c: tensor<*xf32>) {\n" +
         use + "  return\n}\n";
}

/// The sizes of %r, by commas.
std::string shapeOf(const std::string &text, Configuration configuration = {}) {
  Document document(text, std::move(configuration));
  document.update();
  for (const InferredValue &value : inferredValues(document))
    if (value.name == "%r" && value.symbolic) {
      std::string shape;
      for (const std::string &size : *value.symbolic)
        shape += (shape.empty() ? "" : ", ") + size;
      return shape;
    }
  return "unknown";
}

constexpr const char *oneValue = "%v: !shape.value_shape";
constexpr const char *ofA =
    "  %r = \"my.op\"(%a) : (tensor<?x4xf32>) -> tensor<*xf32>\n";
constexpr const char *ofB =
    "  %r = \"my.op\"(%b) : (tensor<4x5xf32>) -> tensor<*xf32>\n";

const std::string returnsShape =
    "  %s = shape.shape_of %v : !shape.value_shape -> !shape.shape\n"
    "  return %s : !shape.shape\n";

TEST(ShapeFunctions, AreRunOverSizesThatAreNotKnown) {
  EXPECT_EQ(shapeOf(taught(oneValue, returnsShape, ofA)), "%a[0], 4");
}

TEST(ShapeFunctions, RunLoopsOverRanks) {
  const char *doubled =
      "  %s = shape.shape_of %v : !shape.value_shape -> !shape.shape\n"
      "  %one = shape.const_size 1\n"
      "  %n = shape.reduce(%s, %one) : !shape.shape -> !shape.size {\n"
      "  ^bb0(%i: index, %size: !shape.size, %so_far: !shape.size):\n"
      "    %next = shape.mul %so_far, %size : !shape.size, !shape.size -> "
      "!shape.size\n"
      "    shape.yield %next : !shape.size\n"
      "  }\n"
      "  %r = shape.from_extents %n : !shape.size\n"
      "  return %r : !shape.shape\n";
  EXPECT_EQ(shapeOf(taught(oneValue, doubled, ofA)), "4 * %a[0]");
}

/// In each round it is another one.
TEST(ShapeFunctions, DoNotTakeWhatIsNotKnownForTheSame) {
  const char *unknown =
      "  %c0 = arith.constant 0 : index\n"
      "  %c1 = arith.constant 1 : index\n"
      "  %c2 = arith.constant 2 : index\n"
      "  %none = shape.const_shape [] : !shape.shape\n"
      "  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%so_far = %none) -> "
      "!shape.shape {\n"
      "    %size = \"other.size\"() : () -> index\n"
      "    %one = shape.from_extents %size : index\n"
      "    %next = shape.concat %so_far, %one : !shape.shape, !shape.shape -> "
      "!shape.shape\n"
      "    scf.yield %next : !shape.shape\n"
      "  }\n"
      "  return %r : !shape.shape\n";
  EXPECT_EQ(shapeOf(taught(oneValue, unknown, ofA)), "%r[0], %r[1]");
}

TEST(ShapeFunctions, LookAtBothArmsOfWhatSizesDoNotTell) {
  const char *either =
      "  %c0 = arith.constant 0 : index\n"
      "  %c4 = arith.constant 4 : index\n"
      "  %s = shape.shape_of %v : !shape.value_shape -> !shape.shape\n"
      "  %size = shape.get_extent %s, %c0 : !shape.shape, index -> "
      "!shape.size\n"
      "  %n = shape.size_to_index %size : !shape.size\n"
      "  %is = arith.cmpi eq, %n, %c4 : index\n"
      "  %m = scf.if %is -> index {\n"
      "    scf.yield %c0 : index\n"
      "  } else {\n"
      "    %wrong = arith.constant false\n"
      "    %w = shape.cstr_require %wrong, \"must be four\"\n"
      "    scf.yield %n : index\n"
      "  }\n"
      "  %r = shape.from_extents %m : index\n"
      "  return %r : !shape.shape\n";
  EXPECT_EQ(shapeOf(taught(oneValue, either, ofA)),
            "select(%a[0] == 4, 0, %a[0])");
  EXPECT_EQ(findingsIn(taught(oneValue, either, ofA)), "");
  EXPECT_EQ(shapeOf(taught(oneValue, either, ofB)), "0");
}

TEST(ShapeFunctions, EndWhereTheyWouldNot) {
  const char *forever =
      "  %s = shape.shape_of %v : !shape.value_shape -> !shape.shape\n"
      "  %true = arith.constant true\n"
      "  %r = scf.while (%x = %s) : (!shape.shape) -> !shape.shape {\n"
      "    scf.condition(%true) %x : !shape.shape\n"
      "  } do {\n"
      "  ^bb0(%x: !shape.shape):\n"
      "    scf.yield %x : !shape.shape\n"
      "  }\n"
      "  return %r : !shape.shape\n";
  EXPECT_EQ(shapeOf(taught(oneValue, forever, ofA)), "unknown");
  const char *itself =
      "  %r = call @taught(%v) : (!shape.value_shape) -> !shape.shape\n"
      "  return %r : !shape.shape\n";
  EXPECT_EQ(shapeOf(taught(oneValue, itself, ofA)), "unknown");
}

TEST(ShapeFunctions, TakeAttributesOperandsAndTypes) {
  std::string arguments =
      "%v: !shape.shape {shapels.operand = 1}, "
      "%n: index {shapels.attribute = \"no|count\", shapels.default = 7}, "
      "%isSame: i1 {shapels.attribute = \"mode\", shapels.equals = \"SAME\"}, "
      "%type: !shape.shape {shapels.result = 0}";
  const char *body =
      "  %c1 = shape.const_size 1\n"
      "  %of = scf.if %isSame -> !shape.shape {\n"
      "    scf.yield %v : !shape.shape\n"
      "  } else {\n"
      "    scf.yield %type : !shape.shape\n"
      "  }\n"
      "  %size = shape.get_extent %of, %c1 : !shape.shape, !shape.size -> "
      "!shape.size\n"
      "  %r = shape.from_extents %n, %size : index, !shape.size\n"
      "  return %r : !shape.shape\n";
  auto shapeWith = [&](const char *attributes, const char *type) {
    return shapeOf(
        taught(arguments, body,
               "  %r = \"my.op\"(%a, %b) " + std::string(attributes) +
                   " : (tensor<?x4xf32>, tensor<4x5xf32>) -> " + type + "\n"));
  };
  EXPECT_EQ(shapeWith("{mode = \"SAME\", count = 3 : i64}", "tensor<?x?xf32>"),
            "3, 5");
  EXPECT_EQ(shapeWith("{mode = \"VALID\"}", "tensor<?x2xf32>"), "7, 2");
}

TEST(ShapeFunctions, AreCalledForEachOperandThatRepeats) {
  std::string arguments =
      "%v: !shape.shape, %w: !shape.shape {shapels.repeated}";
  const char *body =
      "  %r = shape.concat %v, %w : !shape.shape, !shape.shape -> "
      "!shape.shape\n"
      "  return %r : !shape.shape\n";
  EXPECT_EQ(shapeOf(taught(arguments, body, ofA)), "%a[0], 4");
  EXPECT_EQ(shapeOf(taught(arguments, body,
                           "  %r = \"my.op\"(%b, %a, %b) : (tensor<4x5xf32>, "
                           "tensor<?x4xf32>, tensor<4x5xf32>) -> "
                           "tensor<*xf32>\n")),
            "4, 5, %a[0], 4, 4, 5");
}

TEST(ShapeFunctions, OutrankRulesAndTraitsButNotDeclaredFamilies) {
  const char *square =
      "  %c1 = shape.const_size 1\n"
      "  %s = shape.shape_of %v : !shape.value_shape -> !shape.shape\n"
      "  %n = shape.get_extent %s, %c1 : !shape.shape, !shape.size -> "
      "!shape.size\n"
      "  %r = shape.from_extents %n, %n : !shape.size, !shape.size\n"
      "  return %r : !shape.shape\n";
  std::string text =
      taught(oneValue, square, "  %r = math.absf %a : tensor<?x4xf32>\n");
  EXPECT_EQ(shapeOf(text), "%a[0], 4");
  text.replace(text.find("my.op = "), 5, "math.absf");
  EXPECT_EQ(shapeOf(text), "4, 4");
  Configuration configuration;
  configuration.ops.declare("math.absf", OpFamily::SameShape);
  EXPECT_EQ(shapeOf(text, configuration), "%a[0], 4");
}

TEST(ShapeFunctions, SayWhatMustHold) {
  const char *required =
      "  %c0 = arith.constant 0 : index\n"
      "  %c3 = arith.constant 3 : index\n"
      "  %s = shape.shape_of %v : !shape.value_shape -> !shape.shape\n"
      "  %size = shape.get_extent %s, %c0 : !shape.shape, index -> "
      "!shape.size\n"
      "  %n = shape.size_to_index %size : !shape.size\n"
      "  %is = arith.cmpi eq, %n, %c3 : index\n"
      "  cf.assert %is, \"needs three rows\"\n"
      "  return %s : !shape.shape\n";
  EXPECT_EQ(findingsIn(taught(oneValue, required, ofB)),
            "16:9-14 error[shape-mismatch] 'my.op': needs three rows (it does "
            "not hold)\n");
  EXPECT_EQ(findingsIn(taught(oneValue, required, ofA)), "");
  EXPECT_EQ(shapeOf(taught(oneValue, required, ofA)), "3, 4");
}

TEST(ShapeFunctions, ThatAreWrongAreFindings) {
  auto said = [](const char *arguments, const std::string &body) {
    return findingsIn(taught(arguments, body, ofA));
  };
  EXPECT_EQ(said("%v: !shape.value_shape, %f: f32", returnsShape),
            "2:1-10 warning[shape-function] argument 1 of @taught: shapels "
            "knows no such argument: it is a !shape.value_shape, a "
            "!shape.shape, a shaped type or an integer\n"
            "10:9-14 hint[unknown-dialect] dialect 'my' is not built in: its "
            "ops are read by their form, and not verified; the setting 'ops' "
            "can tell how their shapes relate\n");
  EXPECT_EQ(said(oneValue, "  %x = \"other.shape\"() : () -> !shape.shape\n"
                           "  return %x : !shape.shape\n"),
            "3:9-20 warning[shape-function] shapels cannot compute "
            "'other.shape': what @taught makes of it is unknown\n"
            "3:9-20 hint[unknown-dialect] dialect 'other' is not built in: its "
            "ops are read by their form, and not verified; the setting 'ops' "
            "can tell how their shapes relate\n");
}

TEST(ShapeFunctions, FollowEdits) {
  const char *text =
      "shape.function_library @library {\n"
      "  func.func @taught(%v: !shape.value_shape) -> !shape.shape {\n"
      "    %s = shape.const_shape [3, 4] : !shape.shape\n"
      "    return %s : !shape.shape\n"
      "  }\n"
      "} mapping {\n"
      "  my.op = @taught\n"
      "}\n"
      "func.func @f(%a: tensor<?x4xf32>) {\n"
      "  %r = \"my.op\"(%a) : (tensor<?x4xf32>) -> tensor<3x4xf32>\n"
      "  %t = \"my.other\"(%r) : (tensor<3x4xf32>) -> tensor<5xf32>\n"
      "  return\n"
      "}\n";
  Edited(text)
      .replace("[3, 4]", "[3, 5]")
      .replace("[3, 5]", "[3, ")
      .replace("[3, ", "[3, 4]")
      .replace("my.op = @taught", "my.op = @taught, my.other = @taught")
      .replace("@taught(%v", "@taut(%v")
      .replace("@taut(%v", "@taught(%v")
      .replace("  my.op = @taught, my.other = @taught\n", "")
      .insert("}\nfunc.func", "  my.op = @taught\n")
      .replace("shape.function_library", "shape.function_librar")
      .replace("shape.function_librar ", "shape.function_library ");
}

} // namespace
