// Ops of MLIR's own dialects whose results have shapes. InterfacesTest wants
// every one of them inferred, as precisely as it is declared.
#map = affine_map<(d0) -> (d0)>
#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
ml_program.global private mutable @v(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
memref.global "private" constant @g : memref<2x3xf32> = dense<0.0>
func.func private @callee(tensor<?x4xf32>) -> tensor<?x4xf32>

func.func @tensor_ops(%a: tensor<?x4xf32>, %b: tensor<2x4xf32>, %i: tensor<3x1xindex>, %n: index, %f: f32, %s: tensor<?x1xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.gather %b[%i] gather_dims([0]) : (tensor<2x4xf32>, tensor<3x1xindex>) -> tensor<3x1x4xf32>
  %1 = tensor.scatter %0 into %b[%i] scatter_dims([0]) unique : (tensor<3x1x4xf32>, tensor<2x4xf32>, tensor<3x1xindex>) -> tensor<2x4xf32>
  %2 = tensor.bitcast %a : tensor<?x4xf32> to tensor<?x4xi32>
  %3 = tensor.generate %n { 
  ^bb0(%x: index, %y: index):
    tensor.yield %f : f32
  } : tensor<?x4xf32>
  %4 = tensor.splat %f[%n] : tensor<?x4xf32>
  %5 = tensor.insert %f into %a[%c0, %c0] : tensor<?x4xf32>
  %6 = tensor.insert_slice %b into %a[0, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<?x4xf32>
  %7 = tensor.expand_shape %a [[0], [1, 2]] output_shape [%n, 2, 2] : tensor<?x4xf32> into tensor<?x2x2xf32>
  %8 = tensor.collapse_shape %a [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %9 = tensor.from_elements %f, %f : tensor<2xf32>
  %10 = tensor.cast %a : tensor<?x4xf32> to tensor<2x?xf32>
  %11 = tensor.extract_slice %a[0, 0] [%n, 1] [1, 1] : tensor<?x4xf32> to tensor<?xf32>
  %12 = tensor.concat dim(0) %a, %b : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
  %13 = tensor.empty(%n) : tensor<?x4xf32>
  return
}
// -----
func.func @linalg_ops(%a: tensor<?x4xf32>, %b: tensor<4x8xf32>, %c: tensor<?x8xf32>, %v: tensor<?xf32>, %i: tensor<1x16x16x3xf32>, %k: tensor<3x3x3x8xf32>, %o: tensor<1x14x14x8xf32>, %p: tensor<?x?x2x2xf32>, %d: tensor<?x8xf32>, %b3: tensor<2x?x4xf32>, %b4: tensor<2x4x8xf32>, %b5: tensor<2x?x8xf32>, %sc: f32) {
  %0 = linalg.matmul ins(%a, %b : tensor<?x4xf32>, tensor<4x8xf32>) outs(%c : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = linalg.map { math.exp } ins(%a : tensor<?x4xf32>) outs(%a : tensor<?x4xf32>)
  %2 = linalg.reduce { arith.addf } ins(%a : tensor<?x4xf32>) outs(%v : tensor<?xf32>) dimensions = [1]
  %e = tensor.empty() : tensor<8x4xf32>
  %3 = linalg.transpose ins(%b : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  %4 = linalg.conv_2d_nhwc_hwcf ins(%i, %k : tensor<1x16x16x3xf32>, tensor<3x3x3x8xf32>) outs(%o : tensor<1x14x14x8xf32>) -> tensor<1x14x14x8xf32>
  %5 = linalg.pack %d inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %p : tensor<?x8xf32> -> tensor<?x?x2x2xf32>
  %6 = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %d : tensor<?x?x2x2xf32> -> tensor<?x8xf32>
  %7 = linalg.softmax dimension(1) ins(%a : tensor<?x4xf32>) outs(%a : tensor<?x4xf32>) -> tensor<?x4xf32>
  %8 = linalg.batch_matmul ins(%b3, %b4 : tensor<2x?x4xf32>, tensor<2x4x8xf32>) outs(%b5 : tensor<2x?x8xf32>) -> tensor<2x?x8xf32>
  %9 = linalg.fill ins(%sc : f32) outs(%a : tensor<?x4xf32>) -> tensor<?x4xf32>
  %10 = linalg.broadcast ins(%v : tensor<?xf32>) outs(%a : tensor<?x4xf32>) dimensions = [1]
  %11 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : tensor<?x4xf32>, tensor<?x4xf32>) outs(%a : tensor<?x4xf32>) -> tensor<?x4xf32>
  %12 = linalg.contract indexing_maps = [affine_map<(m,n,k)->(m,k)>, affine_map<(m,n,k)->(k,n)>, affine_map<(m,n,k)->(m,n)>] ins(%a, %b : tensor<?x4xf32>, tensor<4x8xf32>) outs(%c : tensor<?x8xf32>) -> tensor<?x8xf32>
  %13 = linalg.add ins(%a, %a : tensor<?x4xf32>, tensor<?x4xf32>) outs(%a : tensor<?x4xf32>) -> tensor<?x4xf32>
  %14 = linalg.copy ins(%a : tensor<?x4xf32>) outs(%a : tensor<?x4xf32>) -> tensor<?x4xf32>
  %15:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<?x4xf32>) outs(%a, %v : tensor<?x4xf32>, tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x, %z : f32, f32
  } -> (tensor<?x4xf32>, tensor<?xf32>)
  return
}
// -----
func.func @vector_ops(%a: vector<4x8xf32>, %b: vector<8xf32>, %m: memref<?x8xf32>, %t: tensor<?x8xf32>, %i: index, %f: f32, %mask: vector<8xi1>, %s: vector<[4]xf32>, %acc: vector<4xf32>, %iv: vector<8xi32>) {
  %0 = vector.multi_reduction <add>, %a, %acc [1] : vector<4x8xf32> to vector<4xf32>
  %1:2 = vector.scan <add>, %a, %b {inclusive = true, reduction_dim = 0} : vector<4x8xf32>, vector<8xf32>
  %2 = vector.maskedload %m[%i, %i], %mask, %b : memref<?x8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %3 = vector.expandload %m[%i, %i], %mask, %b : memref<?x8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %4 = vector.gather %m[%i, %i] [%iv], %mask, %b : memref<?x8xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %5 = vector.broadcast %b : vector<8xf32> to vector<4x8xf32>
  %6 = vector.shape_cast %a : vector<4x8xf32> to vector<32xf32>
  %7 = vector.transpose %a, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %8 = vector.extract %a[0] : vector<8xf32> from vector<4x8xf32>
  %9 = vector.insert %b, %a[1] : vector<8xf32> into vector<4x8xf32>
  %10 = vector.extract_strided_slice %a {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %11 = vector.insert_strided_slice %b, %a {offsets = [0, 0], strides = [1]} : vector<8xf32> into vector<4x8xf32>
  %12 = vector.transfer_read %m[%i, %i], %f : memref<?x8xf32>, vector<4x8xf32>
  %13 = vector.transfer_write %a, %t[%i, %i] : vector<4x8xf32>, tensor<?x8xf32>
  %14 = vector.load %m[%i, %i] : memref<?x8xf32>, vector<8xf32>
  %15 = vector.shuffle %b, %b [0, 1, 2] : vector<8xf32>, vector<8xf32>
  %16 = vector.fma %a, %a, %a : vector<4x8xf32>
  %17 = vector.outerproduct %acc, %b, %a {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
  %18 = vector.create_mask %i, %i : vector<4x8xi1>
  %19 = vector.constant_mask [2, 3] : vector<4x8xi1>
  %20 = vector.bitcast %b : vector<8xf32> to vector<4xf64>
  %21, %22 = vector.deinterleave %b : vector<8xf32> -> vector<4xf32>
  %23 = vector.interleave %b, %b : vector<8xf32> -> vector<16xf32>
  %24 = vector.scalable.extract %s[0] : vector<4xf32> from vector<[4]xf32>
  %25 = vector.scalable.insert %acc, %s[0] : vector<4xf32> into vector<[4]xf32>
  %26 = vector.from_elements %f, %f : vector<2xf32>
  %27 = vector.step : vector<4xindex>
  return
}
// -----
func.func @vector_more(%a: vector<4x8xf32>, %zz: vector<4x4xf32>, %f: f32, %mask: vector<4x8x4xi1>, %e: vector<4xf32>, %m1: vector<4x8xi1>, %m: memref<?x8xf32>, %i: index, %p: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(m,n,k)->(m,k)>, affine_map<(m,n,k)->(n,k)>, affine_map<(m,n,k)->(m,n)>], iterator_types = ["parallel","parallel","reduction"], kind = #vector.kind<add>} %a, %a, %zz : vector<4x8xf32>, vector<4x8xf32> into vector<4x4xf32>
  %1 = vector.broadcast %f : f32 to vector<4xf32>
  %2 = vector.mask %m1 { vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x8xf32>, vector<4x8xf32> } : vector<4x8xi1> -> vector<4x8xf32>
  %3 = vector.insert %f, %e[0] : f32 into vector<4xf32>
  return
}
// -----
memref.global "private" constant @g : memref<2x3xf32> = dense<0.0>
func.func @memref_ops(%m: memref<?x8xf32>, %n: index, %u: memref<*xf32>, %sh: memref<2xindex>, %buf: memref<?xi8>, %mm: memref<4x?xf32>) {
  %0 = memref.alloc(%n) : memref<?x8xf32>
  %1 = memref.alloca() : memref<2x8xf32>
  %2 = memref.subview %m[0, 0] [%n, 4] [1, 1] : memref<?x8xf32> to memref<?x4xf32, strided<[8, 1]>>
  %3 = memref.reinterpret_cast %m to offset: [0], sizes: [%n, 4], strides: [4, 1] : memref<?x8xf32> to memref<?x4xf32, strided<[4, 1]>>
  %4 = memref.view %buf[%n][%n] : memref<?xi8> to memref<?x4xf32>
  %5 = memref.get_global @g : memref<2x3xf32>
  %6 = memref.collapse_shape %m [[0, 1]] : memref<?x8xf32> into memref<?xf32>
  %7 = memref.expand_shape %m [[0], [1, 2]] output_shape [%n, 2, 4] : memref<?x8xf32> into memref<?x2x4xf32>
  %8 = memref.transpose %m (i, j) -> (j, i) : memref<?x8xf32> to memref<8x?xf32, strided<[1, 8]>>
  %9 = memref.assume_alignment %m, 16 : memref<?x8xf32>
  %10 = memref.memory_space_cast %m : memref<?x8xf32> to memref<?x8xf32, 1>
  %11 = memref.cast %m : memref<?x8xf32> to memref<4x8xf32>
  %12, %13, %14:2, %15:2 = memref.extract_strided_metadata %m : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
  %16 = memref.reshape %m(%sh) : (memref<?x8xf32>, memref<2xindex>) -> memref<?x?xf32>
  %17 = bufferization.to_tensor %m restrict : memref<?x8xf32> to tensor<?x8xf32>
  %18 = bufferization.to_buffer %17 : tensor<?x8xf32> to memref<?x8xf32>
  %19 = bufferization.alloc_tensor(%n) : tensor<?x8xf32>
  %20 = bufferization.clone %m : memref<?x8xf32> to memref<?x8xf32>
  %21 = bufferization.materialize_in_destination %17 in %19 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %22 = bufferization.alloc_tensor() copy(%17) : tensor<?x8xf32>
  %23 = memref.realloc %buf(%n) : memref<?xi8> to memref<?xi8>
  %24 = builtin.unrealized_conversion_cast %m : memref<?x8xf32> to tensor<?x8xf32>
  %25 = gpu.alloc (%n) : memref<?x8xf32>
  return
}
// -----
func.func @control(%c: i1, %a: tensor<?x4xf32>, %b: tensor<2x4xf32>, %n: index, %m: memref<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.execute_region -> tensor<?x4xf32> { scf.yield %a : tensor<?x4xf32> }
  %1 = scf.index_switch %n -> tensor<?x4xf32> 
  case 0 { scf.yield %a : tensor<?x4xf32> }
  default { scf.yield %0 : tensor<?x4xf32> }
  %2 = scf.forall (%i) in (%n) shared_outs(%o = %a) -> (tensor<?x4xf32>) {
    scf.forall.in_parallel { tensor.parallel_insert_slice %b into %o[%i, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<?x4xf32> }
  }
  %3 = affine.for %i = 0 to %n iter_args(%x = %a) -> (tensor<?x4xf32>) { affine.yield %x : tensor<?x4xf32> }
  %4 = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> tensor<?x4xf32> { affine.yield %a : tensor<?x4xf32> } else { affine.yield %3 : tensor<?x4xf32> }
  %5 = scf.while (%x = %a) : (tensor<?x4xf32>) -> tensor<?x4xf32> { scf.condition(%c) %x : tensor<?x4xf32> } do { 
  ^bb0(%x: tensor<?x4xf32>): 
    scf.yield %x : tensor<?x4xf32> }
  %6 = affine.vector_load %m[%n, 0] : memref<?x4xf32>, vector<4xf32>
  %7 = affine.parallel (%i) = (0) to (4) reduce ("addf") -> f32 { %f = arith.constant 0.0 : f32
    affine.yield %f : f32 }
  %8 = func.call @callee(%a) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  cf.cond_br %c, ^bb1(%a : tensor<?x4xf32>), ^bb2(%0 : tensor<?x4xf32>)
^bb1(%p: tensor<?x4xf32>):
  cf.br ^bb2(%p : tensor<?x4xf32>)
^bb2(%q: tensor<?x4xf32>):
  %9 = arith.addf %q, %q : tensor<?x4xf32>
  %10 = scf.if %c -> tensor<?x4xf32> { scf.yield %9 : tensor<?x4xf32> } else { scf.yield %q : tensor<?x4xf32> }
  %tok, %r = async.execute -> !async.value<tensor<?x4xf32>> { async.yield %a : tensor<?x4xf32> }
  return %10 : tensor<?x4xf32>
}
func.func private @callee(tensor<?x4xf32>) -> tensor<?x4xf32>
// -----
#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
ml_program.global private @w(dense<0.0> : tensor<4x2xf32>) : tensor<4x2xf32>
func.func @sparse_quant(%a: tensor<?x4xf32>, %s: tensor<?x4xf32, #csr>, %q: tensor<?x4x!quant.uniform<i8:f32, 2.0>>, %src: !llvm.ptr, %p: memref<?xindex>, %i8: tensor<?x4xi8>) {
  %0 = sparse_tensor.convert %a : tensor<?x4xf32> to tensor<?x4xf32, #csr>
  %1 = sparse_tensor.new %src : !llvm.ptr to tensor<?x4xf32, #csr>
  %3 = sparse_tensor.positions %s {level = 1 : index} : tensor<?x4xf32, #csr> to memref<?xindex>
  %4 = sparse_tensor.values %s : tensor<?x4xf32, #csr> to memref<?xf32>
  %5 = sparse_tensor.load %s : tensor<?x4xf32, #csr>
  %6 = quant.dcast %q : tensor<?x4x!quant.uniform<i8:f32, 2.0>> to tensor<?x4xf32>
  %7 = quant.qcast %a : tensor<?x4xf32> to tensor<?x4x!quant.uniform<i8:f32, 2.0>>
  %8 = quant.scast %q : tensor<?x4x!quant.uniform<i8:f32, 2.0>> to tensor<?x4xi8>
  %9 = ml_program.global_load_const @w : tensor<4x2xf32>
  %10 = ub.poison : tensor<4xf32>
  %11 = sparse_tensor.reinterpret_map %s : tensor<?x4xf32, #csr> to tensor<?x4xf32, #csr>
  return
}
// -----
func.func @math_arith(%a: tensor<?x4xf32>, %i: tensor<?x4xi32>, %c: tensor<?x4xi1>, %z: tensor<?x4xcomplex<f32>>, %v: vector<4x[2]xf32>, %x: tensor<?x4xindex>) {
  %0 = math.fma %a, %a, %a : tensor<?x4xf32>
  %1 = arith.extf %a : tensor<?x4xf32> to tensor<?x4xf64>
  %2 = arith.cmpf olt, %a, %a : tensor<?x4xf32>
  %3 = arith.select %c, %a, %a : tensor<?x4xi1>, tensor<?x4xf32>
  %4:2 = arith.addui_extended %i, %i : tensor<?x4xi32>, tensor<?x4xi1>
  %5 = arith.bitcast %a : tensor<?x4xf32> to tensor<?x4xi32>
  %6 = arith.index_cast %i : tensor<?x4xi32> to tensor<?x4xindex>
  %8 = math.sqrt %v : vector<4x[2]xf32>
  %9 = arith.constant dense<0> : tensor<4x2xi32>
  %10 = math.ctpop %i : tensor<?x4xi32>
  %12, %13 = math.sincos %a : tensor<?x4xf32>
  %14 = math.fpowi %a, %i : tensor<?x4xf32>, tensor<?x4xi32>
  return
}
// -----
func.func @shape_ops(%a: tensor<?x4xf32>, %b: tensor<?x1xf32>, %s: !shape.shape, %e: tensor<?xindex>, %n: index) {
  %0 = shape.shape_of %a : tensor<?x4xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?x1xf32> -> tensor<2xindex>
  %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %3 = shape.const_shape [1, 2, 3] : tensor<3xindex>
  %w = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<2xindex>
  %4 = shape.assuming %w -> (tensor<?x4xf32>) { shape.assuming_yield %a : tensor<?x4xf32> }
  %5 = shape.concat %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<4xindex>
  %6 = shape.to_extent_tensor %s : !shape.shape -> tensor<?xindex>
  %7 = shape.any %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %8 = shape.with_shape %a, %0 : tensor<?x4xf32>, tensor<2xindex>
  %9 = shape.value_of %8 : tensor<?x4xf32>
  %h, %t = "shape.split_at"(%0, %n) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  return
}
