// Broken in many places: what is found depends on recovery, and has to be the
// same for the server and for --check.
!broken = tensor<3xi32
func.func @alias(%a: !broken) {
  return
}
func.func @angle(%a: tensor<3xi32) {
  return
}
func.func @call() {
  func.call @angle() : () -> ()
  func.call @nowhere() : () -> ()
  return
}
func.func @paren(%a: i32 {
  return
}
func.func @fine(%a: tensor<3xi32>, %b: tensor<4xi32>) {
  %0 = "test.broadcastable"(%a, %b) : (tensor<3xi32>, tensor<4xi32>) -> tensor<?xi32>
  return
}
func.func @quote() {
  "m.x() : () -> ()
  return
}
module @m {
  func.func @inner() {
    %0 = arith.constant
    return
  }
  func.func @unclosed() {
    scf.if %c {
    return
  }
func.func @last() -> i32 {
  return
}

// -----

}

// -----

stablehlo.thing @f {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
}
"test.broadcastable"() : () -> ()
