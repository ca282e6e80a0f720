// SYNTAX TEST "source.mlir" "shaped types: every part of a shape has a scope of its own"

    tensor<4x?x8xf32, #enc>
//  ^^^^^^ support.type.shaped.mlir
//        ^ punctuation.definition.type.begin.mlir
//         ^ constant.numeric.dimension.mlir
//          ^ punctuation.separator.dimension.mlir
//           ^ constant.language.dimension.dynamic.mlir
//            ^ punctuation.separator.dimension.mlir
//             ^ constant.numeric.dimension.mlir
//              ^ punctuation.separator.dimension.mlir
//               ^^^ support.type.builtin.mlir
//                    ^^^^ variable.other.constant.attribute.mlir
//                        ^ punctuation.definition.type.end.mlir

    tensor<*xf32>
//         ^ constant.language.dimension.unranked.mlir
//          ^ punctuation.separator.dimension.mlir
//           ^^^ support.type.builtin.mlir

    tensor<f32>
//         ^^^ support.type.builtin.mlir

    tensor<0x4xf32>
//         ^ constant.numeric.dimension.mlir
//          ^ punctuation.separator.dimension.mlir
//           ^ constant.numeric.dimension.mlir
//            ^ punctuation.separator.dimension.mlir
//             ^^^ support.type.builtin.mlir

    tensor<4 x ? x bf16>
//         ^ constant.numeric.dimension.mlir
//          ^^^ meta.dimensions.mlir
//             ^ constant.language.dimension.dynamic.mlir
//                 ^^^^ support.type.builtin.mlir

    vector<[4]x4x[8]xi1>
//  ^^^^^^ support.type.shaped.mlir
//         ^ punctuation.section.brackets.begin.mlir
//          ^ constant.numeric.dimension.mlir
//           ^ punctuation.section.brackets.end.mlir
//            ^ punctuation.separator.dimension.mlir
//             ^ constant.numeric.dimension.mlir
//              ^ punctuation.separator.dimension.mlir
//               ^ punctuation.section.brackets.begin.mlir
//                ^ constant.numeric.dimension.mlir
//                 ^ punctuation.section.brackets.end.mlir
//                  ^ punctuation.separator.dimension.mlir
//                   ^^ support.type.builtin.mlir

    memref<2xvector<4xindex>, strided<[1], offset: ?>, 3>
//  ^^^^^^ support.type.shaped.mlir
//         ^ constant.numeric.dimension.mlir
//           ^^^^^^ meta.type.shaped.mlir meta.type.shaped.mlir support.type.shaped.mlir
//                  ^ constant.numeric.dimension.mlir
//                    ^^^^^ support.type.builtin.mlir
//                         ^ punctuation.definition.type.end.mlir
//                            ^^^^^^^ meta.type.shaped.mlir keyword.other.attribute.mlir
//                                     ^ constant.numeric.dimension.mlir
//                                         ^^^^^^ keyword.other.attribute.mlir
//                                                 ^ constant.language.dimension.dynamic.mlir
//                                                     ^ meta.type.shaped.mlir constant.numeric.integer.mlir
//                                                      ^ punctuation.definition.type.end.mlir

    memref<?x4xf32, affine_map<(d0, d1) -> (d1, d0)>, 1>
//         ^ constant.language.dimension.dynamic.mlir
//                  ^^^^^^^^^^ keyword.other.attribute.mlir
//                                      ^^ keyword.operator.arrow.mlir
//                                                 ^ meta.type.shaped.mlir - punctuation.definition.type.end.mlir
//                                                    ^ meta.type.shaped.mlir constant.numeric.integer.mlir
//                                                     ^ punctuation.definition.type.end.mlir

    tensor<4xcomplex<f64>>
//         ^ constant.numeric.dimension.mlir
//           ^^^^^^^ support.type.builtin.mlir
//                   ^^^ support.type.builtin.mlir
//                      ^ meta.type.composite.mlir punctuation.definition.type.end.mlir
//                       ^ punctuation.definition.type.end.mlir

    tensor<4x!quant.uniform<i8:f32, 2.0>>
//         ^ constant.numeric.dimension.mlir
//          ^ punctuation.separator.dimension.mlir
//           ^^^^^^^^^^^^^^ entity.name.type.dialect.mlir
//                          ^^ support.type.builtin.mlir
//                             ^^^ support.type.builtin.mlir
//                                  ^^^ constant.numeric.float.mlir

    tensor<4x!elem>
//           ^^^^^ entity.name.type.alias.mlir
//                ^ punctuation.definition.type.end.mlir

    !torch.vtensor<[2,?],f32>
//  ^^^^^^^^^^^^^^ entity.name.type.dialect.mlir
//                ^ punctuation.definition.type.begin.mlir
//                 ^ punctuation.section.brackets.begin.mlir
//                  ^ constant.numeric.dimension.mlir
//                   ^ punctuation.separator.dimension.mlir
//                    ^ constant.language.dimension.dynamic.mlir
//                     ^ punctuation.section.brackets.end.mlir
//                       ^^^ support.type.builtin.mlir
//                          ^ punctuation.definition.type.end.mlir

    !stream.resource<*>
//  ^^^^^^^^^^^^^^^^ entity.name.type.dialect.mlir
//                    ^ punctuation.definition.type.end.mlir

    !tt.ptr<tensor<16x16x!tt.ptr<f16>>, 1>
//  ^^^^^^^ entity.name.type.dialect.mlir
//          ^^^^^^ support.type.shaped.mlir
//                 ^^ constant.numeric.dimension.mlir
//                       ^^^^^^^ entity.name.type.dialect.mlir
//                               ^^^ support.type.builtin.mlir
//                                      ^ meta.type.dialect.mlir constant.numeric.integer.mlir
//                                       ^ punctuation.definition.type.end.mlir

    #stablehlo.bounds<?, 20>
//  ^^^^^^^^^^^^^^^^^ variable.other.constant.attribute.mlir
//                    ^ constant.language.dimension.dynamic.mlir
//                       ^^ constant.numeric.integer.mlir
