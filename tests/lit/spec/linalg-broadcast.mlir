// Lists that MLIR 22 rejects, and that have one meaning, and one that it takes
// unsorted. With the quick fix of each, mlir-opt takes them, and what runs
// computes what was meant.
// RUN: not %mlir-opt %s 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: %python %S/../annotated/fix.py %shapels %s > %t.mlir
// RUN: %shapels --check --error-on-warning %t.mlir
// RUN: %mlir-opt --one-shot-bufferize=bufferize-function-boundaries \
// RUN:   --convert-linalg-to-loops --expand-strided-metadata --lower-affine \
// RUN:   --convert-scf-to-cf --convert-to-llvm %t.mlir -o %t.llvm.mlir
// RUN: %mlir-runner %t.llvm.mlir -e main --entry-point-result=void \
// RUN:   --shared-libs=%llvm-prefix/lib/libmlir_runner_utils.so,%llvm-prefix/lib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// BEFORE: error: 'linalg.broadcast' op

func.func private @printMemrefF32(memref<*xf32>)

//      CHECK: sizes = [2, 3]
// CHECK-NEXT: [1, 1, 1]
// CHECK-NEXT: [2, 2, 2]
func.func @column(%input: tensor<2xf32>) {
  %init = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.broadcast ins(%input : tensor<2xf32>) outs(%init : tensor<2x3xf32>) dimensions = [0]
  %1 = bufferization.to_buffer %0 : tensor<2x3xf32> to memref<2x3xf32>
  %2 = memref.cast %1 : memref<2x3xf32> to memref<*xf32>
  call @printMemrefF32(%2) : (memref<*xf32>) -> ()
  return
}

//      CHECK: sizes = [3, 2, 2]
// CHECK-NEXT: [1, 4]
// CHECK-NEXT: [1, 4]
// CHECK-NEXT: [2, 5]
// CHECK-NEXT: [2, 5]
// CHECK-NEXT: [3, 6]
// CHECK-NEXT: [3, 6]
func.func @swapped(%input: tensor<?x3xf32>) {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %input, %c0 : tensor<?x3xf32>
  %init = tensor.empty(%size) : tensor<3x2x?xf32>
  %0 = linalg.broadcast ins(%input : tensor<?x3xf32>) outs(%init : tensor<3x2x?xf32>) dimensions = [2, 0]
  %1 = bufferization.to_buffer %0 : tensor<3x2x?xf32> to memref<3x2x?xf32>
  %2 = memref.cast %1 : memref<3x2x?xf32> to memref<*xf32>
  call @printMemrefF32(%2) : (memref<*xf32>) -> ()
  return
}

//      CHECK: sizes = [3, 2, 2]
// CHECK-NEXT: [1, 4]
// CHECK-NEXT: [1, 4]
// CHECK-NEXT: [2, 5]
// CHECK-NEXT: [2, 5]
// CHECK-NEXT: [3, 6]
// CHECK-NEXT: [3, 6]
func.func @inMemory(%input: memref<2x3xf32>) {
  %init = memref.alloc() : memref<3x2x2xf32>
  linalg.broadcast ins(%input : memref<2x3xf32>) outs(%init : memref<3x2x2xf32>) dimensions = [2, 0]
  %0 = memref.cast %init : memref<3x2x2xf32> to memref<*xf32>
  call @printMemrefF32(%0) : (memref<*xf32>) -> ()
  memref.dealloc %init : memref<3x2x2xf32>
  return
}

//      CHECK: sizes = [2, 3, 2]
// CHECK-NEXT: [1, 1]
// CHECK-NEXT: [1, 1]
// CHECK-NEXT: [1, 1]
// CHECK-NEXT: [2, 2]
// CHECK-NEXT: [2, 2]
// CHECK-NEXT: [2, 2]
func.func @expanded(%input: tensor<2x1xf32>) {
  %init = tensor.empty() : tensor<2x3x2xf32>
  %0 = linalg.broadcast ins(%input : tensor<2x1xf32>) outs(%init : tensor<2x3x2xf32>) dimensions = [2]
  %1 = bufferization.to_buffer %0 : tensor<2x3x2xf32> to memref<2x3x2xf32>
  %2 = memref.cast %1 : memref<2x3x2xf32> to memref<*xf32>
  call @printMemrefF32(%2) : (memref<*xf32>) -> ()
  return
}

//      CHECK: sizes = [3, 2, 1]
// CHECK-NEXT: [1]
// CHECK-NEXT: [2]
// CHECK-NEXT: [1]
// CHECK-NEXT: [2]
// CHECK-NEXT: [1]
// CHECK-NEXT: [2]
func.func @unsorted(%input: memref<2xf32>) {
  %init = memref.alloc() : memref<3x2x1xf32>
  linalg.broadcast ins(%input : memref<2xf32>) outs(%init : memref<3x2x1xf32>) dimensions = [2, 0]
  %0 = memref.cast %init : memref<3x2x1xf32> to memref<*xf32>
  call @printMemrefF32(%0) : (memref<*xf32>) -> ()
  memref.dealloc %init : memref<3x2x1xf32>
  return
}

func.func @main() {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  call @column(%0) : (tensor<2xf32>) -> ()
  %1 = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %2 = tensor.cast %1 : tensor<2x3xf32> to tensor<?x3xf32>
  call @swapped(%2) : (tensor<?x3xf32>) -> ()
  %3 = bufferization.to_buffer %1 : tensor<2x3xf32> to memref<2x3xf32>
  call @inMemory(%3) : (memref<2x3xf32>) -> ()
  %4 = arith.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  call @expanded(%4) : (tensor<2x1xf32>) -> ()
  %5 = bufferization.to_buffer %0 : tensor<2xf32> to memref<2xf32>
  call @unsorted(%5) : (memref<2xf32>) -> ()
  return
}
