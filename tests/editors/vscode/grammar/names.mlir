// SYNTAX TEST "source.mlir" "values, labels, symbols, aliases and ops"

    %0 = arith.addi %lhs, %x#1 : i32
//  ^^ variable.other.value.mlir
//     ^ keyword.operator.assignment.mlir
//       ^^^^^ entity.name.namespace.dialect.mlir
//            ^ punctuation.separator.dialect.mlir
//             ^^^^ entity.name.function.op.mlir
//                  ^^^^ variable.other.value.mlir
//                        ^^ variable.other.value.mlir
//                          ^ punctuation.separator.result.mlir
//                           ^ constant.numeric.result.mlir
//                             ^ punctuation.separator.type.mlir

    %r:2, %a-b_c.$1 = "my.op"(%0) : (i32) -> (i32, i32)
//  ^^ variable.other.value.mlir
//     ^ constant.numeric.result.mlir
//        ^^^^^^^^^ variable.other.value.mlir
//                    ^ punctuation.definition.op.begin.mlir
//                     ^^ entity.name.namespace.dialect.mlir
//                        ^^ entity.name.function.op.mlir
//                          ^ punctuation.definition.op.end.mlir

    func.func private @f(%arg0: tensor<2xi32>, %arg1: i1) -> i32 attributes {llvm.emit_c_interface, sym.x = 1} {
//  ^^^^ entity.name.namespace.dialect.mlir
//       ^^^^ entity.name.function.op.mlir
//            ^^^^^^^ storage.modifier.visibility.mlir
//                    ^^ entity.name.function.symbol.mlir
//                       ^^^^^ variable.parameter.mlir
//                                     ^ constant.numeric.dimension.mlir
//                                             ^^^^^ variable.parameter.mlir
//                                                               ^^^^^^^^^^ keyword.other.mlir
//                                                                           ^^^^^^^^^^^^^^^^^^^^^ entity.other.attribute-name.mlir
//                                                                                                  ^^^^^ entity.other.attribute-name.mlir

    cf.cond_br %c, ^bb1(%a : i32), ^bb2
//     ^^^^^^^ entity.name.function.op.mlir
//                 ^^^^ entity.name.label.block.mlir
//                      ^^ variable.other.value.mlir
//                                 ^^^^ entity.name.label.block.mlir

    ^bb1(%b: i32):  // 2 preds
//  ^^^^ entity.name.label.block.mlir
//       ^^ variable.parameter.mlir
//                  ^^^^^^^^^^ comment.line.double-slash.mlir

    call @"a name"(%x) : (i32) -> ()
//  ^^^^ entity.name.function.op.mlir
//       ^^^^^^^^^ entity.name.function.symbol.mlir

    %1 = call @a::@b() : () -> i32
//       ^^^^ entity.name.function.op.mlir
//            ^^ entity.name.function.symbol.mlir
//              ^^ punctuation.separator.namespace.mlir
//                ^^ entity.name.function.symbol.mlir

    return %0 : i32
//  ^^^^^^ entity.name.function.op.mlir
//         ^^ variable.other.value.mlir

    #map = affine_map<(d0)[s0] -> (d0 floordiv 2 + s0)>
//  ^^^^ variable.other.constant.attribute.mlir
//         ^^^^^^^^^^ keyword.other.attribute.mlir
//                                    ^^^^^^^^ keyword.operator.word.mlir
//                                               ^ keyword.operator.arithmetic.mlir

    #set = affine_set<(d0) : (d0 >= 0, d0 == 1)>
//         ^^^^^^^^^^ keyword.other.attribute.mlir
//                               ^^ keyword.operator.comparison.mlir
//                                        ^^ keyword.operator.comparison.mlir

    linalg.add ins(%a : f32) outs(%b : f32)
//  ^^^^^^ entity.name.namespace.dialect.mlir
//         ^^^ entity.name.function.op.mlir
//             ^^^ keyword.other.mlir
//                           ^^^^ keyword.other.mlir
