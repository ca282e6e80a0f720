"""fix.py SHAPELS FILE: the file with the preferred quick fix of every finding
applied, on standard output."""

import pathlib
import sys

from client import Client, applied


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
    sys.stdout.buffer.write(applied(pathlib.Path(path).read_bytes(), edits))


main(sys.argv[1], sys.argv[2])
