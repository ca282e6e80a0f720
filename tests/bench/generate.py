"""Makes the inputs of the benchmarks: valid MLIR, the same on every run.

    generate.py FOLDER NAME...        NAME: one-10k, many-100k, nested-1k, ...

Beside each NAME.mlir stands NAME.json: where to edit (one digit that makes one
statement wrong, and back; a name that may grow) and where to hover. A file is
made again only when this program has changed.
"""

import hashlib
import json
import pathlib
import random
import sys

SIZES = {"1k": 1_000, "10k": 10_000, "100k": 100_000, "1M": 1_000_000}
MOST_EDITS = 256
DENSE_BYTES = 10_000_000
SIGNATURE = "(%x: {t}, %bias: {b}, %flag: i1, %n: index) -> {t}"


class Writer:
    """Writes lines, and remembers those that are to be edited or hovered."""

    def __init__(self, stream):
        self.stream = stream
        self.line = 0
        self.ops = 0
        self.edits = []
        self.hovers = []

    def text(self, line):
        self.stream.write(line + "\n")
        self.line += 1

    def op(self, line, ops=1):
        self.text(line)
        self.ops += ops

    def leaf(self, indent, name, operand, rows, columns):
        """An op without users: with a wrong result it is the only finding."""
        t = tensor(rows, columns)
        line = f"{indent}%{name} = tosa.add %{operand}, %bias : ({t}, {tensor(1, columns)}) -> "
        wrong = str(rows - 1 if rows == 9 else rows + 1)
        self.edits.append({
            "line": self.line,
            "nameEnd": len(indent) + 1 + len(name),
            "character": len(line) + len("tensor<"),
            "right": str(rows),
            "wrong": wrong,
        })
        self.hovers.append({"line": self.line, "character": len(indent) + 1, "contains": t})
        self.op(line + t)

    def branch(self, target, value, rows, columns):
        """To a block of one argument: the edits are of an op with a successor.
        The name that may grow is an attribute's."""
        head = f"  cf.br ^b{target}(%{value} : "
        line = f"{head}{tensor(rows, columns)}) {{n"
        self.edits.append({
            "line": self.line,
            "nameEnd": len(line),
            "character": len(head) + len("tensor<"),
            "right": str(rows),
            "wrong": str(rows - 1 if rows == 9 else rows + 1),
        })
        self.op(line + "}")


def tensor(*dims):
    return f"tensor<{'x'.join(map(str, dims))}xf32>"


def shape(index):
    """Sizes of the index-th function: its rows have one digit and are not 1."""
    return 3 + index % 7, 8 + index % 57


def begin_function(out, index):
    rows, columns = shape(index)
    signature = SIGNATURE.format(t=tensor(rows, columns), b=tensor(1, columns))
    out.text(f"func.func @f{index}{signature} {{")
    out.ops += 1
    return rows, columns


def end_function(out, value, rows, columns):
    out.op(f"  return %{value} : {tensor(rows, columns)}")
    out.text("}")


def chain(out, count, rows, columns):
    """`count` ops, each using the one before; every tenth has no user."""
    t, b, d = tensor(rows, columns), tensor(1, columns), tensor("?", columns)
    last = "x"
    forms = [
        f"tosa.add %{{0}}, %bias : ({t}, {b}) -> {t}",
        f"arith.mulf %{{0}}, %x : {t}",
        f"tosa.maximum %{{0}}, %x : ({t}, {t}) -> {t}",
        f"math.exp %{{0}} : {t}",
        f"tosa.sub %bias, %{{0}} : ({b}, {t}) -> {t}",
        f"tensor.cast %{{0}} : {t} to {d}",
        f"tosa.add %{{0}}, %bias : ({d}, {b}) -> {d}",
        f"tensor.cast %{{0}} : {d} to {t}",
        f"arith.select %flag, %{{0}}, %x : {t}",
    ]
    # Only whole groups, so that the last value has the function's type.
    for number in range(count // 10 * 10):
        if number % 10 == 9:
            out.leaf("  ", f"leaf{number}", last, rows, columns)
            continue
        out.op(f"  %{number} = " + forms[number % 10].format(last))
        last = str(number)
    return last


def chain_function(out, index, count):
    rows, columns = begin_function(out, index)
    end_function(out, chain(out, count, rows, columns), rows, columns)


def one(out, ops):
    chain_function(out, 0, ops)


def many(out, ops):
    for index in range(ops // 100):
        chain_function(out, index, 100)


def dynamic(out, ops):
    """One function whose sizes are not known: sums of them, and equal ones."""
    rows, columns = shape(0)
    t, d = tensor(rows, columns), tensor("?", columns)
    out.text(f"func.func @f0(%x: {t}, %bias: {tensor(1, columns)}, %p: {d}, %q: {d}, %n: index) -> {t} {{")
    out.ops += 1
    out.op("  %c0 = arith.constant 0 : index")
    last = "p"
    for number in range(0, ops // 10 * 10, 10):
        out.op(f"  %{number} = arith.addf %{last}, %q : {d}")
        out.op(f"  %{number + 1} = math.exp %{number} : {d}")
        out.op(f"  %{number + 2} = tensor.dim %{number + 1}, %c0 : {d}")
        out.op(f"  %{number + 3} = arith.addi %{number + 2}, %n : index")
        out.op(f"  %{number + 4} = tensor.empty(%{number + 3}) : {d}")
        out.op(f"  %{number + 5} = tosa.sub %{number + 4}, %bias : ({d}, {tensor(1, columns)}) -> {d}")
        out.op(f"  %{number + 6} = tensor.concat dim(0) %{number + 1}, %{number + 5} : ({d}, {d}) -> {d}")
        out.op(f"  %{number + 7} = arith.mulf %{number + 6}, %{number + 6} : {d}")
        out.op(f"  %{number + 8} = tosa.tanh %{number} : ({d}) -> {d}")
        out.leaf("  ", f"leaf{number}", "x", rows, columns)
        last = f"{number + 8}"
    end_function(out, "x", rows, columns)


def generic(out, indent, result, rows, columns):
    """linalg.generic: acc + x."""
    t = tensor(rows, columns)
    out.op(f"{indent}%{result} = linalg.generic {{indexing_maps = [#map, #map], "
           f'iterator_types = ["parallel", "parallel"]}} ins(%x : {t}) outs(%acc : {t}) {{')
    out.text(f"{indent}^bb0(%in: f32, %out: f32):")
    out.op(f"{indent}  %s = arith.addf %in, %out : f32")
    out.op(f"{indent}  linalg.yield %s : f32")
    out.text(f"{indent}}} -> {t}")


def loop(out, number, last, rows, columns):
    """A loop with a branch with structured ops in it: 13 ops."""
    t = tensor(rows, columns)
    out.op(f"  %r{number} = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %{last}) -> ({t}) {{")
    out.op(f"    %v = scf.if %flag -> ({t}) {{")
    generic(out, "      ", "g", rows, columns)
    out.leaf("      ", "w", "g", rows, columns)
    out.op(f"      scf.yield %g : {t}")
    out.text("    } else {")
    out.op(f"      %e = tensor.empty() : {t}")
    out.op(f"      %a = linalg.add ins(%x, %acc : {t}, {t}) outs(%e : {t}) -> {t}")
    out.op(f"      scf.yield %a : {t}")
    out.text("    }")
    out.op(f"    %m = arith.maximumf %v, %acc : {t}")
    out.op(f"    scf.yield %m : {t}")
    out.text("  }")


def nested(out, ops):
    out.text("#map = affine_map<(d0, d1) -> (d0, d1)>")
    for index in range(ops // 100):
        rows, columns = begin_function(out, index)
        out.op("  %c0 = arith.constant 0 : index")
        out.op("  %c1 = arith.constant 1 : index")
        last = "x"
        for number in range(7):
            loop(out, number, last, rows, columns)
            last = f"r{number}"
        out.leaf("  ", "leaf", last, rows, columns)
        end_function(out, last, rows, columns)


def blocks(out, ops):
    """One function of blocks of five ops."""
    rows, columns = begin_function(out, 0)
    t, b = tensor(rows, columns), tensor(1, columns)
    count = ops // 10
    out.op(f"  cf.br ^b0(%x : {t})")
    for number in range(count):
        out.text(f"^b{number}(%v{number}: {t}):")
        out.hovers.append({"line": out.line, "character": 3, "contains": t})
        out.op(f"  %s{number} = tosa.add %v{number}, %bias : ({t}, {b}) -> {t}")
        out.op(f"  %e{number} = math.exp %s{number} : {t}")
        out.op(f"  %m{number} = arith.mulf %e{number}, %x : {t}")
        out.op(f"  %c{number} = arith.cmpi slt, %n, %n : index")
        out.op(f"  cf.cond_br %c{number}, ^b{number + 1}(%m{number} : {t}), ^t{number}")
        out.text(f"^t{number}:")
        for name in "pqrt":
            out.op(f"  %{name}{number} = math.absf %m{number} : {t}")
        out.branch(number + 1, f"t{number}", rows, columns)
    out.text(f"^b{count}(%last: {t}):")
    end_function(out, "last", rows, columns)


def constant_function(out, ops, value, elements):
    rows, columns = begin_function(out, 0)
    out.op(f"  %weights = arith.constant dense<{value}> : {tensor(elements)}")
    end_function(out, chain(out, ops, rows, columns), rows, columns)


def dense(out, ops):
    """Weights written as numbers, in the function that is edited."""
    numbers = random.Random(1)
    elements = [f"{numbers.uniform(0.1, 1):.4f}" for _ in range(DENSE_BYTES // 8)]
    constant_function(out, ops, "[" + ", ".join(elements) + "]", len(elements))


def densehex(out, ops):
    """The same as mlir-opt prints it: a string of hexadecimal digits."""
    elements = DENSE_BYTES // 8
    value = random.Random(1).randbytes(elements * 3).hex()
    # Small exponents: no NaN, which would print differently.
    floats = "".join(value[i:i + 6] + "3f" for i in range(0, len(value), 6))
    constant_function(out, ops, f'"0x{floats.upper()}"', elements)


KINDS = {"one": one, "many": many, "nested": nested, "blocks": blocks, "dynamic": dynamic, "dense": dense, "densehex": densehex}


def version():
    return hashlib.sha256(pathlib.Path(__file__).read_bytes()).hexdigest()[:16]


def places(out, path):
    edits = random.Random(2).sample(out.edits, min(MOST_EDITS, len(out.edits)))
    first, middle, last = (out.hovers[int(part * (len(out.hovers) - 1))] for part in (0, 0.5, 1))
    return {
        "version": version(),
        "bytes": path.stat().st_size,
        "ops": out.ops,
        "edits": edits,
        "hovers": {"start": first, "middle": middle, "end": last},
    }


def is_current(path, sidecar):
    if not path.exists() or not sidecar.exists():
        return False
    return json.loads(sidecar.read_text())["version"] == version()


def ensure(folder, name):
    """The path of the input called `name`, made now if need be."""
    kind, size = name.rsplit("-", 1)
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path, sidecar = folder / f"{name}.mlir", folder / f"{name}.json"
    if not is_current(path, sidecar):
        with path.open("w") as stream:
            out = Writer(stream)
            KINDS[kind](out, SIZES[size])
        sidecar.write_text(json.dumps(places(out, path)))
    return path


def main():
    folder, *names = sys.argv[1:]
    for name in names:
        print(ensure(folder, name))


if __name__ == "__main__":
    main()
