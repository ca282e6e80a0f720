#!/usr/bin/env python3
"""Holds `shapels --check` against mlir-opt on MLIR's own test files.

In every `// -----` section what mlir-opt reports as (line, severity, text) must
be reported, notes included. What shapels reports beyond that must be a finding
of its own that is no error, stand in a section where mlir-opt stopped early, be
an error that the file itself expects, or be one of those that PROVED lists.

usage: upstream_parity.py SHAPELS MLIR_OPT FOLDER

Prints one line per difference, what was left out and why, and ends with
`N passed, N failed`, counting files.
"""

import json
import pathlib
import re
import subprocess
import sys

MLIR_CODES = {"mlir-parse", "mlir-verify"}
MESSAGE = re.compile(r"^(.*?):(\d+):(\d+): (error|warning|remark|note): (.*)$")
LEVELS = {"error": "error", "warning": "warning", "information": "remark"}
# mlir-opt has MLIR's test dialects linked in, shapels has not.
TEST_DIALECT = re.compile(r"\b(test|test_dyn|test_irdl_to_cpp)\.\w|#test[.<]|!test[.<]|#test\.|!test\.")


# What shapels adds to MLIR's words.
ADDED = re.compile(r"(?<=^use of undeclared SSA value name) %\S+?(?=;|$)|; did you mean \S+\?(?=;|$)"
                   r"|; MLIR has '\S+' instead|; it has '\S+'$|; in older versions of MLIR .*$|; \d+ more errors in this file have the same cause: .*$")
# Of one that stands for those of its kind.
STANDS_FOR_ALL = re.compile(r"; \d+ more errors in this file have the same cause: ")


def run(command):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)


def mlir_opt_messages(mlir_opt, path):
    result = run([mlir_opt, "--split-input-file", "--allow-unregistered-dialect",
                  "--mlir-print-op-on-diagnostic=false", "-o", "/dev/null", path])
    if result.returncode < 0 or "PLEASE submit a bug report" in result.stderr:
        return None
    messages, current = [], None
    for line in result.stderr.splitlines():
        match = MESSAGE.match(line)
        # A message may go on in the next line; source lines start with blanks.
        if match and match[1] == path:
            current = [int(match[2]), match[4], match[5].strip()]
            messages.append(current)
    # mlir-opt 22 lists every `expected-...` comment even when not asked to.
    return {tuple(message) for message in messages if not message[2].endswith("was not produced")}


def shapels_messages(shapels, path):
    result = run([shapels, "--check", "--format=json", "--show-expected", "--show-hints", path])
    if result.returncode not in (0, 1):
        return None
    mlirs, ours, kinds = set(), set(), set()
    for diagnostic in json.loads(result.stdout)["files"][0]["diagnostics"]:
        line = diagnostic["range"]["start"]["line"] + 1
        message = diagnostic["message"].splitlines()[0].strip() if diagnostic["message"] else ""
        if diagnostic["code"] not in MLIR_CODES:
            ours.add((line, diagnostic["code"], diagnostic["severity"]))
            continue
        mlirs.add((line, LEVELS[diagnostic["severity"]], re.sub(ADDED, "", message)))
        if STANDS_FOR_ALL.search(message):
            kinds.add(re.sub(ADDED, "", message))
        for note in diagnostic["relatedInformation"]:
            mlirs.add((note["location"]["range"]["start"]["line"] + 1, "note", note["message"].splitlines()[0].strip()))
    return mlirs, ours, kinds


def sections(text):
    """First and last line of each section, one-based."""
    first, result = 1, []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if line.rstrip().endswith("// -----"):
            result.append((first, number))
            first = number + 1
    return result + [(first, len(lines))]


# Ops of MLIR's own tests that cannot be executed, each with the proof.
PROVED = {
    ("shape__canonicalize_extra.mlir", 1099): "the shape of a tensor of rank 4 is cast to tensor<3xindex>",
    ("tensor__canonicalize_extra.mlir", 83): "a 4x8 that was cast to ?x? is cast to 8x4",
    ("tensor__ops_extra.mlir", 15): "a size that an earlier concat makes 7 is 10 when it is taken twice",
}
EXPECTED = re.compile(r"expected-error(?:-re)?\s*(?:@\s*([+-]\s*\d+))?\s*\{\{")


def expected_lines(text):
    """The lines of which the file itself says that they are wrong: a later MLIR than mlir-opt may know more."""
    return {number + int((match[1] or "0").replace(" ", ""))
            for number, line in enumerate(text.split("\n"), 1) for match in EXPECTED.finditer(line)}


def is_explained(message, ours, source_line):
    """What shapels says in other words of its own, or rightly does not say."""
    line, _, text = message
    if text.startswith("Dialect `") or text.startswith("Available dialects:"):
        return True
    # mlir-opt cuts a longer rule of dashes in two and parses the rest.
    if source_line.strip().startswith("// ------"):
        return True
    if "inferred input/output operand #" in text and any(own == line and code == "shape-mismatch" for own, code, _ in ours):
        return True
    return any(own == line and code.startswith("broadcast") for own, code, _ in ours)


def compare(path, text, theirs, mlirs, ours, kinds, left_out):
    problems = []
    for first, last in sections(text):
        part = "\n".join(text.split("\n")[first - 1:last])
        inside = lambda messages: {m for m in messages if first <= m[0] <= last}
        expected, found = inside(theirs), inside(mlirs)
        if TEST_DIALECT.search(part):
            left_out.append(f"{path.name}:{first}: uses MLIR's test dialects")
            continue
        for message in sorted(expected - found):
            if message[2] not in kinds and not is_explained(message, ours, text.split("\n")[message[0] - 1]):
                problems.append(f"missing: {message}")
        stopped_early = any(level == "error" for _, level, _ in expected)
        if stopped_early:
            continue
        for message in sorted(found - expected):
            problems.append(f"not said by mlir-opt: {message}")
        for line, code, severity in sorted(inside(ours)):
            if severity == "error" and line not in expected_lines(text) and (path.name, line) not in PROVED:
                problems.append(f"error on what mlir-opt accepts: line {line}, {code}")
    return problems


def main():
    shapels, mlir_opt, folder = sys.argv[1:]
    passed = failed = 0
    left_out = []
    for path in sorted(pathlib.Path(folder).glob("*.mlir")):
        theirs = mlir_opt_messages(mlir_opt, str(path))
        if theirs is None:
            left_out.append(f"{path.name}: mlir-opt itself crashes on it")
            continue
        found = shapels_messages(shapels, str(path))
        text = path.read_text(errors="replace")
        problems = ["shapels did not end normally"] if found is None else compare(path, text, theirs, *found, left_out)
        for problem in problems:
            print(f"{path.name}: {problem}")
        passed, failed = passed + (not problems), failed + bool(problems)
    print("left out:")
    for reason in left_out:
        print(f"  {reason}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
