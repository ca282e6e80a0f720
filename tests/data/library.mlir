// Shapes that users teach: MLIR's own example of a shape function, one for many
// operands, and one with an attribute.
module attributes {shape.lib = [@products, @more]} {
  shape.function_library @more {
    func @joined(%a: !shape.value_shape, %b: !shape.value_shape {shapels.repeated}) -> !shape.shape {
      %0 = shape_of %a : !shape.value_shape -> !shape.shape
      %1 = shape_of %b : !shape.value_shape -> !shape.shape
      %w = cstr_broadcastable %0, %1 : !shape.shape, !shape.shape
      %2 = assuming %w -> (!shape.shape) {
        %3 = shape.broadcast %0, %1 : !shape.shape, !shape.shape -> !shape.shape
        shape.assuming_yield %3 : !shape.shape
      }
      return %2 : !shape.shape
    }
    func @dropped(%a: !shape.value_shape,
                  %axis: index {shapels.attribute = "axis", shapels.default = 0}) -> !shape.shape {
      %c1 = const_size 1
      %at = index_to_size %axis
      %0 = shape_of %a : !shape.value_shape -> !shape.shape
      %head, %rest = "shape.split_at"(%0, %at) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
      %one, %tail = "shape.split_at"(%rest, %c1) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
      %1 = concat %head, %tail : !shape.shape, !shape.shape -> !shape.shape
      return %1 : !shape.shape
    }
  } mapping {
    my.dropped = @dropped,
    my.joined = @joined
  }
  shape.function_library @products {
    func.func @matmul(%lhs: !shape.value_shape, %rhs: !shape.value_shape) -> !shape.shape {
      %c1 = shape.const_size 1
      %l = shape.shape_of %lhs : !shape.value_shape -> !shape.shape
      %r = shape.shape_of %rhs : !shape.value_shape -> !shape.shape
      %m, %k0 = "shape.split_at"(%l, %c1) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
      %k1, %n = "shape.split_at"(%r, %c1) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
      %k = shape.meet %k0, %k1, error = "inner dimensions must match" : !shape.shape, !shape.shape -> !shape.shape
      %res = shape.concat %m, %n : !shape.shape, !shape.shape -> !shape.shape
      return %res : !shape.shape
    }
  } mapping {
    my.matmul = @matmul
  }
  func.func @uses(%a: tensor<?x4xf32>, %b: tensor<4x5xf32>, %c: tensor<3x5xf32>) -> tensor<?x?xf32> {
    %0 = "my.matmul"(%a, %b) : (tensor<?x4xf32>, tensor<4x5xf32>) -> tensor<?x?xf32>
    %1 = "my.matmul"(%a, %c) : (tensor<?x4xf32>, tensor<3x5xf32>) -> tensor<?x?xf32>
    %2 = "my.joined"(%0, %b, %c) : (tensor<?x?xf32>, tensor<4x5xf32>, tensor<3x5xf32>) -> tensor<?x?xf32>
    %3 = "my.dropped"(%0) {axis = 1 : i64} : (tensor<?x?xf32>) -> tensor<?xf32>
    %4 = "my.dropped"(%0) : (tensor<?x?xf32>) -> tensor<4xf32>
    return %0 : tensor<?x?xf32>
  }
}
