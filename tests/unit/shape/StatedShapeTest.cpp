//===- StatedShapeTest.cpp - Shapes in the text of types ------------------===//

#include "core/shape/StatedShape.h"

#include <gtest/gtest.h>

using namespace shapels;

namespace {

struct Written {
  const char *type;
  /// `2x?`, `*` for an unknown rank, `-` for no shape.
  const char *shape;
};

std::string textOf(const TypeShape &shape) {
  if (!shape.isShaped())
    return "-";
  return shape.isRanked() ? formatDims(*shape.dims) : "*";
}

class WrittenShapes : public testing::TestWithParam<Written> {};

} // namespace

TEST_P(WrittenShapes, AreReadFromTheText) {
  EXPECT_EQ(textOf(writtenShape(GetParam().type)), GetParam().shape)
      << GetParam().type;
}

INSTANTIATE_TEST_SUITE_P(
    All, WrittenShapes,
    testing::Values(
        Written{"tensor<2x?xf32>", "2x?"}, Written{"tensor<f32>", ""},
        Written{"tensor<*xf32>", "*"}, Written{"vector<[4]xf32>", "*"},
        Written{"memref<4x!x.y<2x3xi8>, #x.z>", "4"},
        Written{"tensor<?x3xf32, #stablehlo.bounds<7, ?>>", "?x3"},
        Written{"i32", "-"}, Written{"tuple<tensor<2xi1>>", "-"},
        Written{"!alias", "*"},
        // By form, of any dialect.
        Written{"!x.buffer<2x?xf32, #x.space>", "2x?"},
        Written{"!x.handle<ptr>", "-"}, Written{"!x.thing", "-"},
        Written{"!x.list<[2, 3]>", "-"},
        // Of tensors.
        Written{"!torch.vtensor<[2,?],f32>", "2x?"},
        Written{"!torch.vtensor<[2, ?], f32>", "2x?"},
        Written{"!torch.vtensor<[],si64>", ""},
        Written{"!torch.vtensor<*,f32>", "*"}, Written{"!torch.tensor", "*"},
        Written{"!vhlo.tensor_v1<2x3x!vhlo.f32_v1>", "2x3"},
        Written{"!vhlo.tensor_v1<!vhlo.f32_v1>", ""},
        Written{"!flow.dispatch.tensor<readonly:tensor<4x?xf32>>", "4x?"}));
