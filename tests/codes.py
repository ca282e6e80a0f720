#!/usr/bin/env python3
"""Whether docs/findings.md, the codes' pages and the settings' schema say of each
diagnostic code what core/diagnostics/Codes.def does; with --write, lets them say it.
tests/examples.py runs what the pages show.

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
        f'| <a id="{name}"></a>[`{name}`](codes/{name}.md) | {severity} | {meaning} |\n'
        for name, severity, meaning in rows
    )
    head = "| code | default | meaning |\n|---|---|---|\n"
    before, behind = text.split(head)
    return before + head + table + re.sub(r"\A(\|.*\n)+", "", behind)


def code_page(root, row):
    """Its first paragraph is of the table."""
    name, severity, meaning = row
    path = root / f"docs/codes/{name}.md"
    text = path.read_text() if path.exists() else ""
    head = f"# {name}\n\n{meaning[0].upper()}{meaning[1:]}. ({severity.capitalize()} by default.)\n"
    return head + re.sub(r"\A# .*\n\n.*\n", "", text)


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
    wanted_of = {"docs/findings.md": page(root, rows), "editors/vscode/shapels.schema.json": schema(root, rows)}
    wanted_of.update((f"docs/codes/{row[0]}.md", code_page(root, row)) for row in rows)
    for path, wanted in wanted_of.items():
        if "--write" in sys.argv:
            (root / path).write_text(wanted)
        elif not (root / path).exists() or (root / path).read_text() != wanted:
            print(f"{path}: differs from core/diagnostics/Codes.def; tests/codes.py --write mends it")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
