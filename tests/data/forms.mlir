// Forms of the syntax that are easy to get wrong. All of it is valid: MLIR's
// parser tells where the ops and the values are.

#map = affine_map<(d0, d1) -> (d0, d1)>
#set = affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 == 0)>
#map1 = affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>
!row = tensor<4xf32>
!pair = tuple<!row, vector<[4]xi8>>

module @outer attributes {m.note = "a } in a string // and no comment"} {
  func.func private @declared(!pair {m.x}, tensor<*xf32>) -> (i32 {m.y}, index)
  memref.global "private" constant @"quoted name" : memref<2xf32> = dense<[1.0, -2.5e-1]>

  func.func @one_line(%a: i32) -> i32 { return %a : i32 }

  func.func @results() -> (i32, i32, i32) {
    %0:2, %named = "m.three"() : () -> (i32, i32, i32)
    %1 = arith.addi %0#0, %0#1 : i32
    %dash-and.dot$ = arith.addi %1, %named : i32
    return %0#1, %1, %dash-and.dot$ : i32, i32, i32
  }

  func.func @several_on_a_line() { %c = arith.constant 1 : i32 %d = arith.addi %c, %c : i32 return }

  func.func @blocks(%cond: i1, %x: i32) -> i32 {
    cf.cond_br %cond, ^left(%x : i32), ^right
  ^left(%l: i32):
    cf.br ^join(%l : i32)
  ^right:
    %r = arith.constant 2 : i32
    cf.br ^join(%r : i32)
  ^join(%j: i32): // pred: ^left, ^right
    cf.switch %j : i32, [
      default: ^left(%j : i32),
      1: ^end
    ]
  ^end:
    return %j : i32
  }

  func.func @loops(%n: index, %init: f32, %m: memref<?xf32>) -> f32 {
    %c1 = arith.constant 1 : index
    %sum = scf.for %i = %c1 to %n step %c1 iter_args(%acc = %init) -> (f32) {
      %v = memref.load %m[%i] : memref<?xf32>
      %next = arith.addf %acc, %v : f32
      %big = arith.cmpf ogt, %next, %init : f32
      %picked = scf.if %big -> (f32) {
        scf.yield %next : f32
      } else {
        scf.yield %acc : f32
      }
      scf.yield %picked : f32
    }
    %w:2 = scf.while (%a = %sum, %b = %n) : (f32, index) -> (f32, index) {
      %go = arith.cmpi ult, %b, %n : index
      scf.condition(%go) %a, %b : f32, index
    } do {
    ^bb0(%a2: f32, %b2: index):
      %b3 = arith.addi %b2, %c1 : index
      scf.yield %a2, %b3 : f32, index
    }
    affine.for %i = 0 to 10 step 2 {
      affine.if #set(%i)[%n] {
        %e = affine.load %m[%i + 1] : memref<?xf32>
        affine.store %e, %m[%i] : memref<?xf32>
      }
    }
    scf.parallel (%p, %q) = (%c1, %c1) to (%n, %n) step (%c1, %c1) {
      memref.store %w#0, %m[%p] : memref<?xf32>
      scf.reduce
    }
    return %w#0 : f32
  }

  func.func @structured(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
    %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<?x4xf32>) outs(%b : tensor<?x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %in, %out : f32
      linalg.yield %s : f32
    } -> tensor<?x4xf32>
    %c0 = arith.constant 0 : index
    %d = tensor.dim %0, %c0 : tensor<?x4xf32>
    %1 = tensor.generate %d {
    ^bb0(%i: index, %j: index):
      %x = tensor.extract %0[%i, %j] : tensor<?x4xf32>
      tensor.yield %x : f32
    } : tensor<?x4xf32>
    %cst = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %hex = arith.constant dense<"0x00000000"> : tensor<1xf32>
    return %1 : tensor<?x4xf32>
  }

  // The generic form, with properties, regions and successors.
  "func.func"() <{function_type = (i1) -> (), sym_name = "generic"}> ({
  ^bb0(%arg0: i1):
    "cf.cond_br"(%arg0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb1:
    %1 = "scf.if"(%arg0) ({
      %2 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "scf.yield"(%2) : (i32) -> ()
    }, {
      %2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      "scf.yield"(%2) : (i32) -> ()
    }) {m.tag = {a = 1 : i32, b}} : (i1) -> i32
    "cf.br"()[^bb2] : () -> ()
  ^bb2:
    "func.return"() : () -> ()
  }) : () -> ()

  module @inner {
    func.func @f() {
      func.call @f() : () -> ()
      call @f() : () -> ()
      %f = constant @f : () -> ()
      "m.use"() {nested = @outer::@inner::@f} : () -> ()
      return
    }
  } loc("model.py":1:2)
}

func.func @locations(%a: i32 loc("arg":1:1)) -> i32 {
  %0 = arith.addi %a, %a : i32 loc(#here)
  %1 = arith.muli %0, %0
      : i32 loc(fused["f"("x":1:2), callsite("y" at "z":3:4)])
  return %1 : i32 loc(unknown)
} loc("a b.py":7:8)
#here = loc("later.py":9:10)

{-#
  dialect_resources: {
    builtin: {
      blob: "0x08000000010000000000000002000000"
    }
  }
#-}

// -----

// Forward references in a graph region, and a line that ends in odd places.
"m.graph"() ({
  %a = "m.use"(%b)
    : (i32)
      -> i32
  %b = "m.use"
    (%a) : (i32) -> i32
}) : () -> ()

// -----

transform.sequence failures(propagate) {
^bb0(%arg0: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %arg0 : (!transform.any_op) -> !transform.any_op
  %1, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

gpu.module @kernels {
  gpu.func @kernel(%arg0: f32) workgroup(%shared: memref<4xf32, 3>) kernel {
    %tx = gpu.thread_id x
    memref.store %arg0, %shared[%tx] : memref<4xf32, 3>
    gpu.return
  }
}

// -----

llvm.func @f(%arg0: !llvm.ptr, %arg1: i64) -> i64 attributes {passthrough = ["noinline", ["align", "4"]]} {
  %0 = llvm.getelementptr inbounds %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %1 = llvm.load %0 {alignment = 8 : i64} : !llvm.ptr -> i64
  llvm.return %1 : i64
}
