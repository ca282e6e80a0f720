// SYNTAX TEST "source.mlir" "literals, strings and keywords"

    "d.op"() {a = true, b = false, c, d = unit, e = "s\n\22\q"} : () -> ()
//            ^ entity.other.attribute-name.mlir
//                ^^^^ constant.language.boolean.mlir
//                          ^^^^^ constant.language.boolean.mlir
//                                        ^^^^ constant.language.unit.mlir
//                                                  ^ punctuation.definition.string.begin.mlir
//                                                   ^ string.quoted.double.mlir
//                                                    ^^ constant.character.escape.mlir
//                                                      ^^^ constant.character.escape.mlir
//                                                         ^^ invalid.illegal.escape.mlir
//                                                           ^ punctuation.definition.string.end.mlir

    %c = arith.constant dense<[-1, 2.5e-3, 0xFF]> : tensor<3xf32> loc("a.py":1:2)
//                      ^^^^^ keyword.other.attribute.mlir
//                             ^^ constant.numeric.integer.mlir
//                                 ^^^^^^ constant.numeric.float.mlir
//                                         ^^^^ constant.numeric.hex.mlir
//                                                         ^ constant.numeric.dimension.mlir
//                                                                ^^^ keyword.other.location.mlir
//                                                                    ^^^^^^ string.quoted.double.mlir
//                                                                           ^ constant.numeric.integer.mlir

    my.op {k = array<i64: 1, 2>, m = dense_resource<r> : tensor<1xi8>}
//         ^ entity.other.attribute-name.mlir
//             ^^^^^ keyword.other.attribute.mlir
//                   ^^^ support.type.builtin.mlir
//                                   ^^^^^^^^^^^^^^ keyword.other.attribute.mlir

    my.op "an unfinished string
//        ^^^^^^^^^^^^^^^^^^^^^ string.quoted.double.mlir

    my.op %a : tensor<4xi32
//                    ^ constant.numeric.dimension.mlir

    my.op %a
//  ^^ entity.name.namespace.dialect.mlir
//     ^^ entity.name.function.op.mlir
//        ^^ variable.other.value.mlir - meta.type
