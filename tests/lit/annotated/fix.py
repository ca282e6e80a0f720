"""fix.py SHAPELS FILE: the file with the preferred quick fix of every finding
applied, on standard output."""

import pathlib
import sys

from client import Client


def main(shapels, path):
    with Client([shapels]) as client:
        uri, diagnostics = client.open(path)
        edits = []
        for diagnostic in diagnostics:
            actions = client.request(
                "textDocument/codeAction",
                {
                    "textDocument": {"uri": uri},
                    "range": diagnostic["range"],
                    "context": {"diagnostics": [diagnostic]},
                },
            )
            for action in actions:
                if action.get("isPreferred"):
                    edits += action["edit"]["changes"][uri]
    lines = pathlib.Path(path).read_bytes().split(b"\n")
    for edit in reversed(edits):
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]]
        lines[start["line"]] = (
            line[: start["character"]]
            + edit["newText"].encode()
            + line[end["character"] :]
        )
    sys.stdout.buffer.write(b"\n".join(lines))


main(sys.argv[1], sys.argv[2])
