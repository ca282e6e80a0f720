"""Which shapes the results of an op have, by the definition of its dialect.

Written from the TOSA and StableHLO specifications, ONNX's operators and PyTorch's
functions, for static shapes, and of shapels it shares nothing: it judges shapels.
"""

import math
import re


class Impossible(Exception):
    """No run of the op has operands of these shapes."""


class Op:
    """name: of the op; ins, outs: shapes as lists, None of what is no tensor; text: of the line;
    constants: of each operand the integers that it is a constant of, or None."""

    def __init__(self, name, ins, outs, text, constants):
        self.name, self.ins, self.outs, self.text, self.constants = name, ins, outs, text, constants

    def ints(self, name, otherwise=None):
        """Of an attribute that is a number or a list."""
        found = re.search(r"\b" + name + r"\s*=\s*(?:array<i\d+(?::\s*([^>]*))?>|dense<\[?([^>\]]*)\]?>|\[([^\]]*)\]|(-?\d+))",
                          self.text)
        if not found:
            return otherwise
        return [int(i) for i in re.findall(r"-?\d+", next((g for g in found.groups() if g is not None), ""))]

    def int(self, name, otherwise=None):
        found = self.ints(name)
        return found[0] if found else otherwise

    def constant(self, number):
        return self.constants[number] if number < len(self.constants) else None


def need(holds):
    if not holds:
        raise Impossible


def axis_of(axis, rank):
    need(-rank <= axis < max(rank, 1))
    return axis % max(rank, 1)


def broadcast(*shapes, same_rank=False):
    rank = max(map(len, shapes))
    need(not same_rank or all(len(s) == rank for s in shapes))
    result = []
    for at in range(rank):
        sizes = {s[at - rank + len(s)] for s in shapes if at - rank + len(s) >= 0}
        need(len(sizes - {1}) <= 1)
        result.append((sizes - {1} or {1}).pop())
    return result


def matmul(a, b):
    """As numpy has it."""
    need(a and b)
    left, right = ([1] + a if len(a) == 1 else a), (b + [1] if len(b) == 1 else b)
    need(left[-1] == right[-2])
    result = broadcast(left[:-2], right[:-2]) if left[:-2] or right[:-2] else []
    return result + ([] if len(a) == 1 else [left[-2]]) + ([] if len(b) == 1 else [right[-1]])


def permuted(shape, order):
    need(sorted(order) == list(range(len(shape))))
    return [shape[at] for at in order]


def concatenated(shapes, axis):
    rank = len(shapes[0])
    need(rank > 0 and all(len(s) == rank for s in shapes))
    axis = axis_of(axis, rank)
    need(all(s[:axis] + s[axis + 1:] == shapes[0][:axis] + shapes[0][axis + 1:] for s in shapes))
    return shapes[0][:axis] + [sum(s[axis] for s in shapes)] + shapes[0][axis + 1:]


def reduced(shape, axes, keeps):
    axes = {axis_of(axis, len(shape)) for axis in axes}
    return [1 if at in axes else size for at, size in enumerate(shape) if keeps or at not in axes]


def window(size, kernel, low, high, stride, dilation, is_exact=False, rounds_up=False):
    left = size + low + high - dilation * (kernel - 1) - 1
    need(left >= 0 and (not is_exact or left % stride == 0))
    return (-(-left // stride) if rounds_up else left // stride) + 1


def windows(sizes, kernel, pads, strides, dilations, **kind):
    """pads: low and high of each."""
    need(len(sizes) == len(kernel) == len(strides) == len(dilations) and len(pads) == 2 * len(sizes))
    return [window(size, kernel[at], pads[2 * at], pads[2 * at + 1], strides[at], dilations[at], **kind)
            for at, size in enumerate(sizes)]


def reshaped(shape, to):
    """With at most one -1."""
    count = math.prod(shape)
    if -1 in to:
        rest = math.prod(size for size in to if size != -1)
        need(to.count(-1) == 1 and rest and count % rest == 0)
        return [count // rest if size == -1 else size for size in to]
    need(math.prod(to) == count)
    return list(to)


def unary(op):
    return [op.ins[0]]


# --- TOSA ---------------------------------------------------------------------

TOSA_UNARY = set("""abs bitwise_not ceil clz cos erf exp floor log logical_not reciprocal rsqrt sigmoid sin tanh
clamp cast identity reverse""".split())
TOSA_BINARY = set("""add sub maximum minimum intdiv pow bitwise_and bitwise_or bitwise_xor logical_and logical_or logical_xor
logical_left_shift logical_right_shift arithmetic_right_shift equal greater greater_equal""".split())


def has_zero_points(op, first):
    return all(point == [1] for point in op.ins[first:])


def tosa_pool(op):
    need(has_zero_points(op, 1))
    n, h, w, c = op.ins[0]
    out = windows([h, w], op.ints("kernel"), op.ints("pad"), op.ints("stride"), [1, 1], is_exact=True)
    return [[n] + out + [c]]


def tosa_conv(op, depthwise=False):
    x, w, bias = op.ins[0], op.ins[1], op.ins[2]
    sizes = len(x) - 2
    if depthwise:
        need(x[3] == w[2])
        channels, kernel = w[2] * w[3], w[:2]
    else:
        need(x[-1] == w[-1])
        channels, kernel = w[0], w[1:-1]
    out = windows(x[1:-1], kernel, op.ints("pad"), op.ints("stride"), op.ints("dilation", [1] * sizes), is_exact=True)
    need(len(bias) == 1 and bias[0] in (1, channels) and has_zero_points(op, 3))
    return [[x[0]] + out + [channels]]


def tosa_transpose_conv(op):
    (n, h, w, c), weights, bias = op.ins[0], op.ins[1], op.ins[2]
    pads, stride = op.ints("out_pad"), op.ints("stride")
    need(c == weights[3] and len(bias) == 1 and bias[0] in (1, weights[0]) and has_zero_points(op, 3))
    return [[n, (h - 1) * stride[0] + pads[0] + pads[1] + weights[1],
             (w - 1) * stride[1] + pads[2] + pads[3] + weights[2], weights[0]]]


def tosa_matmul(op):
    (n, h, c), (m, d, w) = op.ins[0], op.ins[1]
    need(n == m and c == d and has_zero_points(op, 2))
    return [[n, h, w]]


def tosa_gather(op):
    (n, _, c), (m, w) = op.ins[0], op.ins[1]
    need(n == m)
    return [[n, w, c]]


def tosa_scatter(op):
    values, indices, given = op.ins[0], op.ins[1], op.ins[2]
    need(values[0] == indices[0] == given[0] and indices[1] == given[1] and values[2] == given[2]
         and values[1] >= indices[1])
    return [values]


def tosa_sized(op, make):
    given = op.constant(1)
    return None if given is None else [make(op.ins[0], given)]


def tosa_padded(shape, pads):
    need(len(pads) == 2 * len(shape))
    return [size + pads[2 * at] + pads[2 * at + 1] for at, size in enumerate(shape)]


def tosa_tiled(shape, times):
    need(len(times) == len(shape))
    return [size * by for size, by in zip(shape, times)]


def tosa_slice(op):
    start, size = op.constant(1), op.constant(2)
    if start is None or size is None:
        return None
    need(len(start) == len(size) == len(op.ins[0]))
    need(all(0 <= s and z > 0 and s + z <= d for s, z, d in zip(start, size, op.ins[0])))
    return [size]


def tosa_mul(op):
    return [broadcast(op.ins[0], op.ins[1], same_rank=True)]


def tosa_negate(op):
    need(has_zero_points(op, 1))
    return [op.ins[0]]


def tosa_argmax(op):
    axis = axis_of(op.int("axis"), len(op.ins[0]))
    return [op.ins[0][:axis] + op.ins[0][axis + 1:]]


def tosa_fft(op, real):
    n, h, w = op.ins[0]
    need(h & (h - 1) == 0 and w & (w - 1) == 0)
    need(real or op.ins[1] == op.ins[0])
    return [[n, h, w // 2 + 1 if real else w]] * 2


TOSA = {
    "negate": tosa_negate, "mul": tosa_mul, "matmul": tosa_matmul, "gather": tosa_gather, "scatter": tosa_scatter,
    "conv2d": tosa_conv, "conv3d": tosa_conv, "depthwise_conv2d": lambda op: tosa_conv(op, True),
    "transpose_conv2d": tosa_transpose_conv, "max_pool2d": tosa_pool, "avg_pool2d": tosa_pool, "argmax": tosa_argmax,
    "select": lambda op: [broadcast(*op.ins[:3], same_rank=True)], "slice": tosa_slice,
    "transpose": lambda op: [permuted(op.ins[0], op.ints("perms"))],
    "concat": lambda op: [concatenated(op.ins, op.int("axis", 0))],
    "reshape": lambda op: tosa_sized(op, reshaped), "pad": lambda op: tosa_sized(op, tosa_padded),
    "tile": lambda op: tosa_sized(op, tosa_tiled), "rfft2d": lambda op: tosa_fft(op, True),
    "fft2d": lambda op: tosa_fft(op, False),
}


# --- ONNX ---------------------------------------------------------------------

ONNX_UNARY = set("""Abs Relu Sigmoid Tanh Exp Log Sqrt Neg Floor Ceil Reciprocal Erf Cast Identity Softmax LogSoftmax Cos Sin
LeakyRelu Elu Selu Gelu HardSwish HardSigmoid Softplus Softsign Not Sign Round Trilu Clip CumSum Dropout IsNaN IsInf
LayerNormalization""".split())
ONNX_BINARY = set("Add Sub Mul Div Pow Mod Equal Less Greater LessOrEqual GreaterOrEqual And Or Xor Max Min Sum Mean Where".split())


def onnx_gemm(op):
    a, b = op.ins[0], op.ins[1]
    need(len(a) == len(b) == 2)
    a = a[::-1] if op.int("transA", 0) else a
    b = b[::-1] if op.int("transB", 0) else b
    need(a[1] == b[0])
    result = [a[0], b[1]]
    if len(op.ins) > 2 and op.ins[2] is not None:
        need(len(op.ins[2]) <= 2 and broadcast(result, op.ins[2]) == result)
    return [result]


def onnx_matmul_integer(op):
    result = matmul(op.ins[0], op.ins[1])
    points = [each for each in op.ins[2:] if each not in (None, [], [1])]
    return None if points else [result]  # One by row or column.


def onnx_windows(op, kernel, rounds_up):
    sizes = op.ins[0][2:]
    strides, dilations = op.ints("strides", [1] * len(sizes)), op.ints("dilations", [1] * len(sizes))
    kind = re.search(r'auto_pad\s*=\s*"(\w+)"', op.text)
    if kind and kind[1].startswith("SAME"):
        need(len(kernel) == len(sizes))
        return [-(-size // stride) for size, stride in zip(sizes, strides)]
    pads = [0] * 2 * len(sizes) if kind and kind[1] == "VALID" else op.ints("pads", [0] * 2 * len(sizes))
    half = len(pads) // 2
    pads = [pads[at // 2 + (half if at % 2 else 0)] for at in range(len(pads))]
    return windows(sizes, kernel, pads, strides, dilations, rounds_up=rounds_up)


def onnx_conv(op):
    x, w = op.ins[0], op.ins[1]
    groups = op.int("group", 1)
    need(len(x) == len(w) >= 3 and x[1] == w[1] * groups and w[0] % groups == 0)
    kernel = op.ints("kernel_shape", w[2:])
    need(kernel == w[2:])
    if len(op.ins) > 2 and op.ins[2] is not None:
        need(op.ins[2] == [w[0]])
    return [[x[0], w[0]] + onnx_windows(op, kernel, False)]


def onnx_pool(op):
    return [op.ins[0][:2] + onnx_windows(op, op.ints("kernel_shape"), op.int("ceil_mode", 0) == 1)]


def onnx_axes(op):
    axes = op.ints("axes")
    return op.constant(1) if axes is None and len(op.ins) > 1 else axes


def onnx_reduce(op):
    axes = onnx_axes(op)
    if axes is None:
        if len(op.ins) > 1 and op.ins[1] is not None:
            return None
        axes = range(len(op.ins[0])) if not op.int("noop_with_empty_axes", 0) else []
    return [reduced(op.ins[0], axes, op.int("keepdims", 1) == 1)]


def onnx_unsqueeze(op):
    axes = onnx_axes(op)
    if axes is None:
        return None
    rank = len(op.ins[0]) + len(axes)
    places = [axis_of(axis, rank) for axis in axes]
    need(len(set(places)) == len(places))
    rest = iter(op.ins[0])
    return [[1 if at in places else next(rest) for at in range(rank)]]


def onnx_squeeze(op):
    axes = onnx_axes(op)
    if axes is None:
        return None
    places = {axis_of(axis, len(op.ins[0])) for axis in axes}
    need(all(op.ins[0][at] == 1 for at in places))
    return [[size for at, size in enumerate(op.ins[0]) if at not in places]]


def onnx_reshape(op):
    to = op.constant(1)
    if to is None or op.int("allowzero", 0):
        return None
    need(all(size != 0 or at < len(op.ins[0]) for at, size in enumerate(to)))
    return [reshaped(op.ins[0], [op.ins[0][at] if size == 0 else size for at, size in enumerate(to)])]


def onnx_gather(op):
    axis = axis_of(op.int("axis", 0), len(op.ins[0]))
    return [op.ins[0][:axis] + op.ins[1] + op.ins[0][axis + 1:]]


def onnx_expand(op):
    to = op.constant(1)
    return None if to is None else [broadcast(op.ins[0], to)]


def onnx_flatten(op):
    axis = op.int("axis", 1)
    need(-len(op.ins[0]) <= axis <= len(op.ins[0]))
    axis += len(op.ins[0]) if axis < 0 else 0
    return [[math.prod(op.ins[0][:axis]), math.prod(op.ins[0][axis:])]]


def onnx_split(op):
    axis = axis_of(op.int("axis", 0), len(op.ins[0]))
    sizes = op.ints("split") or op.constant(1)
    if sizes is None:
        if (len(op.ins) > 1 and op.ins[1] is not None) or not op.outs:
            return None
        need(op.ins[0][axis] % len(op.outs) == 0 or "num_outputs" in op.text)
        each = -(-op.ins[0][axis] // len(op.outs))
        sizes = [min(each, op.ins[0][axis] - at * each) for at in range(len(op.outs))]
    need(sum(sizes) == op.ins[0][axis] and len(sizes) == len(op.outs))
    return [op.ins[0][:axis] + [size] + op.ins[0][axis + 1:] for size in sizes]


def onnx_global_pool(op):
    need(len(op.ins[0]) > 2)
    return [op.ins[0][:2] + [1] * (len(op.ins[0]) - 2)]


def onnx_batch_norm(op):
    need(len(op.ins[0]) > 1 and all(each == [op.ins[0][1]] for each in op.ins[1:5]))
    return [op.ins[0]]


def onnx_arg(op):
    return [reduced(op.ins[0], [op.int("axis", 0)], op.int("keepdims", 1) == 1)]


def onnx_shape(op):
    return None if "start" in op.text or "end" in op.text else [[len(op.ins[0])]]


def onnx_depth_to_space(op):
    (n, c, h, w), block = op.ins[0], op.int("blocksize")
    need(c % (block * block) == 0)
    return [[n, c // block // block, h * block, w * block]]


ONNX = {
    "MatMul": lambda op: [matmul(op.ins[0], op.ins[1])], "MatMulInteger": onnx_matmul_integer,
    "Gemm": onnx_gemm, "Conv": onnx_conv, "MaxPoolSingleOut": onnx_pool, "AveragePool": onnx_pool,
    "Unsqueeze": onnx_unsqueeze, "UnsqueezeV11": onnx_unsqueeze, "Squeeze": onnx_squeeze, "SqueezeV11": onnx_squeeze,
    "Reshape": onnx_reshape, "Gather": onnx_gather, "Expand": onnx_expand, "Flatten": onnx_flatten, "Split": onnx_split,
    "Transpose": lambda op: [permuted(op.ins[0], op.ints("perm", list(range(len(op.ins[0])))[::-1]))],
    "Concat": lambda op: [concatenated(op.ins, op.int("axis"))], "GlobalAveragePool": onnx_global_pool,
    "GlobalMaxPool": onnx_global_pool, "BatchNormalizationInferenceMode": onnx_batch_norm, "ArgMax": onnx_arg,
    "ArgMin": onnx_arg, "Shape": onnx_shape, "DepthToSpace": onnx_depth_to_space,
}


# --- StableHLO ----------------------------------------------------------------

HLO_UNARY = set("""abs exponential exponential_minus_one log log_plus_one rsqrt sqrt cbrt tanh negate sine cosine tan floor ceil
sign logistic not convert is_finite popcnt real imag reduce_precision reverse round_nearest_afz round_nearest_even
count_leading_zeros cholesky""".split())
HLO_BINARY = set("""add subtract multiply divide maximum minimum power remainder and or xor compare atan2 complex shift_left
shift_right_logical shift_right_arithmetic""".split())


def hlo_equal(op):
    need(all(each == op.ins[0] for each in op.ins))
    return [op.ins[0]]


def hlo_select(op):
    need(op.ins[1] == op.ins[2] and op.ins[0] in ([], op.ins[1]))
    return [op.ins[1]]


def hlo_clamp(op):
    need(all(each in ([], op.ins[1]) for each in (op.ins[0], op.ins[2])))
    return [op.ins[1]]


def hlo_reshape(op):
    need(math.prod(op.ins[0]) == math.prod(op.outs[0]))
    return [op.outs[0]]


def hlo_broadcast_in_dim(op):
    dims = op.ints("dims", op.ints("broadcast_dimensions"))
    if dims is None:
        return None
    need(len(dims) == len(op.ins[0]) and len(set(dims)) == len(dims))
    need(all(0 <= d < len(op.outs[0]) and size in (1, op.outs[0][d]) for d, size in zip(dims, op.ins[0])))
    return [op.outs[0]]


def hlo_slice(op):
    """`[0:4:2, 1:3]`."""
    found = re.search(r"slice\s+%[\w#]+\s*\[([^\]]*)\]", op.text)
    if not found:
        return None
    parts = [[int(i) for i in part.split(":")] for part in found[1].split(",") if part.strip()]
    need(len(parts) == len(op.ins[0]))
    result = []
    for part, size in zip(parts, op.ins[0]):
        start, end, step = part[0], part[1], part[2] if len(part) > 2 else 1
        need(0 <= start <= end <= size and step > 0)
        result.append(-(-(end - start) // step))
    return [result]


def hlo_dot(op):
    a, b = op.ins[0], op.ins[1]
    need(1 <= len(a) <= 2 and 1 <= len(b) <= 2 and a[-1] == b[0])
    return [a[:-1] + b[1:]]


def hlo_dot_general(op):
    def pairs(name):
        found = re.search(name + r"\s*=\s*\[([\d, ]*)\]\s*x\s*\[([\d, ]*)\]", op.text)
        return [[int(i) for i in re.findall(r"\d+", part)] for part in found.groups()] if found else [[], []]
    if "contracting_dims" not in op.text:
        return None
    a, b = op.ins[0], op.ins[1]
    batch, inner = pairs("batching_dims"), pairs("contracting_dims")
    for left, right in (batch, inner):
        need(len(left) == len(right) and all(i < len(a) for i in left) and all(i < len(b) for i in right))
        need(all(a[i] == b[j] for i, j in zip(left, right)))
    return [[a[i] for i in batch[0]] + [s for i, s in enumerate(a) if i not in batch[0] + inner[0]] +
            [s for i, s in enumerate(b) if i not in batch[1] + inner[1]]]


def hlo_pad(op):
    low, high, inner = (op.ints(name) for name in ("low", "high", "interior"))
    if low is None or high is None or inner is None:
        return None
    need(len(low) == len(high) == len(inner) == len(op.ins[0]) and op.ins[1] == [])
    result = [l + h + s + max(s - 1, 0) * i for s, l, h, i in zip(op.ins[0], low, high, inner)]
    need(all(size >= 0 for size in result))
    return [result]


def hlo_dynamic_slice(op):
    sizes = op.ints("sizes", op.ints("slice_sizes"))
    if sizes is None:
        return None
    need(len(op.ins) - 1 == len(op.ins[0]) == len(sizes) and all(each == [] for each in op.ins[1:]))
    need(all(0 <= z <= s for z, s in zip(sizes, op.ins[0])))
    return [sizes]


def hlo_dynamic_update_slice(op):
    need(len(op.ins) - 2 == len(op.ins[0]) == len(op.ins[1]) and all(each == [] for each in op.ins[2:]))
    need(all(u <= s for u, s in zip(op.ins[1], op.ins[0])))
    return [op.ins[0]]


HLO = {
    "optimization_barrier": lambda op: list(op.ins),
    "select": hlo_select, "clamp": hlo_clamp, "reshape": hlo_reshape, "broadcast_in_dim": hlo_broadcast_in_dim,
    "slice": hlo_slice, "dot": hlo_dot, "dot_general": hlo_dot_general, "pad": hlo_pad,
    "dynamic_slice": hlo_dynamic_slice, "dynamic_update_slice": hlo_dynamic_update_slice,
    "transpose": lambda op: [permuted(op.ins[0], op.ints("dims", op.ints("permutation")))],
    "concatenate": lambda op: [concatenated(op.ins, op.int("dim", op.int("dimension")))],
}


# --- torch --------------------------------------------------------------------

TORCH_UNARY = set("""tanh abs cos sin sigmoid rsqrt sqrt neg exp log relu floor ceil erf gelu to.dtype clone contiguous
mul.Scalar add.Scalar sub.Scalar div.Scalar div.Scalar_mode pow.Tensor_Scalar flip cumsum softmax.int _softmax clamp silu
hardtanh leaky_relu dropout bitwise_not logical_not rsub.Scalar reciprocal log_softmax.int""".split())
TORCH_BINARY = set("""add.Tensor mul.Tensor sub.Tensor div.Tensor div.Tensor_mode maximum minimum ge.Tensor gt.Tensor le.Tensor
lt.Tensor eq.Tensor ne.Tensor atan2 bitwise_and.Tensor bitwise_or.Tensor logical_and logical_or pow.Tensor_Tensor""".split())


def torch_mm(op):
    a, b = op.ins[0], op.ins[1]
    need(len(a) == len(b) == 2 and a[1] == b[0])
    return [[a[0], b[1]]]


def torch_bmm(op):
    a, b = op.ins[0], op.ins[1]
    need(len(a) == len(b) == 3 and a[0] == b[0] and a[2] == b[1])
    return [[a[0], a[1], b[2]]]


def torch_one(op, number):
    value = op.constant(number)
    return value[0] if value and len(value) == 1 else None


def torch_view(op):
    to = op.constant(1)
    return None if to is None else [reshaped(op.ins[0], to)]


def torch_permute(op):
    order = op.constant(1)
    return None if order is None else [permuted(op.ins[0], [axis_of(at, len(op.ins[0])) for at in order])]


def torch_transpose(op):
    a, b = torch_one(op, 1), torch_one(op, 2)
    if a is None or b is None:
        return None
    order = list(range(len(op.ins[0])))
    a, b = axis_of(a, len(order)), axis_of(b, len(order))
    order[a], order[b] = order[b], order[a]
    return [permuted(op.ins[0], order)]


def torch_unsqueeze(op):
    axis = torch_one(op, 1)
    if axis is None:
        return None
    axis = axis_of(axis, len(op.ins[0]) + 1)
    return [op.ins[0][:axis] + [1] + op.ins[0][axis:]]


def torch_broadcast_to(op):
    to = op.constant(1)
    if to is None:
        return None
    need(len(to) >= len(op.ins[0]))
    own = [None] * (len(to) - len(op.ins[0])) + op.ins[0]
    need(all(size is None or wanted in (-1, size) or size == 1 for size, wanted in zip(own, to)))
    need(all(size is not None or wanted >= 0 for size, wanted in zip(own, to)))
    return [[size if wanted == -1 else wanted for size, wanted in zip(own, to)]]


def torch_slice(op):
    axis, start, end, step = (torch_one(op, number) for number in range(1, 5))
    if None in (axis, start, end, step) or step < 1:
        return None
    axis = axis_of(axis, len(op.ins[0]))
    size = op.ins[0][axis]
    start, end = (min(max(at + size if at < 0 else at, 0), size) for at in (start, end))
    return [op.ins[0][:axis] + [max(-(-(end - start) // step), 0)] + op.ins[0][axis + 1:]]


def torch_select(op):
    axis = torch_one(op, 1)
    if axis is None:
        return None
    axis = axis_of(axis, len(op.ins[0]))
    index = torch_one(op, 2)
    need(index is None or -op.ins[0][axis] <= index < op.ins[0][axis])
    return [op.ins[0][:axis] + op.ins[0][axis + 1:]]


def torch_index_select(op):
    axis = torch_one(op, 1)
    if axis is None:
        return None
    axis = axis_of(axis, len(op.ins[0]))
    need(len(op.ins[2]) <= 1)
    return [op.ins[0][:axis] + [math.prod(op.ins[2])] + op.ins[0][axis + 1:]]


def torch_convolution(op):
    x, w = op.ins[0], op.ins[1]
    strides, pads, dilations = op.constant(3), op.constant(4), op.constant(5)
    groups = torch_one(op, 8)
    if None in (strides, pads, dilations, groups) or "false" not in op.text_of(6):
        return None
    need(len(x) == len(w) >= 3 and x[1] == w[1] * groups and w[0] % groups == 0)
    need(op.ins[2] is None or op.ins[2] == [w[0]])
    sizes = len(x) - 2
    strides, pads, dilations = (each * sizes if len(each) == 1 else each for each in (strides, pads, dilations))
    return [[x[0], w[0]] + windows(x[2:], w[2:], [p for p in pads for _ in range(2)], strides, dilations)]


def torch_reduce(op):
    axes, keeps = op.constant(1), op.text_of(2)
    if axes is None or not keeps:
        return None
    return [reduced(op.ins[0], axes or range(len(op.ins[0])), "true" in keeps)]


def torch_arg(op):
    axis, keeps = torch_one(op, 1), op.text_of(2)
    if axis is None or not keeps:
        return None
    return [reduced(op.ins[0], [axis], "true" in keeps)]


def torch_pool(op):
    kernel, strides, pads = op.constant(1), op.constant(2), op.constant(3)
    at_ceil = 5 if op.name.startswith("max") else 4
    dilations = op.constant(4) if at_ceil == 5 else [1, 1]
    if None in (kernel, strides, pads, dilations) or not op.text_of(at_ceil) or len(strides) != 2 or "true" in op.text_of(at_ceil):
        return None
    need(len(op.ins[0]) in (3, 4))
    return [op.ins[0][:-2] + windows(op.ins[0][-2:], kernel, [p for p in pads for _ in range(2)], strides, dilations)]


def torch_cat(op):
    axis = torch_one(op, 1)
    # An empty tensor of rank 1 fits everything.
    if axis is None or op.lists is None or any(shape == [0] for shape in op.lists):
        return None
    return [concatenated(op.lists, axis)]


def torch_embedding(op):
    need(len(op.ins[0]) == 2)
    return [op.ins[1] + op.ins[0][1:]]


def torch_linear(op):
    x, w = op.ins[0], op.ins[1]
    need(len(w) == 2 and x and x[-1] == w[1] and (op.ins[2] is None or op.ins[2] == [w[0]]))
    return [x[:-1] + [w[0]]]


TORCH = {
    "mm": torch_mm, "bmm": torch_bmm, "matmul": lambda op: [matmul(op.ins[0], op.ins[1])], "view": torch_view,
    "reshape": torch_view, "permute": torch_permute, "transpose.int": torch_transpose, "unsqueeze": torch_unsqueeze,
    "broadcast_to": torch_broadcast_to, "expand": torch_broadcast_to, "slice.Tensor": torch_slice,
    "select.int": torch_select, "index_select": torch_index_select, "convolution": torch_convolution,
    "sum.dim_IntList": torch_reduce, "mean.dim": torch_reduce, "amax": torch_reduce, "argmax": torch_arg,
    "max_pool2d": torch_pool, "avg_pool2d": torch_pool, "cat": torch_cat, "embedding": torch_embedding,
    "linear": torch_linear, "where.self": lambda op: [broadcast(*op.ins[:3])],
}


# --- All ----------------------------------------------------------------------

DIALECTS = {
    "tosa": (TOSA, TOSA_UNARY, TOSA_BINARY, lambda op: [broadcast(op.ins[0], op.ins[1], same_rank=True)]),
    "onnx": (ONNX, ONNX_UNARY, ONNX_BINARY, lambda op: [broadcast(*op.ins)]),
    "stablehlo": (HLO, HLO_UNARY, HLO_BINARY, hlo_equal),
    "mhlo": (HLO, HLO_UNARY, HLO_BINARY, hlo_equal),
    "torch": (TORCH, TORCH_UNARY, TORCH_BINARY, lambda op: [broadcast(op.ins[0], op.ins[1])]),
}


def results(dialect, op):
    """The shapes of the op's results; None where this does not know the op. Raises Impossible."""
    rules, unaries, binaries, binary = DIALECTS[dialect]
    name = op.name
    if dialect == "tosa" and name.startswith("reduce_") and op.int("axis") is not None:
        return [reduced(op.ins[0], [op.int("axis")], True)]
    if dialect == "onnx" and name.startswith("Reduce"):
        return onnx_reduce(op)
    rule = rules.get(name) or (unary if name in unaries else binary if name in binaries else None)
    if rule is None or not op.ins or op.ins[0] is None and name != "cat":
        return None
    try:
        return rule(op)
    except (TypeError, ValueError, IndexError):
        return None  # Of another rank, or in another form, than the rule is written for.


def fits(dialect, op):
    """Whether the op can be; None where that is not known."""
    try:
        made = results(dialect, op)
    except Impossible:
        return False
    if made is None:
        return None
    return all(a is None or b is None or a == b for a, b in zip(made, op.outs))
