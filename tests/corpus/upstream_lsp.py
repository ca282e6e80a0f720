#!/usr/bin/env python3
"""What MLIR's own tests of mlir-lsp-server say of shapels.

usage: upstream_lsp.py SHAPELS FOLDER [--filecheck PROGRAM]

FOLDER has the files of mlir/test/mlir-lsp-server. Each is run as its RUN line
says, with shapels in the place of mlir-lsp-server. Those in DIFFERENT do not
pass, for the reason that stands there; fails where another one does not pass,
or one of these does. A file of FOLDER that is not there is named.
"""

import argparse
import pathlib
import re
import subprocess
import sys

PASSING = ["initialize-params-invalid", "rooturi_rel_path"]
DIFFERENT = {
    "code-action": "asks about file:///foo.mlir after opening test:///foo.mlir; shapels answers about open documents only",
    "completion": "labels have the dialect (`builtin.module`, not `module` behind a `builtin` of its own), a list that more typing "
                  "makes longer says isIncomplete, and a value's label is all of its name, which replaces what is typed",
    "definition": "a symbol's definition is its name, not the op's, so that renaming and highlighting agree with it",
    "diagnostics": "`category` is no property of LSP; shapels has `code`, its own name as `source`, and MLIR's words at the token that is wrong",
    "hover": "says type, shape and what the op does; MLIR's text is by the setting hover.genericForm, and Markdown only for clients "
             "that list it",
    "initialize-params": "more is offered than the test lists, text is synced incrementally, and the name is shapels",
    "references": "includeDeclaration: false leaves the declaration out, as LSP has it",
    "uri-based-registration": "the names of the files choose what the server registers; in shapels a `.shapels.json` does",
}


def passes(shapels, filecheck, path):
    answers = subprocess.run([shapels, "--lit-test"], stdin=path.open(), capture_output=True).stdout
    return subprocess.run([filecheck, "-strict-whitespace", path], input=answers, capture_output=True).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shapels")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--filecheck", default="/usr/lib/llvm-22/bin/FileCheck")
    options = parser.parse_args()
    good = wrong = 0
    for name in sorted([*PASSING, *DIFFERENT]):
        path = options.folder / f"{name}.test"
        if not path.exists():
            print(f"{name}: not there")
            continue
        has_passed = passes(options.shapels, options.filecheck, path)
        is_expected = has_passed == (name in PASSING)
        good, wrong = good + is_expected, wrong + (not is_expected)
        reason = f": {DIFFERENT[name]}" if name in DIFFERENT else ""
        print(f"{name}: {'passes' if has_passed else 'does not pass'}{reason}{'' if is_expected else ' (UNEXPECTED)'}")
    print(f"{good} passed, {wrong} failed")
    return 1 if wrong or not good else 0


if __name__ == "__main__":
    sys.exit(main())
