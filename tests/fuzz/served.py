#!/usr/bin/env python3
"""A server shows of an edited document what a fresh one shows of the same text,
whatever happens to its worker meanwhile.

usage: served.py SHAPELS FOLDER... [--edits N] [--seed N] [--replay FILE]

Edits the .mlir files of the folders at random, through the supervisor, kills the
worker (SIGKILL) at random moments, and compares, whenever all is said, findings,
symbols, hovers, definitions and references with those of a fresh server. A
difference is made as small as possible and left as a script for --replay.
SHAPELS_SERVED_EDITS is another way to say --edits.
"""

import argparse
import json
import os
import pathlib
import random
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lit" / "supervisor"))

from lsp import Client  # noqa: E402
from random_edits import RandomEdits, apply  # noqa: E402

URI = "file:///edited.mlir"
EDITS_OF_ONE = 12
LARGEST = 20_000
# Answers of a worker that died, and of a text that has changed since.
NO_ANSWER = {-32801, -32603}
LIMIT = 10
KILL = "kill"


# --- Positions ----------------------------------------------------------------


def position(text, at):
    """In UTF-8; what is between \\r and \\n is no place of its own."""
    if text[at - 1:at + 1] == "\r\n":
        at -= 1
    before = text[:at]
    lines = re.split("\r\n|\n|\r", before)
    # What ends with \r has one line more, unless \n follows.
    return {"line": len(lines) - 1, "character": len(lines[-1].encode())}


def change(text, edit):
    begin, end, new = edit
    return {"range": {"start": position(text, begin), "end": position(text, end)}, "text": new}


def on_places(text, batch):
    """The batch with edges that a client can name."""
    placed = []
    for begin, end, new in batch:
        begin, end = min(begin, len(text)), min(max(begin, end), len(text))
        begin -= text[begin - 1:begin + 1] == "\r\n"
        end += text[end - 1:end + 1] == "\r\n"
        placed.append((begin, end, new))
        text = apply(text, placed[-1:])
    return placed


# --- One server ---------------------------------------------------------------


def result(client, method, params):
    """As a worker that dies may not answer, until one does."""
    for _ in range(20):
        answer = client.request(method, params)
        if "error" not in answer:
            return answer["result"]
        assert answer["error"]["code"] in NO_ANSWER, answer
    raise AssertionError(f"{method} is never answered: {answer}")


def shown(client, places):
    document = {"textDocument": {"uri": URI}}
    seen = {
        "symbols": result(client, "textDocument/documentSymbol", document),
        "folds": result(client, "textDocument/foldingRange", document),
    }
    for place in places:
        at = {**document, "position": place}
        seen[f"hover {place}"] = result(client, "textDocument/hover", at)
        seen[f"definition {place}"] = result(client, "textDocument/definition", at)
        seen[f"references {place}"] = result(
            client, "textDocument/references", {**at, "context": {"includeDeclaration": True}})
    return seen


def places_of(text, rng):
    names = [found.start() + 1 for found in re.finditer(r"[%@^#!][\w$.]+|\w+\.\w+", text)]
    return [position(text, at) for at in rng.sample(names, min(4, len(names)))]


def fresh(shapels, text, places):
    client = Client(shapels)
    client.open(URI, text)
    findings = client.findings(URI)
    seen = shown(client, places)
    client.leave()
    return findings, seen


def compare(shapels, client, text, rng):
    """What differs from a fresh server, or nothing."""
    places = places_of(text, rng)
    findings, expected = fresh(shapels, text, places)
    seen = shown(client, places)
    for what, value in expected.items():
        if seen[what] != value:
            return f"{what}\nedited: {seen[what]}\nfresh:  {value}"
    try:
        client.until(lambda: client.published.get(URI) == findings, LIMIT)
    except AssertionError as error:
        return f"findings ({error})\nedited: {client.published.get(URI)}\nfresh:  {findings}"
    return None


# --- A script -----------------------------------------------------------------


def run(shapels, script):
    """Steps are batches of edits, KILL, or None for a comparison. What differs, or nothing."""
    text, version = script["text"], 1
    rng = random.Random(0)
    client = Client(shapels)
    client.open(URI, text)
    try:
        for step in [*script["steps"], None]:
            if step == KILL:
                client.kill_worker()
            elif step is None:
                if found := compare(shapels, client, text, rng):
                    return found
            else:
                version += 1
                changes = []
                for edit in on_places(text, step):
                    changes.append(change(text, edit))
                    text = apply(text, [edit])
                client.change(URI, version, *changes)
        client.leave()
        return None
    except AssertionError as error:
        return f"the server fails: {error}"
    finally:
        client.process.kill()


def random_script(rng, text):
    edits, steps, now = RandomEdits(rng, text), [], text
    for _ in range(EDITS_OF_ONE):
        steps.append(on_places(now, edits.next(now)))
        now = apply(now, steps[-1])
        if rng.random() < 0.1:
            steps.append(KILL)
        if rng.random() < 0.3:
            steps.append(None)
    return {"text": text, "steps": steps}


def minimized(shapels, script, found):
    """With fewer steps, while it still fails."""
    size = len(script["steps"]) // 2
    while size:
        at = 0
        while at < len(script["steps"]):
            less = {**script, "steps": script["steps"][:at] + script["steps"][at + size:]}
            if still := run(shapels, less):
                script, found = less, still
            else:
                at += size
        size //= 2
    return script, found


# --- Main ---------------------------------------------------------------------


def read(path):
    return path.read_bytes().decode("utf-8", errors="replace")


def texts(folders):
    """By turns of folder and file, so that few edits see many kinds of text."""
    found = []
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*.mlir")):
            if 0 < path.stat().st_size <= LARGEST:
                found.append(path)
    return found


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("shapels")
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--edits", type=int, default=int(os.environ.get("SHAPELS_SERVED_EDITS", 240)))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--replay")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    if arguments.replay:
        found = run(arguments.shapels, json.loads(read(pathlib.Path(arguments.replay))))
        print(found or "no difference")
        return bool(found)
    files = texts(arguments.folders)
    failures = 0
    for number in range(-(-arguments.edits // EDITS_OF_ONE)):
        path = files[number % len(files)]
        script = random_script(random.Random(arguments.seed + number), read(path))
        if found := run(arguments.shapels, script):
            script, found = minimized(arguments.shapels, script, found)
            target = pathlib.Path(tempfile.gettempdir()) / f"served-{arguments.seed + number}.json"
            target.write_text(json.dumps(script))
            print(f"{path}: {found}\nreplay with --replay {target}: {json.dumps(script)}")
            failures += 1
    print(f"{arguments.edits} edits, {failures} differences")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
