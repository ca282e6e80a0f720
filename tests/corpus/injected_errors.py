#!/usr/bin/env python3
"""How many ops that one changed size makes impossible are told.

Takes valid ops with static shapes from the files of CORPUS and puts each into a function of
its own: what it reads is an argument, but for constants, which stay. Then one size of one
argument, or of one result, is changed wherever its type is written. What is impossible then,
shape_oracle.py says.

usage: injected_errors.py SHAPELS CORPUS [--mutants N] [--seed N] [--missed] [--legal]

Prints a table by dialect, and with --missed one mutant of each kind that is not told, with
--legal how many are possible, by op. Fails where less than the bounds is told, or an error is
said of an op that nobody changed or that is possible.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import shape_oracle

BOUNDS = {"tosa": 95, "onnx": 95, "stablehlo": 95, "torch": 85}
LINE = re.compile(r'^\s*((?:%[\w$.-]+(?::\d+)?(?:,\s*)?)+)\s*=\s*"?(tosa|onnx|stablehlo|mhlo|torch)\.([\w.$]+)"?(.*)$')
NAME = re.compile(r"%[\w$.-]+")
CONSTANT = re.compile(r'"?(?:tosa\.const(?:_shape)?|onnx\.(?:Constant|NoValue)|torch\.constant\.\w+|'
                      r'torch\.prim\.ListConstruct|torch\.vtensor\.literal|stablehlo\.constant|mhlo\.constant)"?\b')
TENSOR = re.compile(r"^tensor<((?:\d+x)*)([a-z]\w*(?:<\w+>)?)>$")
VTENSOR = re.compile(r"^!torch\.vtensor<\[([\d,]*)\],(\w+)>$")
# Valid for their project, and yet impossible; by place.
PROVED = {
    "onnx-mlir/test__mlir__accelerators__nnpa__conversion__onnx-to-zhigh__lstm.mlir:421":
        "hidden_size is 8193, so W has 4 x 8193 = 32772 rows, and not 16384",
}
# These write their operands in another order than the types of them.
REORDERED = {"reduce"}
NOT_VALID = re.compile(r"invalid|negative|error")


def split(text, by=","):
    """At the places that are in no bracket."""
    parts, depth, start = [], 0, 0
    for at, c in enumerate(text):
        if c in "<([{":
            depth += 1
        elif c in ")]}" or c == ">" and text[at - 1] != "-":
            depth -= 1
        elif depth == 0 and text.startswith(by, at):
            parts.append(text[start:at])
            start = at + len(by)
    return [part.strip() for part in parts + [text[start:]]]


def shape_of(kind):
    if found := TENSOR.match(kind):
        return [int(size) for size in found[1].split("x")[:-1]]
    if found := VTENSOR.match(kind):
        return [int(size) for size in found[1].split(",") if size]
    return None


def with_shape(kind, shape):
    if found := TENSOR.match(kind):
        return "tensor<" + "".join(f"{size}x" for size in shape) + found[2] + ">"
    return f"!torch.vtensor<[{','.join(map(str, shape))}],{VTENSOR.match(kind)[2]}>"


class Line:
    """A statement whose types are those of its operands, in their order, and of its results."""

    def __init__(self, text):
        found = LINE.match(text)
        self.dialect, self.name = found[2], found[3]
        self.names = [name.split(":")[0].strip() for name in found[1].split(",")]
        self.text = re.sub(r"\s+loc\(.*\)$|\s*//.*$", "", text.strip())
        self.ins = self.outs = None
        parts = split(self.text, " : ")
        arrow = split(parts[-1], "->") if len(parts) > 1 else []
        if len(arrow) != 2:
            self.operands = []
            return
        # A result of several, which is an argument now, has a name of its own.
        self.head = re.sub(r"%([\w$.-]+)#(\d+)", r"%of_\1_\2", " : ".join(parts[:-1]))
        self.operands = NAME.findall(self.head.split("=", 1)[1])
        self.is_bare = not arrow[0].startswith("(")
        self.is_list = arrow[1].startswith("(")
        self.ins = [part for part in split(arrow[0] if self.is_bare else arrow[0][1:-1]) if part]
        self.outs = split(arrow[1][1:-1] if self.is_list else arrow[1])

    def is_settled(self):
        return (self.ins is not None and len(self.ins) == len(self.operands)
                and not any(kind.startswith("(") for kind in self.ins))

    def written(self, types, outs):
        """With other types: `types` are by operand."""
        if self.ins is None:
            return self.text
        ins = ", ".join(types.get(name, kind) for name, kind in zip(self.operands, self.ins))
        result = ", ".join(outs)
        return (f"{self.head} : {ins if self.is_bare else '(' + ins + ')'} -> "
                f"{'(' + result + ')' if self.is_list else result}")


class Snippet:
    """An op, with the constants that it reads."""

    def __init__(self, op, constants, place):
        self.op, self.constants, self.place = op, constants, place
        self.by_name = {name: line for line in constants for name in line.names}
        self.arguments = {}
        for line in constants + [op]:
            for name, kind in zip(line.operands, line.ins or []):
                if name not in self.by_name:
                    self.arguments.setdefault(name, kind)

    def text(self, types, outs, number):
        arguments = ", ".join(f"{name}: {types.get(name, kind)}" for name, kind in self.arguments.items())
        lines = [line.written(types, line.outs) for line in self.constants] + [self.op.written(types, outs)]
        return f"func.func @f{number}({arguments}) {{\n  " + "\n  ".join(lines) + "\n  return\n}"

    def integers(self, name):
        """That the value is a constant of."""
        line = self.by_name.get(name)
        if line is None:
            return None
        if line.name == "prim.ListConstruct":
            parts = [self.integers(part) for part in line.operands]
            return None if any(part is None for part in parts) else [i for part in parts for i in part]
        if found := re.search(r"constant\.int (-?\d+)", line.text):
            return [int(found[1])]
        if found := re.search(r"dense<(\[?[-\d, ]*\]?)>\s*:\s*tensor<(?:(\d+)x)?(?:i\d+|index)>", line.text):
            items = [int(i) for i in re.findall(r"-?\d+", found[1])]
            return items * int(found[2] or 1) if not found[1].startswith("[") else items
        return None

    def judged(self, types, outs):
        """By the oracle: whether it can be; None where that is not known."""
        def shape(name, kind):
            return shape_of(types.get(name, kind))
        ins = [shape(name, kind) for name, kind in zip(self.op.operands, self.op.ins)]
        op = shape_oracle.Op(self.op.name.removeprefix("aten."), ins, [shape_of(kind) for kind in outs], self.op.text,
                             [self.integers(name) for name in self.op.operands])
        op.text_of = lambda at: (self.by_name[self.op.operands[at]].text
                                 if at < len(self.op.operands) and self.op.operands[at] in self.by_name else "")
        listed = self.by_name.get(self.op.operands[0]) if self.op.operands else None
        op.lists = ([shape(name, kind) for name, kind in zip(listed.operands, listed.ins)]
                    if listed and listed.name == "prim.ListConstruct" and listed.ins else None)
        return shape_oracle.fits(self.op.dialect, op)

    def mutants(self, how_many, chance):
        """Types by argument, and of the results, in which one size is another."""
        targets = [(name, shape_of(kind), at) for name, kind in self.arguments.items()
                   for at in range(len(shape_of(kind) or []))]
        targets += [(number, shape_of(kind), at) for number, kind in enumerate(self.op.outs)
                    for at in range(len(shape_of(kind) or []))]
        chance.shuffle(targets)
        for target, shape, at in targets[:how_many]:
            size = shape[at]
            other = chance.choice([new for new in (size + 1, size - 1, 2 * size) if new > 0 and new != size])
            changed = shape[:at] + [other] + shape[at + 1:]
            outs = list(self.op.outs)
            if isinstance(target, int):
                outs[target] = with_shape(outs[target], changed)
                yield {}, outs
            else:
                yield {target: with_shape(self.arguments[target], changed)}, outs


def is_whole(text):
    """Whether the statement ends in its line."""
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))


def snippet_of(lines, at):
    """The op of a line, if all its types are settled and static."""
    if not is_whole(lines[at]) or not LINE.match(lines[at]) or CONSTANT.match(lines[at].split("=", 1)[1].strip()):
        return None
    op = Line(lines[at])
    if not op.is_settled() or any(re.search(r"[?*#!](?!torch)|quant", kind) for kind in op.ins + op.outs) \
            or op.name in REORDERED:
        return None
    constants, wanted = {}, list(op.operands)
    while wanted:
        name = wanted.pop()
        for above in range(at - 1, -1, -1):
            text = lines[above]
            if re.match(r"\s*(?:func\.func|// -----|module)", text):
                break
            if re.match(r"\s*" + re.escape(name) + r"\s*=", text):
                if LINE.match(text) and CONSTANT.match(text.split("=", 1)[1].strip()):
                    line = Line(text)
                    if not is_whole(text) or line.operands and not line.is_settled():
                        return None
                    if above not in constants:
                        constants[above] = line
                        wanted += line.operands
                break
    return op, [line for _, line in sorted(constants.items())]


def snippets(corpus):
    """Each once."""
    seen = set()
    for path in sorted(corpus.rglob("*.mlir")):
        text = path.read_text(errors="replace")
        if NOT_VALID.search(path.name) or "expected-error" in text or path.stat().st_size > 600_000:
            continue
        lines = text.split("\n")
        for at in range(len(lines)):
            found = snippet_of(lines, at)
            if not found:
                continue
            snippet = Snippet(*found, f"{path.relative_to(corpus)}:{at + 1}")
            key = snippet.text({}, snippet.op.outs, 0)
            key = re.sub(r"%[\w$.-]+", "%", key)
            if key not in seen:
                seen.add(key)
                yield snippet


def errors_of(shapels, texts):
    """Of each text the errors that shapels says."""
    with tempfile.TemporaryDirectory() as folder:
        files, starts = [], {}
        for first in range(0, len(texts), 200):
            path, line, content = f"{folder}/{first}.mlir", 0, []
            for number in range(first, min(first + 200, len(texts))):
                starts.setdefault(path, []).append((line, number))
                content.append(texts[number])
                line += texts[number].count("\n") + 2
            pathlib.Path(path).write_text("\n// -----\n".join(content))
            files.append(path)
        said = json.loads(subprocess.run([shapels, "--check", "--no-config", "--format=json", *files],
                                         capture_output=True, text=True, timeout=600).stdout)
    errors = collections.defaultdict(list)
    for file in said["files"]:
        for finding in file["diagnostics"]:
            if finding["severity"] == "error":
                line = finding["range"]["start"]["line"]
                number = max(start for start in starts[file["file"]] if start[0] <= line)[1]
                errors[number].append(f"{finding['code']}: {finding['message']}")
    return errors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shapels")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--mutants", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--legal", action="store_true")
    options = parser.parse_args()

    chance = random.Random(options.seed)
    found = list(snippets(options.corpus))
    originals = [snippet.text({}, snippet.op.outs, 0) for snippet in found]
    flagged = errors_of(options.shapels, originals)
    failures = []
    mutants, disputed = [], []
    unknown, left_out = collections.Counter(), collections.Counter()
    for number, snippet in enumerate(found):
        op = f"{snippet.op.dialect}.{snippet.op.name}"
        fits = snippet.judged({}, snippet.op.outs)
        if snippet.place in PROVED:
            continue
        if any(error.startswith("mlir-") for error in flagged[number]):
            left_out[op] += 1  # Of a newer MLIR.
            continue
        if flagged[number]:
            (disputed if fits is False else failures).append(f"{snippet.place}: unchanged: {op}: {flagged[number][0]}")
            continue
        if fits is not True:
            unknown[op] += 1
            if fits is False:
                disputed.append(f"{snippet.place}: the oracle does not take {op}: {snippet.op.text}")
            continue
        for types, outs in snippet.mutants(options.mutants, chance):
            fits = snippet.judged(types, outs)
            if fits is None:
                unknown[op] += 1
            else:
                mutants.append((snippet, op, fits, snippet.text(types, outs, 0)))

    errors = errors_of(options.shapels, [text for *_, text in mutants])
    told, impossible, legal = collections.Counter(), collections.Counter(), collections.Counter()
    missed = {}
    missed_ops = collections.Counter()
    for number, (snippet, op, fits, text) in enumerate(mutants):
        dialect = "stablehlo" if snippet.op.dialect == "mhlo" else snippet.op.dialect
        if fits:
            legal[op] += 1
            if errors[number]:
                failures.append(f"{snippet.place}: possible: {op}: {errors[number][0]}\n{text}")
            continue
        impossible[dialect] += 1
        told[dialect] += bool(errors[number])
        if not errors[number]:
            missed_ops[op] += 1
            missed.setdefault(op, f"{snippet.place}\n{text}")

    for text in disputed:
        print("disputed:", text)
    if options.missed:
        for op, count in missed_ops.most_common():
            print(f"missed {count} of {op}: {missed[op]}")
    if options.legal:
        for op, count in legal.most_common():
            print(f"possible: {count} of {op}")
    print("left out, as MLIR does not take them:", ", ".join(left_out) or "none")
    print("not judged:", ", ".join(f"{op} {count}" for op, count in unknown.most_common()) or "none")
    print(f"{len(found)} ops, {len(mutants)} mutants, {sum(legal.values())} of them possible")
    passed = failed = 0
    for dialect, bound in BOUNDS.items():
        share = 100 * told[dialect] / max(impossible[dialect], 1)
        print(f"{dialect}: {told[dialect]} of {impossible[dialect]} impossible ones told ({share:.1f} %, at least {bound})")
        passed += share >= bound
        failed += share < bound
    for text in failures:
        print("false:", text)
    failed += len(failures)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
