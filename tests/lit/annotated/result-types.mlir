// What the quick fix makes of result types is what MLIR accepts.
// RUN: %python %S/result_types.py %shapels %s > %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: %mlir-opt %t.mlir -o %t.out

// No use: only the type.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT:    %0 = tosa.concat %a, %b {axis = 0 : i32} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
func.func @unused(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) {
  %0 = tosa.concat %a, %b {axis = 0 : i32} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<?x3xf32>
  return
}

// Its uses state the type: it is cast back for them.
// CHECK-LABEL: func.func @used
// CHECK-NEXT:    %inferred_0 = tosa.concat %a, %b {axis = 0 : i32} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
// CHECK-NEXT:    %0 = tensor.cast %inferred_0 : tensor<6x3xf32> to tensor<?x3xf32>
// CHECK-NEXT:    return %0 : tensor<?x3xf32>
func.func @used(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) -> tensor<?x3xf32> {
  %0 = tosa.concat %a, %b {axis = 0 : i32} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// The operands have the same type: there is nothing to make.
// CHECK-LABEL: func.func @same
// CHECK-NEXT:    %0 = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
// CHECK-NEXT:    %1 = math.exp %0 : tensor<?xf32>
func.func @same(%a: tensor<3xf32>) {
  %0 = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
  %1 = math.exp %0 : tensor<?xf32>
  return
}
