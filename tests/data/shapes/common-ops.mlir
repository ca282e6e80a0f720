// Common ops, taught in MLIR's own shape dialect: the tests hold what follows from
// these functions against our rules for the same ops.

shape.function_library @common {

// The shape of the operand.
func.func @same(%a: !shape.value_shape) -> !shape.shape {
  %0 = shape.shape_of %a : !shape.value_shape -> !shape.shape
  return %0 : !shape.shape
}

// All operands have one shape.
func.func @one_shape(%a: !shape.value_shape, %b: !shape.value_shape {shapels.repeated})
    -> !shape.shape {
  %0 = shape.shape_of %a : !shape.value_shape -> !shape.shape
  %1 = shape.shape_of %b : !shape.value_shape -> !shape.shape
  %2 = shape.meet %0, %1, error = "operands must have one shape" : !shape.shape, !shape.shape -> !shape.shape
  return %2 : !shape.shape
}

// The predicate may be a scalar.
func.func @select(%p: !shape.value_shape, %a: !shape.value_shape, %b: !shape.value_shape)
    -> !shape.shape {
  %sp = shape.shape_of %p : !shape.value_shape -> !shape.shape
  %sa = shape.shape_of %a : !shape.value_shape -> !shape.shape
  %sb = shape.shape_of %b : !shape.value_shape -> !shape.shape
  %0 = shape.meet %sa, %sb : !shape.shape, !shape.shape -> !shape.shape
  %scalar = shape.const_shape [] : !shape.shape
  %isScalar = shape.shape_eq %sp, %scalar : !shape.shape, !shape.shape
  %1 = scf.if %isScalar -> !shape.shape {
    scf.yield %0 : !shape.shape
  } else {
    %2 = shape.meet %0, %sp : !shape.shape, !shape.shape -> !shape.shape
    scf.yield %2 : !shape.shape
  }
  return %1 : !shape.shape
}

func.func @broadcast(%a: !shape.value_shape, %b: !shape.value_shape {shapels.repeated})
    -> !shape.shape {
  %0 = shape.shape_of %a : !shape.value_shape -> !shape.shape
  %1 = shape.shape_of %b : !shape.value_shape -> !shape.shape
  %2 = shape.broadcast %0, %1 : !shape.shape, !shape.shape -> !shape.shape
  return %2 : !shape.shape
}

// [N, H, C] times [N, C, W].
func.func @batch_product(%a: !shape.value_shape, %b: !shape.value_shape,
                         %za: !shape.value_shape, %zb: !shape.value_shape) -> !shape.shape {
  %0 = shape.const_size 0
  %1 = shape.const_size 1
  %2 = shape.const_size 2
  %sa = shape.shape_of %a : !shape.value_shape -> !shape.shape
  %sb = shape.shape_of %b : !shape.value_shape -> !shape.shape
  %na = shape.get_extent %sa, %0 : !shape.shape, !shape.size -> !shape.size
  %nb = shape.get_extent %sb, %0 : !shape.shape, !shape.size -> !shape.size
  %n = shape.meet %na, %nb, error = "batches must be equal" : !shape.size, !shape.size -> !shape.size
  %h = shape.get_extent %sa, %1 : !shape.shape, !shape.size -> !shape.size
  %ca = shape.get_extent %sa, %2 : !shape.shape, !shape.size -> !shape.size
  %cb = shape.get_extent %sb, %1 : !shape.shape, !shape.size -> !shape.size
  %c = shape.meet %ca, %cb, error = "inner sizes must be equal" : !shape.size, !shape.size -> !shape.size
  %w = shape.get_extent %sb, %2 : !shape.shape, !shape.size -> !shape.size
  %r = shape.from_extents %n, %h, %w : !shape.size, !shape.size, !shape.size
  return %r : !shape.shape
}

// [M, K] times [K, N].
func.func @product(%a: !shape.value_shape, %b: !shape.value_shape) -> !shape.shape {
  %c1 = shape.const_size 1
  %sa = shape.shape_of %a : !shape.value_shape -> !shape.shape
  %sb = shape.shape_of %b : !shape.value_shape -> !shape.shape
  %m, %ka = "shape.split_at"(%sa, %c1) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  %kb, %n = "shape.split_at"(%sb, %c1) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  %k = shape.meet %ka, %kb, error = "inner sizes must be equal" : !shape.shape, !shape.shape -> !shape.shape
  %r = shape.concat %m, %n : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

// Dimension i of the result is dimension permutation[i] of the operand; without one, they
// are reversed.
func.func @transpose(%a: !shape.shape,
                     %permutation: tensor<?xindex> {shapels.attribute = "permutation|dims|perms|perm",
                                                    shapels.default = []})
    -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rank = shape.rank %a : !shape.shape -> !shape.size
  %n = shape.size_to_index %rank : !shape.size
  %given = tensor.dim %permutation, %c0 : tensor<?xindex>
  %isGiven = arith.cmpi ne, %given, %c0 : index
  %last = arith.subi %n, %c1 : index
  %r = tensor.generate %n {
  ^bb0(%i: index):
    %from = scf.if %isGiven -> index {
      %0 = tensor.extract %permutation[%i] : tensor<?xindex>
      scf.yield %0 : index
    } else {
      %0 = arith.subi %last, %i : index
      scf.yield %0 : index
    }
    %size = shape.get_extent %a, %from : !shape.shape, index -> !shape.size
    %index = shape.size_to_index %size : !shape.size
    tensor.yield %index : index
  } : tensor<?xindex>
  return %r : tensor<?xindex>
}

// The axis as it counts from the front.
func.func @axis(%axis: index, %rank: !shape.size) -> index {
  %c0 = arith.constant 0 : index
  %n = shape.size_to_index %rank : !shape.size
  %isBehind = arith.cmpi slt, %axis, %c0 : index
  %added = arith.addi %axis, %n : index
  %r = arith.select %isBehind, %added, %axis : index
  return %r : index
}

// One behind the other; of lists of integers their integers, too.
func.func @concatenate(%va: !shape.value_shape, %vb: !shape.value_shape {shapels.repeated},
                       %at: index {shapels.attribute = "dimension|dim|axis"}) -> !shape.value_shape {
  %a = shape.shape_of %va : !shape.value_shape -> !shape.shape
  %b = shape.shape_of %vb : !shape.value_shape -> !shape.shape
  %own = shape.rank %a : !shape.shape -> !shape.size
  %other = shape.rank %b : !shape.shape -> !shape.size
  %rank = shape.meet %own, %other, error = "operands must have one rank" : !shape.size, !shape.size -> !shape.size
  %axis = call @axis(%at, %rank) : (index, !shape.size) -> index
  %n = shape.size_to_index %rank : !shape.size
  %sizes = tensor.generate %n {
  ^bb0(%i: index):
    %sa = shape.get_extent %a, %i : !shape.shape, index -> !shape.size
    %sb = shape.get_extent %b, %i : !shape.shape, index -> !shape.size
    %isAxis = arith.cmpi eq, %i, %axis : index
    %size = scf.if %isAxis -> !shape.size {
      %sum = shape.add %sa, %sb : !shape.size, !shape.size -> !shape.size
      scf.yield %sum : !shape.size
    } else {
      %same = shape.meet %sa, %sb, error = "other sizes must be equal" : !shape.size, !shape.size -> !shape.size
      scf.yield %same : !shape.size
    }
    %index = shape.size_to_index %size : !shape.size
    tensor.yield %index : index
  } : tensor<?xindex>
  %ia = shape.value_as_shape %va : !shape.value_shape -> !shape.shape
  %ib = shape.value_as_shape %vb : !shape.value_shape -> !shape.shape
  %all = shape.concat %ia, %ib : !shape.shape, !shape.shape -> !shape.shape
  %list = shape.to_extent_tensor %all : !shape.shape -> tensor<?xindex>
  %r = shape.with_shape %list, %sizes : tensor<?xindex>, tensor<?xindex>
  return %r : !shape.value_shape
}

// The axis is kept, with one element.
func.func @reduce(%a: !shape.shape, %at: index {shapels.attribute = "axis"}) -> tensor<?xindex> {
  %rank = shape.rank %a : !shape.shape -> !shape.size
  %axis = call @axis(%at, %rank) : (index, !shape.size) -> index
  %n = shape.size_to_index %rank : !shape.size
  %c1 = arith.constant 1 : index
  %r = tensor.generate %n {
  ^bb0(%i: index):
    %size = shape.get_extent %a, %i : !shape.shape, index -> !shape.size
    %own = shape.size_to_index %size : !shape.size
    %isAxis = arith.cmpi eq, %i, %axis : index
    %kept = arith.select %isAxis, %c1, %own : index
    tensor.yield %kept : index
  } : tensor<?xindex>
  return %r : tensor<?xindex>
}

// What the type of the result states.
func.func @stated(%a: !shape.value_shape, %r: !shape.shape {shapels.result = 0}) -> !shape.shape {
  return %r : !shape.shape
}

// (size + before + behind - ((window - 1) * dilation + 1)) / stride + 1
func.func @windows(%size: index, %window: index, %pad: tensor<?xindex>, %stride: tensor<?xindex>,
                   %dilation: tensor<?xindex>, %number: index) -> index {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %first = arith.muli %number, %c2 : index
  %second = arith.addi %first, %c1 : index
  %before = tensor.extract %pad[%first] : tensor<?xindex>
  %behind = tensor.extract %pad[%second] : tensor<?xindex>
  %by = tensor.extract %stride[%number] : tensor<?xindex>
  %spread = tensor.extract %dilation[%number] : tensor<?xindex>
  %0 = arith.addi %size, %before : index
  %all = arith.addi %0, %behind : index
  %1 = arith.subi %window, %c1 : index
  %2 = arith.muli %1, %spread : index
  %3 = arith.addi %2, %c1 : index
  %4 = arith.subi %all, %3 : index
  %5 = arith.floordivsi %4, %by : index
  %r = arith.addi %5, %c1 : index
  return %r : index
}
func.func @conv2d(%input: !shape.value_shape, %weight: !shape.value_shape, %bias: !shape.value_shape,
                  %za: !shape.value_shape, %zb: !shape.value_shape,
                  %pad: tensor<?xindex> {shapels.attribute = "pad"},
                  %stride: tensor<?xindex> {shapels.attribute = "stride"},
                  %dilation: tensor<?xindex> {shapels.attribute = "dilation"}) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %si = shape.shape_of %input : !shape.value_shape -> !shape.shape
  %sw = shape.shape_of %weight : !shape.value_shape -> !shape.shape
  %n = shape.get_extent %si, %c0 : !shape.shape, index -> !shape.size
  %h = shape.get_extent %si, %c1 : !shape.shape, index -> !shape.size
  %w = shape.get_extent %si, %c2 : !shape.shape, index -> !shape.size
  %c = shape.get_extent %si, %c3 : !shape.shape, index -> !shape.size
  %o = shape.get_extent %sw, %c0 : !shape.shape, index -> !shape.size
  %kh = shape.get_extent %sw, %c1 : !shape.shape, index -> !shape.size
  %kw = shape.get_extent %sw, %c2 : !shape.shape, index -> !shape.size
  %kc = shape.get_extent %sw, %c3 : !shape.shape, index -> !shape.size
  %same = shape.meet %c, %kc, error = "input channels must be equal" : !shape.size, !shape.size -> !shape.size
  %ni = shape.size_to_index %n : !shape.size
  %hi = shape.size_to_index %h : !shape.size
  %wi = shape.size_to_index %w : !shape.size
  %oi = shape.size_to_index %o : !shape.size
  %khi = shape.size_to_index %kh : !shape.size
  %kwi = shape.size_to_index %kw : !shape.size
  %rows = call @windows(%hi, %khi, %pad, %stride, %dilation, %c0)
      : (index, index, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, index) -> index
  %columns = call @windows(%wi, %kwi, %pad, %stride, %dilation, %c1)
      : (index, index, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, index) -> index
  %r = tensor.from_elements %ni, %rows, %columns, %oi : tensor<4xindex>
  %open = tensor.cast %r : tensor<4xindex> to tensor<?xindex>
  return %open : tensor<?xindex>
}

} mapping {
  tosa.abs = @same, tosa.exp = @same, tosa.tanh = @same, tosa.cast = @same, tosa.clamp = @same,
  tosa.add = @broadcast, tosa.sub = @broadcast, tosa.maximum = @broadcast,
  tosa.matmul = @batch_product, tosa.transpose = @transpose, tosa.concat = @concatenate,
  tosa.reduce_sum = @reduce, tosa.reduce_max = @reduce, tosa.conv2d = @conv2d,
  onnx.Relu = @same, onnx.Sigmoid = @same, onnx.Add = @broadcast, onnx.Mul = @broadcast,
  onnx.Transpose = @transpose, onnx.Concat = @concatenate,
  stablehlo.abs = @same, stablehlo.tanh = @same, stablehlo.exponential = @same,
  stablehlo.select = @select, stablehlo.compare = @one_shape, stablehlo.divide = @one_shape,
  stablehlo.transpose = @transpose, stablehlo.concatenate = @concatenate,
  torch.aten.relu = @same, torch.aten.tanh = @same, torch.aten.mm = @product
}
