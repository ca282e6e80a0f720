#!/usr/bin/env python3
"""Applies quick fixes of shapels and asks mlir-opt about the results.

usage: fixes.py SHAPELS MLIR_OPT FILE

Each part of FILE starts with a line `// fix: TITLE` and has a `$0` where the
fix is asked for. Prints the text without the comment after the fix of that
title and `accepted`, or what mlir-opt says of it; or the titles that there are.
"""

import json
import re
import subprocess
import sys

URI = "test:///file.mlir"


def request(number, method, params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def actions(shapels, text, place):
    document = {"uri": URI, "languageId": "mlir", "version": 1, "text": text}
    where = {"textDocument": {"uri": URI}, "range": {"start": place, "end": place}, "context": {"diagnostics": []}}
    messages = [request("start", "initialize", {"processId": 1, "rootUri": None, "capabilities": {}}),
                {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}},
                request(1, "textDocument/codeAction", where),
                request("end", "shutdown", None), {"jsonrpc": "2.0", "method": "exit"}]
    lines = "\n// -----\n".join(json.dumps(message) for message in messages) + "\n"
    output = subprocess.run([shapels, "--lit-test"], input=lines, capture_output=True, text=True, timeout=60,
                            check=True).stdout
    answers = (json.loads(part) for part in re.split(r"Content-Length: \d+\s*", output)[1:])
    return next(answer["result"] for answer in answers if answer.get("id") == 1)


def applied(text, edits):
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]
    offset = lambda place: starts[place["line"]] + place["character"]
    for edit in sorted(edits, key=lambda edit: offset(edit["range"]["start"]), reverse=True):
        text = text[:offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]):]
    return text


def main():
    shapels, mlir_opt, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        parts = file.read().split("// -----\n")
    for part in parts:
        title = re.search(r"// fix: (.*)", part)[1]
        before, after = part[part.index("// fix: ") + len("// fix: " + title) + 1:].split("$0")
        place = {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}
        offered = actions(shapels, before + after, place)
        print(f"== {title}")
        fix = next((action for action in offered if action["title"] == title), None)
        if not fix:
            print("offered:", [action["title"] for action in offered])
            continue
        fixed = applied(before + after, fix["edit"]["changes"][URI])
        result = subprocess.run([mlir_opt, "-o", "/dev/null"], input=fixed, capture_output=True, text=True, timeout=60)
        print(fixed, end="")
        print(result.stderr or "accepted")


if __name__ == "__main__":
    main()
