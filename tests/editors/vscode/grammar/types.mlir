// SYNTAX TEST "source.mlir" "element types, aliases and dialect types"

    !t = i32
//  ^^ entity.name.type.alias.mlir
//       ^^^ support.type.builtin.mlir

    foo.op : si8
//           ^^^ support.type.builtin.mlir

    foo.op : ui16
//           ^^^^ support.type.builtin.mlir

    foo.op : f80
//           ^^^ support.type.builtin.mlir

    foo.op : tf32
//           ^^^^ support.type.builtin.mlir

    foo.op : f8E4M3FN
//           ^^^^^^^^ support.type.builtin.mlir

    foo.op : f8E5M2FNUZ
//           ^^^^^^^^^^ support.type.builtin.mlir

    foo.op : f4E2M1FN
//           ^^^^^^^^ support.type.builtin.mlir

    foo.op : index
//           ^^^^^ support.type.builtin.mlir

    foo.op : none
//           ^^^^ support.type.builtin.mlir

    foo.op : tuple<i32, tensor<4xf32>>
//           ^^^^^ support.type.builtin.mlir
//                 ^^^ support.type.builtin.mlir
//                      ^^^^^^ support.type.shaped.mlir
//                             ^ constant.numeric.dimension.mlir

    foo.op : (i32, !llvm.ptr) -> !torch.list<int>
//            ^^^ support.type.builtin.mlir
//                 ^^^^^^^^^ entity.name.type.dialect.mlir
//                            ^^ keyword.operator.arrow.mlir
//                               ^^^^^^^^^^^ entity.name.type.dialect.mlir

    foo.op %i32, @f32, f32x, x_i32
//         ^^^^ variable.other.value.mlir
//               ^^^^ entity.name.function.symbol.mlir
//                     ^^^^ source.mlir - support.type
//                           ^^^^^ source.mlir - support.type
