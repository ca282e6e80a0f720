#!/usr/bin/env python3
"""How often completion offers first what somebody wrote.

usage: completion.py SHAPELS CORPUS [--peer MLIR_LSP_SERVER] [--statements N]
                     [--seed N] [--misses N]

Takes random statements of the corpus's files, cuts each behind the `.` of its
op's name or before one of its operands, up to the end of the line, and asks
there for completion. Counted is where the token that stood there is among the
first five items, as a client shows them: those that begin with what is typed,
by their sortText. For ops that stand where nothing is typed yet, too. Of
shapels the time is told that it takes to answer.

The last line is `ops: N %, values: N %`; fails where one is below 70 %.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import time

STATEMENT = re.compile(r"^\s*(?:%[\w$.:]+(?:, %[\w$.:]+)*\s*=\s*)?([a-z_]\w*(?:\.[\w$.]+)+)\b(.*)$")
OPERAND = re.compile(r"%[\w$.]+(?:#\d+)?")
ASKED = ["behind the dot", "nothing typed", "values"]


class Server:
    def __init__(self, command):
        self.command, self.crashes = command, 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.number = 0
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {
            "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}}})
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def read(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            elif not line and self.process.poll() is not None:
                raise RuntimeError("the server ended")
        return json.loads(self.process.stdout.read(length))

    def request(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.number and "method" not in message:
                return message.get("result")

    def ask(self, *place):
        """The labels in their order, and the seconds that took."""
        try:
            return self.ask_once(*place)
        except (RuntimeError, BrokenPipeError):
            self.crashes += 1
            self.start()
            return [], 0

    def ask_once(self, uri, text, line, character):
        document = {"uri": uri, "languageId": "mlir", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        # The first answer waits for the file to be read.
        self.request("textDocument/hover", place)
        begin = time.perf_counter()
        result = self.request("textDocument/completion", {**place, "context": {"triggerKind": 1}})
        seconds = time.perf_counter() - begin
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        items = result["items"] if isinstance(result, dict) else result or []
        return [item["label"] for item in sorted(items, key=lambda item: item.get("sortText", item["label"]))], seconds


def questions(files, count):
    """(file, what is asked, text, line, character, what is typed, answer)"""
    found = 0
    while found < count:
        path = random.choice(files)
        text = path.read_text(errors="replace")
        lines = text.split("\n")
        statements = [(i, m) for i, line in enumerate(lines)
                      if line.isascii() and (m := STATEMENT.match(line)) and "//" not in m[2]]
        if not statements:
            continue
        number, match = random.choice(statements)
        line = lines[number]
        # The names in the header of a function are definitions.
        is_function = match[1].endswith("func")
        operands = [] if is_function else [operand for operand in OPERAND.finditer(line, match.end(1))
                                          if not re.match(r"\s*[=:] ?(?!.*%)|\s*=", line[operand.end():])
                                          or " : " in line[operand.end():operand.end() + 3]]
        kind = random.choice(["op", "value"]) if operands else "op"
        found += 1
        if kind == "op":
            dot = match.start(1) + match[1].index(".") + 1
            cuts = [("behind the dot", dot, match[1][:match[1].index(".") + 1], match[1]),
                    ("nothing typed", match.start(1), "", match[1])]
        else:
            operand = random.choice(operands)
            cuts = [("values", operand.start(), "", operand[0])]
        for asked, at, typed, answer in cuts:
            cut = "\n".join(lines[:number] + [line[:at]] + lines[number + 1:])
            yield path, asked, cut, number, at, typed, answer


def rank(labels, typed, answer, isUpstream):
    if isUpstream and typed:  # Which completes what is behind the dialect.
        answer, typed = answer[len(typed):], ""
    fitting = [label for label in labels if label.startswith(typed)]
    return fitting.index(answer) if answer in fitting else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shapels")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--peer")
    parser.add_argument("--statements", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", type=int, default=0)
    options = parser.parse_args()
    random.seed(options.seed)
    files = sorted(path for path in options.corpus.rglob("*.mlir") if path.stat().st_size < 300_000)
    servers = {"shapels": Server([options.shapels])}
    if options.peer:
        servers["mlir-lsp-server"] = Server([options.peer])
    hits = {name: {asked: [0, 0] for asked in ASKED} for name in servers}
    times, misses = [], 0
    for number, (path, asked, text, line, at, typed, answer) in enumerate(questions(files, options.statements)):
        for name, server in servers.items():
            labels, seconds = server.ask(f"file:///{number}/{path.name}", text, line, at)
            place = rank(labels, typed, answer, name != "shapels")
            good = place is not None and place < 5
            hits[name][asked][0] += good
            hits[name][asked][1] += 1
            if name != "shapels":
                continue
            times.append(seconds)
            if not good and misses < options.misses:
                misses += 1
                cut = text.split("\n")[line]
                print(f"{path.relative_to(options.corpus)}:{line + 1}: {cut.strip()!r} wants {answer}, "
                      f"place {place}, first {labels[:6]}")
    share = {}
    for name, by_kind in hits.items():
        for asked, (good, all_) in by_kind.items():
            share[name, asked] = 100 * good / max(all_, 1)
            print(f"{name}, {asked}: {share[name, asked]:.1f} % of {all_} among the first five")
    for name, server in servers.items():
        if server.crashes:
            print(f"{name} crashed {server.crashes} times, which count as no answer")
    times.sort()
    print(f"shapels answers in {1000 * times[len(times) // 2]:.2f} ms (median), "
          f"{1000 * times[int(len(times) * 0.99)]:.2f} ms (p99)")
    ops, values = share["shapels", "behind the dot"], share["shapels", "values"]
    print(f"ops: {ops:.1f} %, values: {values:.1f} %")
    return ops < 70 or values < 70


if __name__ == "__main__":
    sys.exit(main())
