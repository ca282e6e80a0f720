#!/usr/bin/env python3
"""What a client waits for while a large document is opened: the answers of
requests that need its statements only, sent right behind it, and the findings
of an edit that follows before the opening has ended.

usage: opening.py SHAPELS FILE.mlir... [--rounds N]
"""

import argparse
import pathlib
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lit/supervisor"))
from lsp import Client  # noqa: E402

URI = "file:///large.mlir"


def milliseconds(begin):
    return (time.perf_counter() - begin) * 1000


def found(client, version):
    client.until(lambda: client.versions.get(URI) == version, limit=300)


def opened(client, text):
    """Names are asked for in the first function."""
    times = {}
    at = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 12}}
    begin = time.perf_counter()
    client.open(URI, text)
    times["sent"] = milliseconds(begin)
    asked = {
        "symbols": client.ask("textDocument/documentSymbol", at),
        "definition": client.ask("textDocument/definition", at),
        "references": client.ask("textDocument/references",
                                 {**at, "context": {"includeDeclaration": True}}),
    }
    for name, request in asked.items():
        assert "result" in client.answer(request), name
        times[name] = milliseconds(begin)
    found(client, 1)
    times["findings"] = milliseconds(begin)
    return times


def edited(client, text, pause):
    """The edit comes when the analysis has begun; the pause is the client's."""
    client.open(URI, text)
    client.answer(client.ask("textDocument/definition", {
        "textDocument": {"uri": URI}, "position": {"line": 0, "character": 12}}))
    time.sleep(pause)
    begin = time.perf_counter()
    client.change(URI, 2, {"range": {"start": {"line": 0, "character": 0},
                                     "end": {"line": 0, "character": 0}}, "text": "BAD\n"})
    definition = client.ask("textDocument/definition", {
        "textDocument": {"uri": URI}, "position": {"line": 1, "character": 12}})
    assert client.answer(definition)["result"]
    times = {"edit, definition": milliseconds(begin)}
    found(client, 2)
    times["edit, findings"] = milliseconds(begin)
    return times


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shapels")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pause", type=float, default=0.1)
    arguments = parser.parse_args()
    print("| file | ms (median / worst) |\n|---|---|")
    for file in arguments.files:
        text = pathlib.Path(file).read_text()
        samples = {}
        for _ in range(arguments.rounds):
            for way in (opened, lambda c, t: edited(c, t, arguments.pause)):
                client = Client(arguments.shapels, "--no-supervisor")
                for name, value in way(client, text).items():
                    samples.setdefault(name, []).append(value)
                client.leave()
        shown = ", ".join(f"{name} {statistics.median(values):.0f} / {max(values):.0f}"
                          for name, values in samples.items())
        print(f"| {pathlib.Path(file).name} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
