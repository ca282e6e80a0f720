// Quick fixes of types and names leave what MLIR takes.
// RUN: %python %S/fixes.py %shapels %mlir-opt %s | FileCheck %s

// CHECK-LABEL: == Replace by '%arg0'
//       CHECK: math.exp %arg0 : tensor<4xf32>
//       CHECK: accepted
// fix: Replace by '%arg0'
func.func @f(%arg0: tensor<4xf32>) {
  %0 = math.exp %agr0$0 : tensor<4xf32>
  return
}
// -----
// CHECK-LABEL: == Replace by '%pair'
//       CHECK: return %pair#1
//       CHECK: accepted
// fix: Replace by '%pair'
func.func @f() -> i32 {
  %pair:2 = func.call @g() : () -> (i32, i32)
  return %pari$0#1 : i32
}
func.func private @g() -> (i32, i32)
// -----
// CHECK-LABEL: == Replace by 'tosa.add'
//       CHECK: = tosa.add %arg0
//       CHECK: accepted
// fix: Replace by 'tosa.add'
func.func @f(%arg0: tensor<4xf32>) {
  %0 = $0tosa.ad %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// CHECK-LABEL: == Replace by 'return'
//       CHECK: accepted
// fix: Replace by 'return'
func.func @f() {
  retr$0un
}
// -----
// CHECK-LABEL: == Replace by 'linalg.matmul'
//       CHECK: = linalg.matmul ins
//       CHECK: accepted
// fix: Replace by 'linalg.matmul'
func.func @f(%a: tensor<4x4xf32>) {
  %0 = linl$0ag.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
// -----
// CHECK-LABEL: == Write the type that the value has: tensor<4x?xf32>
//       CHECK: tosa.exp %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
//       CHECK: accepted
// fix: Write the type that the value has: tensor<4x?xf32>
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = tosa.exp $0%arg0 : (tensor<4x5xf32>) -> tensor<4x?xf32>
  return
}
// -----
// The other one is right as it is.
// CHECK-LABEL: == Write the type that the value has: tensor<4x5xf32>
//       CHECK: tosa.add %a, %b : (tensor<4x1xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
//       CHECK: accepted
// fix: Write the type that the value has: tensor<4x5xf32>
func.func @f(%a: tensor<4x1xf32>, %b: tensor<4x5xf32>) {
  %0 = tosa.add %a, $0%b : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>
  return
}
// -----
// CHECK-LABEL: == Write the type that the value has: tensor<4xf32>
//       CHECK: tosa.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//       CHECK: accepted
// fix: Write the type that the value has: tensor<4xf32>
func.func @f(%a: tensor<4xf32>) {
  %0 = tosa.add $0%a, %a : (tensor<5xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// CHECK-LABEL: == Cast the value to tensor<4x4xf32>
//       CHECK:   %arg0_cast = tensor.cast %arg0 : tensor<4x?xf32> to tensor<4x4xf32>
//  CHECK-NEXT:   return %arg0_cast : tensor<4x4xf32>
//       CHECK: accepted
// fix: Cast the value to tensor<4x4xf32>
func.func @f(%arg0: tensor<4x?xf32>) -> tensor<4x4xf32> {
  return $0%arg0 : tensor<4x4xf32>
}
// -----
// CHECK-LABEL: == Cast the value to tensor<4x4xf32>
//       CHECK:   %b_cast_0 = tensor.cast %b : tensor<4x?xf32> to tensor<4x4xf32>
//  CHECK-NEXT:   return %a, %b_cast_0 : tensor<4x?xf32>, tensor<4x4xf32>
//       CHECK: accepted
// fix: Cast the value to tensor<4x4xf32>
func.func @f(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>, %b_cast: i1) -> (tensor<4x?xf32>, tensor<4x4xf32>) {
  $0return %a, %b : tensor<4x?xf32>, tensor<4x?xf32>
}
// -----
// CHECK-LABEL: == Cast the value to memref<4xf32>
//       CHECK:   %v0_cast = memref.cast %0 : memref<?xf32> to memref<4xf32>
//  CHECK-NEXT:   call @g(%v0_cast) : (memref<4xf32>) -> ()
//       CHECK: accepted
// fix: Cast the value to memref<4xf32>
func.func @f(%n: index) {
  %0 = memref.alloc(%n) : memref<?xf32>
  $0call @g(%0) : (memref<?xf32>) -> ()
  return
}
func.func private @g(memref<4xf32>)
// -----
// No cast makes one of the other, and no type that is written here is wrong.
// CHECK-LABEL: == None
//       CHECK: offered: []
// fix: None
func.func @f(%arg0: tensor<3xf32>) -> tensor<4xf32> {
  return $0%arg0 : tensor<4xf32>
}
// -----
// Their users' types follow, through an op whose types are one. What is
// returned stays, for the sake of the callers.
// CHECK-LABEL: == Make the result types in the function what is inferred
//       CHECK:   %0 = tosa.exp %a : (tensor<4x5xf32>) -> tensor<4x5xf32>
//  CHECK-NEXT:   %1 = math.exp %0 : tensor<4x5xf32>
//  CHECK-NEXT:   %2 = tosa.add %1, %b : (tensor<4x5xf32>, tensor<?x5xf32>) -> tensor<4x5xf32>
//  CHECK-NEXT:   %3 = tosa.abs %2 : (tensor<4x5xf32>) -> tensor<?x5xf32>
//  CHECK-NEXT:   return %3 : tensor<?x5xf32>
//       CHECK: accepted
// fix: Make the result types in the function what is inferred
func.func $0@f(%a: tensor<4x5xf32>, %b: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %0 = tosa.exp %a : (tensor<4x5xf32>) -> tensor<?x?xf32>
  %1 = math.exp %0 : tensor<?x?xf32>
  %2 = tosa.add %1, %b : (tensor<?x?xf32>, tensor<?x5xf32>) -> tensor<?x?xf32>
  %3 = tosa.abs %2 : (tensor<?x?xf32>) -> tensor<?x5xf32>
  return %3 : tensor<?x5xf32>
}
// -----
// CHECK-LABEL: == No result says less than is known
//       CHECK: offered: []
// fix: No result says less than is known
func.func $0@f(%a: tensor<4x5xf32>) {
  %0 = tosa.exp %a : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
// -----
// What others need as it is stays.
// CHECK-LABEL: == Make the result types in the function what is inferred
//       CHECK:   %0 = tosa.exp %a : (tensor<4xf32>) -> tensor<?xf32>
//  CHECK-NEXT:   call @g(%0) : (tensor<?xf32>) -> ()
//  CHECK-NEXT:   %1 = tosa.exp %0 : (tensor<?xf32>) -> tensor<4xf32>
//  CHECK-NEXT:   %2 = tosa.exp %1 : (tensor<4xf32>) -> tensor<4xf32>
//       CHECK: accepted
// fix: Make the result types in the function what is inferred
func.func $0@f(%a: tensor<4xf32>) {
  %0 = tosa.exp %a : (tensor<4xf32>) -> tensor<?xf32>
  call @g(%0) : (tensor<?xf32>) -> ()
  %1 = tosa.exp %0 : (tensor<?xf32>) -> tensor<?xf32>
  %2 = tosa.exp %1 : (tensor<?xf32>) -> tensor<?xf32>
  return
}
func.func private @g(tensor<?xf32>)
