#!/usr/bin/env python3
"""What hover and the findings are worth on files of dialects that are not built in.

usage: opaque_coverage.py SERVER CORPUS [--rival MLIR_LSP_SERVER] [--only PROJECT] [--assert] [--list FILE]

CORPUS has one folder per project (stablehlo, onnx-mlir, torch-mlir, iree).
Asks for a hover on every name that an op defines, and compares the type in the
answer with what the text says elsewhere: behind the arrow of the op itself, or
where another op lists the types of all its operands. A file is valid where its
project expects no error in it: no `expected-error`, no RUN line that must fail;
and where it is written for no newer MLIR.

--assert ends with exit code 1 where a figure is below its bound; --list writes
every name without an answer, with another type, and every error on a valid
file.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import threading

# Share of answers, share of right types, in percent.
# Ops of projects' own tests that cannot be, each with the proof.
PROVED = {
    ("test__mlir__accelerators__nnpa__conversion__onnx-to-zhigh__matmul-arch15.mlir", 339): "8x4 times 16x8",
    ("test__mlir__accelerators__nnpa__conversion__onnx-to-zhigh__matmul-arch15.mlir", 375): "8x4 times 16x8",
    ("test__mlir__accelerators__nnpa__conversion__rewrite-onnx-for-zhigh.mlir", 647): "VALID, 224 by windows of 7 with stride 2 is 109, not 112",
    ("test__mlir__conversion__onnx_to_linalg__NN__Conv.mlir", 96): "dilated windows leave 1, not 3",
    ("test__mlir__accelerators__nnpa__conversion__onnx-to-zhigh__lstm.mlir", 421): "hidden_size 8193 takes 32772 rows, not 16384",
}

BOUNDS = {
    "stablehlo": (99.5, 99.0),
    "onnx-mlir": (99.5, 99.0),
    "torch-mlir": (99.5, 97.0),
    "iree": (99.5, 92.0),
}
NAME = r"%[\w$.-]+"
DEFINITION = re.compile(rf"^\s*({NAME}(?::\d+)?(?:\s*,\s*{NAME}(?::\d+)?)*)\s*=\s*[\"A-Za-z_]")
# Syntax of MLIR's own dialects that is newer than MLIR 22: what it looks like,
# and a text of it, which mlir-opt 22 must reject for the file to be left out.
NEWER = [
    (re.compile(r"memref\.alloca?\([^)]*\) alignment ="), "%0 = memref.alloc() alignment = 64 : memref<4xf32>"),
    (re.compile(r"_strided_slice .* (?:offsets|strides) ="),
     "%0 = vector.extract_strided_slice %v offsets = [0], sizes = [2], strides = [1] : vector<4xf32> to vector<2xf32>"),
    (re.compile(r"gpu\.barrier memfence"), "gpu.barrier memfence [#gpu.address_space<workgroup>]"),
    (re.compile(r"rocdl\.sched\.barrier [a-z]"), "rocdl.sched.barrier none"),
    (re.compile(r"amdgpu\.global_transpose_load"),
     "%0 = amdgpu.global_transpose_load %m[%i] : memref<8xbf16, #gpu.address_space<global>> -> vector<8xbf16>"),
]
AROUND = ("func.func @f(%v: vector<4xf32>, %m: memref<8xbf16, #gpu.address_space<global>>, %i: index) {\n", "\n  return\n}\n")
# What an expected error about shapes has in its words.
SHAPES = re.compile(r"(?i)shape|rank|dimension|\bsizes?\b|window|padding|broadcast|divisible|multiple of|must be positive|cover")
STATEMENT = re.compile(r'\s*(?:%[\w$.-]+(?::\d+)?(?:, %[\w$.-]+)* *= |"[\w.]+"\(|[a-z_]\w*\.[\w.]+|func |return|module)')
EXPECTED = re.compile(r"expected-error(?:-re)?\s*(@(above|below|unknown|[+-]\d+))?(?:@\S+)?\s*(\d+)?\s*\{\{")


class Server:
    """Answers to many requests, written by one thread and read by another."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.answers, self.diagnostics, self.count = {}, {}, 0
        self.ask([("initialize", {"processId": None, "rootUri": None, "initializationOptions": {"showExpected": True}, "capabilities": {
            "general": {"positionEncodings": ["utf-8"]}, "textDocument": {"hover": {"contentFormat": ["plaintext"]}, "diagnostic": {}}}})])
        self.send({"method": "initialized", "params": {}})

    def send(self, *messages):
        data = b""
        for message in messages:
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            data += b"Content-Length: %d\r\n\r\n" % len(body) + body
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def receive(self):
        length = None
        while (line := self.process.stdout.readline()) != b"\r\n":
            if not line:
                raise EOFError("the server is gone")
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def ask(self, requests, notifications=()):
        """The results in order; notifications go first."""
        messages = [{"method": method, "params": params} for method, params in notifications]
        first = self.count
        for method, params in requests:
            messages.append({"id": self.count, "method": method, "params": params})
            self.count += 1
        writer = threading.Thread(target=self.send, args=messages)
        writer.start()
        results = {}
        while len(results) < len(requests):
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
            elif "id" in message and "method" not in message:
                results[message["id"]] = message.get("result")
        writer.join()
        return [results[first + i] for i in range(len(requests))]

    def diagnostics_of(self, uri):
        """Asked for, of a server that answers that; else what it publishes."""
        answer = self.ask([("textDocument/diagnostic", {"textDocument": {"uri": uri}})])[0]
        if answer is not None:
            return answer["items"]
        while uri not in self.diagnostics:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
        return self.diagnostics.pop(uri)

    def stop(self):
        self.process.kill()
        self.process.wait()


def without_comment(line):
    quoted = False
    for i, char in enumerate(line):
        if char == '"' and (i == 0 or line[i - 1] != "\\"):
            quoted = not quoted
        if not quoted and line.startswith("//", i):
            return line[:i]
    return line


def split_types(text):
    """`A, B<x, y>` at its outer commas; brackets of all kinds nest."""
    depth, parts, start = 0, [], 0
    for i, char in enumerate(text):
        if char in "(<[{":
            depth += 1
        elif char in ")>]}" and text[i - 1 : i + 1] != "->":
            depth -= 1
            if depth < 0:
                text = text[:i]
                break
        elif char == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [part.strip() for part in parts]


TYPE = re.compile(r"^(?:tensor<.*>|memref<.*>|vector<.*>|tuple<.*>|complex<.*>|![\w.$]+(?:<.*>)?|index|none|[su]?i\d+|b?f\d\w*|tf32)$")


# Where an alias or a number may be printed otherwise than it is written.
PRINTED_OTHERWISE = re.compile(r"[#!]\w+(?![\w.])|!quant\.|#\w+<")


def canonical(kind):
    return re.sub(r"\s+", "", kind)


def results_told(line, count):
    """The types behind the last arrow of a one-line op."""
    tail = line.rsplit("->", 1)
    if len(tail) < 2 or "//" in tail[1]:
        return None
    tail = tail[1].strip()
    tail = tail[1:] if tail.startswith("(") else tail
    kinds = [canonical(kind) for kind in split_types(tail)]
    # Sizes and locations behind a type say nothing of it.
    kinds = [re.sub(r"\{[^<>]*\}$|loc\(.*$", "", kind) for kind in kinds]
    return kinds if len(kinds) == count and all(TYPE.match(kind) for kind in kinds) else None


USE = re.compile(rf"^\s*(?:{NAME}[^=]*=\s*)?\"?[\w.$]+\"?\s*\(?\s*({NAME}(?:#\d+)?(?:\s*,\s*{NAME}(?:#\d+)?)*)\s*\)?[^:%]*:\s*\(?(.*)$")


def operands_told(line):
    """Pairs of a name and the type that a one-line op takes it for."""
    match = USE.match(line)
    if not match:
        return []
    names = [name.strip() for name in match[1].split(",")]
    kinds = re.split(r"->|\bin(?:to)?\b|\bto\b", match[2])[0].strip()
    kinds = [canonical(kind) for kind in split_types(kinds)]
    if len(names) != len(kinds) or not all(TYPE.match(kind) for kind in kinds):
        return []
    return list(zip(names, kinds))


class File:
    def __init__(self, path):
        self.path = path
        self.text = path.read_bytes().decode(errors="replace")
        self.lines = self.text.split("\n")
        run_lines = " ".join(line for line in self.lines if "RUN:" in line)
        code = re.sub("//.*", "", self.text)
        self.newer = [snippet for pattern, snippet in NEWER if pattern.search(code)]
        self.is_newer = bool(self.newer)
        self.is_valid = not EXPECTED.search(self.text) and not re.search(r"\bnot\s", run_lines) and not self.is_newer
        self.definitions = []  # (line, column, name, told type or None)
        self.read()

    def read(self):
        told = {}  # In this section, by name; None where lines disagree.
        pending = []

        def close():
            for at, column, name, kind in pending:
                kind = kind or told.get(name)
                self.definitions.append((at, column, name, kind))
            pending.clear()
            told.clear()

        for at, raw in enumerate(self.lines):
            if raw.startswith("// -----"):
                close()
            if re.match(r"\s*(?:\w+\.)?(?:func|module)\b", raw) or ".func" in raw:
                close()
            line = without_comment(raw)
            for name, kind in operands_told(line):
                told[name] = kind if told.setdefault(name, kind) == kind else None
            match = DEFINITION.match(line)
            if not match:
                continue
            names = list(re.finditer(rf"({NAME})(?::(\d+))?", match[1]))
            count = sum(int(name[2] or 1) for name in names)
            kinds = results_told(line, count)
            index = 0
            for name in names:
                column = len(line[: match.start(1) + name.start()].encode())
                kind = kinds[index] if kinds else None
                pending.append((at, column, name[1], kind))
                index += int(name[2] or 1)
                if int(name[2] or 1) > 1 and not kinds:
                    told.pop(name[1], None)
        close()

    def statement_of(self, line):
        """The line that the op on it begins on, as far as lines tell."""
        while line > 0 and not STATEMENT.match(self.lines[line]):
            line -= 1
        return line

    def expected_lines(self, words=None):
        """The lines, from 0, that their project expects an error on."""
        lines = set()
        for at, line in enumerate(self.lines):
            for match in EXPECTED.finditer(line):
                if words and not words.search(line[match.end():]):
                    continue
                where = match[2]
                if where is None:
                    lines.add(at)
                elif where == "unknown":
                    continue
                elif where in ("above", "below"):
                    step = -1 if where == "above" else 1
                    other = at + step
                    while 0 <= other < len(self.lines) and EXPECTED.search(self.lines[other]):
                        other += step
                    lines.add(other)
                else:
                    lines.add(at + int(where))
        return lines


def type_in(hover):
    """Of a plain text such as `%0 : tensor<2x?xf32> = [2, %a[1]]`."""
    value = hover["contents"]
    value = value["value"] if isinstance(value, dict) else str(value)
    match = re.match(r"%\S+ : (.*)", value) or re.search(r"Type: `(.*)`", value)
    return canonical(match[1].split(" = [")[0]) if match else None


def measure(command, folder, listing):
    figures = dict(files=0, valid=0, newer=[], names=0, answered=0, told=0, right=0, errors=0, expected=0, met=0, hints=0, shapes=0, shapes_met=0)
    server = Server(command)
    for path in sorted(folder.rglob("*.mlir")):
        file = File(path)
        uri = path.resolve().as_uri()
        figures["files"] += 1
        figures["valid"] += file.is_valid
        figures["newer"] += file.newer
        document = {"uri": uri, "languageId": "mlir", "version": 1, "text": file.text}
        places = [("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": line, "character": column + 1}})
                  for line, column, _, _ in file.definitions]
        findings = []
        try:
            hovers = server.ask(places, [("textDocument/didOpen", {"textDocument": document})])
            findings = server.diagnostics_of(uri)
            server.send({"method": "textDocument/didClose", "params": {"textDocument": {"uri": uri}}})
        except (EOFError, BrokenPipeError):
            server = Server(command)
            hovers = [None] * len(file.definitions)
        figures["names"] += len(hovers)
        for (line, _, name, told), hover in zip(file.definitions, hovers):
            figures["answered"] += hover is not None
            if hover is None:
                listing.append(f"{path.name}:{line + 1}: {name} without answer")
            if told is None or PRINTED_OTHERWISE.search(told):
                continue
            figures["told"] += 1
            found = type_in(hover) if hover else None
            figures["right"] += found == told
            if hover and found != told:
                listing.append(f"{path.name}:{line + 1}: {name} is {told}, not {found}")
        errors = [each for each in findings if each.get("severity", 1) == 1]
        figures["hints"] += sum(each.get("code") == "unknown-dialect" for each in findings)
        if file.is_valid:
            figures["errors"] += sum((path.name, each["range"]["start"]["line"] + 1) not in PROVED for each in errors)
            for each in errors:
                listing.append(f"{path.name}:{each['range']['start']['line'] + 1}: error: {each['message'].splitlines()[0]}")
        elif not file.is_newer:
            expected = file.expected_lines()
            figures["expected"] += len(expected)
            lines = {file.statement_of(each["range"]["start"]["line"]) for each in errors}
            figures["met"] += len({file.statement_of(line) for line in expected} & lines)
            shapes = {file.statement_of(line) for line in file.expected_lines(SHAPES)}
            figures["shapes"] += len(shapes)
            figures["shapes_met"] += len(shapes & lines)
    server.stop()
    return figures


def told_newer(snippets, mlir_opt):
    """What files are left out for; of what mlir-opt accepts that this is wrong."""
    lines = []
    for snippet in dict.fromkeys(snippets):
        done = subprocess.run([mlir_opt], input=snippet.join(AROUND), text=True, capture_output=True) if mlir_opt else None
        wrong = "" if not done or done.returncode else "WRONG, mlir-opt accepts this: "
        lines.append(f"{wrong}left out of 'errors', {snippets.count(snippet)} files: newer than MLIR 22: {snippet}")
    return lines


def percent(part, whole):
    return 100.0 * part / whole if whole else 100.0


ROW = "{:<12} {:<8} {:>6} {:>7} {:>9.2f} {:>7} {:>7.2f} {:>8} {:>12} {:>12}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("server")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--rival")
    parser.add_argument("--assert", dest="is_asserted", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--list", type=argparse.FileType("w"))
    options = parser.parse_args()
    if not options.corpus.is_dir():
        print(f"left out: {options.corpus} is not there")
        return 0
    print("{:<12} {:<8} {:>6} {:>7} {:>9} {:>7} {:>7} {:>8} {:>12} {:>12}".format(
        "project", "server", "files", "names", "answer %", "told", "right %", "errors", "expected met", "of shapes"))
    failures = []
    for project, (answers, right) in BOUNDS.items():
        folder = options.corpus / project
        if not folder.is_dir() or (options.only and options.only != project):
            continue
        servers = [("shapels", [options.server, "--no-supervisor"])]
        if options.rival:
            servers.append(("rival", [options.rival]))
        for name, command in servers:
            listing = []
            figures = measure(command, folder, listing)
            shares = percent(figures["answered"], figures["names"]), percent(figures["right"], figures["told"])
            print(ROW.format(project, name, figures["files"], figures["names"], shares[0], figures["told"], shares[1],
                             figures["errors"], f"{figures['met']}/{figures['expected']}", f"{figures['shapes_met']}/{figures['shapes']}"), flush=True)
            if name != "shapels":
                continue
            for line in told_newer(figures["newer"], shutil.which("mlir-opt-22") or shutil.which("mlir-opt")):
                print("  " + line)
                if line.startswith("WRONG"):
                    failures.append(f"{project}: {line}")
            if options.list:
                options.list.write("\n".join(listing) + "\n")
            if shares[0] < answers:
                failures.append(f"{project}: {shares[0]:.2f} % of the names have an answer, not {answers} %")
            if shares[1] < right:
                failures.append(f"{project}: {shares[1]:.2f} % of the types are right, not {right} %")
            if figures["errors"]:
                failures.append(f"{project}: {figures['errors']} errors on valid files")
    if options.is_asserted:
        print("\n".join(failures) or "all figures are within their bounds")
        wrong = {failure.split(":")[0] for failure in failures}
        print(f"{len(BOUNDS) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if options.is_asserted and failures else 0


if __name__ == "__main__":
    sys.exit(main())
