#!/usr/bin/env python3
"""How many of the errors of a broken file are shown at once.

Every `-verify-diagnostics` file of FOLDER becomes one section: its `// -----`
lines go, and the names of symbols, aliases and values at the top get a prefix for
their old section. Wanted is each error that mlir-opt reports when the sections are
apart, in a line where an `expected-error` comment expects one. It is found if an
error with that text, or a finding of shapels in its place, stands in its line.

usage: recall.py SHAPELS MLIR_OPT FOLDER [--lsp-server PROGRAM] [--bound PERCENT]
                 [--keep FOLDER]

Prints a table, what was left out, and each error that shapels does not find. Fails
if shapels finds fewer than PERCENT (default 95), or says anything that is wrong
in a line where no error is wanted.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

EXPECTED = re.compile(r"expected-error(?:-re)?\s*(?:@([+-]\d+|above|below|unknown))?\s*\{\{")
MESSAGE = re.compile(r"^(.*?):(\d+):(\d+): (error|warning|remark|note): (.*)$")
TEST_DIALECT = re.compile(r"\b(test|test_dyn|test_irdl_to_cpp)\.\w|#test[.<]|!test[.<]|#test\.|!test\.")
TOP_VALUE = re.compile(r"^(%[\w$.-]+)[\w:, %]*=", re.M)
ALIAS = re.compile(r"^([#!][A-Za-z_]\w*)\s*=", re.M)
PREFIX = re.compile(r"\bs\d+__")
# What other checks of ours say instead of MLIR; see the README.
MLIR_CODES = {"mlir-parse", "mlir-verify"}

# A second error of a function that the test's author never saw, for MLIR stops at
# the first: it is true, and no comment names it.
ALSO_WRONG = {
    "affine__invalid.mlir": ("the function has no return", {460, 468, 476, 484}),
    "linalg__invalid.mlir": ("the function has no return; what is wrong with a broadcast is said of its operand",
                             {36, 50, 74, 141, 258, 271, 284, 297, 1139, 1152, 1163, 1176}),
    "memref__invalid_extra.mlir": ("no return, or one that is not in a function", {938, 1115}),
    "tosa__invalid.mlir": ("the type of the function's argument is wrong here too", {1086}),
}

Error = collections.namedtuple("Error", "line text")


def run(command):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=600)


# --- What is wanted -----------------------------------------------------------


def expected_lines(text):
    """Where the comments expect errors. In which words is not asked: those are of another version of MLIR."""
    found = set()
    for number, line in enumerate(text.split("\n"), 1):
        for place in EXPECTED.findall(line):
            step = {"above": -1, "below": 1, "": 0}.get(place)
            if place != "unknown":
                found.add(number + (int(place) if step is None else step))
    return found


def mlir_opt_errors(mlir_opt, path):
    """None where it crashes. A message may have several lines."""
    result = run([mlir_opt, "--allow-unregistered-dialect", "--mlir-print-op-on-diagnostic=false",
                  "-o", "/dev/null", path])
    if result.returncode < 0 or "PLEASE submit a bug report" in result.stderr:
        return None
    errors = []
    for line in result.stderr.splitlines():
        match = MESSAGE.match(line)
        if match and match[4] == "error" and not match[5].endswith("was not produced"):
            errors.append(Error(int(match[2]), match[5]))
    return errors


def errors_apart(mlir_opt, text, folder):
    """Those of the sections that mention any, each alone: some kill mlir-opt."""
    errors, alone = [], folder / "section.mlir"
    for section in sections(text):
        lines = [line.replace("// -----", "//") for _, line in section]
        if "expected-error" in "\n".join(lines):
            alone.write_text("\n" * (section[0][0] - 1) + "\n".join(lines))
            errors += mlir_opt_errors(mlir_opt, str(alone)) or []
    return errors


# --- One section --------------------------------------------------------------


def sections(text):
    """Lists of (number, line), one-based."""
    result = [[]]
    for number, line in enumerate(text.split("\n"), 1):
        result[-1].append((number, line))
        if line.rstrip().endswith("// -----"):
            result.append([])
    return result


def code_and_comment(line):
    """Split where `//` is not in a string."""
    quoted = False
    for at, char in enumerate(line):
        quoted ^= char == '"' and line[at - 1:at] != "\\"
        if line.startswith("//", at) and not quoted:
            return line[:at], line[at:]
    return line, ""


def rename(code, names, prefix):
    """Symbols, and the given other names."""
    code = re.sub(r'@("?)(?=[\w$.-])', rf"@\1{prefix}", code)
    for name in names:
        code = re.sub(rf"{re.escape(name[0])}{re.escape(name[1:])}(?![\w$.-])", name[0] + prefix + name[1:], code)
    return code


def merge(text, left_out):
    """The file as one section, and the lines that are not in it."""
    lines, gone = [], set()
    for index, section in enumerate(sections(text)):
        whole = "\n".join(line for _, line in section)
        if TEST_DIALECT.search(whole):
            left_out.append(f"line {section[0][0]}: uses MLIR's test dialects")
            gone |= {number for number, _ in section}
            lines += ["//"] * len(section)
            continue
        names = set(ALIAS.findall(whole)) | set(TOP_VALUE.findall(whole))
        for _, line in section:
            code, comment = code_and_comment(line)
            comment = comment.replace("// -----", "//")
            lines.append(rename(code, names, f"s{index}__") + comment)
    return "\n".join(lines), gone


# --- Who finds what -----------------------------------------------------------


def shapels_errors(shapels, path):
    result = run([shapels, "--check", "--format=json", "--show-expected", path])
    if result.returncode not in (0, 1):
        return None
    errors = []
    for diagnostic in json.loads(result.stdout)["files"][0]["diagnostics"]:
        if diagnostic["severity"] == "error":
            text = "" if diagnostic["code"] in MLIR_CODES else f"[{diagnostic['code']}] "
            errors.append(Error(diagnostic["range"]["start"]["line"] + 1, text + diagnostic["message"]))
    return errors


def lsp_errors(server, path):
    """What a language server publishes for the file when it is opened."""
    text = pathlib.Path(path).read_text(errors="replace")
    uri = pathlib.Path(path).resolve().as_uri()
    messages = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": uri, "languageId": "mlir", "version": 1, "text": text}}},
        {"id": 2, "method": "shutdown", "params": None},
        {"method": "exit", "params": None},
    ]
    stream = b""
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stream += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    done = subprocess.run([server], input=stream, capture_output=True, timeout=600)
    errors, rest = None, done.stdout
    while b"\r\n\r\n" in rest:
        head, rest = rest.split(b"\r\n\r\n", 1)
        size = int(re.search(rb"Content-Length: (\d+)", head)[1])
        message, rest = json.loads(rest[:size]), rest[size:]
        if message.get("method") == "textDocument/publishDiagnostics":
            errors = [Error(d["range"]["start"]["line"] + 1, d["message"])
                      for d in message["params"]["diagnostics"] if d.get("severity", 1) == 1]
    return errors


def is_found(wanted, errors):
    """Ours in its place have other words."""
    return any(error.line == wanted.line
               and (wanted.text in PREFIX.sub("", error.text) or error.text.startswith("[broadcast"))
               for error in errors)


class Score:
    def __init__(self, wanted, errors, allowed):
        self.crashed = errors is None
        errors = errors or []
        self.missing = [one for one in wanted if not is_found(one, errors)]
        self.found = len(wanted) - len(self.missing)
        self.wrong = [error for error in errors if error.line not in allowed]


# --- The table ----------------------------------------------------------------


def judge(path, tools, arguments, folder):
    """The wanted errors of a file, and a score for each tool; None if it has no such errors."""
    text = path.read_text(errors="replace")
    lines = expected_lines(text)
    apart = errors_apart(arguments.mlir_opt, text, folder) if lines else None
    if not apart:
        return None
    left_out = []
    merged, gone = merge(text, left_out)
    wanted = [error for error in apart if error.line in lines - gone]
    unseen = sorted(lines - gone - {error.line for error in apart})
    if unseen:
        left_out.append(f"lines {unseen}: mlir-opt reports nothing there without the test's passes, or at all")
    # An error that mlir-opt reports and no comment names is not counted, and not wrong.
    allowed = lines | {error.line for error in apart}
    allowed |= ALSO_WRONG.get(path.name, ("", set()))[1]
    target = folder / path.name
    target.write_text(merged)
    return wanted, {name: Score(wanted, find(str(target)), allowed) for name, find in tools.items()}, left_out


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("shapels")
    parser.add_argument("mlir_opt")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--lsp-server")
    parser.add_argument("--bound", type=float, default=95)
    parser.add_argument("--keep", type=pathlib.Path, help="where to leave the files")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    tools = {"shapels": lambda path: shapels_errors(arguments.shapels, path),
             "mlir-opt": lambda path: mlir_opt_errors(arguments.mlir_opt, path)}
    if arguments.lsp_server:
        tools["mlir-lsp-server"] = lambda path: lsp_errors(arguments.lsp_server, path)
    totals, all_wanted, notes = collections.Counter(), 0, []
    print(f"{'file':44}{'wanted':>8}" + "".join(f"{name:>17}" for name in tools))
    with tempfile.TemporaryDirectory() as folder:
        folder = arguments.keep or pathlib.Path(folder)
        for path in sorted(arguments.folder.glob("*.mlir")):
            judged = judge(path, tools, arguments, folder)
            if not judged:
                continue
            wanted, scores, left_out = judged
            all_wanted += len(wanted)
            cells = ""
            for name, score in scores.items():
                totals[name] += score.found
                totals[name, "wrong"] += len(score.wrong)
                cells += f"{'crashes' if score.crashed else score.found:>17}"
            print(f"{path.name:44}{len(wanted):>8}{cells}")
            notes += [f"left out: {path.name}, {reason}" for reason in left_out]
            reason, lines = ALSO_WRONG.get(path.name, ("", set()))
            if lines:
                notes.append(f"not counted: {path.name}, lines {sorted(lines)}: {reason}")
            for error in scores["shapels"].wrong:
                notes.append(f"wrong: {path.name}:{error.line}: {error.text}")
            notes += [f"missing: {path.name}:{one.line}: {one.text}" for one in scores["shapels"].missing]
    print(f"{'all':44}{all_wanted:>8}" + "".join(f"{totals[name]:>17}" for name in tools))
    print(f"{'percent':52}" + "".join(f"{100 * totals[name] / max(all_wanted, 1):>17.1f}" for name in tools))
    print(f"{'errors where none is wanted':52}" + "".join(f"{totals[name, 'wrong']:>17}" for name in tools))
    print("\n".join(notes))
    failed = totals["shapels"] * 100 < arguments.bound * all_wanted or totals["shapels", "wrong"] > 0
    print(f"{int(not failed)} passed, {int(failed)} failed")
    return failed


if __name__ == "__main__":
    sys.exit(main())
