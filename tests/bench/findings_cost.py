#!/usr/bin/env python3
"""What findings cost a keystroke: one character in front of 0 or 1,000 of them,
a new line there, and one finding that comes and goes in their middle.

usage: findings_cost.py SHAPELS [--findings N] [--edits N]

Each edit is timed to the answer of a request behind it; CPU is the server's.
"""

import argparse
import os
import pathlib
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lit/supervisor"))
from lsp import Client  # noqa: E402

URI = "file:///bench.mlir"


def document(findings):
    lines = ["// c0", "func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>) {"]
    for number in range(1000):
        # The last dimension is the result's.
        wrong = 4 if number < findings else 3
        lines.append(f"  %{number} = \"test.broadcastable\"(%b, %b) : "
                     f"(tensor<3xi32>, tensor<3xi32>) -> tensor<{wrong}xi32>")
    return "\n".join(lines + ["  return", "}"]) + "\n"


def processor_time(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Session:
    def __init__(self, shapels, findings):
        self.client = Client(shapels, "--no-supervisor")
        self.client.open(URI, document(findings))
        assert len(self.client.findings(URI)) == findings
        self.version = 1

    def edit(self, line, begin, end, text):
        self.version += 1
        self.client.change(URI, self.version, {
            "range": {"start": {"line": line, "character": begin},
                      "end": {"line": line, "character": end}}, "text": text})
        self.client.answer(self.client.hover(URI, 0, 0))

    def character(self, number):
        self.edit(0, 4, 5, str(number % 10))

    def line(self, number):
        if number % 2:
            self.edit(1, 0, 0, "\n")
        else:
            self.edit(1, 0, 1, "")

    def finding(self, number):
        line = 502
        at = document(1000).split("\n")[line].rindex("<") + 1
        self.edit(line, at, at + 1, "3" if number % 2 else "4")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shapels")
    parser.add_argument("--findings", type=int, nargs="*", default=[0, 1000])
    parser.add_argument("--edits", type=int, default=200)
    arguments = parser.parse_args()
    print("| findings | edit | wall, µs | CPU, µs |\n|---|---|---|---|")
    for findings in arguments.findings:
        session = Session(arguments.shapels, findings)
        for kind in (session.character, session.line, session.finding):
            times = []
            before = processor_time(session.client.process.pid)
            for number in range(1, arguments.edits + 1):
                begin = time.perf_counter()
                kind(number)
                times.append(time.perf_counter() - begin)
            used = processor_time(session.client.process.pid) - before
            print(f"| {findings} | {kind.__name__} | {statistics.median(times) * 1e6:.0f} | "
                  f"{used / arguments.edits * 1e6:.0f} |", flush=True)
        session.client.leave()


if __name__ == "__main__":
    main()
