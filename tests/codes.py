#!/usr/bin/env python3
"""Whether docs/findings.md and the settings' schema say of each diagnostic code what
core/diagnostics/Codes.def does; with --write, lets them say it.

usage: codes.py [--write] REPOSITORY
"""

import json
import pathlib
import re
import sys


def codes(root):
    """Id, severity and meaning of each code."""
    text = (root / "core/diagnostics/Codes.def").read_text()
    rows = re.findall(r'^CODE\(\w+, "([^"]+)", (\w+), "([^"]+)"\)$', text, re.M)
    assert len(rows) == text.count("\nCODE("), "a row is written otherwise"
    return [(name, severity.lower(), meaning) for name, severity, meaning in rows]


def page(root, rows):
    text = (root / "docs/findings.md").read_text()
    table = "".join(
        f'| <a id="{name}"></a>`{name}` | {severity} | {meaning} |\n'
        for name, severity, meaning in rows
    )
    head = "| code | default | meaning |\n|---|---|---|\n"
    before, behind = text.split(head)
    return before + head + table + re.sub(r"\A(\|.*\n)+", "", behind)


def schema(root, rows):
    text = json.loads((root / "editors/vscode/shapels.schema.json").read_text())
    properties = text["properties"]["severity"]["properties"]
    levels = ["error", "warning", "information", "hint", "off"]
    properties.clear()
    for name, _, meaning in rows:
        description = meaning[0].upper() + meaning[1:] + "."
        properties[name] = {"type": "string", "enum": levels, "description": description}
    return json.dumps(text, indent=2, ensure_ascii=False) + "\n"


def main():
    root = pathlib.Path(sys.argv[-1])
    rows = codes(root)
    failed = 0
    for path, make in {"docs/findings.md": page, "editors/vscode/shapels.schema.json": schema}.items():
        wanted = make(root, rows)
        if "--write" in sys.argv:
            (root / path).write_text(wanted)
        elif (root / path).read_text() != wanted:
            print(f"{path}: differs from core/diagnostics/Codes.def; tests/codes.py --write mends it")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
