#!/usr/bin/env python3
"""Whatever mlir-lsp-server finds in a file for a name, shapels must find too.

usage: no_less.py SHAPELS MLIR_LSP_SERVER FILE

At every `%value`, `@symbol`, `^block`, `#attribute` and `!type` of FILE both
are asked for its definition and its references. Definitions are compared by
their lines (mlir-lsp-server takes an op's name for the definition of its
symbol), references by where they start. Prints each question to which
mlir-lsp-server has an answer that shapels lacks, and ends with
`N questions, M lack something`.
"""

import json
import re
import subprocess
import sys

URI = "test:///file.mlir"
NAME = re.compile(r"[%@^#!][\w.$-]+")
METHODS = ["definition", "references"]


def request(number, method, params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def session(text):
    """The messages, and by its id what each request asks."""
    document = {"uri": URI, "languageId": "mlir", "version": 1, "text": text}
    messages = [request("start", "initialize", {"processId": 1, "rootUri": None, "capabilities": {}}),
                {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}]
    questions = []
    for number, line in enumerate(text.split("\n")):
        for name in NAME.finditer(line.split("//")[0]):
            for method in METHODS:
                params = {"textDocument": {"uri": URI}, "position": {"line": number, "character": name.start()},
                          "context": {"includeDeclaration": True}}
                messages.append(request(len(questions), "textDocument/" + method, params))
                questions.append((number + 1, name.group(), method))
    return messages + [request("end", "shutdown", None), {"jsonrpc": "2.0", "method": "exit"}], questions


def place(method, location):
    start = location["range"]["start"]
    return (start["line"] + 1, start["character"] + 1 if method == "references" else None)


def answers(command, messages, questions):
    lines = "\n// -----\n".join(json.dumps(message) for message in messages) + "\n"
    output = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60, check=True).stdout
    result = [set() for _ in questions]
    for part in re.split(r"Content-Length: \d+\s*", output)[1:]:
        message = json.loads(part)
        if isinstance(message.get("id"), int):
            method = questions[message["id"]][2]
            result[message["id"]] = {place(method, location) for location in message["result"] or []}
    return result


def main():
    shapels, upstream, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        messages, questions = session(file.read())
    ours = answers([shapels, "--lit-test"], messages, questions)
    theirs = answers([upstream, "-lit-test"], messages, questions)
    asked = [number for number in range(len(questions)) if theirs[number]]
    lacking = [number for number in asked if not theirs[number] <= ours[number]]
    for number in lacking:
        line, name, method = questions[number]
        print(f"line {line}, {name}, {method}: {sorted(ours[number])}, mlir-lsp-server {sorted(theirs[number])}")
    print(f"{len(asked)} questions, {len(lacking)} lack something")


if __name__ == "__main__":
    main()
