// Ops of dialects that are not built in, in their custom forms.
func.func @elementwise(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %0 = stablehlo.add %a, %b : tensor<2x3xf32>
  %1 = stablehlo.compare LT, %0, %c : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %2 = arith.select %1, %0, %b : tensor<2x3xi1>, tensor<2x3xf32>
  %3 = tosa.add %2, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// -----

func.func @loop(%init: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {
  %0:2 = stablehlo.while(%i = %init, %m = %n) : tensor<i32>, tensor<i32>
   cond {
    %p = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = arith.constant dense<1> : tensor<i32>
    %next = arith.addi %i, %one : tensor<i32>
    stablehlo.return %next, %m : tensor<i32>, tensor<i32>
  }
  return %0#0 : tensor<i32>
}

// -----

func.func @torch(%x: !torch.vtensor<[2, ?],f32>) -> !torch.vtensor<[2,?],f32> {
  %int1 = torch.constant.int 1
  %none = torch.constant.none
  %0 = torch.aten.add.Tensor %x, %x, %int1 : !torch.vtensor<[2,?],f32>, !torch.vtensor<[2,?],f32>, !torch.int -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// -----

util.func public @stream(%size: index, %r: !stream.resource<*>) -> (tensor<?xf32>, index) {
  %0 = stream.tensor.export %r : tensor<?xf32>{%size} in !stream.resource<*>{%size} -> tensor<?xf32>
  %1 = stream.resource.size %r : !stream.resource<*>
  %2 = arith.addi %1, %size : index
  %3 = flow.dispatch @ex::@entry(%0) : (tensor<?xf32>{%2}) -> %0{%2}
  scf.for %i = %size to %2 step %size {
    util.optimization_barrier %3 : tensor<?xf32>
  }
  cf.br ^bb1(%2 : index)
^bb1(%4: index):
  util.return %3, %4 : tensor<?xf32>, index
}
