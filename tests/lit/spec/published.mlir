// The examples of mlir/docs/Traits/Broadcastable.md as they are published: eleven
// of the thirteen lack a `>`. Each is the body of a function of its own.
// RUN: not %shapels --check --show-expected %s | FileCheck %s '--implicit-check-not=error['

// Correct example 1.
func.func @correct_1(%arg0: tensor<1x2xi32>, %arg1: tensor<1x2xi32>) {
  // Exact match of static sizes.
  // CHECK: published.mlir:[[@LINE+1]]:82: error[mlir-parse]: expected '>'
  %result = "test.broadcastable"(%arg0, %arg1) : (tensor<1x2xi32>, tensor<1x2xi32) -> tensor<1x2xi32>
  return
}

// -----

// Correct example 2.
func.func @correct_2(%arg0: tensor<?xi32>, %arg1: tensor<?xi32>) {
  // Dynamic sizes match. The programmer must guarantee that the runtime sizes of
  // %arg0 and %arg1 are equal at runtime.
  // CHECK: published.mlir:[[@LINE+1]]:78: error[mlir-parse]: expected '>'
  %result = "test.broadcastable"(%arg0, %arg1) : (tensor<?xi32>, tensor<?xi32) -> tensor<?xi32>
  return
}

// -----

// Correct example 3.
func.func @correct_3(%arg0: tensor<1xi32>, %arg1: tensor<4xi32>) {
  // The shape of %arg0 is broadcast from tensor<1xi32> to tensor<4xi32>.
  // CHECK: published.mlir:[[@LINE+1]]:78: error[mlir-parse]: expected '>'
  %result = "test.broadcastable"(%arg0, %arg1) : (tensor<1xi32>, tensor<4xi32) -> tensor<4xi32>
  return
}

// -----

// Correct example 4.
func.func @correct_4(%arg0: tensor<4xi32>) {
  // The shape of %result is inferred as tensor<4xi32>, while the actual result
  // type is tensor<?xi32>. The inferred shape is compatible with the actual shape.
  // CHECK: published.mlir:[[@LINE+1]]:56: error[mlir-parse]: expected '>'
  %result = "test.broadcastable"(%arg0) : (tensor<4xi32) -> tensor<?xi32>
  return
}

// -----

// Correct example 5.
func.func @correct_5(%arg0: tensor<4xi32>, %arg1: tensor<2x3x4xi32>) {
  // The shape of %arg0 is first expanded to tensor<1x1x4xi32> and then broadcast
  // to tensor<2x3x4xi32>.
  // CHECK: published.mlir:[[@LINE+1]]:82: error[mlir-parse]: expected '>'
  %result = "test.broadcastable"(%arg0, %arg1) : (tensor<4xi32>, tensor<2x3x4xi32) -> tensor<2x3x4xi32>
  return
}

// -----

// Correct example 6.
func.func @correct_6(%arg0: tensor<2xi1>, %arg1: tensor<2xi32>) {
  // Input and results tensors have different element types (i1, i32, i64). The
  // 'Broadcastable' trait has no restrictions on element types.
  // CHECK: published.mlir:[[@LINE+1]]:77: error[mlir-parse]: expected '>'
  %result = "test.broadcastable"(%arg0, %arg1) : (tensor<2xi1>, tensor<2xi32) -> tensor<2xi64>
  return
}

// -----

// Correct example 7.
func.func @correct_7(%arg0: tensor<2xi32>) {
  // No result shape verification is needed when the result is unranked.
  %result = "test.broadcastable"(%arg0) : (tensor<2xi32>) -> tensor<*xi32>
  return
}

// -----

// Correct example 8.
func.func @correct_8(%arg0: tensor<*xi32>, %arg1: tensor<*xi32>) {
  // No result shape verification needed when all inputs are unranked.
  %result = "test.broadcastable"(%arg0, %arg1) : (tensor<*xi32>, tensor<*xi32>) -> tensor<2xi32>
  return
}

// -----

// Incorrect example 1.
func.func @incorrect_1(%arg0: tensor<3xi32>, %arg1: tensor<2xi32>) {
  // Dimension 0 of input operands is static but not equal.
  // CHECK: published.mlir:[[@LINE+1]]:78: error[mlir-parse]: expected '>'
  %result = "test.broadcastable"(%arg0, %arg1) : (tensor<3xi32>, tensor<2xi32) -> tensor<?xi32>
  return
}

// -----

// Incorrect example 2.
func.func @incorrect_2(%arg0: tensor<3xi32>, %arg1: tensor<3xi32>) {
  // The inferred result shape is tensor<3xi32>, but the actual result shape is
  // tensor<1x3xi32>. Inferred and actual shapes differ in rank.
  // CHECK: published.mlir:[[@LINE+1]]:78: error[mlir-parse]: expected '>'
  %result = "test.broadcastable"(%arg0, %arg1) : (tensor<3xi32>, tensor<3xi32) -> tensor<1x3xi32>
  return
}

// -----

// Incorrect example 3.
func.func @incorrect_3(%arg0: tensor<?xi32>, %arg1: tensor<?xi32>) {
  // The inferred result shape is tensor<?xi32>, but the actual shape is
  // tensor<4xi32>. The inferred shape is not compatible with the actual shape.
  // CHECK: published.mlir:[[@LINE+1]]:78: error[mlir-parse]: expected '>'
  %result = "test.broadcastable"(%arg0, %arg1) : (tensor<?xi32>, tensor<?xi32) -> tensor<4xi32>
  return
}

// -----

// Incorrect example 4.
func.func @incorrect_4(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
  // The inferred result shape is tensor<2xi32>, but the actual result shape is
  // tensor<4xi32>, which is not compatible.
  // CHECK: published.mlir:[[@LINE+1]]:78: error[mlir-parse]: expected '>'
  %result = "test.broadcastable"(%arg0, %arg1) : (tensor<2xi32>, tensor<2xi32) -> tensor<4xi32>
  return
}

// -----

// Incorrect example 5.
func.func @incorrect_5(%arg0: tensor<1xi32>, %arg1: tensor<1xi32>) {
  // The inferred result shape is tensor<1xi32>, but the actual result shape is
  // tensor<4xi32>. Broadcast semantics are not applicable for results.
  // CHECK: published.mlir:[[@LINE+1]]:78: error[mlir-parse]: expected '>'
  %result = "test.broadcastable"(%arg0, %arg1) : (tensor<1xi32>, tensor<1xi32) -> tensor<4xi32>
  return
}
