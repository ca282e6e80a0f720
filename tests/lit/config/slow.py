"""A file system that does not answer holds no answer back.

usage: slow.py SHAPELS LIBRARY FOLDER
"""

import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "supervisor"))
from lsp import Client

LONG = 8  # Seconds: nothing that waited for the file system would come by then.


def main(shapels, library, folder):
    folder = pathlib.Path(folder).resolve()
    slow, quick = folder / "slow", folder / "quick"
    for place in slow, quick:
        place.mkdir(parents=True, exist_ok=True)
        (place / ".shapels.json").write_text('{"severity": {"mlir-parse": "warning"}}')
    uri, other = (slow / "a.mlir").as_uri(), (quick / "b.mlir").as_uri()
    stuck = slow / "stuck"
    os.environ["LD_PRELOAD"] = library

    def symbols(client, uri):
        return client.request("textDocument/documentSymbol",
                              {"textDocument": {"uri": uri}})["result"]

    client = Client(shapels)
    client.open(other, "BAD")
    assert client.findings(other)[0]["severity"] == 2

    # Others are answered at once, the document itself a bit later.
    stuck.touch()
    client.open(uri, "func.func private @a()\nBAD")
    client.open(other + "2", "BAD")
    assert symbols(client, other) == []
    assert symbols(client, uri)[0]["name"] == "a"
    assert client.findings(uri)[0]["severity"] == 1, "by what is known without the file"
    assert client.findings(other + "2")[0]["severity"] == 1

    # Edits too.
    client.change(uri, 2, {"text": "func.func private @b()\nBAD"})
    assert symbols(client, uri)[0]["name"] == "b"

    # Its settings hold once they can be read.
    stuck.unlink()
    for document in uri, other + "2":
        client.until(lambda: client.published[document][0]["severity"] == 2)

    # Nothing waits for it in the end.
    stuck.touch()
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    client.open(uri + "3", "BAD")
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    begun = time.monotonic()
    client.leave()
    assert time.monotonic() - begun < LONG, "the end waited for the file system"


main(*sys.argv[1:])
