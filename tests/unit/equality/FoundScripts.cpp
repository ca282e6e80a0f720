//===- FoundScripts.cpp ---------------------------------------------------===//

#include "equality/FoundScripts.h"

using namespace shapels;

std::span<const char *const> test::foundScripts() {
  static constexpr const char
      *
          scripts
              [] =
                  {
                      // Findings before one that stays where it is, which the
                      // edit moves.
                      R"(text "func.func @f() {\n// assuming without a known passing passing witness cannot be removed\nfunc.func @f() {\n  \"test.sink\"(%1) : (index) -> ()\n"
edit 0 0 "// assuming without a known passing passing witness cannot be removed\nfunc.func @f() {\n// assuming without a known passing passing witness cannot be removed\nfunc.func @f() {\n"
update)",
                      // An op in one of several blocks whose text behind its
                      // regions changes.
                      R"(text "  \"func.func\"() <{function_type = (i1) -> (), sym_name = \"generic\"}> ({\n  ^bb0(%arg0: i1):\n    \"cf.cond_br\"(%arg0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()\n  ^bb1:\n    %1 = \"scf.if\"(%arg0) ({\n      \"scf.yield\"(%2) : (i32) -> ()\n    }, {\n      %2 = \"arith.constant\"() <{value = 2 : i32}> : () -> i32\n      \"scf.yield\"(%2) : (i32) -> ()\n    }) {m.tag = {a = 1 : i32, b}} : (i1) -> i32\n  }) : () -> ()\n"
edit 331 331 "!t"
update
edit 331 333 ""
update)",
                      // A line end that is added behind an open string.
                      R"(text "func.func @f() -> i32 {\n  %zero = \"tosa.const\"() <{values = 0 : i32}> : () -> i32\n  return %4 : i32\n}\n"
edit 37 37 "\x0d\n"
update)",
                      // A function whose only fault is the use of what another
                      // one lacks.
                      R"(text "module {\n  func.func @f(%a: f32) {\n    %3 = arith.negf %2 : f32\n    %4 = arith.negf %a : f32\n    %5 = arith.negf %4 : f32\n    return\n  }\n  func.func @g(%a: f32) {\n                      %x: f32, %y: f32) -> f32 {\n    %r = arith.negf %a : f32\n    %2 = arith.negf %1 : f32\n}\n"
edit 71 100 ""
update)",
                      // What is missing between two statements is so behind the
                      // first.
                      R"(text "%new =}\n"
edit 6 6 " "
update)",
                      // An op in the line of another that it breaks.
                      R"(text "func.func @f(%a: f32) {\n  %0 = arith.negf %a : f32\n  %1 = arith.addf %0, %a : f32\n  return\n}\n"
edit 72 72 "return"
update)",
                      // A resource whose name the context has seen.
                      R"(text "func.func @f() {\n  return\n}\n{-#\n  dialect_resources: {\n    builtin: {\n      blob: \"0x08000000010000000000000002000000\"\n    }\n  }\n#-}\n"
edit 83 83 "#"
update)",
                      // A label that the outline takes for the rest of an op.
                      R"(text "func.func @f(%a: f32) {\n  %0 = \"a.b\"(%a) : (f32) -> tensor<?xi32>^bb1:\n  return\n}\n"
edit 68 69 ""
update)",
                      // A function that goes and comes back under another
                      // handle.
                      R"(text "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n"
edit 0 32 ""
edit 0 0 "func.func @f(%a: i32) -> i32 {\n"
update)",
                      // An argument of the first region has the name of a value
                      // in the second.
                      R"(text "func.func @f(%a: i32) -> i32 {\n  %0 = scf.while (%b = %a) : (i32) -> i32 {\n    %c = arith.constant true\n    scf.condition(%c) %b : i32\n  } do {\n  ^bb0(%d: i32):\n    %b = arith.negf %d : i32\n    scf.yield %b : i32\n  }\n  return %0 : i32\n}\n"
edit 78 80 ""
update)",
                      // A hover on an op in which a wrong one stands now.
                      R"(text "#map = affine_map<(d0, d1) -> (d0, d1)>\n  func.func @structured(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {\n    %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = [\"parallel\", \"parallel\"]}\n        ins(%a : tensor<?x4xf32>) outs(%b : tensor<?x4xf32>) {\n    } -> tensor<?x4xf32>\n    %c0 = arith.constant 0 : index\n    %d = tensor.dim %0, %c0 : tensor<?x4xf32>\n    %1 = tensor.generate %d {\n    ^bb0(%i: index, %j: index):\n      tensor.yield %x : f32\n    } : tensor<?x4xf32>\n"
edit 456 484 ""
update)",
                      // What is left in a body whose header does not parse need
                      // be no op.
                      R"(text "func.func %1(%a: tensor<3xi32>, %b: tensor<4xi32>) {\n  %0 = \"test.broadcastable\"(%a, /*no comment in MLIR*/ %b) : (tensor<3xi32>, tenattributes {msor<4xi32>) -> tensor<?xi32>\n  return\n}\n"
edit 53 175 ""
update)",
                      // A value at the top that does not parse, behind its use
                      // in a function.
                      R"(text "            offset: [%neg], sizes: [%neg, %neg], strides: [2, 1]\nfunc.func @reinterpret_cast_no_fold_with_all_negative_size_and_offset(%arg0: memref<2x3xf32>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {\n  return %output : memref<?x?xf32, strided<[?, ?], offset: ?>>\n}\n  %output = memref.reinterpret_cast %arg0 to\n"
edit 239 240 "1"
update)",
                      // An op around all that is no module of its own.
                      R"(text "module attributes {\n} {\n  func.func private @negative_no_gather_lowering(%buffer : memref<32000x2048xf32>, %index : vector<2x64xindex>, %mask : vector<2x64xi1>) -> vector<2x64xf32> {\n    %c0 = arith.constant 0 : index\n    %cst = arith.constant dense<0.000000e+00> : vector<2x64xf32>\n    %r = vector.gather %buffer[%c0, %c0] [%index], %mask, %cst : memref<32000x2048xf32>, vector<2x64xindex>, vector<2x64xi1>, vector<2x64xf32> into vector<2x64xf32>\n  }\n}\n"
edit 407 407 "    hal.executable.target = #hal.executable.target<\"llvm-cpu\", \"embedded-elf-riscv_64\", {target_triple=\"riscv64-unknown-elf\", cpu_features =\"+v\"}>\n"
update)",
                      // A string behind a name that is none.
                      R"(text "      %2 = \"stablehlo.compare\"(%arg3, %arg4) {\n"
edit 11 11 "f32"
update)",
                      // What an op says of one in it that nobody knows.
                      R"(text "transform.sequence failures(propagate) {\n^bb0(%arg0: !transform.any_op):\n  %0 = transform.structured.match ops{[\"linalg.generic\"]} in %arg0 : (!transform.any_op) -> !transform.any_op\n  %1, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)\n}\n"
edit 213 214 ""
update)",
                      // Text that is one op to the outline, and two to MLIR.
                      R"(text "\"m.graph\"() ({\n  %a = \"m.use\"(%b)\n    : (i32)\n      -> i32\n  %b = \"m.use\"\n    (%a) : (i32) -> i32\n}) : () -> ()\n"
edit 0 0 "      scf.reduce\n"
update)",
                      // What the last op of a region lacks, in two messages.
                      R"(text "gpu.module @kernels {\n    %tx = gpu.thread_id x\n}\n"
edit 46 47 ""
update)",
                      // An op that looks at who uses its result.
                      R"(text "func.func @wrong_applyees(%tc1 : i32, %tc2 : i32, %tc3 : i32) {\n  %canonloop1 = omp.new_cli\n  %canonloop2 = omp.new_cli\n  %canonloop3 = omp.new_cli\n  omp.canonical_loop(%canonloop1) %iv : i32 in range(%tc1) {\n    omp.terminator\n  }\n  omp.canonical_loop(%canonloop2) %iv : i32 in range(%tc2) {\n    omp.terminator\n  }\n  omp.canonical_loop(%canonloop3) %iv : i32 in range(%tc3) {\n    omp.terminator\n  }\n  llvm.return\n}\n"
edit 337 348 "%canonloop2"
update)",
                      // A type that another op in generic form knows.
                      R"(text "func.func @reduce_dynamic_output(%arg0: tensor<5x4xi32>, %arg1: tensor<i32>) -> tensor<?xi32> {\n  %0 = \"stablehlo.reduce\"(%arg0, %arg1) ({\n    %1 = stablehlo.maximum %arg3, %arg4 : tensor<i32>\n    \"stablehlo.return\"(%1) : (tensor<i32>) -> ()\n  }) {dimensions = array<i64: 0>} : (tensor<5x4xi32>, tensor<i32>) -> tensor<?xi32>\n}\n"
edit 189 190 "8"
update)",
                      // An op with a rule for the result that it lacks.
                      R"(text "    %cst = stablehlo.constant dense<1.896480e+00> : tensor<1x1x1xf16>\n    %cst_0 = stablehlo.constant dense<2.763670e-01> : tensor<1x1xf16>\n"
edit 0 11 ""
update)",
                      // An op in one that is wrong for its place.
                      R"(text "irdl.dialect @cmath {\n  irdl.type @complex {\n  }\n  }\n  irdl.operation @norm {\n    %0 = irdl.any\n    %1 = irdl.parametric @cmath::@complex<%0>\n}\n"
edit 13 19 "@norm"
update)",
                      // A header whose body is read before its operands.
                      R"(text "func.func @do_not_redistribute_in_forall(%3: tensor<64x64xf32>, %4: tensor<64x64xf32>, %5: tensor<64x64xf32>) -> tensor<64x64xf32>\n    attributes {\n    } {\n  %c8 = arith.constant 8 : index\n  %c64 = arith.constant 64 : index\n  %c0 = arith.constant 0 : index\n  %6 = scf.for %arg0 = %c0 to %c64 step %c8 iter_args(%arg1 = %5) -> (tensor<64x64xf32>) {\n    %extracted_slice_1 = tensor.extract_slice %arg1[0, %arg0] [64, 8] [1, 1] : tensor<64x64xf32> to tensor<64x8xf32>\n    %1 = scf.forall (%arg5, %arg6) = (0, 0) to (64, 8) step (1, 4) shared_outs(%arg7 = %extracted_slice_1) -> (tensor<64x8xf32>) {\n      scf.forall.in_parallel {\n      }\n    } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}\n    %7 = linalg.add\n      ins(%1, %1 : tensor<64x8xf32>, tensor<64x8xf32>)\n      outs(%1 : tensor<64x8xf32>) -> tensor<64x8xf32>\n    %insert = tensor.insert_slice %7 into %arg1[0, %arg0] [64, 8] [1, 1] : tensor<64x8xf32> into tensor<64x64xf32>\n    scf.yield %insert : tensor<64x64xf32>\n  }\n  %8 = linalg.add\n    ins(%6, %6 : tensor<64x64xf32>, tensor<64x64xf32>)\n    outs(%6 : tensor<64x64xf32>) -> tensor<64x64xf32>\n  return %8 : tensor<64x64xf32>\n}\n"
edit 334 335 "1"
update)",
                      // A label that does not parse, in a body whose header
                      // changes.
                      R"(text "!t = tensor<3xi32>\nfunc.func @f(%a: !t, %b: tensor<4xi32>, %c: i1, %n: index) -> tensor<?xi32> {\n  cf.cond_br %c, ^bb1(%11 : index), ^bb2)\n^bb1(%z: inidex):\n}\n"
edit 51 52 "2"
update)",
                      // What a function takes a value at the top for.
                      R"(text "  func.func @classify(%features: tensor<?x4x4x16xf32>, %weights: tensor<656x10xf32>, %bias: tensor<1x10xf32>) -> tensor<?x10xf32> {\n    return %6 : tensor<?x4x4x16xf32>\n  }\n    %1 = linalg.matmul ins(%0, %weights : tensor<?x256xf32>, tensor<256x10xf32>) outs(%init : tensor<?x10xf32>) -> tensor<?x10xf32>\n    %2 = tosa.add %1, %bias : (tensor<?x10xf32>, tensor<1x10xf32>) -> tensor<32x10xf32>\n"
edit 143 145 "%1"
update)",
                      // Who uses what is gone, in an op that is wrong for its
                      // place.
                      R"(text "  irdl.operation @norm {\n    %0 = irdl.any\n    %1 = irdl.parametric @cmath::@complex<%0>\n    irdl.operands(in: %1)\n    irdl.results(out: %0)\n}\n"
edit 89 115 ""
update)",
                      // A blank behind what a statement lacks.
                      R"(text "  %8:2 = scf.for %i = %n to %n step %n iter_args(%x = %n %y = %n) -> (index, index) {\n  %8:2 = scf.for %i = %n to %n step %n iter_args(%x = %n, %y = %n) -> (index, index) {\n  }\n  scf.if}\n"
edit 185 185 " "
update)",
                      // A header that breaks around what does not parse.
                      R"(text "!t = tensor<3xi32>\nfunc.func @f(%a: !t, %b: tensor<4xi32>, %c: i1, %n: index) -> tensor<?xi32> {\n  scf.if %c {\n    %6 = foo bar\n  }\n  return %0 : tensor<?xi32>\n}\n"
edit 106 108 "%n"
update)",
                      // An op of an unknown dialect in the second region of
                      // what does not
                      // parse, and a name that the first one has an argument
                      // for.
                      R"(text "!t = tensor<3xi32>\nfunc.func @f(%a: !t, %b: tensor<4xi32>, %c: i1, %n: index) -> tensor<?xi32> {\n    %9 = tosa.sub %a, %a : (!t, !t) -> tensor<?xi32>\n  }\n  #1:2 = scf.for %i = %n to %n step %n iter_args(%x = %n, %y = %n) -> (index, index) {\n  %12 = tosa.addscf. %a, %a : (!t, !t) -> tensor<2xi32>\n}\n"
edit 261 261 "i"
update)",
                      // A value at the top behind its use in an op that hides
                      // it.
                      R"(text "irdl.dialect @cmath {\n    irdl.operands(in: %1)\n    irdl.operands(in: %1)\n}\n    %0 = irdl.is f32\n"
edit 45 46 "0"
update)",
                      // An op that counts what is in it.
                      R"(text "irdl.dialect @cmath {\n  irdl.type @complex {\n    %0 = irdl.is f32\n    %1 = irdl.is f64\n    %2 = irdl.any_of(%0, %1)\n    irdl.parameters(element: %2)\n  }\n}\n"
edit 66 66 "    irdl.parameters(element: %2)\n"
update)",
                      // An op whose operand is outside of its function now.
                      R"(text "  %3 = flow.dispatch @ex::@entry(%0) : (tensor<?xf32>{%2}) -> %0{%2}\nfunc.func @elementwise(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {\n  %0 = stablehlo.add %a, %b : tensor<2x3xf32>\n  %1 = stablehlo.compare LT, %0, %c : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>\n  %2 = arith.select %1, %0, %b : tensor<2x3xi1>, tensor<2x3xf32>\n  %3 = tosa.add %2, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>\n  return %3 : tensor<2x3xf32>\n}\n"
edit 357 436 ""
update)",
                      // An op that looks at one in it which uses what does not
                      // parse.
                      R"(text "    %extracted_slice_0 = tensor.extr-> act_slice %4[0, %arg0] [64, 8] [1, 1] : tensor<64x64xf32> to tensor<64x8xf32>\n    %extracted_slice_1 = tensor.extract_slice %arg1[0, %arg0] [64, 8] [1, 1] : tensor<64x64xf32> to tensor<64x8xf32>\n    %1 = scf.forall (%arg5, %arg6) = (0, 0) to (64, 8) step (1, 4) shared_outs(%arg7 = %extracted_slice_1) -> (tensor<64x8xf32>) {\n      %2 = linalg.add ins(%extracted_slice_2, %extracted_slice_3 : tensor<1x4xf32>, tensor<1x4xf32>) outs(%extracted_slice_4 : tensor<1x4xf32>) -> tensor<1x4xf32>\n      scf.forall.in_parallel {\n        tensor.parallel_insert_slice %2 into %arg7[%arg5, %arg6] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<64x8xf32>\n      }\n    } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}\n"
edit 604 609 "%extracted_slice_0"
update)",
                      // A symbol beside the dialect in which it is named.
                      R"(text "irdl.dialect @cmath {\n  irdl.type @complex {\n    irdl.results(out: %0)\n  }\n  }\nirdl.dialect @cmath {\n  irdl.operation @norm {\n    %0 = irdl.any\n    %1 = irdl.parametric @cmath::@complex<%0>\n  }\n}\n"
edit 22 45 ""
edit 0 0 "  irdl.type @complex {\n"
update)",
                      // A label that defines a name again, in a body that
                      // breaks.
                      R"(text "#accesses = [\n  affine_map<(i, j) -> (i, j)>\n]\n#trait = {\n  indexing_maps = #accesses,\n  iterator_types = [\"parallel\", \"parallel\"]\n}\nfunc.func @dead_linalg_tensor(%arg0 : tensor<7x7xi32>, %arg1 : tensor<7x7xf32>,\n                         %arg2: tensor<?x?xf32>, %high : index) {\n  %cst = arith.constant 0.000000e+00 : f32\n               1      outs(%arg1: tensor<7x7xf32>) -> tensor<7x7xf32>\n  ^bb(%3: i32) :\n  %2 = linalg.generic #trait outs(%arg0 : tensor<7x7xi32>) {\n  ^bb(%3: i32) :\n    linalg.yield %3 : i32\n  } -> tensor<7x7xi32>\n  %2 = linalg.generic #trait outs(%arg0 : tensor<7x7xi32>) {\n  } -> tensor<7x7xi32>\n}\n"
edit 500 500 ":"
update)",
                      // A sigil without a name, defined and used.
                      R"(text "func.func @matvec(%arg0 : tensor<20x144xf32>, %arg1 : tensor<1x144xf32>) -> tensor<20x1xf32> {\n  // CHECK: %[[DOT:.+]] = stablehlo.dot %[[T0]], %[[R0]], precision = [DEFAULT, DEFAULT] : (tensor<20x144xf32>, tensor<144xf32>) -> tensor<20xf32>\x0d  // CHECK: %[[R2:.+]] = stablehlo.re\x0dshape %[[DOT]] : (tensor<20xf32>) -> tensor<20x1xf32>\n  %0 = \"stablehlo.dot_general\"(%arg0, %arg1) {dot_dimension_numbers = #stablehlo.dot<lh_contractig_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<20x144xf32>, tensor<1x144xf32>) -> tensor<20x1xf32>\x0d\n}\n"
edit 336 338 "%"
update)",
                      // A comment that loses its function.
                      R"(text "func.func @fold_resize_nearest(%arg0 : tensor<1x15x13xea1xi8>) -> tensor<1x15x13x1xi8> {\n  g0%offset = tosa.const_shape { values = dense<0> : tensor<2xindex> } : () -> !tosa.shape<2>\n  %scale = tosa.const_shape { values = dense<[2, 2, 1, 1]> : tensor<4xindex> } : () -> !tosa.shape<4>\n  %border = t// shapels: osa.const_shape { values = dense<0> : tensor<2xindex> } : () -> !tosa.shape<2>\x0d  %resize = tosa.resize %arg0, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x15x13x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x15x13x1xi8>\n"
edit 93 93 "\n"
update)",
                      // A blank in front of the brace of a body to which
                      // something is missing.
                      R"(text "func.func @dos(%a: tensor<3xi32>, %b: tensor<4xi32>) {\n  return\n%new}\n -----\n"
edit 68 68 " "
update)",
                      // Of all that was wrong the type of a value that is used
                      // before it is
                      // left.
                      R"(text "func.func @ignored(%a: tensor<?xi32>) {\n  %3 = \"test.broadcastable\"(%a, %u) : (tensor<2x3xi32>, tensor<*xi32>) -> tensor<1x2x3xi32>\n  %4 = \"test.broadcastable\"(%0) : (tensor<2x?xi32>) -> tensor<2x7xi32>\n  %0 = \"test.broadcastable\"(%a) : (tensor<?xi32>) -> tensor<4xi32>\n}\n"
edit 40 132 ""
update)",
                      // What an op in a table that lacks something says of
                      // symbols.
                      R"(text "irdl.dialect @cmath {\n  ird\"a.b\"() l.type @complex {\n  }\n  irdl.operation @norm {\n    %0 = irdl.any\n    %1 = irdl.parametric @cmath::@complex<%0>\n    irdl.operands(in: %1)\n    irdl.results(out: %0)\n  }\n}\n"
edit 146 172 ""
update)",
                      // A sigil that MLIR's parser complains of, and goes on.
                      R"(text "  func.func @classify(%features: tensor<?x4x4x16xf32>, %weights: tensor<256x10xf32>, %bias: tensor<1x10xf32>) -> tensor<?x10xf32> {\n    %rows = tosa.const_shape {values = dense<[-1, 256]> : tensor<2xindex>} : () -> !tosa.shape<2>\n    %0 = tosa.reshape %features, %rows : (tensor<?x4x4x16xf32>, !tosa.shape<2>) -> tensor<?x256xf32>\n    %3 = tosa.add %1, %3 : (tensor<?x10xf32>, tensor<1x10xf32>) -> tensor<?x10xf32>\n    return %4 : tensor<?x10xf32>\n}\n"
edit 234 234 "@"
update)",
                      // Something missing right behind a label.
                      R"(text "transform.sequence failures(propagate) {\n^bb0(%arg0: !transform.any_op):\n  %0 = transform.structured.match ops{[\"linalg.generic\"]} in %arg0 : (!transform.any_op) -> !transform.any_op\n}\n"
edit 72 78 ""
update)",
                      // What linalg notes in its ops when it is asked.
                      R"(text "func.func@matvec(%arg0:memref<?xi8>,%M:index,%N:index){%c0=\n%2=memref.view%arg0[%c0][%N]:memref<?xi8>to memref<?x?xf32>%3=memref.view%arg0[%c0][]:memref<?xi8>to memref<?xf32>%4=memref.view%arg0[%c0][%N]:memref<?xi8>to memref<?xf32>linalg.matvec ins(%2,%3:memref<?x?xf32>,memref<?xf32>)outs(%4:memref<?xf32>)}"
edit 199 201 "#trait2"
update)",
                      // A value of another scope, which is looked at when
                      // somebody asks.
                      R"(text "x\nmodule {\n  func.func @f(%a: tensor<?x4xi32>) {\n    %1 = tosa.add %a, %m : (tensor<?x4xi32>, tensor<1x4xi32>) -> tensor<?x4xi32>\n    %2 = tosa.ad %1\n    return\n  }\n  %m = \"tosa.const\"() <{values = dense<1> : tensor<1x4xi32>}> : () -> tensor<1x4xi32>\n}\n"
edit 11 11 " "
update
edit 51 51 "\n"
update
edit 51 51 "^bb1:"
update)",
                      // What is gone and had something to say of a statement
                      // that is not.
                      R"(text "func.func @returs(%a: tensor<?xi32>) {\n  // expected-warning @below {{not checked at run time: %a has ?, %0 has 4}}\n  %0 = \"test.broadcastable\"(%a) : (tensor<?xi32>) -> tensor<4xi32>\n}\n"
edit 39 116 ""
edit 58 58 "loc("
edit 170 171 "\x0d\n"
edit 32 33 "4"
edit 40 40 "return"
update)",
                      // A quoted name without a dialect, in an op that has one.
                      R"(text "func.func @scatter_update_scalar_1D() {\n  %arg0 = util.unfoldable_constant dense<0> : tensor<8xi32>\n  %arg1 = util.unfoldable_constant dense<[[1], [3], [4], [7]]> : tensor<4x1xi32>\n  %arg2 = util.unfoldable_constant dense<[1, 2, 3]> : tensor<3xi32>\n  %0 = \"stablehlo.scatter\"(%arg0, %arg1, %arg2) ( {\n  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):\n    \"stablehlo.return\"(%arg4) : (tensor<i32>) -> ()\n  }) {indices_are_sorted = false,\n      scatter_dimension_numbers = #stablehlo.scatter<\n      >,\n      unique_indices = true\n  } : (tensor<4x3xi32>, tensor<3x2xi32>, tensor<3xi32>) -> tensor<4x3xi32>\n}\n"
edit 360 368 ""
update)",
                      // What a dialect says of ops in one that has its
                      // attribute.
                      R"(text "module attributes {\n  gpu.container_module\n} {\n  gpu.module @kernels attributes {\n  } {\n    %cst = arith.constant 1 : index\n    gpu.launch_func @kernels::@basic_module_structure\n        blocks in (%cst, %cst, %cst) threads in (%cst, %cst, %cst)\n  }\n}\n"
edit 168 169 ""
update)",
                      // What nobody takes for an argument any more.
                      R"(text "func.fnc @\"\xc3\xa9\xf0\x9f\x98\x80\"(%a: tensor<3xi32>, %b: tensor<4xi32>) attributes {m.s = \"\xe6\x97\xa5\xe6\x9c\xac\"} {\n  \"m.\xc3\xa9\"() {s = \"\xf0\x9f\x98\x80\xf0\x9f\x98\x80\"} : () -> () // \xc3\xa9\n  \"m.x\"() {s = \"\xf0\x9f\x98\x80\"} : () -> () %1 = \"test.broadcastable\"(%a, %b) : (tensor<3xi32>, tensor<4xi32>) -> tensor<?xi32>\n  return\n}\n"
edit 132 250 ""
update)",
                      // A statement that is gone with the one around it.
                      R"(text "func.func @alias(%a: !broken) {\n  return\n}\nfunc.func @angle(%a: tensor<3xi32) {\n  return\n}\nfunc.func @call() {\n  func.call @angle() : () -> ()\n  func.call @nowhere() : () -> ()\n  return\n}\nfunc.func @paren(%a: i32 {\n  return\n}\nfunc.func @fine(%a: tensor<3xi32>, %b: tensor<4xi32>) {\n  %0 = \"test.broadcastable\"(%a, %b) : (tensor<3xi32>, tensor<4xi32>) -> tensor<?xi32>\n  return\n}\nfunc.func @quote() {\n  \"m.x() : () -> ()\n  return\n}\nmodule @m {\n  func.func @inner() {\n    %0 = arith.constant\n    return\n  }\n  func.func @unclosed() {\n    scf.if %c {\n    rturn\n  }\nfunc.func @last() -> i32 {\n  return\n}\n\n// -----\n\n}\n\n// -----\n\nstablehlo.thing @f {\n  %0 = stablehlo.add %a, %b : tensor<4xf32>\n}\n\"test.broadcastable\"() : () -> ()\n"
edit 688 690 ""
edit 226 226 "}\n"
update
edit 625 690 ""
update
edit 625 625 "stablehlo.thing @f {\n  %0 = stablehlo.add %a, %b : tensor<4xf32>\n"
update
edit 625 646 ""
edit 0 0 "stablehlo.thing @f {\n"
update)",
                      // An op of IRDL in no dialect, which looks beside it.
                      R"(text "  irdl.operation @norm {\n    %0 = i= irrdl.any\n    %1 = irdl.parametric @cmath::@complex<%0>\n}\n"
edit 35 39 ""
update)",
                      // Another definition of a name that what does not parse
                      // uses.
                      R"(text "  func.func @features(%3: tensor<?x28x28x1xf32>, %conv1: tensor<6x5x5x1xf32>, %bias1: tensor<6xf32>,\n                      %conv2: tensor<16x5x5x6xf32>, %bias2: tensor<16xf32>) -> tensor<?x4x4x16xf32> {\n    %3 = tosa.conv2d %2, %conv2, %bias2, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<?x12x12x6xf32>, tensor<16x5x5x6xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x8x8x16xf32>\n    %4 = tosa.add %3, %mask : (tensor<?x8x8x16xf32>, tensor<1x1x1x6xf32>) -> tensor<?x8x8x16xf32>\n}\n"
edit 203 478 ""
update)",
                      // A bare op behind another in its line.
                      R"(text "func.func @broadcastDifferentResultType(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi1> {\n  %0 = \"test.broadcastable\"(%arg0, %arg1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>\n  return %0 : tensor<4xi1>\n}\n"
edit 202 202 "return"
update)",
                      // A placeholder that goes with an edit that is given up.
                      R"(text "      %picked = scf.if %big -> (f32) {\n      %s = arith.addf %in, %out : f32\n    %d = tensor.dim %0, %c0 : tensor<?x4xf32>\n    }\n  } loc(\"model.py\":1:2)\n}\n\nfunc.func @several_on_a_line(%a: i32 loc(\"arg\":1:1)) -> i32 {\n  %0 = arith.addi %a, %a : i32 loc(#here)\n^bb0(%arg0: !transform.any_op):\n// -----\nllvm.func @f(%arg0: !llvm.ptr, %arg1: i64) -> i64 attributes {passthrough = [\"noinline\", [\"align\", \"4\"]]} {\n  %0 = llvm.getelementptr inbounds %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, i64\n  %1 = llvm.load %0 {alignment = 8 : i64} : !llvm.ptr -> i64\n  llvm.return %1 : i64\n}\n"
edit 409 494 ""
update
edit 412 412 "0 = llvm.getelementptr inbounds %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, i64\n  %"
update)",
                      // What only the whole says, and not behind another error.
                      R"(text "    %4 = tosa.add %1, %3 : (tensor<?x10xf32>, tensor<1x10xf32>) -> tensor<?x10xf32>\n  func.func @features(%image: tensor<?x28x28x1xf32>, %conv1: tensor<6x5x5x1xf32>, %bias1: tensor<6xf32>,\n                      %conv2: tensor<16x5x5x6xf32>, %bias2: tensor<16xf32>) -> tensor<?x4x4x16xf32> {\n    %zero = \"tosa.const\"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>\n    %mask [= \"tosa.const\"() <{values = dense<1.0> : tensor<1x1x1x6xf32>}> : () -> tensor<1x1x1x6xf32>\n    %4 = tosa.add %3, %mask : (tensor<?x8x8x16xf32>, tensor<1x1x1x6xf32>) -> tensor<?x8x8x16xf32>\n    return %6 : tensor<?x4x4x16xf32>\n  }\n  func.func @classify(%features: tensor<?x4x4x16xf32>, %weights: tensor<256x10xf32>, %bias: tensor<1x10xf32>) -> tensor<?x10xf32> {\n    %4 = tosa.add %1, %3 : (tensor<?x10xf32>, tensor<1x10xf32>) -> tensor<?x10xf32>\n}\n"
edit 380 580 ""
update)",
                      // The place of what is missing, in the line behind.
                      R"(text "func.func @f() {\n  tosa.ad\n  %0 = arith.constant 1 : i32\n  return\n}\n"
edit 26 26 "d"
update)",
                      // The same where another statement is behind it now.
                      R"(text "func.func @f() {\n  tosa.add\n  return\n}\n"
edit 30 30 "%0 = arith.constant 1 : i32\n  "
update)",
                      // A label's argument with the name of one around, which
                      // the header
                      // between uses.
                      R"(text "module @outer attributes {m.note = \"a } in a string // and no comment\"} {\n  func.func @results() -> (i32, i32, i32) {\n  }\n  func.func @loops(%n: index, %init: f32, %m: memref<?xf32>) -> f32 {\n  ^bb0(%arg0: i1):\n    %1 = \"scf.if\"(%arg0) ({\n^bb0(%arg0: !transform.any_op):\n    }\n  } loc(\"model.py\":1:2)\n}\n"
edit 122 122 "      blob: \"0x08000000010000000000000002000000\"\n    }\n"
update
edit 124 179 ""
update)",
                      // Text that is one op to the outline, and two to MLIR,
                      // beside what does
                      // not parse.
                      R"(text "irdl.dialect @d {\n  irdl.type @t {\n    irdl.what\n  }\n  irdl.operation @o {\n    %0 = irdl.any %1 = irdl.any\n    irdl.results(out: %0)\n  }\n}\n"
edit 127 127 "("
update)",
                      // Two errors for one thing that is missing.
                      R"(text "func.func @f() {\n  %0 = \"m.x\"() {a = array</i64: 1>} : () -> i32\n  %1 = arith.constant 1 : i32\n  %2 = arith.what\n}\n"
edit 44 44 "/"
update)",
                      // An op that uses its own value, and is gone.
                      R"(text "irdl.dialect @cmath {\n    %0 = irdl.any\n    %1 = irdl.parametric @cmath::@complex<%1>\n    irdl.results(out: %0)\n}\n"
edit 44 45 ""
update)",
                      // A name of a result in what its op nests, beside what
                      // does not parse.
                      R"(text "#config = #iree_cpu.lowering_config<vector_reduction = [4]>\nfunc.func @dont_split_with_indexing_semantics(%arg0 : tensor<4096xf32>, %arg1 : tensor<f32>) -> tensor<f32> {\n  %0 = linalg.generic {\n      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],\n      iterator_types = [\"reduction\"]}\n    ins(%arg0: tensor<4096xf32>) outs(%arg1 :tensor<f32>) attrs = {lowering_config = #config} {\n    ^bb0(%b0 : f32, %b1 : f32):\n      %0 = linalg.index 0 : index\n      %1 = arith.index_cast %0 : index to i32\n      %2 = arith.sitofp %1 : i32 to f32\n      %3 = arith.addf %2, %b1 : f32\n      linalg.yield %3 : f32\n  } -> tensor<f32>\n  return %0 : tensor<f32>\n}\n"
edit 587 588 "1"
update)",
                      // What is wrong with a resource whose name the context
                      // has seen.
                      R"(text "func.func @f() {\n  return\n}\n{-#\n  dialect_resources: {\n    builtin: {\n      blob: \"0x08000000010000000000000002000000\"\n    }\n  }\n#-}\n"
edit 90 91 "1"
update)",
                      // The same name in what is shown of an op.
                      R"(text "func.func @f() {\n  %0 = arith.constant dense_resource<r> : tensor<1xi8>\n  return\n}\n"
edit 66 67 "2"
update)",
                      // An op that nobody knows may end a block.
                      R"(text "func.func @f() {\n  \"m.x\"() : () -> ()\n}\n"
edit 19 37 "%0 = arith.constant 1 : i32"
update)",
                      // What MLIR takes for another label of the name.
                      R"(text "func.func @f() {\n  cf.br ^a\n^a:\n  return %b, %c : i32\n  return\n}\n"
edit 41 43 "^a"
update)",
                      // An argument of an op that nobody knows, which is of
                      // another type now.
                      R"(text "\nfun2c.fnc @cre\x0date_mask_1d(%num_elems :) -> vector<4xi1> {\n  %v = vector.create_mask %num_elems : vector<4xi1>\n\n  return %v : vec: vector<4xi1>\n"
edit 130 130 "t"
update
edit 73 74 ""
update)",
                      // A function without its brace, in front of one that
                      // breaks.
                      R"(text "func.func @broadcast_tensor_tensor_tensor(%arg0: tensor<1xi32>, %arg1: tensor<1xi32>) -> tensor<5xi32> {\nfunc.func @broadcast_scalar_scalar_scalar(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {\n"
edit 187 187 "/"
update)",
                      // An op of a dialect that an attribute named once.
                      R"(text "func.func @f() {\n  %0 = arith.constant #d.x\n  %1 = arith.constant 1 : i32 d.y\n  nothing\n}\n"
edit 39 43 "1 : i32"
update)",
                      // A function of another dialect that lacks something now.
                      R"(text "llvm.func @f(%arg0: !llvm.ptr, %arg1: i64) -> i64 attributes {passthrough = [\"noinline\", [\"align\", \"4\"]]} {\n  func.func @one_line(%a: i32) -> i32 { return %a : i32 }\n  %0 = llvm.getelementptr inbounds %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, i64\n  %1 = llvm.load %0 {alignment = 8 : i64} : !llvm.ptr -> i64\n  llvm.return %1 : i64\n}\n"
edit 166 166 "        %e = affine.load %m[%i + 1] : memref<?xf32>\n"
update)",
                      // What flowed into the arguments of an op that does not
                      // parse any more.
                      R"(text "func.func @remove_empty_forall(%in: tensor<8x8xf32>) -> tensor<8x8xf32> {\n  %c8 = arith.constant 8 : index\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c16 = arith.constant 16 : index\n  %cst = arith.consta#x = 1nt 0.000000e+00 : f32\n  %0 = tensor.empty() : tensor<8x8xf32>\n  %1 = scf.forall (%i, %j) = (%c0, %c16) to (%c1, %c16)\n        step (%c8, %c8) shared_outs (%out_ = %0) -> (tensor<8x8xf32>) {\n    %fill = linalg.fill ins(%cst : f32) outs(%out_ : tensor<8x8xf32>)\n          -> tensor<8x8xf32>\n    }\n  }\n"
edit 235 235 "\n"
update
edit 406 406 "4"
update)",
                      // A warning of the op around.
                      R"(text "module @mmt_tile_and_fuse_spec attributes { transform.with_named_sequence, iree_codegen.tuning_spec_with_default_entrypoint} {\ntransform.named_sequence @apply_op_config(%op: !transform.any_op {transform.readonly},\n                                          %config: !transform.any_param {transform.readonly}) {\n  transform.yield\n}\ntransform.named_sequence @match_mmt(%matmul: !transform.any_op {transform.readonly})\n  -> (!transform.any_op, !transform.any_param) {\n  %config = transform.param.constant {key = \"custom_config\"} -> !transform.any_param\n transform.yield %matmul, %config : !transform.any_op, !transform.any_param\n}\ntransform.named_sequence @__kernel_config(%variant_op: !transform.any_op {transform.consumed}) -> (!transform.any_op)\n  attributes { iree_codegen.tuning_spec_entrypoint } {\n  %res = transform.foreach_match in %variant_op\n    @match_mmt -> @apply_op_config\n    : (!transform.any_op) -> !transform.any_op\n  transform.yield %res : !transform.any_op\n}\n}\n"
edit 814 814 "i"
update)",
                      // An alias that names itself in what its dialect keeps as
                      // text.
                      R"(text "#sparse = #sparse_tensor.encoding<{\n  map = (d0, d1, d2, d3, d4) ->\n    (d0 : compressed(nonunique),\n     d1 : singleton(nonunique, soa),\n     d2 : singleton(nonunique, soa),\n     d3 : singleton(nonunique, soa),\n     d4 : singleton(soa)\n    ),\n}>\n"
edit 247 247 "    : (!torch.vtensor<[128,64,30,30,6],f32>, !torch.none, !torch.none, !torch.none)\n    -> !torch.vtensor<[128,64,30,30,6],f32,#sparse>\n"
update)",
                      // Two aliases that the outline takes for one.
                      R"(text "#a = affine_map<(d0) -> (d0)>#b = 2 : i32\nfunc.func @f() {\n  %0 = arith.constant #b\n  %1 = arith.constant 1 : i32\n  return\n}\n"
edit 101 102 ""
update)",
                      // A label that the outline takes for the rest of an op,
                      // in a function
                      // that parses.
                      R"(text "func.func @dminance(%c: i1) {\n  cf.cond_br %c, ^a, ^b^a:\n  %0 = arith.constant 1 : i32\n  cf.br ^b\n^b:\n  \"m.use\"(%0) : (i32) -> ()\n}\n"
edit 121 122 "8"
update)",
                      // A type of a dialect without a dot.
                      R"(text "func.func %0(%x: !torch.vtensor<[2, ?],f32>) -> !torch.vtensor<[2,?],f32> {\n  return %0 : !torchsource.vtensor<[2,?],f32>\n"
edit 102 102 "<"
update
edit 104 104 ">"
update)",
                      // What ends a block of another kind of op than it is for.
                      R"(text "    %w:2 = scf.while (%a = %sum, %b = %n) : (f32, index) -> (f32, index) {\n      %go = arith.cmpi ult, %b, %n : index\n      scf.condition(%go) %a, %b : f32, index\n"
edit 75 75 "    affine.for %i = 0 to 10 step 2 {\n"
update)",
                      // What only the whole says, now that nothing else is
                      // wrong.
                      R"(text "  %6 = tosa.add %a, %b : (tensor<2x3xi32>, tensor<2x4xi32>) -> tensor<2x3xi32>\nfunc.func @broadcast(%a: tensor<2x3xi32>, %b: tensor<2x4xi32>, %u: tensor<*xi32>) {\n  %0 = \"test.broadcastable\"(%a, %b) : (tensor<2x3xi32>, tensor<2x4xi32>) -> tensor<2x?xi32>\n  / expected-warning-re @below {{dimension {{[01]}} of the result is not checked at run time: %0 has ?, %4 has 7}}\n  %4 = \"test.broadcastable\"(%0) : (tensor<2x?xi32>) -> tensor<2x7xi32>\n  %6\" = tosa.add %a, %b: (tensor<2x3xi32>, tensor<2x4xi32>) -> tensor<2x3xi32>\n}\n"
edit 258 258 "/"
update)",
                      // A brace too many that MLIR takes for one that the
                      // outline misses.
                      R"(text "func.func @f() {\n  \"memref.dma_start\"() : () -> ()\n}\n}\n"
edit 0 0 "func.func @f() {\n"
update)",
                      // A space in front of a brace too many, which starts a
                      // line then.
                      R"(text "func.func @returns(%a: tensor<?xi32>)  {{\n}\n"
edit 40 40 "\n"
update)",
                      // An op that lacks part of its body, and reads what an
                      // edit made anew.
                      R"(text "func.func @prefetch_add(%arg0: memref<128xf32>) {\n  %cst = arith.constant dense<0.000000e+00> : vector<1xf32>\n  %c128 = arith.constant 128 : index\n  %c1 = arith.constant 1 : index\n  %c0 = arith.constant 0 : index\n  %0 = scf.for %arg1 = %c0 to %c128 step %c1 iter_args(%arg2 = %cst) -> (vector<1xf32>) {\n    scf.yield %3 : vector<1xf32>\n  }\n  return\n}\n"
edit 80 81 "7"
update)",
                      // Names in an opaque header, one of whose bodies is
                      // empty.
                      R"(text "func.func @loop(%init: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {\n  %0:2 = stablehlo.while(%i = %init, %m = %n) : tensor<i32>, tensor<i32>\n   cond {\n  } do {\n    stablehlo.return %next, %m : tensor<i32>, tensor<i32>\n  }\n}\n"
edit 102 108 ""
update)",
                      // A name in an opaque header, of which each of its
                      // bodies has an argument.
                      R"(text "func.func @loop(%init: tensor<i32>, %n: tensor<i32>) {\n  %0:2 = stablehlo.while(%i = %init, %m = %n) : tensor<i32>, tensor<i32>\n   cond {\n    my.use %i : tensor<i32>\n  } do {\n    stablehlo.return %i, %m : tensor<i32>, tensor<i32>\n  }\n  return\n}\n"
edit 81 82 "k"
update)",
                      // A loop in which its own result is handed on.
                      R"(text "func.func @loop(%init: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {\n  %0:2 = stablehlo.while(%i = %init, %m = %n) : tensor<i32>, tensor<i32>\n   cond {\n    stablehlo.return %p : tensor<i1>\n    stablehlo.return %next, %m : tensor<i32>, tensor<i32>\n  }\n  return %0#0 : tensor<i32>\n}\n\n"
edit 0 0 " "
update
edit 212 217 "%0"
update)",
                      // The name of an opaque op that is still to be typed.
                      R"(text "func.func @mm(%arg0: !torch.vtensor<[8,8],si8>) {\n  %zero = torch.constant.int 0\n}\n"
edit 52 57 "%"
update)",
                  };
  return scripts;
}
