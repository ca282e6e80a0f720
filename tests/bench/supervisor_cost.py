#!/usr/bin/env python3
"""What the supervisor costs a keystroke: the same edits, with it and without it
in turns, each timed from the edit to the answer of the hover behind it.

usage: supervisor_cost.py SHAPELS [--ops N] [--edits N] [--rounds N]
"""

import argparse
import pathlib
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lit/supervisor"))
from lsp import Client  # noqa: E402

URI = "file:///bench.mlir"


def document(ops):
    lines = []
    for function in range(max(ops // 100, 1)):
        lines.append(f"func.func @f{function}(%0: tensor<4x?xf32>) {{")
        for value in range(1, min(ops, 100)):
            lines.append(f"  %{value} = arith.addf %{value - 1}, %0 : tensor<4x?xf32>")
        lines.append("  return\n}")
    # What is edited stands in a section of its own, for the analysis to be
    # small beside what is measured.
    return "// c0\n// -----\n" + "\n".join(lines) + "\n"


class Session:
    def __init__(self, shapels, text, *options):
        self.client = Client(shapels, *options)
        self.client.open(URI, text)
        self.client.findings(URI)
        self.version = 1

    def keystroke(self):
        """Seconds from an edit to the hover that is answered behind it."""
        self.version += 1
        begin = time.perf_counter()
        self.client.change(URI, self.version, {
            "range": {"start": {"line": 0, "character": 4},
                      "end": {"line": 0, "character": 5}},
            "text": str(self.version % 10)})
        self.client.answer(self.client.hover(URI, 0, 0))
        return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shapels")
    parser.add_argument("--ops", type=int, nargs="*", default=[1, 1000, 10000])
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print("| ops | alone, µs | supervised, µs | difference, µs |\n|---|---|---|---|")
    for ops in arguments.ops:
        text = document(ops)
        alone = Session(arguments.shapels, text, "--no-supervisor")
        supervised = Session(arguments.shapels, text)
        times = {alone: [], supervised: []}
        for _ in range(arguments.rounds):
            for session in (alone, supervised):
                times[session] += [session.keystroke() for _ in range(arguments.edits)]
        a, s = (statistics.median(times[session]) * 1e6 for session in (alone, supervised))
        print(f"| {ops} | {a:.0f} | {s:.0f} | {s - a:+.0f} |", flush=True)
        alone.client.leave()
        supervised.client.leave()


if __name__ == "__main__":
    main()
