// A function in the middle of being typed: four statements do not parse, and all
// that does not rest on them is still checked.
!t = tensor<3xi32>
func.func @f(%a: !t, %b: tensor<4xi32>, %c: i1, %n: index) -> tensor<?xi32> {
  %0 = "test.broadcastable"(%a, %b) : (!t, tensor<4xi32>) -> tensor<?xi32>
  %1 = tosa.ad
  %2 = tosa.add %a, %a : (!t, !t) -> !t
  %3 = tosa.add %1, %2 : (!t, !t) -> !t
  %4 = arith.addi %n, %undefined : index
  scf.if %c {
    %5 = tosa.add %a, %b : (!t, tensor<4xi32>) -> tensor<3xi32>
    %6 = foo bar
    scf.yield
  } else {
    %7 = tosa.sub %a, %a : (!t, !t) -> tensor<?xi32>
  }
  %8:2 = scf.for %i = %n to %n step %n iter_args(%x = %n, %y = %n) -> (index, index) {
    %9 = arith.addi %x, %i : index
    %10 = arith.addi %x %i : index
    scf.yield %9, %y : index, index
  }
  %11 = arith.addi %8#1, %8#0 : index
  cf.cond_br %c, ^bb1(%11 : index), ^bb2
^bb1(%z: index):
  cf.br ^bb2
^bb2:
  %12 = tosa.add %a, %a : (!t, !t) -> tensor<2xi32>
  return %0 : tensor<?xi32>
}
