#!/usr/bin/env python3
"""Shape functions of public files, held against MLIR.

mlir-opt accepts each in both forms, and canonicalization and CSE change nothing.
With sizes as indices they are lowered and run, and say what MLIR's own
reification says of the original: for each ranked value at the top of a function
the original returns `tensor.dim` of it, `--resolve-shaped-type-result-dims`
turns these into sizes of arguments, and what has no other op left then is
called with the same arguments. Sizes are small numbers, 0 and 1 among them.

usage: shape_functions.py SHAPELS TOOLS CORPUS [--files N] [--only TEXT]
"""

import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

LOWER = ("--pass-pipeline=builtin.module(one-shot-bufferize{bufferize-function-"
         "boundaries allow-return-allocs-from-loops},convert-linalg-to-loops,"
         "memref-expand,convert-scf-to-cf,func.func(arith-expand),"
         "expand-strided-metadata,lower-affine,convert-to-llvm,"
         "reconcile-unrealized-casts)")
REIFY = ("--pass-pipeline=builtin.module(func.func(canonicalize),"
         "resolve-shaped-type-result-dims,canonicalize,cse)")
PLAIN = re.compile(r"\s*(%[\w:, ]+ = )?(arith\.|affine\.(apply|min|max)|tensor\.dim|"
                   r"tensor\.cast|return|func\.func|module|\}|#)")
TENSOR = re.compile(r"tensor<((?:(?:\d+|\?)x)*)(f32|f64|f16|i32|i64|i8|i1|index)>$")
CHOICES = [0, 1, 1, 2, 3, 4, 5]


class Tools:
    def __init__(self, shapels, folder):
        self.shapels, self.folder = shapels, pathlib.Path(folder)

    def run(self, tool, *arguments, text=None):
        return subprocess.run([str(self.folder / tool), *arguments], input=text,
                              capture_output=True, text=True, timeout=120)

    def opt(self, text, *arguments):
        return self.run("mlir-opt", *arguments, "-", text=text)

    def functions(self, path, *options):
        done = subprocess.run(
            [self.shapels, "--shape-function", "--no-config", "--format=json",
             *options, path], capture_output=True, text=True, timeout=120)
        if not done.stdout:
            return []
        return json.loads(done.stdout)["files"][0]["sections"]


def unsimplified(tools, text):
    """Why MLIR does not take the text, or what it simplifies in it."""
    read = tools.opt(text)
    if read.returncode:
        return "not accepted: " + read.stderr[:400]
    simple = tools.opt(text, "--canonicalize", "--cse")
    if simple.returncode == 0 and read.stdout != simple.stdout:
        return "simplified"
    return ""


def split_types(text):
    """The types in a list, at the commas that are in no bracket."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        if c in "<([{":
            depth += 1
        elif c in ">)]}" and text[i - 1:i + 1] != "->":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [p for p in parts + [text[start:].strip()] if p]


def arguments_of(header):
    """Name and type of each argument in `func.func ... @name(...)`."""
    begin = header.index("(", header.index("@"))
    depth = 0
    for i in range(begin, len(header)):
        depth += (header[i] == "(") - (header[i] == ")")
        if depth == 0:
            break
    found = []
    for part in split_types(header[begin + 1:i]):
        name, _, kind = part.partition(":")
        found.append((name.strip(), re.sub(r" \{.*\}$", "", kind.strip())))
    return found


def made(name, kind, sizes, chosen):
    """Ops that make an argument; nothing where it is not known how."""
    match = TENSOR.match(kind)
    if kind == "index" or re.match(r"i(1|8|32|64)$", kind):
        if kind == "i1":
            return f"  {name} = arith.constant {str(chosen % 2 == 0).lower()}\n"
        return f"  {name} = arith.constant {chosen} : {kind}\n"
    if kind in ("f32", "f64", "f16"):
        return f"  {name} = arith.constant 1.0 : {kind}\n"
    if not match:
        return None
    dims = match[1].split("x")[:-1]
    value = "1.0" if match[2].startswith("f") else "true" if match[2] == "i1" else "1"
    static = "x".join([d if d != "?" else str(sizes.pop()) for d in dims] + [match[2]])
    return (f"  {name}_made = arith.constant dense<{value}> : tensor<{static}>\n"
            f"  {name} = tensor.cast {name}_made : tensor<{static}> to {kind}\n")


def caller(number, name, arguments, count, seed):
    """A function that makes arguments, calls another one and prints its results."""
    chosen = random.Random(seed)
    sizes = [chosen.choice(CHOICES) for _ in range(64)]
    body = ""
    for argument, kind in arguments:
        text = made(argument, kind, sizes, chosen.choice(CHOICES))
        if text is None:
            return None
        body += text
    operands = ", ".join(a for a, _ in arguments)
    types = ", ".join(k for _, k in arguments)
    results = ", ".join(["index"] * count)
    body += f"  %all:{count} = call @{name}({operands}) : ({types}) -> ({results})\n"
    for i in range(count):
        body += (f"  %p{i} = arith.index_cast %all#{i} : index to i64\n"
                 f"  call @printI64(%p{i}) : (i64) -> ()\n"
                 "  call @printNewline() : () -> ()\n")
    return f"func.func @main{number}() {{\n{body}  return\n}}\n"


class Program:
    """A function, how it is called, and how many numbers that prints."""

    def __init__(self, where, text, number, name, arguments, count, seed):
        self.where, self.number, self.count = where, number, count
        # Aliases of maps are numbered from 0 in each text.
        self.text = re.sub(r"#(map|set|loc)(\d*)", rf"#\g<1>_{number}_\2", text)
        self.text = re.sub(rf"@{re.escape(name)}\b", f"@f{number}", self.text)
        self.caller = caller(number, f"f{number}", arguments, count, seed)


def executed(tools, programs):
    """What each prints, by its number, and why others do not run."""
    if not programs:
        return {}, []
    mains = "".join(f"  call @main{p.number}() : () -> ()\n" for p in programs)
    text = ("".join(p.text + "\n" + p.caller for p in programs) +
            "func.func private @printI64(i64)\nfunc.func private @printNewline()\n"
            f"func.func @main() {{\n{mains}  return\n}}\n")
    lowered = tools.opt(text, LOWER)
    ran = lowered
    if lowered.returncode == 0:
        ran = tools.run("mlir-runner", "-e", "main", "-O0", "--entry-point-result=void",
                        f"--shared-libs={tools.folder}/../lib/libmlir_c_runner_utils.so",
                        text=lowered.stdout)
    if ran.returncode == 0:
        numbers = [int(line) for line in ran.stdout.split()]
        printed = {}
        for program in programs:
            printed[program.number], numbers = (numbers[:program.count],
                                                numbers[program.count:])
        return printed, []
    if len(programs) == 1:
        return {}, [f"{programs[0].where}: does not run: {ran.stderr[:300]}"]
    half = len(programs) // 2
    first, second = executed(tools, programs[:half]), executed(tools, programs[half:])
    return first[0] | second[0], first[1] + second[1]


def header_and_body(source):
    """Of a func.func with one block: its text up to the body, and the lines of that."""
    at = source.find("{\n")
    end = source.rfind("\n  return") if "\n  return" in source else source.rfind("return")
    return (source[:at], source[at + 2:end]) if 0 <= at < end else None


def measuring(source, function, declared):
    """The original, returning sizes of values at its top; with their places."""
    parts = header_and_body(source)
    if not parts or re.search(r"^\s*\^", parts[1], re.MULTILINE):
        return None
    header, body = parts
    match = re.search(r"func\.func (?:private |public )?@\"?[\w.$-]+\"?\(", header)
    if not match:
        return None
    arguments = arguments_of(header)
    lines, names, places = "", [], []
    for shape in function["shapes"]:
        kind = declared.get((shape["value"], shape["range"]["start"]["line"]), "")
        dims = TENSOR.match(kind)
        name = re.escape(shape["value"].split("#")[0])
        is_top = re.search(rf"^  {name}(:\d+)?(, %\w+)* = ", body, re.MULTILINE)
        is_top = is_top or re.search(rf"^  (%\w+, )*{name}(, %\w+)* = ", body, re.MULTILINE)
        if not dims or not is_top or shape["missing"]:
            continue
        for i, dim in enumerate(dims[1].split("x")[:-1]):
            if dim == "?":
                n = len(names)
                lines += (f"  %shapels_i{n} = arith.constant {i} : index\n"
                          f"  %shapels_d{n} = tensor.dim {shape['value']}, "
                          f"%shapels_i{n} : {kind}\n")
                names.append(f"%shapels_d{n}")
                places.append((shape["value"], i, shape["results"][i]))
    if not names:
        return None
    results = ", ".join(["index"] * len(names))
    listed = ", ".join(f"{n}: {t}" for n, t in arguments)
    text = (f"func.func @original({listed}) -> ({results}) {{\n{body}\n{lines}"
            f"  return {', '.join(names)} : {results}\n}}\n")
    return text, arguments, places


class Outcome:
    def __init__(self):
        self.functions = self.ran = self.compared = self.sizes = self.unknown = 0
        self.bad = []


def reified(tools, originals):
    """The originals after MLIR's reification, by number, of those that it does whole."""
    if not originals:
        return {}
    text = "\n".join(text.replace("@original(", f"@original{number}(")
                     for number, (text, _, _) in originals.items())
    done = tools.opt(text, REIFY)
    if done.returncode:
        if len(originals) == 1:
            return {}
        items = list(originals.items())
        half = len(items) // 2
        return reified(tools, dict(items[:half])) | reified(tools, dict(items[half:]))
    maps = "".join(re.findall(r"^#.*\n", done.stdout, re.MULTILINE))
    found = {}
    for match in re.finditer(r"^  func\.func @original(\d+)\(.*?^  }\n", done.stdout,
                             re.MULTILINE | re.DOTALL):
        if all(map(PLAIN.match, match[0].splitlines())):
            found[int(match[1])] = maps + match[0]
    return found


def compare(tools, outcome, written, originals):
    """`written`: programs; `originals`: what measuring() made of their functions."""
    printed, bad = executed(tools, list(written.values()))
    outcome.bad += bad
    outcome.ran += len(printed)
    plain = reified(tools, {n: o for n, o in originals.items() if n in printed})
    programs = []
    for number, text in plain.items():
        _, arguments, places = originals[number]
        programs.append(Program(written[number].where, text, number, f"original{number}",
                                arguments, len(places), f"{written[number].seed}"))
    expected, _ = executed(tools, [p for p in programs if p.caller])
    for number, sizes in expected.items():
        outcome.compared += 1
        for (name, dim, result), size in zip(originals[number][2], sizes):
            outcome.sizes += 1
            if printed[number][result] != size:
                outcome.bad.append(
                    f"{written[number].where}: {name}[{dim}] is "
                    f"{printed[number][result]}, MLIR has {size}")


def function_text(source, name):
    """The text of `func.func @name`, up to the brace that closes it at its column."""
    match = re.search(rf"^func\.func [^\n]*@{re.escape(name)}\(.*?^}}", source,
                      re.MULTILINE | re.DOTALL)
    return match[0] if match else ""


def check(tools, path):
    outcome = Outcome()
    source = path.read_text(errors="replace")
    for options in ([], ["--results=index"]):
        for section in tools.functions(str(path), *options):
            outcome.functions += len(section["functions"]) if options else 0
            why = unsimplified(tools, section["text"])
            if why:
                outcome.bad.append(f"{path.name} section {section['section']} "
                                   f"{' '.join(options)}: {why}")
            elif options:
                run_section(tools, outcome, path, source, section)
    return outcome


def run_section(tools, outcome, path, source, section):
    done = subprocess.run([tools.shapels, "--print-inferred", "--no-config",
                           "--format=json", str(path)],
                          capture_output=True, text=True, timeout=120)
    values = json.loads(done.stdout)["files"][0]["values"]
    declared = {(v["name"], v["range"]["start"]["line"]): v["declared"] for v in values}
    texts = re.split(r"(?=^func\.func private @)", section["text"], flags=re.MULTILINE)
    maps = texts[0] if texts[0].startswith("#") else ""
    written, originals = {}, {}
    for number, function in enumerate(section["functions"]):
        text = next((t for t in texts
                     if t.startswith(f"func.func private @{function['name']}(")), "")
        count = sum(len(s["results"]) for s in function["shapes"])
        outcome.unknown += bool(function["unknowns"])
        # What calls others runs with them, in RandomProgram's tests.
        if function["unknowns"] or not count or not text or " call @" in text:
            continue
        where, seed = f"{path.name} @{function['auxiliaryOf']}", f"{path.name}{number}"
        program = Program(where, maps + text, number, function["name"],
                          arguments_of(text), count, seed)
        program.seed = seed
        if not program.caller:
            continue
        written[number] = program
        original = measuring(function_text(source, function["auxiliaryOf"]), function,
                             declared)
        if original:
            originals[number] = original
    compare(tools, outcome, written, originals)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shapels")
    parser.add_argument("tools")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--files", type=int, default=0, help="so many, at random")
    parser.add_argument("--only", default="", help="files with this in their path")
    options = parser.parse_args()
    tools = Tools(options.shapels, options.tools)
    paths = sorted(p for p in options.corpus.rglob("*.mlir") if options.only in str(p))
    if options.files:
        paths = random.Random(0).sample(paths, min(options.files, len(paths)))
    total = Outcome()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for outcome in pool.map(lambda path: check(tools, path), paths):
            for name in ("functions", "ran", "compared", "sizes", "unknown"):
                setattr(total, name, getattr(total, name) + getattr(outcome, name))
            total.bad += outcome.bad
    for line in total.bad:
        print(line)
    print(f"{total.functions} shape functions of {len(paths)} files, {total.unknown} with "
          f"unknown arguments; {total.ran} ran; {total.sizes} sizes of {total.compared} "
          f"compared with MLIR's reification")
    print(f"{total.functions} passed, {len(total.bad)} failed")
    return 1 if total.bad or not total.functions else 0


if __name__ == "__main__":
    sys.exit(main())
