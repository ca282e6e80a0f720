//===- TypeShapeTest.cpp - Shapes of types, and back ----------------------===//

#include "core/shape/MlirShapes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

using namespace shapels;

namespace {

class TypeShapes : public testing::Test {
protected:
  mlir::Type type(llvm::StringRef text) {
    return mlir::parseType(text, &context);
  }
  std::string dims(llvm::StringRef text) {
    TypeShape shape = shapeOf(type(text));
    return shape.dims ? formatDims(*shape.dims) : "none";
  }

  mlir::MLIRContext context;
};

} // namespace

TEST_F(TypeShapes, TellKindAndSizes) {
  EXPECT_EQ(dims("tensor<2x?x0xf32>"), "2x?x0");
  EXPECT_EQ(dims("tensor<f32>"), "");
  EXPECT_EQ(dims("tensor<*xf32>"), "none");
  EXPECT_EQ(dims("vector<2x[4]xf32>"), "2x[4]");
  EXPECT_EQ(dims("memref<?x3xf32>"), "?x3");
  EXPECT_EQ(dims("i32"), "none");
  EXPECT_EQ(shapeOf(type("tensor<*xf32>")).kind, TypeShape::Kind::Tensor);
  EXPECT_EQ(shapeOf(type("vector<f32>")).kind, TypeShape::Kind::Vector);
  EXPECT_EQ(shapeOf(type("memref<*xf32>")).kind, TypeShape::Kind::Memref);
  EXPECT_EQ(shapeOf(type("index")).kind, TypeShape::Kind::NotShaped);
}

TEST_F(TypeShapes, WithShapeChangesNothingButTheSizes) {
  struct {
    const char *before, *after;
    std::vector<Dim> dims;
  } rows[] = {
      {"tensor<?x?xf32>", "tensor<2x?xf32>", {Dim::fixed(2), Dim::dynamic()}},
      {"tensor<*xi8>", "tensor<3xi8>", {Dim::fixed(3)}},
      {"tensor<?xf32, \"e\">", "tensor<4xf32, \"e\">", {Dim::fixed(4)}},
      {"vector<1xf32>", "vector<[4]xf32>", {Dim::scalable(4)}},
      {"tensor<?xf32>", "tensor<f32>", {}},
  };
  for (auto &row : rows)
    EXPECT_EQ(withShape(type(row.before), row.dims), type(row.after))
        << row.before;
}

TEST_F(TypeShapes, WithShapeIsNothingWhereNoSuchTypeExists) {
  EXPECT_FALSE(withShape(type("vector<4xf32>"), {Dim::dynamic()}));
  EXPECT_FALSE(withShape(type("vector<4xf32>"), {Dim::fixed(0)}));
  EXPECT_FALSE(withShape(type("tensor<4xf32>"), {Dim::scalable(4)}));
  EXPECT_FALSE(withShape(type("i32"), {Dim::fixed(4)}));
}
