// Sizes that contradict each other along their flow, and some that do not.
func.func @flow(%a: tensor<3xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %a : (tensor<3xf32>) -> tensor<?xf32>
  %1 = stablehlo.abs %b : (tensor<4xf32>) -> tensor<?xf32>
  %2 = stablehlo.add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
func.func @casts(%p: i1, %a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) {
  %0 = tensor.cast %a : tensor<?xf32> to tensor<3xf32>
  %1 = math.absf %a : tensor<?xf32>
  %2 = arith.addf %1, %b : tensor<?xf32>
  %3 = tensor.cast %2 : tensor<?xf32> to tensor<4xf32>
  %4 = math.absf %3 : tensor<4xf32>
  scf.if %p {
    %5 = tensor.cast %b : tensor<?xf32> to tensor<3xf32>
  } else {
    %6 = tensor.cast %b : tensor<?xf32> to tensor<5xf32>
  }
  %7 = scf.for %i = %n to %n step %n iter_args(%c = %a) -> (tensor<?xf32>) {
    %8 = arith.addf %c, %b : tensor<?xf32>
    %9 = tensor.cast %8 : tensor<?xf32> to tensor<6xf32>
    %10 = tensor.cast %9 : tensor<6xf32> to tensor<?xf32>
    scf.yield %10 : tensor<?xf32>
  }
  return
}
func.func @choices(%a: tensor<?xf32>, %b: tensor<3xf32>, %c: tensor<?xf32>) {
  %0 = "onnx.Add"(%a, %b) : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = tensor.cast %a : tensor<?xf32> to tensor<5xf32>
  %2 = tensor.concat dim(0) %a, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = tensor.cast %2 : tensor<?xf32> to tensor<7xf32>
  %4 = tensor.cast %c : tensor<?xf32> to tensor<2xf32>
  return
}
