#!/usr/bin/env python3
"""Erases every declared result type and holds what is recovered against it.

Of each op result with a shape in valid IR: what `shapels --print-inferred` says
follows from arguments and constants alone, against the declared type. Sizes
that an op states in its result type only (constants, empty, ...) are counted
apart. No size may be wrong, neither may one that operands' declared types imply.

usage: erase_and_recover.py SHAPELS SHARED [--table] [--json FILE]

SHARED is the folder that holds corpus/ and cases/. Prints a table by dialect,
with --table by op too, and ends with `N passed, N failed`, counting bounds.
--json writes the table by op. What depends on data counts as any other result:
its sizes are unknown, or exact where the type leaves them open too.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

KINDS = ["exact", "less", "unknown", "wrong"]
# Functions that declare what cannot be, in dialects that MLIR does not verify.
FAULTY = {
    "@test_onnx_conv2d_not_insert_onnxpad_if_auto_pad_is_valid": "(224 - 7) / 2 + 1 is 109",
    "@conv_reject_dilation": "5 - ((3 - 1) * 2 + 1) + 1 is 1",
    "@test_constantofshape_elided": "two sizes make a rank of 2",
}
# What must be recovered of a dialect's results, in percent; what is known of
# it was measured when the rule was written.
LEAST_EXACT = {"tosa": 97.8, "linalg": 100, "tensor": 95.1, "stablehlo": 96.4, "onnx": 94.5,
                "torch": 93, "iree_linalg_ext": 95}
SIZES = re.compile(r"^!?[\w.]+<(?:\w+:tensor<)?(\*|(?:\[?(?:\d+|\?)\]?x)*)")
LIST = re.compile(r"^![\w.]+<\[([^\]]*)\]")


def sizes(text):
    """The sizes that a type states; None where it has no rank."""
    if match := LIST.match(text):
        return [size for size in match[1].split(",") if size]
    match = SIZES.match(text)
    if not match or match[1] == "*" or text == "index":
        return None
    return match[1].split("x")[:-1]


def verdict(declared, recovered):
    want, have = sizes(declared), sizes(recovered) if recovered else None
    if have is None:
        return "unknown"
    if len(want) != len(have):
        return "wrong"
    if any("?" not in (a, b) and a != b for a, b in zip(want, have)):
        return "wrong"
    return "less" if any(b == "?" != a for a, b in zip(want, have)) else "exact"


def run(shapels, *arguments):
    result = subprocess.run([shapels, *arguments], capture_output=True, text=True, errors="replace", timeout=600)
    if result.returncode not in (0, 1):
        sys.exit(f"{' '.join(arguments)}: {result.stderr}")
    return {entry["file"]: entry for entry in json.loads(result.stdout)["files"]}


def section_of(path):
    """The section of each line, zero-based."""
    number, result = 0, []
    for line in pathlib.Path(path).read_text(errors="replace").split("\n"):
        result.append(number)
        number += line.rstrip().endswith("// -----")
    return result


def measure(shapels, paths, table, problems):
    checked = run(shapels, "--check", "--format=json", "--show-expected", *paths)
    inferred = run(shapels, "--print-inferred", "--format=json", *paths)
    for path, entry in inferred.items():
        sections = section_of(path)
        lines = pathlib.Path(path).read_text(errors="replace").split("\n")
        broken = {sections[d["range"]["start"]["line"]] for d in checked[path]["diagnostics"] if d["severity"] == "error"}
        # What MLIR's tests expect of another version of MLIR.
        broken |= {sections[number] for number, line in enumerate(lines) if "expected-error" in line}
        for value in entry["values"]:
            is_wanted = value["op"] is not None and sizes(value["declared"]) is not None and value["function"] not in FAULTY
            if not is_wanted or value["section"] in broken:
                continue
            kind = verdict(value["declared"], value["fromArguments"])
            table[value["op"]]["stated" if value["statedByType"] and kind != "wrong" else kind] += 1
            for column in "inferred", "fromArguments":
                if verdict(value["declared"], value[column]) == "wrong":
                    line = value["range"]["start"]["line"] + 1
                    problems.append(f"{path}:{line}: {value['op']}: {column} {value[column]}, declared {value['declared']}")


def oracle(shapels, path):
    """How many of the erased types are recovered, and how many MLIR 22 does."""
    values = collections.defaultdict(list)
    for value in run(shapels, "--print-inferred", "--format=json", str(path))[str(path)]["values"]:
        values[value["function"], value["op"]].append(value)
    counts, theirs = collections.Counter(), 0
    for entry in json.loads(path.with_suffix(".json").read_text()):
        if "error" in entry:
            continue  # Does not verify once it is erased.
        found = values["@" + entry["func"], entry["op"]]
        kind = verdict(entry["declared"], found.pop(0)["fromArguments"] if found else None)
        counts[kind] += 1
        theirs += entry["verdict"] == "exact"
        if kind != "exact":
            print(f"  {path.name}: @{entry['func']}, {entry['op']}: {kind}, {entry['verdict']} in MLIR 22")
    return counts, theirs


def row(name, counts):
    total = sum(counts[kind] for kind in KINDS)
    share = 100 * counts["exact"] / total if total else 100
    cells = " ".join(f"{counts[kind]:8}" for kind in KINDS + ["stated"])
    print(f"{name:44} {cells} {share:7.1f} %")
    return share


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("shapels")
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--json", type=pathlib.Path)
    return parser.parse_args()


def write_json(path, table):
    ops = {op: {kind: table[op][kind] for kind in KINDS + ["stated"]} for op in sorted(table)}
    path.write_text(json.dumps({"version": 1, "ops": ops}, indent=1) + "\n")


def main():
    arguments = parse_arguments()
    shapels, shared = arguments.shapels, arguments.shared
    table, problems = collections.defaultdict(collections.Counter), []
    files = sorted(str(path) for path in (shared / "corpus").rglob("*.mlir"))
    files.append(str(shared / "cases/llvm/tosa-ops.mlir"))
    for first in range(0, len(files), 100):
        measure(shapels, files[first:first + 100], table, problems)
    dialects = collections.defaultdict(collections.Counter)
    for op, counts in table.items():
        dialects[op.split(".")[0]].update(counts)
    print(f"{'':44} {' '.join(f'{kind:>8}' for kind in KINDS + ['stated'])}")
    if arguments.json:
        write_json(arguments.json, table)
    if arguments.table:
        for op in sorted(table, key=lambda op: (op.split(".")[0], -sum(table[op].values()))):
            row(op, table[op])
    shares = {name: row(name, dialects[name]) for name in sorted(dialects)}
    row("all", sum(dialects.values(), collections.Counter()))
    bounds = [not problems]
    for problem in problems:
        print(f"wrong: {problem}")
    for name, least in LEAST_EXACT.items():
        if name in shares:
            bounds.append(shares[name] >= least)
            print(f"{name}: {shares[name]:.1f} % exact, at least {least} % wanted")
    for path in sorted((shared / "cases/oracle").glob("*.mlir")):
        counts, theirs = oracle(shapels, path)
        bounds.append(counts["exact"] >= theirs and not counts["wrong"])
        print(f"{path.name}: {counts['exact']} of {sum(counts.values())} exact, {theirs} by MLIR 22")
    print(f"{bounds.count(True)} passed, {bounds.count(False)} failed")
    return not all(bounds)


if __name__ == "__main__":
    sys.exit(main())
