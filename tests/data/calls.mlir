func.func private @needs3(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<3xf32>
  %1 = tensor.cast %0 : tensor<3xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @a(%y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %y : tensor<?xf32> to tensor<4xf32>
  %1 = call @needs3(%y) : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @b(%y: tensor<?xf32>) -> tensor<?xf32> {
  %1 = call @needs3(%y) : (tensor<?xf32>) -> tensor<?xf32>
  %0 = tensor.cast %y : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<?xf32>
}
func.func @mm(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @c(%a: tensor<4x8xf32>, %b: tensor<7x5xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %x = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %y = tensor.cast %b : tensor<7x5xf32> to tensor<?x?xf32>
  %0 = call @mm(%x, %y, %c) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @d(%a: tensor<4x8xf32>, %b: tensor<8x5xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %x = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %y = tensor.cast %b : tensor<8x5xf32> to tensor<?x?xf32>
  %0 = call @mm(%x, %y, %c) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @loop(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<?xf32>) {
    %1 = func.call @needs3(%x) : (tensor<?xf32>) -> tensor<?xf32>
    %2 = func.call @same(%1, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @same(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %a, %b : tensor<?xf32>
  %1 = call @id(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @id(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}
func.func @rec(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @rec2(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @rec2(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @rec(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @use(%a: tensor<?xf32>, %n: tensor<4xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %n : tensor<4xf32> to tensor<?xf32>
  %1 = call @same(%a, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = call @needs3(%1) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = "my.call"(%2) {callee = @id} : (tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
