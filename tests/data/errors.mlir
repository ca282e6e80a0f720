// What is wrong here is marked, so that nothing of it is shown; every kind of
// finding is in it. tests/lit/annotated compares --check and the server on it.

func.func @broadcast(%a: tensor<2x3xi32>, %b: tensor<2x4xi32>, %u: tensor<*xi32>) {
  // expected-error @below {{dimension 1 does not broadcast: %a has 3, %b has 4}}
  %0 = "test.broadcastable"(%a, %b) : (tensor<2x3xi32>, tensor<2x4xi32>) -> tensor<2x?xi32>
  // expected-error @below {{dimension 1 of the result does not fit: %a has 3, %1 has 5}}
  %1 = "test.broadcastable"(%a) : (tensor<2x3xi32>) -> tensor<2x5xi32>
  %2 = "test.broadcastable"(%a) : (tensor<2x3xi32>) -> tensor<1x2x3xi32> // expected-error {{the rank of the result does not fit: %a has 2, %2 has 3}}
  %3 = "test.broadcastable"(%a, %u) : (tensor<2x3xi32>, tensor<*xi32>) -> tensor<1x2x3xi32>
  // expected-warning @above {{the rank of the result is not proved: %a has 2, %u is unranked, %3 has 3}}
  // expected-warning-re @below {{dimension {{[01]}} of the result is not checked at run time: %0 has ?, %4 has 7}}
  %4 = "test.broadcastable"(%0) : (tensor<2x?xi32>) -> tensor<2x7xi32>
  // expected-error @below {{needs at least one operand}}
  %5 = "test.broadcastable"() : () -> tensor<1xi32>
  // expected-error @below {{operands don't have broadcast-compatible shapes}}
  %6 = tosa.add %a, %b : (tensor<2x3xi32>, tensor<2x4xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @verify() -> i32 {
  // expected-error @+1 {{'func.return' op has 0 operands, but enclosing function (@verify) returns 1}}
  return
}

// -----

// expected-note @below {{see existing symbol definition here}}
func.func private @twice()
// expected-error @below {{redefinition of symbol named 'twice'}}
func.func private @twice()

// -----

// expected-error @below {{expected '>' in tensor type}}
func.func private @parse(tensor<3xi32)

// -----

func.func @dominance(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  // expected-note @below {{operand defined here (op in the same region)}}
  %0 = arith.constant 1 : i32
  cf.br ^b
^b:
  // expected-error @below {{operand #0 does not dominate this use}}
  "m.use"(%0) : (i32) -> ()
  return
}

// -----

// expected-warning @below {{unknown code 'nonsense'}}
// shapels: ignore[nonsense]
func.func @ignored(%a: tensor<?xi32>) {
  // shapels: ignore[implicit-static-cast]
  %0 = "test.broadcastable"(%a) : (tensor<?xi32>) -> tensor<4xi32>
  return
}
