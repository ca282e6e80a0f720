// SYNTAX TEST "source.mlir" "comments: plain, split markers, expectations, pragmas, lit and FileCheck"

    my.op // why "not" tensor<4xf32>
//        ^^^^^^^^^^^^^^^^^^^^^^^^^^ comment.line.double-slash.mlir

// -----
// <-- comment.line.double-slash.separator.mlir
//^^^^^^ comment.line.double-slash.separator.mlir

// expected-error @+1 {{does not broadcast}}
// <-- punctuation.definition.comment.mlir
// ^^^^^^^^^^^^^^ comment.line.double-slash.expected.mlir keyword.other.expected.mlir
//                ^^^ constant.other.expected.mlir
//                    ^^ punctuation.definition.expected.begin.mlir
//                      ^^^^^^^^^^^^^^^^^^ string.other.expected.mlir
//                                        ^^ punctuation.definition.expected.end.mlir

    my.op // expected-warning-re@below 2 {{a{{.*}}}}
//           ^^^^^^^^^^^^^^^^^^^ keyword.other.expected.mlir
//                              ^^^^^^ constant.other.expected.mlir
//                                       ^^ punctuation.definition.expected.begin.mlir

// shapels: %arg0 = [B, S, 128], B + S = 1024
// ^^^^^^^ comment.line.double-slash.pragma.mlir keyword.other.pragma.mlir
//          ^^^^^ variable.other.value.mlir
//                         ^^^ constant.numeric.integer.mlir

// shapels: ignore[broadcast-incompatible]
//          ^^^^^^ keyword.other.pragma.mlir

// RUN: mlir-opt %s | FileCheck %s
// ^^^ keyword.other.run.mlir
//     ^^^^^^^^^^^^ comment.line.double-slash.run.mlir

// CHECK-LABEL: func @f
// ^^^^^^^^^^^ keyword.other.check.mlir
//            ^ punctuation.separator.check.mlir

// GPU-NEXT: gpu.launch
// ^^^^^^^^ keyword.other.check.mlir

// CHECK-DAG{LITERAL}: {{x}}
// ^^^^^^^^^ keyword.other.check.mlir
//          ^^^^^^^^^^ punctuation.separator.check.mlir

// TODO: CHECKs
// ^^^^ comment.line.double-slash.mlir - keyword

// expected nothing
//^^^^^^^^^^^^^^^^^ comment.line.double-slash.mlir - comment.line.double-slash.expected.mlir
