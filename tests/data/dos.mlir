func.func @dos(%a: tensor<3xi32>, %b: tensor<4xi32>) {
  %0 = "test.broadcastable"(%a, %b) : (tensor<3xi32>, tensor<4xi32>) -> tensor<?xi32>
  return
}
// -----
func.func @returns(%a: tensor<?xi32>) {
  // expected-warning @below {{not checked at run time: %a has ?, %0 has 4}}
  %0 = "test.broadcastable"(%a) : (tensor<?xi32>) -> tensor<4xi32>
  %1 = "nowhere.op"(%a) : (tensor<?xi32>) -> tensor<4xi32>
  return
}
