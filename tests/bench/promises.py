#!/usr/bin/env python3
"""What shapels promises beside MLIR's own tools, in one run: start, memory, processor time.

usage: promises.py SHAPELS [CORPUS] [--times N]

Times are the processor's, of all processes, in which a busy machine counts little; but for
the start, of which the shortest of N is taken. Fails where a promise is not kept; that about
two workers is only held on a machine that has two cores for it (--throughput).
"""

import argparse
import array
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

OP = "  %{i} = tosa.add %{before}, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>\n"


def function(ops):
    body = "".join(OP.format(i=i, before=i - 1 if i else "a") for i in range(ops))
    return f"func.func @f(%a: tensor<4x8xf32>) {{\n{body}  return\n}}\n"


def pages_of(pid):
    """The numbers of a process's pages in memory; needs root."""
    size, pages = os.sysconf("SC_PAGE_SIZE"), set()
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/pagemap", "rb", 0) as pagemap:
        for line in maps:
            begin, end = (int(place, 16) for place in line.split()[0].split("-"))
            if "[v" in line:
                continue  # The system's own.
            pagemap.seek(begin // size * 8)
            entries = array.array("Q", pagemap.read((end - begin) // size * 8))
            # The highest bit: it is there; the lowest 55: its number.
            pages.update(entry & (2**55 - 1) for entry in entries if entry >> 63)
    if pages == {0}:
        sys.exit("promises.py: only root sees which pages processes share")
    return pages


class Client:
    """A server and its processes."""

    def __init__(self, command):
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def send(self, method, params, number=None):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if number is not None:
            message["id"] = number
        body = json.dumps(message).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def read(self):
        size = 0
        while line := self.server.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
        return json.loads(self.server.stdout.read(size))

    def initialize(self):
        self.send("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 1)
        while self.read().get("id") != 1:
            pass

    def open(self, text):
        self.send("initialized", {})
        document = {"uri": "file:///tmp/promise.mlir", "languageId": "mlir", "version": 1, "text": text}
        self.send("textDocument/didOpen", {"textDocument": document})
        while self.read().get("method") != "textDocument/publishDiagnostics":
            pass

    def processes(self):
        """Its own, and those below it."""
        parents = {}
        for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            parents[int(path.parent.name)] = int(fields[1])
        found = {self.server.pid}
        while more := {pid for pid, parent in parents.items() if parent in found} - found:
            found |= more
        return found

    def memory(self):
        """MiB of pages, each once: what PSS adds up to where nobody else has any of them."""
        pages = set()
        for pid in self.processes():
            pages |= pages_of(pid)
        return len(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def close(self):
        self.send("shutdown", None, 2)
        self.send("exit", None)
        self.server.stdin.close()
        self.server.stdout.close()
        self.server.wait()


def start(command):
    """Milliseconds to the answer."""
    begin = time.perf_counter()
    client = Client(command)
    client.initialize()
    taken = time.perf_counter() - begin
    client.close()
    return taken * 1000


def memory(command, text):
    client = Client(command)
    client.initialize()
    client.open(text)
    time.sleep(2)  # What is done behind the answer is memory, too.
    result = client.memory()
    client.close()
    return result


def processor(command):
    """Milliseconds of it and all below it; by perf, as nobody waits for workers and the
    system adds up only those that are waited for."""
    with tempfile.NamedTemporaryFile("r") as numbers:
        perf = ["perf", "stat", "-x,", "-e", "task-clock", "-o", numbers.name, "--"]
        subprocess.run([*perf, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        (line,) = [line for line in numbers if "task-clock" in line]
        return float(line.split(",")[0])


def wall(command):
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begin


class Report:
    broken = 0

    def hold(self, what, ours, unit, most, rivals=None):
        kept = ours <= most
        self.broken += not kept
        beside = "" if rivals is None else f", MLIR's {rivals:.1f} {unit}"
        print(f"{what}: {ours:.1f} {unit} (at most {most:.1f}{beside}){'' if kept else ': BROKEN'}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shapels")
    parser.add_argument("corpus", nargs="?")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--throughput", action="store_true")
    arguments = parser.parse_args()
    tools = pathlib.Path("/usr/lib/llvm-22/bin")
    rival, opt, shapels = str(tools / "mlir-lsp-server"), str(tools / "mlir-opt"), arguments.shapels
    report, times = Report(), range(arguments.times)

    starts = [(start([shapels]), start([rival])) for _ in times]
    report.hold("start to initialize", min(ours for ours, _ in starts), "ms", 20, min(theirs for _, theirs in starts))
    for ops, share in ((1000, 0.5), (100000, 0.75)):
        text = function(ops)
        ours, theirs = memory([shapels], text), memory([rival], text)
        report.hold(f"memory at {ops} ops", ours, "MiB", share * theirs, theirs)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "small.mlir"
        file.write_text(function(20))
        check, print_it = [shapels, "--check", file], [opt, file, "-o", os.devnull]
        runs = [(processor(check), processor(print_it)) for _ in times]
        theirs = min(theirs for _, theirs in runs)
        report.hold("processor time of one small file", min(ours for ours, _ in runs), "ms", theirs, theirs)
    if arguments.corpus:
        files = sorted(pathlib.Path(arguments.corpus).rglob("*.mlir"))
        ours = min(processor([shapels, "--check", "-j1", arguments.corpus]) for _ in range(3))
        theirs = sum(
            processor([opt, "--allow-unregistered-dialect", "--split-input-file", file, "-o", os.devnull]) for file in files
        )
        report.hold(f"processor time of {len(files)} files", ours, "ms", theirs / 20, theirs)
        if arguments.throughput:
            one, two = (min(wall([shapels, "--check", f"-j{n}", arguments.corpus]) for _ in range(5)) for n in (1, 2))
            report.hold("two workers, in shares of the time of one", two / one, "", 1 / 1.7)
    print(f"{report.broken} broken")
    return report.broken > 0


if __name__ == "__main__":
    sys.exit(main())
