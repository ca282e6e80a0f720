#!/usr/bin/env python3
"""What opening, checking and typing cost in files of dialects that are not built in.

usage: unknown_dialects.py SHAPELS CORPUS

Each project's files as one, section by section, against those of MLIR's own
tests, whose dialects are built in: processor time of the server per MB opened
and checked, without what an empty file takes, and per edit, which adds a blank inside an op somewhere and takes it
out again. Prints a table; slowness never fails it.
"""

import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "corpus"))
from opaque_coverage import Server, without_comment  # noqa: E402

PROJECTS = ["upstream", "stablehlo", "onnx-mlir", "torch-mlir", "iree"]
EDITS = 100
ROUNDS = 3
OPENED = 1_000_000  # bytes at least, as the clock ticks in 10 ms


def joined(folder):
    """The files that expect no error, without comments; none of more than a tenth of all."""
    texts = []
    for path in sorted(folder.glob("*.mlir")):
        lines = path.read_text(errors="replace").split("\n")
        if any("expected-error" in line for line in lines):
            continue
        texts.append("\n".join(line if line.startswith("// -----") else without_comment(line).rstrip() for line in lines))
    most = sum(map(len, texts)) / 10
    return "\n// -----\n".join(text for text in texts if len(text) <= most)


def check_seconds(shapels, path):
    """Of all processes; nothing without `perf`, as workers are waited for by nobody who tells."""
    if not shutil.which("perf"):
        return None
    done = subprocess.run(["perf", "stat", "-x,", "-e", "task-clock", shapels, "--check", str(path)], capture_output=True, text=True)
    match = re.search(r"^([\d.]+),msec,task-clock", done.stderr, re.M)
    return float(match[1]) / 1000 if match else None


def cpu_of(server):
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def places(text):
    """Positions behind a comma or a colon of an op, the same on every run."""
    lines = text.split("\n")
    found = [(at, line.rindex(" : ") + 2) for at, line in enumerate(lines) if line.lstrip().startswith("%") and " : " in line]
    return random.Random(1).sample(found, min(EDITS, len(found)))


def session(shapels, text):
    """Seconds of processor time to open the text, and for one edit."""
    server = Server([shapels, "--no-supervisor"])
    start = cpu_of(server)
    copies = min(20, 1 + OPENED // (len(text) + 1))
    for copy in range(copies):
        uri = f"file:///joined{copy}.mlir"
        server.ask([], [("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "mlir", "version": 1, "text": text}})])
        server.diagnostics_of(uri)
    opened, version = cpu_of(server), 1
    edits = 0
    for line, column in places(text):
        for new, end in ((" ", column), ("", column + 1)):
            version += 1
            edits += 1
            change = {"range": {"start": {"line": line, "character": column}, "end": {"line": line, "character": end}}, "text": new}
            server.ask([], [("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})])
            server.ask([("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}})])
    edited = cpu_of(server)
    server.stop()
    return (opened - start) / copies, (edited - opened) / max(edits, 1)


def main():
    shapels, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
    print(f"{'project':<12} {'MB':>6} {'open ms/MB':>11} {'':>5} {'check ms/MB':>12} {'':>5} {'edit ms':>8} {'':>5}")
    base = None
    with tempfile.TemporaryDirectory() as folder:
        empty = pathlib.Path(folder, "empty.mlir")
        empty.write_text("")
        opened_empty = min(session(shapels, "")[0] for _ in range(ROUNDS))
        for project in PROJECTS:
            text = joined(corpus / project)
            path = pathlib.Path(folder, project + ".mlir")
            path.write_text(text)
            size = len(text) / 1e6
            runs = [(check_seconds(shapels, path), check_seconds(shapels, empty)) for _ in range(ROUNDS)]
            check = min(run[0] for run in runs) - min(run[1] for run in runs) if None not in runs[0] else float("nan")
            opened, edit = (min(each) for each in zip(*(session(shapels, text) for _ in range(ROUNDS))))
            row = 1000 * (opened - opened_empty) / size, 1000 * check / size, 1000 * edit
            base = base or row
            cells = " ".join(f"{value:>{width}.{digits}f} {value / max(own, 1e-9):>4.1f}x" for value, own, width, digits
                             in zip(row, base, (11, 12, 8), (0, 0, 2)))
            print(f"{project:<12} {size:>6.2f} {cells}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
