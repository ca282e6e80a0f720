#!/usr/bin/env python3
"""How long a worker's death takes from the client's side, with 10,000 ops open:
a killer in a document of its own, and one typed into the 10,000 ops.

usage: recovery.py SHAPELS FOLDER-OF-KILLERS [--ops N] [--rounds N] [--pause SECONDS]

The pause is what the user needs before they type what kills. Each time runs from the edit to the findings of the killer, and to the answer of
a hover in the document of 10,000 ops, asked right behind the edit.
"""

import argparse
import pathlib
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lit/supervisor"))
from killers import HEALTHY, cases, healthy  # noqa: E402
from lsp import Client  # noqa: E402


def milliseconds(begin):
    return (time.perf_counter() - begin) * 1000


def beside(client, name, text):
    uri = f"file:///{name}.mlir"
    worker = client.worker()
    begin = time.perf_counter()
    client.open(uri, text)
    hover = client.hover(HEALTHY, 1, 3)
    client.findings(uri)
    found = milliseconds(begin)
    assert "result" in client.answer(hover), client.answer(hover)
    return client.worker() != worker, found, milliseconds(begin)


def inside(client, name, text):
    """The killer is inserted at the start of the last function."""
    line = client.text.count("\n") - 101
    worker = client.worker()
    begin = time.perf_counter()
    place = {"line": line, "character": 0}
    client.change(HEALTHY, 2, {"range": {"start": place, "end": place}, "text": text + "\n"})
    hover = client.hover(HEALTHY, 1, 3)
    client.findings(HEALTHY, 2)
    found = milliseconds(begin)
    assert "result" in client.answer(hover), client.answer(hover)
    return client.worker() != worker, found, milliseconds(begin)


def measure(arguments, name, text, way):
    """Each time in a new server, which knows of no harm."""
    deaths, found, answered = [], [], []
    for _ in range(arguments.rounds):
        client = Client(arguments.shapels)
        client.text = healthy(arguments.ops)
        client.open(HEALTHY, client.text)
        client.findings(HEALTHY)
        time.sleep(arguments.pause)
        died, one, two = way(client, name, text)
        deaths.append(died)
        found.append(one)
        answered.append(two)
        client.leave()
    print(f"| {name}, {way.__name__} | {'yes' if any(deaths) else 'no'} | "
          f"{statistics.median(found):.0f} / {max(found):.0f} | "
          f"{statistics.median(answered):.0f} / {max(answered):.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shapels")
    parser.add_argument("folder")
    parser.add_argument("--ops", type=int, default=10000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--pause", type=float, default=0.3)
    arguments = parser.parse_args()
    print("| killer | died | findings, ms (median / worst) | hover, ms |\n|---|---|---|---|")
    for name, text, _ in cases(arguments.folder):
        for way in (beside, inside):
            measure(arguments, name, text, way)


if __name__ == "__main__":
    main()
