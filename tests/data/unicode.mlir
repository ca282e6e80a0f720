// Bytes, UTF-16 units and characters differ on these lines: é, 日本, 😀.
func.func @"é😀"(%a: tensor<3xi32>, %b: tensor<4xi32>) attributes {m.s = "日本"} {
  "m.é"() {s = "😀😀"} : () -> () // é
  %0 = "test.broadcastable"(%a, /*no comment in MLIR*/ %b) : (tensor<3xi32>, tensor<4xi32>) -> tensor<?xi32>
  return
}

// -----

func.func @g(%a: tensor<3xi32>, %b: tensor<4xi32>) {
  %0 = "test.broadcastable"(%a, %b) {s = "é😀"} : (tensor<3xi32>, tensor<4xi32>) -> tensor<?xi32>
  "m.x"() {s = "😀"} : () -> () %1 = "test.broadcastable"(%a, %b) : (tensor<3xi32>, tensor<4xi32>) -> tensor<?xi32>
  return
}
