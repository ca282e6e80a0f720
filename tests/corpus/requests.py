#!/usr/bin/env python3
"""Asks everything at random places of public files, intact and with a line cut short.

usage: requests.py SERVER CORPUS [--mlir-opt PROGRAM] [--files N] [--seed N] [--assert]

Of each file: every request at 20 places, whose answers must be no internal
errors; renaming there and back at 8 places must give the same bytes, and
mlir-opt must read the same IR from the renamed text; formatting must change
blanks only, and nothing when it is asked again; tokens that are updated by
deltas must be those that a full request gives. Times are those until an answer
is there.
Ends with exit code 1 where one of these fails; with --assert also where the 99th
percentile of the answers takes 10 ms or more.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import time

PLACES = 20
RENAMES = 8
FRESH = "fresh_name_0"
OPTIONS = {"tabSize": 2, "insertSpaces": True}
INTERNAL = -32603


class Client:
    def __init__(self, server):
        self.process = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number, self.version = 0, 0
        self.times = collections.defaultdict(list)
        self.failures = []
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {
            "experimental": {"shapels": {"showShapeFunction": True, "showSymbolicSources": True}},
            "general": {"positionEncodings": ["utf-8"]},
            "textDocument": {"diagnostic": {}, "rename": {"prepareSupport": True}}}})
        self.tell("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        size = 0
        while (line := self.process.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
        if not size:
            sys.exit("the server went away")
        body = self.process.stdout.read(size)
        self.arrived = time.perf_counter()
        return json.loads(body)

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def answer(self, method, params):
        self.number += 1
        start = time.perf_counter()
        self.send({"id": self.number, "method": method, "params": params})
        while (message := self.read()).get("id") != self.number or "method" in message:
            pass
        self.times[method].append(self.arrived - start)
        if message.get("error", {}).get("code") == INTERNAL:
            self.failures.append(f"{params}: {method}: {message['error']['message']}")
        return message

    def ask(self, method, params):
        return self.answer(method, params).get("result")

    def demand(self, method, params):
        """The result of a request that must have one."""
        answer = self.answer(method, params)
        if not answer.get("result"):
            raise LookupError(f"{method} has no result: {answer}")
        return answer["result"]

    def open(self, uri, text):
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "mlir", "version": 1, "text": text}})
        self.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})

    def change(self, uri, text, span=None):
        self.version += 1
        change = {"text": text, **({"range": span} if span else {})}
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.version + 1}, "contentChanges": [change]})

    def close(self, uri):
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def line_starts(data):
    return [0] + [match.end() for match in re.finditer(rb"\r\n|\n|\r", data)]


def position(data, starts, offset):
    line = max(i for i, start in enumerate(starts) if start <= offset) if len(starts) < 64 else next_line(starts, offset)
    return {"line": line, "character": offset - starts[line]}


def next_line(starts, offset):
    low, high = 0, len(starts)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if starts[middle] <= offset else (low, middle)
    return low


def applied(data, edits):
    starts = line_starts(data)
    at = lambda place: starts[place["line"]] + place["character"]
    for edit in sorted(edits, key=lambda edit: at(edit["range"]["start"]), reverse=True):
        data = data[:at(edit["range"]["start"])] + edit["newText"].encode() + data[at(edit["range"]["end"]):]
    return data


def ask_everything(client, uri, data, rng):
    starts = line_starts(data)
    document = {"textDocument": {"uri": uri}}
    for _ in range(PLACES):
        here = position(data, starts, rng.randrange(len(data) + 1))
        there = {**here, "character": here["character"] + rng.randrange(30)}
        span = {"start": here, "end": {"line": here["line"] + 40, "character": 0}}
        at = {**document, "position": here}
        for method in ["hover", "definition", "typeDefinition", "documentHighlight", "prepareRename", "prepareCallHierarchy",
                       "completion", "signatureHelp"]:
            client.ask(f"textDocument/{method}", at)
        client.ask("shapels/shapeFunction", at)
        client.ask("shapels/symbolicSources", at)
        client.ask("shapels/picture", at)
        client.ask("textDocument/references", {**at, "context": {"includeDeclaration": True}})
        client.ask("textDocument/rename", {**at, "newName": FRESH})
        client.ask("textDocument/selectionRange", {**document, "positions": [here, there]})
        client.ask("textDocument/onTypeFormatting", {**at, "ch": "\n", "options": OPTIONS})
        client.ask("textDocument/rangeFormatting", {**document, "range": span, "options": OPTIONS})
        client.ask("textDocument/semanticTokens/range", {**document, "range": span})
        client.ask("textDocument/inlayHint", {**document, "range": span})
        client.ask("textDocument/codeAction", {**document, "range": span, "context": {"diagnostics": []}})
        for item in client.ask("textDocument/prepareCallHierarchy", at) or []:
            client.ask("callHierarchy/incomingCalls", {"item": item})
            client.ask("callHierarchy/outgoingCalls", {"item": item})
    for method in ["documentSymbol", "foldingRange", "documentLink", "codeLens", "diagnostic"]:
        client.ask(f"textDocument/{method}", document)


def check_tokens(client, uri, data, rng, problems):
    """Some edits, each answered by a delta."""
    document = {"textDocument": {"uri": uri}}
    full = client.demand("textDocument/semanticTokens/full", document)
    tokens, result = full["data"], full["resultId"]
    for piece in rng.sample([b"{", b"}", b"(", b"%x = ", b"\n", b'"', b"// -----\n", b"-> "], 3):
        offset = rng.randrange(len(data) + 1)
        here = position(data, line_starts(data), offset)
        client.change(uri, piece.decode(), {"start": here, "end": here})
        data = data[:offset] + piece + data[offset:]
        answer = client.demand("textDocument/semanticTokens/full/delta", {**document, "previousResultId": result})
        result = answer["resultId"]
        for edit in reversed(answer.get("edits", [])):
            tokens[edit["start"]:edit["start"] + edit["deleteCount"]] = edit["data"]
        tokens = answer.get("data", tokens)
        full = client.demand("textDocument/semanticTokens/full", document)
        result = full["resultId"]
        if tokens != full["data"]:
            problems.append(f"{uri}: tokens differ behind {piece!r} at {offset}")
            tokens = full["data"]


def check_formatting(client, uri, data, problems):
    request = {"textDocument": {"uri": uri}, "options": OPTIONS}
    formatted = applied(data, client.ask("textDocument/formatting", request))
    client.change(uri, formatted.decode())
    if [line.strip() for line in data.splitlines()] != [line.strip() for line in formatted.splitlines()]:
        problems.append(f"{uri}: formatting changes more than blanks")
    if again := client.ask("textDocument/formatting", request):
        problems.append(f"{uri}: formatting again changes {again[0]}")
    client.change(uri, data.decode())


def printed(mlir_opt, data):
    result = subprocess.run([mlir_opt, "--mlir-print-op-generic", "--allow-unregistered-dialect", "--split-input-file", "-"],
                            input=data, capture_output=True, timeout=120)
    return result.stdout if result.returncode == 0 else None


def check_rename(client, uri, data, rng, mlir_opt, problems, counts):
    starts = line_starts(data)
    names = [match.start() for match in re.finditer(rb"[%^@#!][\w$.]+", data)]
    before = printed(mlir_opt, data) if mlir_opt else None
    for offset in rng.sample(names, min(RENAMES, len(names))):
        at = {"textDocument": {"uri": uri}, "position": position(data, starts, offset)}
        place = client.answer("textDocument/prepareRename", at)
        if "error" in place:
            counts["refused"] += 1
            continue
        old = place["result"]["placeholder"]
        answer = client.answer("textDocument/rename", {**at, "newName": FRESH})
        if "error" in answer:
            problems.append(f"{uri}: {at['position']}: {answer['error']['message']}")
            continue
        edits = next(iter(answer["result"]["changes"].values()))
        there = applied(data, edits)
        counts["renamed"] += 1
        if before is not None:
            counts["read again"] += 1
            after = printed(mlir_opt, there)
            # Symbols are part of the IR; aliases, where they stand in what mlir-opt takes for opaque text.
            if old[0] in "@#!" and after is not None:
                plain = old[1:].strip('"').encode()
                after = after.replace(FRESH.encode(), plain)
            if after != before:
                problems.append(f"{uri}: {at['position']}: {old} renamed is other IR")
        client.change(uri, there.decode())
        first = next(iter(sorted(edits, key=lambda edit: (edit["range"]["start"]["line"], edit["range"]["start"]["character"]))))
        back = client.answer("textDocument/rename", {**at, "position": first["range"]["start"], "newName": old})
        if "error" in back:
            problems.append(f"{uri}: {at['position']}: {old} back: {back['error']['message']}")
        elif applied(there, next(iter(back["result"]["changes"].values()))) != data:
            problems.append(f"{uri}: {at['position']}: {old} there and back differs")
        client.change(uri, data.decode())


def cut_short(data, rng):
    lines = data.split(b"\n")
    long = [i for i, line in enumerate(lines) if len(line.strip()) > 3]
    if long:
        number = rng.choice(long)
        lines[number] = lines[number][:rng.randrange(len(lines[number]))]
    return b"\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("server")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--mlir-opt")
    parser.add_argument("--files", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--assert", dest="asserts", action="store_true")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    paths = sorted(arguments.corpus.rglob("*.mlir"))
    if arguments.files:
        paths = rng.sample(paths, min(arguments.files, len(paths)))
    client, problems, counts = Client(arguments.server), [], collections.Counter()
    for path in paths:
        data = path.read_bytes()
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        counts["files"] += 1
        uri = path.resolve().as_uri()
        client.open(uri, text)
        ask_everything(client, uri, data, rng)
        check_rename(client, uri, data, rng, arguments.mlir_opt, problems, counts)
        check_formatting(client, uri, data, problems)
        try:
            check_tokens(client, uri, data, rng, problems)
        except LookupError as error:
            problems.append(f"{uri}: {error}")
        broken = cut_short(data, rng)
        client.change(uri, broken.decode(errors="replace"))
        broken = broken.decode(errors="replace").encode()
        client.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        ask_everything(client, uri, broken, rng)
        check_formatting(client, uri, broken, problems)
        client.close(uri)
    problems += client.failures
    everything = []
    print(f"{'request':42} {'count':>7} {'p50 ms':>8} {'p99 ms':>8} {'max ms':>8}")
    for method, times in sorted(client.times.items()):
        times.sort()
        if method not in ("initialize", "textDocument/diagnostic"):
            everything += times
        pick = lambda share: 1000 * times[min(len(times) - 1, int(share * len(times)))]
        print(f"{method:42} {len(times):7} {pick(.5):8.2f} {pick(.99):8.2f} {1000 * times[-1]:8.2f}")
    everything.sort()
    p99 = 1000 * everything[int(.99 * len(everything))]
    print(f"all without the analysis: {len(everything)} answers, p99 {p99:.2f} ms; {dict(counts)}")
    for problem in problems:
        print(problem)
    print(f"{counts['files']} files")
    print(f"{counts['files'] * 4 + counts['renamed']} passed, {len(problems)} failed")
    if problems or (arguments.asserts and p99 >= 10):
        sys.exit(1)


if __name__ == "__main__":
    main()
