#!/usr/bin/env python3
"""What texts of every shape cost must grow as they do, without a look at a clock.

For each kind of text the instructions that opening it takes (and one hover) are
counted by valgrind at N and at 2N, less those of an empty text: at most 2.2 times.

usage: cost.py SHAPELS [KIND...]
       cost.py --print KIND N     the text
"""

import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

MOST = 2.2
URI = "file:///cost/a.mlir"


def lines(before, line, after, n):
    return before + "".join(line.format(i=i, j=i + 1, k=i + 2) for i in range(n)) + after


def aliases(n):
    """A type of which MLIR would write a part for each of 2 ** n."""
    return (lines("!a0 = tuple<i32, i32>\n", "!a{j} = tuple<!a{i}, !a{i}>\n", "", n - 1) +
            f"func.func @f(%a: !a{n - 1}) {{\n" +
            "".join(f"  %v{i} = arith.addi %a, %a : !a{n - 1}\n" for i in range(6)) +
            "  return\n}\n")


def nested(open_, close, n, begin="", end=""):
    return begin + open_ * n + "%0 = arith.addi %q, %q : i32\n" + close * n + end


KINDS = {
    # Wrong in the innermost.
    "nested": (200, lambda n: nested('"x.r"() ({\n', "}) : () -> ()\n", n)),
    "nested-if": (200, lambda n: nested("scf.if %c {\n", "}\n", n,
                                        "func.func @f(%c: i1) {\n", "return\n}\n")),
    "unclosed": (200, lambda n: "func.func @f(%c: i1) {\n" + "scf.if %c {\n" * n),
    "errors": (1000, lambda n: lines("func.func @f() {\n", "  %v{i} = arith.negf %u{i} : f32\n",
                                     "  return\n}\n", n)),
    "verify-errors": (1000, lambda n: lines(
        "func.func @f(%a: tensor<3xf32>, %b: tensor<4xf32>) {\n",
        "  %v{i} = tosa.add %a, %b : (tensor<3xf32>, tensor<4xf32>) -> tensor<4xf32>\n",
        "  return\n}\n", n)),
    "aliases": (40, aliases),
    # Right.
    "one-line": (4000, lambda n: lines("func.func @f() { ", "%v{i} = arith.constant {i} : i32 ",
                                       "return }\n", n)),
    "arguments": (4000, lambda n: "func.func @f(" + ", ".join(
        f"%a{i}: tensor<{i + 1}xf32>" for i in range(n)) + ") { return }\n"),
    "equalities": (200, lambda n: lines("// shapels: %a = [N0]", ", N{i} + N{j} = N{k} * 2",
                                        "\nfunc.func @f(%a: tensor<?xf32>) { return }\n", n)),
    "sections": (500, lambda n: lines("", "func.func @f{i}() {{\n  return\n}}\n// -----\n", "", n)),
    "functions": (1000, lambda n: lines("", "func.func @f{i}(%a: tensor<4xf32>) {{\n  return\n}}\n", "", n)),
    "facts": (200, lambda n: lines(
        "func.func @f(%a: tensor<?xf32>, %s: tensor<1xindex>, %v0: tensor<?xf32>) {\n",
        "  %v{j} = tensor.concat dim(0) %v{i}, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n"
        "  %s{j} = shape.shape_of %v{j} : tensor<?xf32> -> tensor<1xindex>\n"
        "  %w{j} = shape.cstr_eq %s{j}, %s : tensor<1xindex>, tensor<1xindex>\n", "  return\n}\n", n)),
    # Of the settings: see SETTINGS.
    "patterns": (2000, lambda n: lines("func.func @f(%a: tensor<4xf32>) {\n",
                                       '  %v{i} = "my.a{i}_b"(%a) : (tensor<4xf32>) -> tensor<4xf32>\n',
                                       "  return\n}\n", 100)),
    "long-comment": (200_000, lambda n: "// " + "x" * n + "\nfunc.func @f() { return }\n"),
}

# What a client sets beside a text of that kind.
SETTINGS = {
    "patterns": lambda n: {"ops": {f"*a{i}*b*": "same-shape" for i in range(n)}},
}


def session(text, settings):
    messages = [
        {"id": 0, "method": "initialize", "params": {
            "capabilities": {}, "initializationOptions": settings}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": URI, "languageId": "mlir", "version": 1, "text": text}}},
        {"id": 1, "method": "textDocument/hover", "params": {
            "textDocument": {"uri": URI}, "position": {"line": max(text.count("\n") - 3, 0),
                                                       "character": 3}}},
        {"id": 2, "method": "shutdown"},
        {"method": "exit"}]
    return "\n// -----\n".join(json.dumps({"jsonrpc": "2.0", **message}) for message in messages)


def instructions(shapels, text, settings):
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", shapels, "--lit-test"],
        input=session(text, settings), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def cost(shapels, kind, n):
    return instructions(shapels, KINDS[kind][1](n), SETTINGS.get(kind, lambda n: {})(n))


def main():
    shapels, *wanted = sys.argv[1:]
    if shapels == "--print":
        kind, n = wanted
        print(KINDS[kind][1](int(n)), end="")
        return 0
    if not shutil.which("valgrind"):
        print("left out: there is no valgrind")
        print("0 passed, 0 failed")
        return 0
    kinds = wanted or list(KINDS)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        nothing = pool.submit(instructions, shapels, "", {})
        jobs = {kind: [pool.submit(cost, shapels, kind, KINDS[kind][0] * times)
                       for times in (1, 2)] for kind in kinds}
        failed = 0
        for kind, (once, twice) in jobs.items():
            once, twice = (job.result() - nothing.result() for job in (once, twice))
            ratio = twice / once
            failed += ratio > MOST
            print(f"{kind:14} {KINDS[kind][0]:6}: {once / 1e6:8.1f} M, twice that {ratio:.2f} times"
                  f"{' TOO MUCH' if ratio > MOST else ''}", flush=True)
    print(f"{len(kinds) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
