func.func @f(%lhs: tensor<3xi32>, %rhs: tensor<4xi32>) {
  %0 = "test.broadcastable"(%lhs, %rhs) : (tensor<3xi32>, tensor<4xi32>) -> tensor<?xi32>
  return
}
