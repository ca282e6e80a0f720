#!/usr/bin/env python3
"""Holds `shapels --check` against texts on which a checker errs.

Each is valid, or wrong for one reason only, which EXPECTED has; what is said
beyond that is false. Hints and remarks do not count.

usage: false_errors.py SHAPELS FOLDER

Prints one line per difference and ends with `N passed, N failed`, counting
files.
"""

import collections
import json
import pathlib
import subprocess
import sys

# By file: how many findings of which code there are to be.
EXPECTED = {
    # MLIR itself does not survive the op.
    "unknown-dialects/r35_acc.mlir": {"parser-crash": 1},
    # In @f the label b of "ba,dbc->cad" is 3 and 4.
    "unknown-dialects/r05_einsum.mlir": {"shape-mismatch": 1},
    # 3 and 4 meet.
    "rules/r7.mlir": {"dim-conflict": 1},
    # 207 and 208 meet.
    "rules/r8.mlir": {"shape-mismatch": 1},
}


def findings(shapels, path):
    result = subprocess.run([shapels, "--check", "--no-config", "--format=json", str(path)],
                            capture_output=True, text=True, timeout=120)
    if result.returncode not in (0, 1):
        return None
    diagnostics = json.loads(result.stdout)["files"][0]["diagnostics"]
    return [d for d in diagnostics if d["severity"] in ("error", "warning")]


def main():
    shapels, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    passed = failed = 0
    for path in sorted(folder.rglob("*.mlir")):
        name = str(path.relative_to(folder))
        found = findings(shapels, path)
        if found is None:
            print(f"{name}: shapels did not end normally")
            failed += 1
            continue
        if collections.Counter(d["code"] for d in found) == collections.Counter(EXPECTED.get(name, {})):
            passed += 1
            continue
        failed += 1
        for d in found or [{"range": {"start": {"line": 0}}, "code": "nothing", "message": "is found"}]:
            print(f"{name}:{d['range']['start']['line'] + 1}: {d['code']}: {d['message'].splitlines()[0]}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
